package spill

import (
	"crypto/rand"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// open opens a new file in a folder to read and write, which the system removes once it is
// closed, however the process ends.
func open(folder string) (*os.File, error) {
	const flags = os.O_RDWR | os.O_CREATE | os.O_EXCL | windows.FILE_FLAG_DELETE_ON_CLOSE
	return os.OpenFile(filepath.Join(folder, ".flyby-"+rand.Text()+".tmp"), flags, 0o600)
}
