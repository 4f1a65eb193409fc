//go:build unix

package measure

import (
	"time"

	"golang.org/x/sys/unix"
)

// ProcessorTime is the time of processors that this process has taken, in its own code and in the
// system's; 0 where the system does not say.
func ProcessorTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
