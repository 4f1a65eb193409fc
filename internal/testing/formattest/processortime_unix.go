//go:build unix

package formattest

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the process has used on all cores so far, without the system's:
// on a shared machine it says more than the clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
