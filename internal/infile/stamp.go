package infile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// ErrChanged is wrapped by errors about files that changed while they were read.
var ErrChanged = errors.New("the file changed while it was read")

// Stamps has the state of each file when it was first opened, for data that are read more than once: every reading must find the files in
// that state. Several goroutines may use them. Nil knows no file.
type Stamps struct {
	Sums bool // all states have checksums, for files that are read again later

	mu    sync.Mutex
	first map[string]*Stamp
}

// A Stamp is the state of a file when it was first opened.
type Stamp struct {
	fs.FileInfo
	sum *checksum // nil: the bytes are not looked at
}

// Of returns the state of the open file at path when it was first opened, which is info if it was not before.
func (s *Stamps) Of(path string, file *os.File, info fs.FileInfo) *Stamp {
	if s == nil {
		return &Stamp{FileInfo: info}
	}
	return s.of(path, file, info, s.Sums)
}

// OfBytes is Of for a file that is read again later: its state has a checksum, unless s is nil.
func (s *Stamps) OfBytes(path string, file *os.File, info fs.FileInfo) *Stamp {
	if s == nil {
		return &Stamp{FileInfo: info}
	}
	return s.of(path, file, info, true)
}

// of is Of, with a checksum if wanted.
func (s *Stamps) of(path string, file *os.File, info fs.FileInfo, sum bool) *Stamp {
	s.mu.Lock()
	defer s.mu.Unlock()
	path = filepath.Clean(path)
	stamp := s.first[path]
	if stamp != nil && (stamp.sum != nil || !sum) {
		return stamp
	}
	if stamp != nil {
		info = stamp.FileInfo // of which others have the state without a checksum
	}
	stamp = &Stamp{FileInfo: info}
	if sum {
		stamp.sum = newChecksum(file.Name(), info)
	}
	if s.first == nil {
		s.first = map[string]*Stamp{}
	}
	s.first[path] = stamp
	return stamp
}

// Wait waits until the checksum is taken, if there is one: the file may have its bytes changed afterwards, and that is noticed.
func (s *Stamp) Wait() { s.sum.wait() }

// Settled returns err, with which a reading of an open file of a name ended. If the file's size or the time of its last change differs
// from before, the error says so too, and wraps ErrChanged, even where err is nil; so it does where these are the same, the file was written
// to or had its rights or names changed, and its bytes differ, as far as Stamps.Sums says to look. Pipes and devices have no such state.
func Settled(err error, name string, file *os.File, before *Stamp) error {
	if before == nil || !before.Mode().IsRegular() || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrChanged) {
		return err
	}
	now, lost := file.Stat()
	cause := ""
	switch {
	case lost != nil:
		cause = fmt.Sprintf("its state is lost (%v)", lost)
	case now.Size() != before.Size():
		cause = fmt.Sprintf("it had %d bytes at first, and has %d", before.Size(), now.Size())
	case !now.ModTime().Equal(before.ModTime()):
		const layout = "2006-01-02T15:04:05.999999999Z07:00"
		cause = fmt.Sprintf("its last change was at %s at first, and is at %s", before.ModTime().Format(layout), now.ModTime().Format(layout))
	case !os.SameFile(before.FileInfo, now):
		cause = "another file has its name"
	case !before.sum.holds(file, now):
		cause = "its bytes are others, though its size and the time of its last change are as they were"
	default:
		return err
	}
	changed := &Error{File: name, Cause: ErrChanged.Error() + ": " + cause, Err: ErrChanged}
	if err == nil {
		return changed
	}
	return fmt.Errorf("%w; %w", err, changed)
}

// watch lets Settled check an open file, whose state is info.
func (s *Source) watch(path string, file *os.File, info fs.FileInfo) {
	s.watched, s.watchedName, s.openedState = file, path, s.Stamps.Of(path, file, info)
}

// Settled calls the function Settled for the source's file, or for the archive that has it. It must be called before Close.
func (s *Source) Settled(err error) error {
	if s.watched == nil {
		return err
	}
	err = Settled(err, s.watchedName, s.watched, s.openedState)
	s.openedState.Wait()
	return err
}
