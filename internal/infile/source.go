package infile

import (
	"bytes"
	"cmp"
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

// A Source is a file being read.
type Source struct {
	Folder  string       // the folder that the file's name is relative to, see In
	Name    string       // for messages
	At      io.ReaderAt  // the file's raw bytes, nil for standard input
	Data    io.Reader    // decompressed, once Unpack was called
	Packed  string       // the packing of data whose name has no extension of one, for Unpack
	Packing string       // "gzip", "zstd", "zip" of a member that only the archive packs, or ""
	Done    atomic.Int64 // bytes of the file read so far
	Total   int64        // size of the file, 0 if not known
	Window  uint64       // the largest window that a zstd archive may have; 0: the free memory sets it
	Report  func(bytesDone, bytesTotal int64)
	Stamps  *Stamps // of files that are read more than once, nil: each reading is checked by itself
	Signs   []Sign  // the signs of files that are no text, for Sniff

	stream      bool     // the file is standard input, a pipe or a device
	watched     *os.File // the file whose state Settled checks, nil: none
	watchedName string   // the name of watched
	openedState *Stamp   // the state of watched when it was first opened
	readBegun   bool     // some of Data has been read
	closers     []func()
}

// Open opens path, or stdin for "-", which may be a *Body.
func (s *Source) Open(path string, stdin io.Reader) error {
	s.Name = path
	if b, ok := stdin.(*Body); ok && path == "-" {
		at := b.reader()
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
	s.OnClose(func() { f.Close() }) //nolint:errcheck // no error: the file was only read
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

// OpenUnpacked opens path, a member of an archive, or stdin for "-", and unpacks data whose extension is a packing's. whole says that the
// data are read from many places. An error leaves nothing open.
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

// IsStream reports whether the data can be read only once, in order: standard input, a pipe or a device.
func (s *Source) IsStream() bool { return s.stream }

// Unpack puts a decompressor before the data where the name's extension, or s.Packed, names a packing.
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

// window returns the largest window that a zstd archive may have: a file of ten bytes can claim half a gigabyte, which is allocated for it. A
// quarter of the free memory leaves the rest for the data read.
func (s *Source) window() uint64 {
	if s.Window > 0 {
		return s.Window
	}
	const least = 8 << 20 // which every decoder must support
	room, _ := memory.Room()
	return max(least, min(room/4, zstd.MaxWindowSize))
}

// BlockSize is the number of bytes of text that are parsed at a time: small enough for a core's own cache, large enough that handing a block
// over costs nothing.
const BlockSize = 512 << 10

// Block returns the number of bytes to read at a time: no more than a small file has, or than a small archive usually unpacks to.
func (s *Source) Block() int {
	switch {
	case s.Total == 0:
		return BlockSize
	case s.Packing == "":
		return int(min(BlockSize, s.Total+1)) // one byte more, so that the end is seen
	}
	const ratio, least = 16, 4096
	return int(min(BlockSize, ratio*s.Total+least))
}

// Fill fills buf, or as much of it as the data suffice for. The error is nil, io.EOF at the end, or one that names the file.
func (s *Source) Fill(buf []byte) (int, error) {
	n := 0
	for n < len(buf) {
		k, err := s.Data.Read(buf[n:])
		n += k
		s.readBegun = s.readBegun || k > 0
		if err == io.EOF {
			return n, io.EOF
		}
		if err != nil {
			return n, s.Broken(err)
		}
	}
	return n, nil
}

// Broken turns a read error into one that names the file and the cause.
func (s *Source) Broken(err error) error {
	var corrupt flate.CorruptInputError
	var place *Error
	switch {
	case errors.As(err, &place):
		return place
	case s.Packing == "" && s.watched != nil:
		return fmt.Errorf("format: read: %w", Named(err, s.watchedName))
	case s.Packing == "":
		return fmt.Errorf("format: read: %w", err) // an *os.PathError names the file
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return &Error{File: s.Name, Cause: "the " + s.Packing + " archive is truncated", Err: err}
	case errors.Is(err, zstd.ErrMagicMismatch) && s.readBegun:
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

// Outgrown returns an error that the file's content needs more memory than is free.
func (s *Source) Outgrown(err error) error {
	return &Error{File: s.Name, Cause: err.Error(), Err: err}
}

// Progress reports the bytes read and the file's size to s.Report.
func (s *Source) Progress() {
	if s.Report != nil {
		s.Report(s.Done.Load(), s.Total)
	}
}

// OnClose lets Close call f, before the functions that it was given earlier.
func (s *Source) OnClose(f func()) { s.closers = append(s.closers, f) }

// Close calls the functions given to OnClose, the last first.
func (s *Source) Close() {
	for i := len(s.closers) - 1; i >= 0; i-- {
		s.closers[i]()
	}
}

// Counted returns a reader of r that adds the bytes read to Done.
func (s *Source) Counted(r io.Reader) io.Reader { return &countingReader{r: r, n: &s.Done} }

// countingReader counts the bytes that pass through it.
type countingReader struct {
	r io.Reader
	n *atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// Head returns the beginning of the data, which are read from there again.
func (s *Source) Head() ([]byte, error) {
	head := make([]byte, min(s.Block(), 1<<16))
	n, err := s.Fill(head)
	if err != nil && err != io.EOF {
		return nil, err
	}
	s.Data = io.MultiReader(bytes.NewReader(head[:n]), s.Data)
	return head[:n], nil
}
