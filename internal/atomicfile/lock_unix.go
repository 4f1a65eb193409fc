//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package atomicfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// removeOpen is true: a file can be removed while it is open, and so while it is locked.
const removeOpen = true

// lock locks a file until it is closed, and reports whether it did: false where another process has
// locked it, or where the file system has no locks.
func lock(file *os.File) bool {
	return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil
}
