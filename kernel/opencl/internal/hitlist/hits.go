package hitlist

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"unsafe"

	"flyby/interaction"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	hostmemory "flyby/internal/memory"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/pair"
)

//go:embed hit.cl
var hitText string

//go:embed hits.cl
var hitsText string

// HitBytes is the size of a hit in memory, on both sides.
const HitBytes = 24

// HitFile is hit.cl.
func HitFile() clrt.File {
	return clrt.File{Name: "hit.cl", Text: hitText, Constants: append(CounterConstants(),
		clrt.Constant{Name: "RADIUS_QUERY", Value: pair.FlagRadiusQuery}, clrt.Constant{Name: "RADIUS_ENTRY", Value: pair.FlagRadiusEntry},
		clrt.Constant{Name: "PLANE_Z", Value: pair.FlagPlaneZ}, clrt.Constant{Name: "JOIN", Value: pair.FlagJoin},
	)}
}

// HitsFile is hits.cl, which needs hit.cl and interaction.cl before it.
func HitsFile() clrt.File { return clrt.File{Name: "hits.cl", Text: hitsText} }

// HitsArgs is the buffers that hits are appended to (hits.cl), as parameters; they have
// room for Hits.Room hits.
type HitsArgs struct{ hit, ordinal, Rows *cl.Buffer }

// hits is the hit buffer.
type hits struct {
	clrt.Array
	Room int
}

func newHits() hits {
	return hits{Array: clrt.Array{Name: "hits"}}
}

// startHits is the greatest room of hits that a search begins with; the room grows
// where a search finds more and the capacity allows.
const startHits = 1 << 23

// RoomForHits makes the hit buffer, with room for at least least hits.
func (l *List) RoomForHits(least int) error {
	h := &l.Hits
	if h.Room >= max(least, 1) {
		return nil
	}
	return l.MakeHits(max(min(l.Tuning.Capacity, startHits), least), least)
}

// MakeHits makes the hit buffer anew, for wish hits. Where the device refuses, it halves
// the number until the device accepts, down to least.
func (l *List) MakeHits(wish, least int) error {
	h := &l.Hits
	h.Room = 0
	room, err := l.dev.Memory.Shrink(wish, least, clrt.Plane{Array: &h.Array, Item: HitBytes})
	if err != nil {
		return err
	}
	h.Room = room
	l.dev.Log.Debug("allocated", "buffer", h.Name, "room", room)
	return nil
}

// Check returns a *kernel.OverflowError for more hits than there is room.
func (h *hits) Check(n uint32) error {
	if int(n) > h.Room {
		return &kernel.OverflowError{Hits: uint64(n), Room: uint64(h.Room)}
	}
	return nil
}

// growHits tries to make the hit buffer large enough for n hits, and for likely hits and some more if it can, and reports whether
// it is large enough.
func (l *List) growHits(n, likely int) (bool, error) {
	wish := min(max(n+n/4, likely+likely/8), l.Tuning.Capacity)
	if wish < n {
		return false, nil
	}
	err := l.MakeHits(wish, n)
	if errors.Is(err, clrt.ErrMemory) { // the caller halves its work then
		return false, l.RoomForHits(1)
	}
	return err == nil, err
}

// Grow handles the error of a search. For a *kernel.OverflowError it grows the hit
// buffer, and reports whether the search is to be run again; otherwise it returns err, or
// the reason why there is no room. likely is about the number of hits of the whole search; 0: it is not known.
func (l *List) Grow(err error, likely int) (again bool, failed error) {
	var overflow *kernel.OverflowError
	if !errors.As(err, &overflow) || !l.Tuning.Finds {
		return false, err
	}
	if again, failed := l.growHits(int(overflow.Hits), likely); failed != nil || !again {
		return false, cmp.Or(failed, err)
	}
	return true, nil
}

// ReadHits adds the n hits of the hit buffer to out; on an error out is
// unchanged.
func (l *List) ReadHits(n int, out *kernel.Hits) error {
	if n == 0 {
		return nil
	}
	if err := hostmemory.Need(hostmemory.Count(n)+" hits", hostmemory.Of(n, HitBytes)); err != nil {
		return err
	}
	list := make([]interaction.HitRow, n)
	err := clrt.Read(l.dev.Queues, l.Hits.Buffer, 0, asBytes(list))
	if failed := l.dev.Queues.Finish(); err == nil {
		err = failed
	}
	if err != nil {
		return fmt.Errorf("read %d hits: %w", n, err)
	}
	out.Add(kernel.HitList{List: list})
	return nil
}

// hit.cl relies on the size of a hit.
var _ = [1]struct{}{}[unsafe.Sizeof(interaction.HitRow{})-HitBytes]

// asBytes returns the memory of hits, not a copy.
func asBytes(list []interaction.HitRow) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*HitBytes)
}
