// Command sequitur classifies tool failures, decides what to do about them, and
// measures what that is worth to a model.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(interruptible(os.Args[1:]))
}

// interruptible runs the program until it ends or a signal asks it to: the
// first one lets a command close what it has written, the second one kills.
func interruptible(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return run(ctx, args, os.Stdin, os.Stdout, os.Stderr)
}
