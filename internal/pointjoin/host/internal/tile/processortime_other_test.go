//go:build !unix

package tile

import "time"

// processorTime is not known.
func processorTime() time.Duration { return 0 }
