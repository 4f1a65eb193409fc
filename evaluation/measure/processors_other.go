//go:build !unix

package measure

import "time"

// ProcessorTime returns the processor time of this process: unknown on this system, so 0.
func ProcessorTime() time.Duration { return 0 }
