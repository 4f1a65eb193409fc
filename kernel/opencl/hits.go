package opencl

import (
	_ "embed"
	"fmt"
	"slices"

	"flyby/kernel"
	"flyby/kernel/cl"
)

//go:embed hits.cl
var hitsText string

// hits is the hit buffer: a plane each for rows and times.
type hits struct {
	query, entry, enter, exit array
	room                      int
}

func newHits() hits {
	return hits{
		query: array{name: "hits.query"}, entry: array{name: "hits.entry"},
		enter: array{name: "hits.enter"}, exit: array{name: "hits.exit"},
	}
}

// roomForHits makes the hit buffer, with room for at least least hits.
func (d *Driver) roomForHits(least int) error {
	h := &d.hits
	if h.room >= max(least, 1) {
		return nil
	}
	h.room = 0
	wish := max(d.options.HitCapacity, least)
	room, err := d.memory.shrink(wish, max(least, min(wish, minItems)),
		plane{&h.query, 4}, plane{&h.entry, 4}, plane{&h.enter, 8}, plane{&h.exit, 8})
	if err != nil {
		return err
	}
	h.room = room
	d.log.Debug("allocated", "buffer", "hits", "room", room)
	return nil
}

// args returns the arguments that kernels with hits end in.
func (h *hits) args() (query, entry, enter, exit, room cl.Arg) {
	return cl.Mem(h.query.buffer), cl.Mem(h.entry.buffer), cl.Mem(h.enter.buffer), cl.Mem(h.exit.buffer), cl.Uint32(uint32(h.room))
}

// check returns a *kernel.OverflowError for more hits than there is room.
func (h *hits) check(n uint32) error {
	if int(n) > h.room {
		return &kernel.OverflowError{Hits: uint64(n), Room: uint64(h.room)}
	}
	return nil
}

// readHits appends the n hits of the hit buffer to out; on an error out is
// unchanged.
func (d *Driver) readHits(n int, out *kernel.Hits) error {
	if n == 0 {
		return nil
	}
	had := out.Len()
	out.Query, out.Entry = grown(out.Query, n), grown(out.Entry, n)
	out.Enter, out.Exit = grown(out.Enter, n), grown(out.Exit, n)
	h := &d.hits
	err := read(d.stream, h.query.buffer, 0, out.Query[had:])
	if err == nil {
		err = read(d.stream, h.entry.buffer, 0, out.Entry[had:])
	}
	if err == nil {
		err = read(d.stream, h.enter.buffer, 0, out.Enter[had:])
	}
	if err == nil {
		err = read(d.stream, h.exit.buffer, 0, out.Exit[had:])
	}
	if failed := d.stream.finish(); err == nil {
		err = failed
	}
	if err != nil {
		out.Query, out.Entry = out.Query[:had], out.Entry[:had]
		out.Enter, out.Exit = out.Enter[:had], out.Exit[:had]
		return fmt.Errorf("read %d hits: %w", n, err)
	}
	return nil
}

// grown returns s with n more items.
func grown[T any](s []T, n int) []T {
	return slices.Grow(s, n)[:len(s)+n]
}
