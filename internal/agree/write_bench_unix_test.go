//go:build unix

package agree_test

import (
	"syscall"
	"time"
)

// processorTime returns the time that the process has used on all cores so far, in the program and
// in the system.
func processorTime() (user, system time.Duration) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, 0
	}
	return time.Duration(u.Utime.Nano()), time.Duration(u.Stime.Nano())
}
