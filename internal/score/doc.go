// Package score measures a classifier against labelled lines. It only counts:
// reading lines, classifying them and printing the figures are the caller's.
//
// Every figure stands beside its floor, which is what a rule without any
// knowledge would reach, and carries its Wilson 95 % interval.
package score
