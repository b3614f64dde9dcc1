// Package toolbench reads the answers of ToolBench: a tree of thoughts, actions
// and their inputs, which a depth-first search made, or a plain chain of them.
//
// The way through the tree that ended with an answer, else the first, is one
// run. Each branch that the search gave up is a run of its own from the fork on,
// so that no call counts twice.
package toolbench
