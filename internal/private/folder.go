// Package private keeps files that only the user who runs the process may write: machine code that
// the process loads, measurements that it relies on.
package private

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ExposedError is the error of a file or folder that another user owns or may write, or that is a
// link: its content may be anyone's.
type ExposedError struct {
	Path   string
	Reason string // "belongs to user 12, not to 0"
}

func (e *ExposedError) Error() string { return "private: " + e.Path + " " + e.Reason }

// Modes of new folders and files.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// Folder is a folder below another one, such as flyby/kernels below the user's cache directory.
// Base is the system's and is not checked; each of Below, one in the other, is the program's own.
// On Windows owners and modes are not checked: folders below a user's profile inherit its rights.
type Folder struct {
	Base  string
	Below []string
}

// Path returns the path of a file of the folder; "" is the folder itself.
func (f Folder) Path(name string) string {
	return filepath.Join(append(append([]string{f.Base}, f.Below...), name)...)
}

// Read returns the contents of a file. The error wraps fs.ErrNotExist where there
// is none, and is an *ExposedError where the file or one of the folders is not the
// user's alone.
func (f Folder) Read(name string) ([]byte, error) {
	root, err := f.open(enter)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	listed, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !listed.Mode().IsRegular() {
		return nil, &ExposedError{f.Path(name), "is no plain file"}
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	opened, err := file.Stat()
	if err == nil {
		err = check(f.Path(name), opened)
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(file)
}

// Write makes a file or replaces it, whole or not at all, with mode 0600. It makes missing folders,
// and takes away other users' rights in folders that are the user's.
func (f Folder) Write(name string, data []byte) error {
	if err := os.MkdirAll(f.Base, folderMode); err != nil { // a new user's may be missing
		return err
	}
	root, err := f.open(claim)
	if err != nil {
		return err
	}
	defer root.Close()
	pending := ".pending-" + rand.Text()
	file, err := root.OpenFile(pending, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		err = root.Rename(pending, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(pending))
	}
	return nil
}

// open opens the folder by its parents, from Base on, so that none of them can be exchanged after
// it was checked. Each is prepared by step first.
func (f Folder) open(step func(parent *os.Root, name, path string) error) (*os.Root, error) {
	root, err := os.OpenRoot(f.Base)
	if err != nil {
		return nil, err
	}
	path := f.Base
	for _, name := range f.Below {
		path = filepath.Join(path, name)
		next, err := descend(root, name, path, step)
		root.Close()
		if err != nil {
			return nil, err
		}
		root = next
	}
	return root, nil
}

// descend prepares the folder of a name by step, opens it and checks the open folder.
func descend(parent *os.Root, name, path string, step func(parent *os.Root, name, path string) error) (*os.Root, error) {
	if err := step(parent, name, path); err != nil {
		return nil, err
	}
	root, err := parent.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(".")
	if err == nil {
		err = check(path, info)
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// enter refuses links to folders, which would be followed.
func enter(parent *os.Root, name, path string) error {
	info, err := parent.Lstat(name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return &ExposedError{path, "is no folder"}
	}
	return nil
}

// claim makes a folder, and takes away other users' rights in one that is the user's.
func claim(parent *os.Root, name, path string) error {
	if err := parent.Mkdir(name, folderMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := enter(parent, name, path); err != nil {
		return err
	}
	info, err := parent.Lstat(name)
	if err != nil || !open(info) || foreign(path, info) != nil {
		return err
	}
	return parent.Chmod(name, folderMode)
}

// check refuses a file or folder that another user owns or may write.
func check(path string, info fs.FileInfo) error {
	if err := foreign(path, info); err != nil {
		return err
	}
	if writable(info) {
		return &ExposedError{path, fmt.Sprintf("may be written by others (mode %04o)", info.Mode().Perm())}
	}
	return nil
}
