// Package pi reads the sessions of the pi coding agent: JSON Lines with a header
// and an entry for each message. Newer files make a tree of the entries, so that
// a session can be taken up again at an earlier point; what was given up is read
// as a run of its own.
package pi
