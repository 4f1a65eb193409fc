//go:build unix

package tile

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the program has used on all cores so far: on a shared machine it
// varies less than the clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
