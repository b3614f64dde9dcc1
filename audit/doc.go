// Package audit makes figures of what a judge found in recorded trajectories, and
// holds a judge against hand labels.
package audit
