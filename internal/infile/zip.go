package infile

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/klauspost/compress/flate"

	"flyby/internal/memory"
)

// ArchiveExtension is the extension of archives whose members are files of a data set: see ListFiles. The path of a member is
// its archive's path, a slash, and its name. See docs/decisions/0047-archives-are-folders.md.
const ArchiveExtension = ".zip"

// ZipMagic is the first bytes of an archive.
const ZipMagic = "PK\x03\x04"

// isArchive reports whether a path has the extension of an archive.
func isArchive(path string) bool {
	n := len(path) - len(ArchiveExtension)
	return n > 0 && strings.EqualFold(path[n:], ArchiveExtension) && !os.IsPathSeparator(path[n-1])
}

// CutMember splits the path of a member, relative to folder as in In, into the archive's path and the member's name. ok is false
// for other paths.
func CutMember(folder, path string) (archive, member string, ok bool) {
	for at := range len(path) {
		if !os.IsPathSeparator(path[at]) || !isArchive(path[:at]) {
			continue
		}
		if info, err := os.Stat(In(folder, path[:at])); err == nil && info.Mode().IsRegular() {
			return path[:at], path[at+1:], true
		}
	}
	return "", "", false
}

// IsRegular reports whether a path, relative to folder as in In, leads to a regular file, or to a member of an archive.
func IsRegular(folder, path string) bool {
	info, err := os.Stat(In(folder, path))
	if err == nil {
		return info.Mode().IsRegular()
	}
	_, _, ok := CutMember(folder, path)
	return ok
}

// An Archive is an open zip archive.
type Archive struct {
	path   string
	file   *os.File
	info   fs.FileInfo // the file's state when it was opened
	size   int64
	all    []*zip.File
	byName map[string]*zip.File // nil: several have the name
}

// openArchive opens an archive and reads the list of its members.
func openArchive(folder, path string) (*Archive, error) {
	info, err := statIn(folder, path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // opening a pipe might wait
		return nil, &Error{File: path, Cause: "is no regular file: an archive is read from its end on"}
	}
	file, err := os.Open(In(folder, path))
	if err != nil {
		return nil, Named(err, path)
	}
	a, err := NewArchive(path, file, info.Size())
	if err != nil {
		file.Close() //nolint:errcheck // no error: the file was only read
		return nil, err
	}
	a.file, a.info = file, info
	return a, nil
}

// NewArchive reads the directory of an archive, which has size bytes.
func NewArchive(path string, at io.ReaderAt, size int64) (*Archive, error) {
	z, err := zip.NewReader(at, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // insecure paths are harmless: no member is written to disk
		return nil, &Error{File: path, Cause: "no zip archive, or cut short", Err: err}
	}
	a := &Archive{path: path, size: size, all: z.File, byName: make(map[string]*zip.File, len(z.File))}
	for _, m := range z.File {
		if _, twice := a.byName[m.Name]; twice {
			a.byName[m.Name] = nil
		} else {
			a.byName[m.Name] = m
		}
	}
	return a, nil
}

func (a *Archive) close() { a.file.Close() } //nolint:errcheck // no error: the file was only read

// shown returns the path of a member.
func (a *Archive) shown(name string) string { return a.path + "/" + name }

// member returns the member of a name, if it can be read.
func (a *Archive) member(name string) (*zip.File, error) {
	m, known := a.byName[name]
	cause := ""
	switch {
	case !known:
		return nil, fmt.Errorf("format: read: the archive %s has no member %s", a.path, name)
	case m == nil:
		cause = "the archive has several members of this name"
	case m.Flags&1 != 0:
		cause = "is encrypted"
	case m.Method != zip.Store && m.Method != zip.Deflate:
		cause = fmt.Sprintf("is compressed by method %d of zip; deflate (8) and none (0) are read", m.Method)
	case m.CompressedSize64 > uint64(a.size):
		cause = "is longer than its archive"
	}
	if cause != "" {
		return nil, &Error{File: a.shown(name), Cause: cause}
	}
	return m, nil
}

// Archives keeps archives open while their members are read, which may be many. Several goroutines may use them.
type Archives struct {
	mu   sync.Mutex
	open map[string]*Archive
}

// OpenArchives returns Archives that has these archives open already.
func OpenArchives(all ...*Archive) *Archives {
	z := &Archives{open: map[string]*Archive{}}
	for _, a := range all {
		z.open[filepath.Clean(a.path)] = a
	}
	return z
}

// get returns an archive, opened if it is not, which is closed with the others.
func (z *Archives) get(folder, path string) (*Archive, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	path = filepath.Clean(path)
	if a := z.open[path]; a != nil {
		return a, nil
	}
	a, err := openArchive(folder, path)
	if err != nil {
		return nil, err
	}
	if z.open == nil {
		z.open = map[string]*Archive{}
	}
	z.open[path] = a
	return a, nil
}

// Close closes all archives.
func (z *Archives) Close() {
	for _, a := range z.open {
		a.close()
	}
}

// OpenMember makes s read member name of the archive at path. The archive comes from archives, or is opened for this member
// alone if archives is nil. A member that is read from many places (whole) is unpacked to memory.
func (s *Source) OpenMember(path, name string, archives *Archives, whole bool) error {
	if archives == nil {
		archives = &Archives{}
		s.OnClose(archives.Close)
	}
	a, err := archives.get(s.Folder, path)
	if err != nil {
		return fmt.Errorf("format: read: %w", err)
	}
	if a.file != nil {
		s.watch(path, a.file, a.info)
	}
	m, err := a.member(name)
	if err != nil {
		return err
	}
	raw, err := m.OpenRaw()
	if err != nil {
		return &Error{File: s.Name, Cause: "is not where its archive says", Err: err}
	}
	z := &zipMember{name: s.Name, data: s.Counted(raw), left: m.UncompressedSize64, sum: m.CRC32}
	s.Total, s.Data = int64(m.CompressedSize64), z
	if m.Method == zip.Deflate {
		s.Packing = "zip"
		packed := flate.NewReader(z.data)
		z.data = packed
		s.OnClose(func() { packed.Close() })
	}
	if whole {
		return s.hold(m)
	}
	return nil
}

// hold unpacks a member whose format is read from many places.
func (s *Source) hold(m *zip.File) error {
	const ratio = 1032 // the most that deflate compresses
	room, by := memory.Room()
	size := m.UncompressedSize64
	switch {
	case m.CompressedSize64 < size/ratio:
		return &Error{File: s.Name, Cause: fmt.Sprintf("is corrupt: %d bytes cannot be those of %d", m.CompressedSize64, size)}
	case size >= memory.Small && size > room/4: // the rest is for the data read
		err := &memory.Error{What: "the bytes of a member that is read from many places", Bytes: size, Room: room / 4, By: by}
		return &Error{File: s.Name, Cause: err.Error() + "; unpack the archive", Err: err}
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(s.Data, data); err != nil {
		return s.Broken(err)
	}
	if _, err := io.ReadFull(s.Data, make([]byte, 1)); err != io.EOF {
		return s.Broken(err)
	}
	s.At, s.Data, s.Total, s.Packing = bytes.NewReader(data), bytes.NewReader(data), int64(size), ""
	s.Done.Store(0)
	return nil
}

// A zipMember reads a member, and checks it against the length and the checksum in the archive.
type zipMember struct {
	name string
	data io.Reader
	left uint64 // bytes still to come
	sum  uint32
	have uint32 // the checksum of the bytes so far
}

// Read reads from the member. Its errors name the member.
func (z *zipMember) Read(p []byte) (int, error) {
	n, err := z.data.Read(p)
	z.have = crc32.Update(z.have, crc32.IEEETable, p[:n])
	cause := ""
	switch {
	case uint64(n) > z.left:
		n, cause = int(z.left), "has more bytes than its archive says"
	case err == nil:
	case errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF && uint64(n) < z.left:
		cause = "is truncated"
	case err == io.EOF && z.have != z.sum:
		cause = "is corrupt: its checksum is not that of its archive"
	case err != io.EOF:
		cause = fmt.Sprintf("is corrupt (%v)", err)
	}
	z.left -= uint64(n)
	if cause != "" {
		return n, &Error{File: z.name, Cause: cause, Err: err}
	}
	return n, err
}
