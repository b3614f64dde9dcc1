// Package native reads what this module writes itself: the journal of a guard,
// whose episodes it sorts into runs, and trajectories in their own JSON form.
package native
