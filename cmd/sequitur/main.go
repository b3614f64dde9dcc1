// Command sequitur classifies tool failures, decides what to do about them, and
// measures what that is worth to a model.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
