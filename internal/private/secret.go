package private

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ReadSecret returns the contents of a file, of most bytes or fewer, that nobody else may know or choose. The error is an *ExposedError where
// another user than root owns it or may, by its mode, read or write it. Where root owns it, the group may read it: the user who runs the
// process could not read it otherwise, and systemd's credentials are such files. Links are followed.
func ReadSecret(path string, most int64) ([]byte, error) {
	before, err := os.Stat(path) // opening a pipe would wait
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, &ExposedError{path, "is no plain file"}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if err := secret(path, info); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("private: %s has more than %d bytes", path, most)
	}
	return data, err
}

// secret refuses a file that another user may read or write.
func secret(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return &ExposedError{path, "is no plain file"}
	}
	err := foreign(path, info)
	if err != nil && !ofRoot(info) {
		return err
	}
	if own := err == nil; own && open(info) || !own && openToAll(info) {
		return &ExposedError{path, fmt.Sprintf("may be read or written by others (mode %04o)", info.Mode().Perm())}
	}
	return nil
}
