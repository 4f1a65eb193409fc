package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// A File is a file being written. One goroutine at a time may write and commit it; any goroutine may call Abort.
type File struct {
	file  *os.File
	asked string      // the path that it was created for, for messages
	path  string      // the path with links followed
	temp  string      // the file's name until it is complete, "" for none
	mode  fs.FileMode // of the replaced file, if it has to be kept

	lock sync.Mutex
	over bool // committed or aborted
}

// Create begins a file that path names once Commit returns. It gets the mode of the file that it replaces, or 0666 less the umask.
//
// Where path is a link, the file it leads to is replaced and the link stays; a link whose target does not exist is an error, as is a
// path that names no regular file. Every error is an *fs.PathError with the path.
func Create(path string) (*File, error) { return CreateAs(path, path) }

// CreateAs is Create with errors that name the file as asked, which may be relative to another folder than the working folder of the
// process.
func CreateAs(asked, path string) (*File, error) {
	real, replaced, err := resolve(path)
	if err != nil {
		return nil, failed(asked, err)
	}
	if replaced == nil {
		return begin(asked, real, 0o666)
	}
	f, err := begin(asked, real, replaced.Mode().Perm())
	if err == nil {
		f.mode = replaced.Mode().Perm()
	}
	return f, err
}

// WriteFile writes a whole file with the mode perm less the umask, even over another file. Links and errors are handled as by Create.
func WriteFile(path string, data []byte, perm fs.FileMode) error {
	real, _, err := resolve(path)
	if err != nil {
		return failed(path, err)
	}
	f, err := begin(path, real, perm)
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}

// resolve follows a link and returns the path and the file there, nil if there is none yet.
func resolve(path string) (real string, replaced fs.FileInfo, err error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil, nil
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if real, err = filepath.EvalSymlinks(path); errors.Is(err, fs.ErrNotExist) {
			return "", nil, errors.New("is a link to what does not exist")
		}
		if err == nil {
			path = real
			info, err = os.Lstat(path)
		}
	}
	switch {
	case err != nil:
		return "", nil, err
	case info.IsDir():
		return "", nil, errors.New("is a folder")
	case !info.Mode().IsRegular():
		return "", nil, errors.New("is not a regular file")
	}
	return path, info, nil
}

// begin removes leftovers, then opens a file without a name, or with a temporary one.
func begin(asked, path string, perm fs.FileMode) (*File, error) {
	folder, base := filepath.Split(path)
	if folder == "" {
		folder = "."
	}
	sweep(folder, base)
	if file := openUnnamed(folder, perm); file != nil {
		lock(file)
		return &File{file: file, asked: asked, path: path}, nil
	}
	return beginNamed(asked, path, folder, base, perm)
}

// beginNamed opens a file under a temporary name.
func beginNamed(asked, path, folder, base string, perm fs.FileMode) (*File, error) {
	for {
		temp := filepath.Join(folder, partName(base))
		file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("folder %s does not exist", filepath.Dir(asked))
		}
		if err != nil {
			return nil, failed(asked, err)
		}
		lock(file)
		return &File{file: file, asked: asked, path: path, temp: temp}, nil
	}
}

// Write appends to the file.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	if err != nil {
		err = failed(f.asked, err)
	}
	return n, err
}

// Commit waits until the file is on the disk, closes it and gives it its name. On an error it leaves nothing.
func (f *File) Commit() error {
	err := f.file.Sync()
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.over {
		return failed(f.asked, errors.New("given up"))
	}
	if err == nil {
		err = f.setMode()
	}
	if err == nil {
		err = f.name()
	}
	if err != nil {
		f.drop()
		return failed(f.asked, err)
	}
	f.over = true
	return nil
}

// setMode gives the file the mode of the file that it replaces.
func (f *File) setMode() error {
	info, err := f.file.Stat()
	if err != nil || f.mode == 0 || info.Mode().Perm() == f.mode {
		return err
	}
	return f.file.Chmod(f.mode)
}

// Abort drops the file and leaves nothing. After Commit it does nothing, so it can be deferred. Any goroutine may call it at any time,
// also while another writes or commits: they get an error then, unless the file has its name already.
func (f *File) Abort() {
	f.lock.Lock()
	defer f.lock.Unlock()
	if !f.over {
		f.drop()
	}
}

// drop removes and closes the file.
func (f *File) drop() {
	f.over = true
	if f.temp != "" && removeOpen {
		os.Remove(f.temp) //nolint:errcheck // the next run removes it
	}
	f.file.Close() //nolint:errcheck // the file is dropped
	if f.temp != "" && !removeOpen {
		os.Remove(f.temp) //nolint:errcheck // the next run removes it
	}
}

// failed returns an error with the caller's path and without the name of a temporary file.
func failed(path string, err error) error {
	return &fs.PathError{Op: "write", Path: path, Err: Cause(err)}
}

// Cause returns the error that an error of package os wraps, without the call and the path, which a caller that names the file itself
// would repeat.
func Cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	var call *os.SyscallError
	switch {
	case errors.As(err, &path):
		return Cause(path.Err)
	case errors.As(err, &link):
		return Cause(link.Err)
	case errors.As(err, &call):
		return Cause(call.Err)
	}
	return err
}
