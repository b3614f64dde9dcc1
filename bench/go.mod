module github.com/sequitur-go/sequitur/bench

go 1.26.0

require github.com/sequitur-go/sequitur v0.0.0

require (
	github.com/bits-and-blooms/bitset v1.24.4 // indirect
	github.com/failsafe-go/failsafe-go v0.9.8
	golang.org/x/text v0.44.0 // indirect
)

replace github.com/sequitur-go/sequitur => ../
