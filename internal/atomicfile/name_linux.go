package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// openUnnamed opens a file in a folder that has no name yet, or returns nil where that is
// impossible: the file system or the kernel lacks O_TMPFILE, or /proc, through which such a file
// gets its name, is not mounted.
func openUnnamed(folder string, perm fs.FileMode) *os.File {
	file, err := os.OpenFile(folder, os.O_WRONLY|unix.O_TMPFILE, perm)
	if err != nil {
		return nil
	}
	if _, err := os.Lstat(handle(file)); err != nil {
		file.Close() //nolint:errcheck // nothing was written
		return nil
	}
	return file
}

// handle returns the path of an open file, whether or not it has a name.
func handle(file *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", file.Fd()) }

// name gives the file its name and closes it. A link cannot replace a file, so a file that replaces
// another has a temporary name for a moment.
func (f *File) name() error {
	if f.temp == "" {
		if err := f.link(f.path); !errors.Is(err, fs.ErrExist) {
			return f.close(err)
		}
		folder, base := filepath.Split(f.path)
		f.temp = filepath.Join(folder, partName(base))
		if err := f.link(f.temp); err != nil {
			f.temp = ""
			return err
		}
	}
	return f.close(os.Rename(f.temp, f.path))
}

// close closes the file if it has got its name. All of it is on the disk by then, so that closing
// cannot fail.
func (f *File) close(err error) error {
	if err == nil {
		f.file.Close() //nolint:errcheck // Commit waited for the disk
	}
	return err
}

// link gives the file a name.
func (f *File) link(path string) error {
	err := unix.Linkat(unix.AT_FDCWD, handle(f.file), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
	if err != nil {
		return &os.LinkError{Op: "linkat", Old: handle(f.file), New: path, Err: err}
	}
	return nil
}
