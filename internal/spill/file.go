package spill

import (
	"fmt"
	"os"
	"sync"

	"flyby/internal/atomicfile"
)

// File is spilled bytes. One goroutine at a time may write; any may read the bytes that
// are written.
type File struct {
	folder *Folder
	file   *os.File
	size   uint64
	close  sync.Once
}

// Create makes an empty file.
func (f *Folder) Create() (*File, error) {
	file, err := open(f.path)
	if err != nil {
		return nil, fmt.Errorf("spill: folder %s: %w", f.name, atomicfile.Cause(err))
	}
	return &File{folder: f, file: file}, nil
}

// Name returns the file's name in messages: it has none of its own.
func (f *File) Name() string { return "file in folder " + f.folder.name }

// Size returns the number of bytes written.
func (f *File) Size() int64 { return int64(f.size) }

// Write appends to the file. The error names the folder; it is an ErrNoRoom where the limit
// of the folder is reached.
func (f *File) Write(p []byte) (int, error) {
	if err := f.folder.take(uint64(len(p))); err != nil {
		return 0, err
	}
	n, err := f.file.WriteAt(p, int64(f.size))
	f.size += uint64(n)
	f.folder.written.Add(uint64(n))
	if err != nil {
		f.folder.give(uint64(len(p) - n))
		err = fmt.Errorf("spill: write to folder %s: %w", f.folder.name, atomicfile.Cause(err))
	}
	return n, err
}

// ReadAt reads written bytes, as io.ReaderAt says.
func (f *File) ReadAt(p []byte, at int64) (int, error) {
	n, err := f.file.ReadAt(p, at)
	if err != nil && n < len(p) && at+int64(n) < f.Size() {
		err = fmt.Errorf("spill: read from folder %s: %w", f.folder.name, atomicfile.Cause(err))
	}
	return n, err
}

// Close deletes the file. A second call does nothing.
func (f *File) Close() (err error) {
	f.close.Do(func() {
		err = f.file.Close()
		f.folder.give(f.size)
	})
	return err
}
