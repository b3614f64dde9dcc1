// Package feedback writes what a model reads in place of a raw error: in as few
// words as possible what happened, and the next step. The text is built from
// the fault's kind and allow-listed fields, never from an error's own text,
// except for a redacted, capped quote of the upstream's sentence.
package feedback
