package opencl

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"unsafe"

	"flyby/interaction"
	hostmemory "flyby/internal/memory"
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
)

//go:embed hit.cl
var hitText string

//go:embed hits.cl
var hitsText string

// hitBytes is the size of a hit in memory, on both sides.
const hitBytes = 24

// hitFile is hit.cl.
func hitFile() clrt.File {
	return clrt.File{Name: "hit.cl", Text: hitText, Constants: append(counterConstants(),
		clrt.Constant{Name: "RADIUS_QUERY", Value: flagRadiusQuery}, clrt.Constant{Name: "RADIUS_ENTRY", Value: flagRadiusEntry},
		clrt.Constant{Name: "PLANE_Z", Value: flagPlaneZ}, clrt.Constant{Name: "JOIN", Value: flagJoin},
	)}
}

// hitsFile is hits.cl, which wants hit.cl and interaction.cl before it.
func hitsFile() clrt.File { return clrt.File{Name: "hits.cl", Text: hitsText} }

// hitsArgs is where hits go (hits.cl), as parameters.
type hitsArgs struct {
	hit           *cl.Buffer
	room          uint32
	ordinal, rows *cl.Buffer
}

// hits is the hit buffer.
type hits struct {
	clrt.Array
	room int
}

func newHits() hits {
	return hits{Array: clrt.Array{Name: "hits"}}
}

// startHits is the room that a search begins with, at most; it grows where a
// search finds more and the capacity allows.
const startHits = 1 << 23

// roomForHits makes the hit buffer, with room for at least least hits.
func (l *List) roomForHits(least int) error {
	h := &l.hits
	if h.room >= max(least, 1) {
		return nil
	}
	return l.makeHits(max(min(l.tuning.Capacity, startHits), least), least)
}

// makeHits makes the hit buffer anew, for so many hits, or half as many where
// the device refuses, and so on down to least.
func (l *List) makeHits(wish, least int) error {
	h := &l.hits
	h.room = 0
	room, err := l.dev.Memory.Shrink(wish, least, clrt.Plane{Array: &h.Array, Item: hitBytes})
	if err != nil {
		return err
	}
	h.room = room
	l.dev.Log.Debug("allocated", "buffer", h.Name, "room", room)
	return nil
}

// check returns a *kernel.OverflowError for more hits than there is room.
func (h *hits) check(n uint32) error {
	if int(n) > h.room {
		return &kernel.OverflowError{Hits: uint64(n), Room: uint64(h.room)}
	}
	return nil
}

// growHits makes the hit buffer large enough for n hits and reports whether it
// is now.
func (l *List) growHits(n int) (bool, error) {
	wish := min(n+n/4, l.tuning.Capacity)
	if wish < n {
		return false, nil
	}
	err := l.makeHits(wish, n)
	if errors.Is(err, clrt.ErrMemory) { // the caller splits its work
		return false, l.roomForHits(1)
	}
	return err == nil, err
}

// grow makes room for hits that outgrew it, and reports whether their search is
// to be done again; else it returns err, or why there is no room.
func (l *List) grow(err error) (again bool, failed error) {
	var overflow *kernel.OverflowError
	if !errors.As(err, &overflow) || !l.tuning.Finds {
		return false, err
	}
	if again, failed := l.growHits(int(overflow.Hits)); failed != nil || !again {
		return false, cmp.Or(failed, err)
	}
	return true, nil
}

// readHits adds the n hits of the hit buffer to out; on an error out is
// unchanged.
func (l *List) readHits(n int, out *kernel.Hits) error {
	if n == 0 {
		return nil
	}
	if err := hostmemory.Need(hostmemory.Count(n)+" hits", hostmemory.Of(n, hitBytes)); err != nil {
		return err
	}
	list := make([]interaction.HitRow, n)
	err := clrt.Read(l.dev.Queues, l.hits.Buffer, 0, asBytes(list))
	if failed := l.dev.Queues.Finish(); err == nil {
		err = failed
	}
	if err != nil {
		return fmt.Errorf("read %d hits: %w", n, err)
	}
	out.Add(kernel.Piece{List: list})
	return nil
}

// hit.cl relies on the size of a hit.
var _ = [1]struct{}{}[unsafe.Sizeof(interaction.HitRow{})-hitBytes]

// asBytes is the memory of hits, not a copy.
func asBytes(list []interaction.HitRow) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*hitBytes)
}
