//go:build !unix

package gateway

import (
	"os"
	"os/exec"
)

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// signalGroup ends a program. Where there are no signals to ask with, it waits
// for the force.
func signalGroup(cmd *exec.Cmd, sig os.Signal) {
	if sig == os.Kill {
		_ = cmd.Process.Kill() // it may be gone
	}
}

func shell() (name, flag string) { return "cmd", "/c" }
