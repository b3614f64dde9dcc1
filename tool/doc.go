// Package tool holds the vocabulary of one tool invocation: what an agent asks
// for ([Call]), what one try of it gave ([Outcome]), what is known of the tool
// ([Spec]), and the one type for all live traffic ([Invoker]), wrapped by
// [Middleware] and composed by [Chain].
//
// The package decides nothing and does no I/O. Guard, fault injector, recorder
// and telemetry are all middleware of this type; protocols are adapters to it.
package tool
