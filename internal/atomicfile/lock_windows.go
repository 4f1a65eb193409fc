package atomicfile

import (
	"os"

	"golang.org/x/sys/windows"
)

// removeOpen is false: no file can be removed while it is open.
const removeOpen = false

// lock locks a file until it is closed, and reports whether it did: false where another process has
// locked it, or where the file system has no locks.
func lock(file *os.File) bool {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30}) == nil
}
