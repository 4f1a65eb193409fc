//go:build unix

package door

import (
	"errors"
	"syscall"
)

// isRefused reports whether nobody listens at an address that is there.
func isRefused(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }
