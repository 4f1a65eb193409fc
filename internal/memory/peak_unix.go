//go:build unix && !linux

package memory

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// Peak returns the most memory that the process has held so far, in bytes; 0 where that
// cannot be read.
func Peak() uint64 {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return uint64(u.Maxrss) // elsewhere in units of 1024
	}
	return uint64(u.Maxrss) << 10
}
