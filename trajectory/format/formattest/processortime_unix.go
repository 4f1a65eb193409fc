//go:build unix

package formattest

import (
	"syscall"
	"time"
)

// processorTime is what the process has used on all cores so far, in the program: on a machine that is shared it
// says more than the clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
