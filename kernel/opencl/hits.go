package opencl

import (
	_ "embed"
	"fmt"
	"unsafe"

	"flyby/kernel"
	"flyby/kernel/cl"
)

//go:embed hits.cl
var hitsText string

// hits is the hit buffer.
type hits struct {
	array
	room int
}

func newHits() hits {
	return hits{array: array{name: "hits"}}
}

// roomForHits makes the hit buffer, with room for at least least hits.
func (d *Driver) roomForHits(least int) error {
	h := &d.hits
	if h.room >= max(least, 1) {
		return nil
	}
	h.room = 0
	wish := max(d.options.HitCapacity, least)
	room, err := d.memory.shrink(wish, max(least, min(wish, minItems)), plane{&h.array, hitBytes})
	if err != nil {
		return err
	}
	h.room = room
	d.log.Debug("allocated", "buffer", h.name, "room", room)
	return nil
}

// args returns the arguments that kernels with hits end in.
func (h *hits) args() (hit, room cl.Arg) {
	return cl.Mem(h.buffer), cl.Uint32(uint32(h.room))
}

// check returns a *kernel.OverflowError for more hits than there is room.
func (h *hits) check(n uint32) error {
	if int(n) > h.room {
		return &kernel.OverflowError{Hits: uint64(n), Room: uint64(h.room)}
	}
	return nil
}

// readHits adds the n hits of the hit buffer to out; on an error out is
// unchanged.
func (d *Driver) readHits(n int, out *kernel.Hits) error {
	if n == 0 {
		return nil
	}
	list := make([]kernel.HitRow, n)
	err := read(d.stream, d.hits.buffer, 0, asBytes(list))
	if failed := d.stream.finish(); err == nil {
		err = failed
	}
	if err != nil {
		return fmt.Errorf("read %d hits: %w", n, err)
	}
	out.Add(kernel.Piece{List: list})
	return nil
}

// hits.cl relies on the size of a hit.
var _ = [1]struct{}{}[unsafe.Sizeof(kernel.HitRow{})-hitBytes]

// asBytes is the memory of hits, not a copy.
func asBytes(list []kernel.HitRow) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*hitBytes)
}
