//go:build !linux

package atomicfile

import (
	"io/fs"
	"os"
)

// openUnnamed returns nil: files have names from the start here.
func openUnnamed(string, fs.FileMode) *os.File { return nil }

// name closes the file and gives it its name. It is closed first, since Windows does not rename
// open files. (os.Rename replaces a file on Windows too.)
func (f *File) name() error {
	if err := f.file.Close(); err != nil {
		return err
	}
	return os.Rename(f.temp, f.path)
}
