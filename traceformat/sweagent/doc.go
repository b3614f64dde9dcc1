// Package sweagent reads the trajectories of SWE-agent (.traj), of mini-SWE-agent
// (.traj.json), and of data sets made of them (a trajectory of roles and texts).
//
// Where the model wrote its command as text, the call's tool is the command's
// name if it is one of SWE-agent's own, else bash, and its one argument is the
// command.
package sweagent
