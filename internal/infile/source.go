package infile

import (
	"cmp"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"flyby/internal/memory"
)

// A Source is a file being read.
type Source struct {
	Folder  string       // that the file's name is relative to, see In
	Name    string       // for messages
	At      io.ReaderAt  // the file as it is, nil for standard input
	Data    io.Reader    // decompressed, once Unpack was called
	Packed  string       // the packing of data whose name says none, for Unpack
	Packing string       // "gzip", "zstd", "zip" of a member that is packed by that alone, or ""
	Done    atomic.Int64 // bytes of the file read so far
	Total   int64        // size of the file, 0 if not known
	Window  uint64       // the largest that a zstd archive may have; 0: what memory leaves room for
	Report  func(bytesDone, bytesTotal int64)
	Stamps  *Stamps // of files that are read more than once, nil: each reading is by itself
	Signs   []Sign  // of files that are no text, for Sniff

	stream  bool        // it is standard input, a pipe or a device
	watched *os.File    // whose state Settled looks at, nil: none
	called  string      // the name of watched
	before  fs.FileInfo // the state at first
	began   bool        // some of Data has been read
	closers []func()
}

// Open opens path, or stdin for "-", which may be a *Body.
func (s *Source) Open(path string, stdin io.Reader) error {
	s.Name = path
	if b, ok := stdin.(*Body); ok && path == "-" {
		at := b.again()
		s.Name, s.At, s.Data, s.Total = b.Name, at, s.Counted(at), b.Size()
		return nil
	}
	if path == "-" {
		if stdin == nil {
			return errors.New("format: read -: there is no standard input")
		}
		s.Name, s.Data, s.stream = "standard input", s.Counted(stdin), true
		return nil
	}
	f, err := os.Open(In(s.Folder, path))
	if err != nil {
		return fmt.Errorf("format: read: %w", Named(err, path))
	}
	s.OnClose(func() { f.Close() }) //nolint:errcheck // it was only read
	if info, err := f.Stat(); err == nil && info.IsDir() {
		s.Close()
		return fmt.Errorf("format: read %s: is a folder", path)
	} else if err == nil && info.Mode().IsRegular() {
		s.Total = info.Size()
		s.watch(path, f, info)
	} else {
		s.stream = true
	}
	s.At, s.Data = f, s.Counted(f)
	return nil
}

// OpenUnpacked opens path, a member of an archive, or stdin for "-", and unpacks what its extension says is compressed. whole says that it is
// read from many places. An error leaves nothing open.
func (s *Source) OpenUnpacked(path string, stdin io.Reader, archives *Archives, whole bool, threads int) (err error) {
	if archive, member, ok := CutMember(s.Folder, path); ok {
		s.Name = path
		err = s.OpenMember(archive, member, archives, whole)
	} else {
		err = s.Open(path, stdin)
	}
	if err == nil {
		err = s.Unpack(threads)
	}
	if err != nil {
		s.Close()
	}
	return err
}

// IsStream reports whether the data come once, one byte after the other: of standard input, a pipe or a device.
func (s *Source) IsStream() bool { return s.stream }

// Unpack puts a decompressor before the data where the name, or else s.Packed, says so.
func (s *Source) Unpack(threads int) error {
	_, packing := CutPacking(s.Name)
	packing = cmp.Or(packing, s.Packed)
	if packing != "" {
		s.Packing = packing
	}
	switch packing {
	case "gzip":
		z, err := newMembers(s)
		if err != nil {
			return s.Broken(err)
		}
		s.Data = z
	case "zstd":
		z, err := zstd.NewReader(s.Data, zstd.WithDecoderConcurrency(min(threads, 4)), zstd.WithDecoderMaxWindow(s.window()))
		if err != nil {
			return s.Broken(err)
		}
		s.Data = z
		s.OnClose(z.Close)
	}
	return nil
}

// window returns the largest window that a zstd archive may have: a file of ten
// bytes can claim half a gigabyte, which is allocated for it. A quarter of the room
// leaves the rest for what is read.
func (s *Source) window() uint64 {
	if s.Window > 0 {
		return s.Window
	}
	const least = 8 << 20 // which every decoder is to support
	room, _ := memory.Room()
	return max(least, min(room/4, zstd.MaxWindowSize))
}

// BlockSize is how much text is parsed at a time: small enough for a core's own
// cache, large enough that handing it over costs nothing.
const BlockSize = 512 << 10

// Block returns how many bytes to read at a time, no more than a small file has, or a
// small archive as a rule.
func (s *Source) Block() int {
	switch {
	case s.Total == 0:
		return BlockSize
	case s.Packing == "":
		return int(min(BlockSize, s.Total+1)) // one more tells that it ends
	}
	const ratio, least = 16, 4096
	return int(min(BlockSize, ratio*s.Total+least))
}

// Fill fills buf as far as the data go. The error is nil, io.EOF at the end, or
// one that names the file.
func (s *Source) Fill(buf []byte) (int, error) {
	n := 0
	for n < len(buf) {
		k, err := s.Data.Read(buf[n:])
		n += k
		s.began = s.began || k > 0
		if err == io.EOF {
			return n, io.EOF
		}
		if err != nil {
			return n, s.Broken(err)
		}
	}
	return n, nil
}

// Broken explains a read error.
func (s *Source) Broken(err error) error {
	var corrupt flate.CorruptInputError
	var place *Error
	switch {
	case errors.As(err, &place):
		return place
	case s.Packing == "" && s.watched != nil:
		return fmt.Errorf("format: read: %w", Named(err, s.called))
	case s.Packing == "":
		return fmt.Errorf("format: read: %w", err) // an *os.PathError names the file
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return &Error{File: s.Name, Cause: "the " + s.Packing + " archive is truncated", Err: err}
	case errors.Is(err, zstd.ErrMagicMismatch) && s.began:
		return &Error{File: s.Name, Cause: "the bytes after the last zstd frame are no zstd archive", Err: err}
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return &Error{File: s.Name, Cause: "the zstd archive has a window larger than the memory there is for it", Err: err}
	case errors.Is(err, gzip.ErrHeader) || errors.Is(err, zstd.ErrMagicMismatch):
		return &Error{File: s.Name, Cause: "not a " + s.Packing + " archive", Err: err}
	case errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt) || s.Packing == "zstd":
		return &Error{File: s.Name, Cause: fmt.Sprintf("the %s archive is corrupt (%v)", s.Packing, err), Err: err}
	}
	return fmt.Errorf("format: read %s: %w", s.Name, err)
}

// Outgrown explains that there is no room for what the file holds.
func (s *Source) Outgrown(err error) error {
	return &Error{File: s.Name, Cause: err.Error(), Err: err}
}

// Progress tells the caller how far reading is.
func (s *Source) Progress() {
	if s.Report != nil {
		s.Report(s.Done.Load(), s.Total)
	}
}

// OnClose has Close call f, before what it was given before.
func (s *Source) OnClose(f func()) { s.closers = append(s.closers, f) }

// Close closes what was opened.
func (s *Source) Close() {
	for i := len(s.closers) - 1; i >= 0; i-- {
		s.closers[i]()
	}
}

// Counted returns a reader of what r has that counts the bytes as those of the file.
func (s *Source) Counted(r io.Reader) io.Reader { return &countingReader{r: r, n: &s.Done} }

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
