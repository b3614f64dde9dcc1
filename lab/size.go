package lab

import "fmt"

const (
	// maxTrials bounds a run, which holds its trials in memory.
	maxTrials = 1_000_000
	// trialBytes is about what one of them takes there.
	trialBytes = 2 << 10
)

// A SizeError says that a run is larger than its trials can be held.
type SizeError struct {
	// Runs is what was asked for, Most what is possible.
	Runs, Most int
	// Cells is how many trials are played for each run.
	Cells int
}

// Error tells the bound, and an estimate of what was asked for.
func (e *SizeError) Error() string {
	return fmt.Sprintf("runs must be at most %d here: %d runs of %d cells are %.0f trials, some %.0f GB of memory; a run has at most %d trials",
		e.Most, e.Runs, e.Cells, float64(e.Runs)*float64(e.Cells), float64(e.Runs)*float64(e.Cells)*trialBytes/1e9, maxTrials)
}

// Trials returns how many trials are kept of so many runs in each cell. The
// error is a SizeError.
func (e *Experiment) Trials(runs int) (int, error) {
	cells := len(e.Faults)*len(e.Arms) + min(len(e.Control), 1)
	cells *= max(len(e.Rounds), 1)
	if e.Load != nil {
		cells = len(e.Arms)
	}
	for _, n := range []int{runs, e.Large} {
		if most := maxTrials / max(cells, 1); n > most {
			return 0, &SizeError{Runs: n, Most: most, Cells: cells}
		}
	}
	return runs * cells, nil
}
