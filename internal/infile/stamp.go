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
	mu    sync.Mutex
	first map[string]fs.FileInfo
}

// Of returns the state of the file at path when it was first opened, which is info if it was not before.
func (s *Stamps) Of(path string, info fs.FileInfo) fs.FileInfo {
	if s == nil {
		return info
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	path = filepath.Clean(path)
	if first := s.first[path]; first != nil {
		return first
	}
	if s.first == nil {
		s.first = map[string]fs.FileInfo{}
	}
	s.first[path] = info
	return info
}

// Settled returns err, with which a reading of an open file of a name ended. If the file's size or the time of its last change differs
// from before, the error says so too, and wraps ErrChanged, even where err is nil. Pipes and devices have no such state.
func Settled(err error, name string, file *os.File, before fs.FileInfo) error {
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
	case !os.SameFile(before, now):
		cause = "another file has its name"
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
	s.watched, s.watchedName, s.openedState = file, path, s.Stamps.Of(path, info)
}

// Settled calls the function Settled for the source's file, or for the archive that has it. It must be called before Close.
func (s *Source) Settled(err error) error {
	if s.watched == nil {
		return err
	}
	return Settled(err, s.watchedName, s.watched, s.openedState)
}
