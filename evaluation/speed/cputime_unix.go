//go:build unix

package speed

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime is the processors' time that this process has taken, in its own code and in the
// system's; 0 where the system does not say.
func cpuTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
