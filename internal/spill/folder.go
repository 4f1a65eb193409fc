package spill

import (
	"errors"
	"fmt"
	"math"
	"os"
	"sync/atomic"

	"flyby/internal/atomicfile"
	"flyby/internal/memory"
)

// ErrNoRoom is the target of errors.Is where a folder has no room, or its limit is
// reached.
var ErrNoRoom = errors.New("spill: not enough room")

// Folder makes files. It is safe for use by several goroutines.
type Folder struct {
	name    string // for messages
	path    string
	limit   uint64  // bytes that its files may hold at once
	whole   *Folder // whose limit its files count against too; nil: none
	held    atomic.Uint64
	written atomic.Uint64
}

// Open returns the folder of a path, "" being the system's, whose files hold at most limit
// bytes at once; 0: only the free space bounds them. The error says why no file can be
// written in it.
func Open(path string, limit uint64) (*Folder, error) { return OpenAs(path, path, limit) }

// OpenAs is Open for a folder that messages call name.
func OpenAs(name, path string, limit uint64) (*Folder, error) {
	if path == "" {
		path = os.TempDir()
		name = path
	}
	if limit == 0 {
		limit = math.MaxUint64
	}
	probe, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("spill: folder %s: %w", name, atomicfile.Cause(err))
	}
	return &Folder{name: name, path: path, limit: limit}, probe.Close()
}

// Part returns a folder at the same path with a count of its own, whose files count against the limit of f.
func (f *Folder) Part() *Folder {
	return &Folder{name: f.name, path: f.path, limit: f.limit, whole: f}
}

// Path returns the path of the folder.
func (f *Folder) Path() string { return f.path }

// Written returns the number of bytes that were written to its files so far.
func (f *Folder) Written() uint64 { return f.written.Load() }

// Used returns the number of bytes that its files hold.
func (f *Folder) Used() uint64 { return f.held.Load() }

// Room returns how many more bytes its files can hold.
func (f *Folder) Room() uint64 {
	if f.whole != nil {
		return f.whole.Room()
	}
	return min(f.limit-min(f.limit, f.held.Load()), free(f.path))
}

// Need reports whether n bytes for what, a plural ("slabs of cars.csv"), fit. The error is
// an ErrNoRoom.
func (f *Folder) Need(what string, n uint64) error {
	room := f.Room()
	if n <= room {
		return nil
	}
	if f.whole != nil {
		return f.whole.Need(what, n)
	}
	text := fmt.Sprintf("spill: %s need %s; folder %s has room for %s", what, memory.Size(n), f.name, memory.Size(room))
	if held := f.held.Load(); room == f.limit-min(f.limit, held) {
		text += " of its limit of " + memory.Size(f.limit)
	}
	return &roomError{text}
}

// take counts n bytes against the limit.
func (f *Folder) take(n uint64) error {
	if f.whole != nil {
		if err := f.whole.take(n); err != nil {
			return err
		}
	}
	if held := f.held.Add(n); held > f.limit || held < n {
		f.give(n)
		return &roomError{fmt.Sprintf("spill: write to folder %s: its limit of %s is reached", f.name, memory.Size(f.limit))}
	}
	return nil
}

// give subtracts n bytes from the bytes held.
func (f *Folder) give(n uint64) {
	f.held.Add(-n)
	if f.whole != nil {
		f.whole.give(n)
	}
}

// roomError says which folder has no room.
type roomError struct{ text string }

func (e *roomError) Error() string { return e.text }

// Is reports whether target is ErrNoRoom.
func (e *roomError) Is(target error) bool { return target == ErrNoRoom }
