//go:build !unix

package formattest

import "time"

// processorTime returns 0, as it is not known.
func processorTime() time.Duration { return 0 }
