//go:build unix

package processor

import (
	"syscall"
	"time"
)

// Time returns the processor time that the process has used on all cores so far, without the system's:
// on a shared machine it says more than the clock.
func Time() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
