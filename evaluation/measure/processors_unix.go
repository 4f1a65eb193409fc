//go:build unix

package measure

import (
	"time"

	"golang.org/x/sys/unix"
)

// ProcessorTime returns the processor time of this process, in its own code and in the system's; 0
// where the system does not report it.
func ProcessorTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
