// Package sqlite is a [state.Store] in one file: claims and verdict memory
// survive a restart, and several processes of one machine may share the file.
package sqlite
