// Package config reads the policy file: strict YAML in which every mistake is
// told at once, each with its place, the rule, the value and a hint.
//
// A key that the file leaves out keeps the preset. Nothing is guessed: unknown
// and duplicate keys, durations without a unit and numbers that YAML would read
// as octal are refused.
package config
