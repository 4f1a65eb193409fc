//go:build !windows && !linux

package spill

import "os"

// open opens a new file in a folder to read and write.
func open(folder string) (*os.File, error) { return openNamed(folder) }
