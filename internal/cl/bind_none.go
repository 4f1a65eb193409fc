//go:build !((linux || darwin || windows) && (amd64 || arm64))

package cl

import (
	"fmt"
	"runtime"
)

// libraryNames is empty where the library cannot be opened at run time.
func libraryNames() []string { return nil }

// load fails: purego has no loader for this system, or one that needs compiler flags (FreeBSD without cgo).
func load([]string) (handle uintptr, path string, err error) {
	return 0, "", fmt.Errorf("opening it is not supported on %s/%s", runtime.GOOS, runtime.GOARCH)
}

// bind is never reached, since load fails.
func bind(*functions, uintptr) error { return nil }
