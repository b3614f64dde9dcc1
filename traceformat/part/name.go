package part

import (
	"fmt"
	"path"
	"strings"
)

// endingsTable lists what recordings' names end in, outermost first.
var endingsTable = [...]string{".zst", ".gz", ".jsonl", ".json", ".traj", ".eval", ".log"}

// Name names a run that has no identifier after the recording that holds it: the
// file's name without its endings.
func Name(source string) string {
	name := path.Base(strings.ReplaceAll(source, "\\", "/"))
	for _, ending := range endingsTable {
		if short := strings.TrimSuffix(name, ending); short != "" {
			name = short
		}
	}
	return name
}

// Numbered names the n-th run of a recording whose runs have no identifiers.
func Numbered(source string, n int) string { return fmt.Sprintf("%s#%d", Name(source), n) }
