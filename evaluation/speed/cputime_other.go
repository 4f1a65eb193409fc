//go:build !unix

package speed

import "time"

// cpuTime is the processors' time that this process has taken: here it is not known.
func cpuTime() time.Duration { return 0 }
