// Package fleet plays trials of agents that are other processes: the frameworks'
// workers. A [Lab] serves the models and the worlds of its trials on loopback,
// and looks at each trial from three sides: what reached the tools, what reached
// the model, and how the process ended. The first of these events after the
// fault says who acted, and how.
package fleet
