// Package atif reads the Agent Trajectory Interchange Format of Harbor and of
// those who follow it, in all its versions up to 1.7: a document for each
// trajectory, with its steps. Trajectories of sub-agents stand in documents of
// their own, or inside their parent's.
package atif
