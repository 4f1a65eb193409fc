//go:build !unix

package processor

import "time"

// Time returns 0, as it is not known.
func Time() time.Duration { return 0 }
