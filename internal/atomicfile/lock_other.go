//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd && !dragonfly && !windows

package atomicfile

import "os"

// removeOpen is not used: no file is locked here, and so no leftover removed.
const removeOpen = true

// lock returns false: files cannot be locked here.
func lock(*os.File) bool { return false }
