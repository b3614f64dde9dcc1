//go:build unix

package gateway

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup gives a program a process group, so that what it starts can be ended
// with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// signalGroup asks (Interrupt) or forces (Kill) a program's whole group to end.
func signalGroup(cmd *exec.Cmd, sig os.Signal) {
	number := syscall.SIGTERM
	if sig == os.Kill {
		number = syscall.SIGKILL
	}
	_ = syscall.Kill(-cmd.Process.Pid, number) // it may be gone
}

func shell() (name, flag string) { return "sh", "-c" }
