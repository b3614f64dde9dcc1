package sequitur

import "github.com/sequitur-go/sequitur/provenance"

// An Answer is what [Session.CheckAnswer] found.
type Answer struct {
	// OK says that the answer may go out.
	OK bool
	// Unsupported are the values that stand in nothing the model was given.
	Unsupported []provenance.Claim
	// Ask is what to tell the model so that it answers again; "" where it was
	// asked before.
	Ask string
	// Replacement is the true sentence to give the user instead, once asking
	// did not help.
	Replacement string
}

// CheckAnswer looks for invented values in the run's final answer. It objects
// only where a call of this run gave the model nothing: elsewhere, what a model
// says of its own knowledge is not the guard's business. The first objection
// asks for another answer, the next one replaces it.
func (s *Session) CheckAnswer(answer string) Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lookup == "" {
		return Answer{OK: true}
	}
	unsupported := s.given.Unsupported(answer)
	if len(unsupported) == 0 {
		return Answer{OK: true}
	}
	if s.checked {
		return Answer{Unsupported: unsupported, Replacement: s.lookup}
	}
	s.checked = true
	texts := make([]string, len(unsupported))
	for i, claim := range unsupported {
		texts[i] = claim.Text
	}
	return Answer{Unsupported: unsupported, Ask: s.guard.renderer.AskAgain(texts)}
}
