//go:build !unix

package measure

import "time"

// ProcessorTime is the time of processors that this process has taken: here it is not known.
func ProcessorTime() time.Duration { return 0 }
