// Package outfile writes files: they get their names when they are complete, and are packed as their names' extensions say.
package outfile

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"flyby/internal/atomicfile"
	"flyby/internal/infile"
)

// A File is a file being written. It gets its name when it is complete. Standard output,
// devices and pipes are written to directly.
type File struct {
	name    string // for messages
	pending *atomicfile.File
	plain   *os.File // a device or pipe
	buffer  *bufio.Writer
	pack    io.WriteCloser // nil if not compressed
	err     error          // the first error; nothing is written after it
}

// Create begins a file, relative to folder as in infile.In. stdout stands for "-".
func Create(folder, path string, stdout io.Writer, threads int) (*File, error) {
	t := &File{name: path}
	var w io.Writer
	if path == "-" {
		if stdout == nil {
			return nil, errors.New("format: write -: there is no standard output")
		}
		t.name, w = "standard output", stdout
	} else if err := t.open(path, infile.In(folder, path)); err != nil {
		return nil, fmt.Errorf("format: write %s: %w", path, atomicfile.Cause(err))
	} else if w = t.plain; t.pending != nil {
		w = t.pending
	}
	t.buffer = bufio.NewWriterSize(w, 1<<16)
	switch _, archive := infile.CutPacking(path); archive {
	case "gzip":
		t.pack = gzip.NewWriter(t.buffer)
	case "zstd":
		z, err := zstd.NewWriter(t.buffer, zstd.WithEncoderConcurrency(threads), zstd.WithEncoderLevel(zstd.SpeedDefault))
		if err != nil {
			t.Abort()
			return nil, fmt.Errorf("format: write %s: %w", path, err)
		}
		t.pack = z
	}
	return t, nil
}

// Replaces reports whether a file, relative to folder as in infile.In, is written under another name and renamed when it is complete:
// standard output, devices and pipes are written to directly.
func Replaces(folder, path string) bool { return path != "-" && !direct(infile.In(folder, path)) }

// direct reports whether a path is a device or a pipe, which cannot be replaced.
func direct(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && !info.Mode().IsRegular()
}

// open creates the file. A device or a pipe is opened instead.
func (t *File) open(name, path string) (err error) {
	if direct(path) {
		t.plain, err = os.OpenFile(path, os.O_WRONLY, 0)
		return err
	}
	t.pending, err = atomicfile.CreateAs(name, path)
	return err
}

// Write compresses and buffers. Errors name the file, and all later calls return them.
func (t *File) Write(p []byte) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	w := io.Writer(t.buffer)
	if t.pack != nil {
		w = t.pack
	}
	n, err := w.Write(p)
	return n, t.note(err)
}

func (t *File) note(err error) error {
	if err != nil && t.err == nil {
		t.err = fmt.Errorf("format: write %s: %w", t.name, atomicfile.Cause(err))
	}
	return t.err
}

// Flush passes on the buffered bytes, so that the reader of a pipe has them. Bytes to be packed wait until a packer has enough.
func (t *File) Flush() error {
	if t.err != nil {
		return t.err
	}
	return t.note(t.buffer.Flush())
}

// Blame returns the file's own error if writing to it has failed, otherwise err: a library's error says less of the cause.
func (t *File) Blame(err error) error {
	if err != nil && t.err != nil {
		return t.err
	}
	return err
}

// Close writes buffered bytes and gives the file its name. On an error it leaves nothing.
func (t *File) Close() error {
	if t.pack != nil && t.err == nil {
		t.note(t.pack.Close())
	}
	if t.err == nil {
		t.note(t.buffer.Flush())
	}
	if t.err != nil {
		t.Abort()
		return t.err
	}
	if t.plain != nil {
		return t.note(t.plain.Close())
	}
	if t.pending != nil && t.note(t.pending.Commit()) != nil {
		t.Abort()
	}
	return t.err
}

// Abort drops the file and leaves nothing. After Close it does nothing.
func (t *File) Abort() {
	if z, ok := t.pack.(*zstd.Encoder); ok {
		z.Reset(nil) // ends its goroutines
	}
	if t.pending != nil {
		t.pending.Abort()
	}
	if t.plain != nil {
		t.plain.Close() //nolint:errcheck // the file is dropped
	}
	t.note(errors.New("given up"))
}

// Whole writes a file with the bytes that write writes, and returns write's result. The file exists in full or not at all, and is dropped as
// ctx ends; the path is Create's.
func Whole[S any](ctx context.Context, folder, path string, stdout io.Writer, write func(io.Writer) (S, error)) (s S, err error) {
	w, err := Create(folder, path, stdout, 1)
	if err != nil {
		return s, err
	}
	defer w.Abort()
	defer context.AfterFunc(ctx, w.Discard)()
	if s, err = write(w); err != nil {
		return s, w.Blame(err)
	}
	return s, w.Close()
}

// Discard drops a file that another goroutine writes, which then gets an error. After Close it does nothing.
func (t *File) Discard() {
	if t.pending != nil {
		t.pending.Abort()
	}
}
