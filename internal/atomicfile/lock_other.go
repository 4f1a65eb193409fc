//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd && !dragonfly && !windows

package atomicfile

import "os"

// removeOpen is not used: nothing is locked here, and so no leftover removed.
const removeOpen = true

// lock cannot.
func lock(*os.File) bool { return false }
