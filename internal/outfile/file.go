// Package outfile writes files: they get their names when they are complete, and are packed as their names
// say.
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
	err     error          // the first; nothing is written after it
}

// Create begins a file, in a folder as infile.In has it. stdout stands for "-".
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

// Replaces reports whether a file, in a folder as infile.In has it, is written beside and gets its name when it is complete: standard output, devices and pipes are written to
// directly.
func Replaces(folder, path string) bool { return path != "-" && !direct(infile.In(folder, path)) }

// direct reports whether a path is a device or a pipe, which cannot be replaced.
func direct(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && !info.Mode().IsRegular()
}

// open begins the file. A device or a pipe is opened instead.
func (t *File) open(name, path string) (err error) {
	if direct(path) {
		t.plain, err = os.OpenFile(path, os.O_WRONLY, 0)
		return err
	}
	t.pending, err = atomicfile.CreateAs(name, path)
	return err
}

// Write compresses and buffers. Errors name the file and stick.
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

// Flush hands on what is buffered: whoever reads a pipe has it then. What is packed waits until a packer has enough.
func (t *File) Flush() error {
	if t.err != nil {
		return t.err
	}
	return t.note(t.buffer.Flush())
}

// Blame returns err, but the file's own error if writing to it has failed: a library says
// less of that.
func (t *File) Blame(err error) error {
	if err != nil && t.err != nil {
		return t.err
	}
	return err
}

// Close writes what is buffered and gives the file its name. On an error nothing
// is left of it.
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

// Abort leaves nothing of the file. After close it does nothing.
func (t *File) Abort() {
	if z, ok := t.pack.(*zstd.Encoder); ok {
		z.Reset(nil) // ends its goroutines
	}
	if t.pending != nil {
		t.pending.Abort()
	}
	if t.plain != nil {
		t.plain.Close() //nolint:errcheck // the file is given up
	}
	t.note(errors.New("given up"))
}

// Whole writes a file with what write hands over, and returns what write returns. The file is there in full or not at all, and is given up as ctx ends; Create says where it is.
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

// Discard leaves nothing of a file that another goroutine writes: that one gets an
// error. After close it does nothing.
func (t *File) Discard() {
	if t.pending != nil {
		t.pending.Abort()
	}
}
