//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package lab

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes out of a run while its file is open, and says
// whether it was free. It ends with the process, however that ends. A file
// system without locks keeps nobody out.
func lock(file *os.File) bool {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK)
}
