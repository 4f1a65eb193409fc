//go:build !unix

package formattest

import "time"

// processorTime is not known.
func processorTime() time.Duration { return 0 }
