// Package bench compares the guard with a peer in one run. It is a module of its
// own, so that the peer is no dependency of the product.
package bench
