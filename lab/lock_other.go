//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package lab

import "os"

// lock says that the run is free: nothing here can keep another process out.
func lock(*os.File) bool { return true }
