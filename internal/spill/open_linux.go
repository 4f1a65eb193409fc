package spill

import (
	"os"

	"golang.org/x/sys/unix"
)

// open opens a new file in a folder to read and write, which never has a name where the
// file system knows O_TMPFILE.
func open(folder string) (*os.File, error) {
	if file, err := os.OpenFile(folder, os.O_RDWR|unix.O_TMPFILE, 0o600); err == nil {
		return file, nil
	}
	return openNamed(folder)
}
