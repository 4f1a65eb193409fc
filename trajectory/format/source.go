package format

import (
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"flyby/internal/memory"
)

// A source is a file being read.
type source struct {
	name    string       // for messages
	format  Format       // of the file
	at      io.ReaderAt  // the file as it is, nil for standard input
	data    io.Reader    // decompressed
	archive string       // "gzip", "zstd", "zip" of a member that is packed by that alone, or ""
	began   bool         // some of data has been read
	done    atomic.Int64 // bytes of the file read so far
	total   int64        // size of the file, 0 if not known
	closers []func()
	report  func(bytesDone, bytesTotal int64)
}

// open opens path, or o.Stdin for "-", and unpacks what its extension says is
// compressed.
func open(path string, o *Options) (*source, error) {
	s := &source{name: path, report: o.Progress}
	if path == "-" {
		if o.Stdin == nil {
			return nil, errors.New("format: read -: there is no standard input")
		}
		s.name, s.data = "standard input", &countingReader{r: o.Stdin, n: &s.done}
		return s, nil
	}
	if archive, member, ok := cutMember(path); ok {
		err := s.openMember(archive, member, o)
		return s.ready(err, o)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("format: read: %w", err)
	}
	s.at, s.closers = f, []func(){func() { f.Close() }}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		s.close()
		return nil, fmt.Errorf("format: read %s: is a folder", path)
	} else if err == nil && info.Mode().IsRegular() {
		s.total = info.Size()
	}
	s.data = &countingReader{r: f, n: &s.done}
	return s.ready(nil, o)
}

// ready ends the opening of a source with what is wrong, and unpacks it.
func (s *source) ready(err error, o *Options) (*source, error) {
	if err == nil {
		err = s.unpack(o.Threads, zstdWindow)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// unpack puts a decompressor before the data where the name says so. window is asked
// for the largest window that a zstd archive may have.
func (s *source) unpack(threads int, window func() uint64) error {
	_, packing := cutPacking(s.name)
	if packing != "" {
		s.archive = packing
	}
	switch packing {
	case "gzip":
		z, err := newMembers(s)
		if err != nil {
			return s.broken(err)
		}
		s.data = z
	case "zstd":
		z, err := zstd.NewReader(s.data, zstd.WithDecoderConcurrency(min(threads, 4)), zstd.WithDecoderMaxWindow(window()))
		if err != nil {
			return s.broken(err)
		}
		s.data, s.closers = z, append(s.closers, z.Close)
	}
	return nil
}

// zstdWindow returns the largest window that a zstd archive may have: a file of ten
// bytes can claim half a gigabyte, which is allocated for it. A quarter of the room
// leaves the rest for what is read.
func zstdWindow() uint64 {
	const least = 8 << 20 // which every decoder is to support
	room, _ := memory.Room()
	return max(least, min(room/4, zstd.MaxWindowSize))
}

// block returns how many bytes to read at a time, no more than a small file has, or a
// small archive as a rule.
func (s *source) block() int {
	switch {
	case s.total == 0:
		return blockSize
	case s.archive == "":
		return int(min(blockSize, s.total+1)) // one more tells that it ends
	}
	const ratio, least = 16, 4096
	return int(min(blockSize, ratio*s.total+least))
}

// read fills buf as far as the data go. The error is nil, io.EOF at the end, or
// one that names the file.
func (s *source) read(buf []byte) (int, error) {
	n := 0
	for n < len(buf) {
		k, err := s.data.Read(buf[n:])
		n += k
		s.began = s.began || k > 0
		if err == io.EOF {
			return n, io.EOF
		}
		if err != nil {
			return n, s.broken(err)
		}
	}
	return n, nil
}

// broken explains a read error.
func (s *source) broken(err error) error {
	var corrupt flate.CorruptInputError
	var place *Error
	switch {
	case errors.As(err, &place):
		return place
	case s.archive == "":
		return fmt.Errorf("format: read: %w", err) // an *os.PathError names the file
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return &Error{File: s.name, Cause: "the " + s.archive + " archive is truncated", Err: err}
	case errors.Is(err, zstd.ErrMagicMismatch) && s.began:
		return &Error{File: s.name, Cause: "the bytes after the last zstd frame are no zstd archive", Err: err}
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return &Error{File: s.name, Cause: "the zstd archive has a window larger than the memory there is for it", Err: err}
	case errors.Is(err, gzip.ErrHeader) || errors.Is(err, zstd.ErrMagicMismatch):
		return &Error{File: s.name, Cause: "not a " + s.archive + " archive", Err: err}
	case errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt) || s.archive == "zstd":
		return &Error{File: s.name, Cause: fmt.Sprintf("the %s archive is corrupt (%v)", s.archive, err), Err: err}
	}
	return fmt.Errorf("format: read %s: %w", s.name, err)
}

// outgrown explains that there is no room for what the file holds.
func (s *source) outgrown(err error) error {
	return &Error{File: s.name, Cause: err.Error(), Err: err}
}

// progress tells the caller how far reading is.
func (s *source) progress() {
	if s.report != nil {
		s.report(s.done.Load(), s.total)
	}
}

func (s *source) close() {
	for i := len(s.closers) - 1; i >= 0; i-- {
		s.closers[i]()
	}
}

// countingReader counts what is read through it.
type countingReader struct {
	r io.Reader
	n *atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}
