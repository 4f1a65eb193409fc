//go:build !unix

package format

import "time"

// processorTime is not known.
func processorTime() time.Duration { return 0 }
