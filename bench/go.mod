module github.com/sequitur-go/sequitur/bench

go 1.26.0

require github.com/sequitur-go/sequitur v0.0.0

require github.com/failsafe-go/failsafe-go v0.9.8 // indirect

replace github.com/sequitur-go/sequitur => ../
