package opencl

import (
	"fmt"
	"slices"
	"unsafe"

	"flyby/interaction"
	hostmemory "flyby/internal/memory"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/clrt"
)

// mostCopied is the size of the blocks whose hits are copied, at most, where no
// other block is free.
const mostCopied = 1 << 22

// ordered is the memory of the host that hits are read to.
type ordered struct {
	bytes []byte
	block *clrt.Block // nil: memory of Go
}

// hostFor returns memory for n hits and the counters.
func (l *List) hostFor(n int) (ordered, error) {
	size := headBytes + hitBytes*n
	if b, err := l.dev.Pool.Get(size); err == nil {
		return ordered{b.Bytes[:size], b}, nil
	}
	if err := hostmemory.Need(hostmemory.Count(n)+" hits", uint64(size)); err != nil {
		return ordered{}, err
	}
	return ordered{bytes: asBytes(make([]interaction.HitRow, n+(headBytes+hitBytes-1)/hitBytes))[:size]}, nil
}

// counters returns the counters at the start.
func (o ordered) counters() (c counters) {
	copy(c.bytes(), o.bytes)
	return c
}

// room is the number of hits that were read, less than 0 if nothing was.
func (o ordered) room() int { return (len(o.bytes)+hitBytes-headBytes)/hitBytes - 1 }

// vast reports whether a block has four times the room that n hits need, or more.
func (o ordered) vast(n int) bool {
	return o.block != nil && len(o.block.Bytes) >= 4*clrt.BlockSize(headBytes+hitBytes*n)
}

// release gives the memory back, unless a piece has it.
func (o *ordered) release() {
	o.block.Release()
	*o = ordered{}
}

// piece returns the first n hits as a piece. Few are copied where the next search
// would find no block: to copy them costs less than to make one, though ten times
// what it costs to hand the block over, since memory of Go is often new.
func (o ordered) piece(n int) kernel.Piece {
	p := kernel.Piece{Ordered: true, List: unsafe.Slice((*interaction.HitRow)(unsafe.Pointer(&o.bytes[headBytes-hitBytes])), n+1)[1:]}
	switch b := o.block; {
	case b == nil:
	case len(b.Bytes) <= mostCopied && !b.Pool.Another(len(b.Bytes)):
		p.List = slices.Clone(p.List)
		b.Release()
	default:
		p.Release = b.Release
	}
	return p
}

// readParts reads n hits in parts: a part is put in order while the one before
// it is read.
func (l *List) readParts(n int) (ordered, error) {
	o, err := l.hostFor(n)
	if err != nil {
		return o, err
	}
	l.dev.Queues.Hold(o.bytes)
	part := max(l.tuning.Part/firstPart, 1)
	for from := 0; from < n && err == nil; part = min(2*part, l.tuning.Part) {
		to := min(from+part, n)
		if err = l.rankHits(to, true); err == nil {
			offset, bytes := o.part(from, to)
			err = l.dev.Queues.ReadAfter(l.order.rankedBy, l.order.out.Buffer, offset, bytes)
		}
		from = to
	}
	l.dev.Pool.Expect()
	if failed := l.dev.Queues.Finish(); err == nil {
		err = failed
	}
	if err != nil {
		o.block.Release()
		return ordered{}, fmt.Errorf("read %d hits: %w", n, err)
	}
	return o, nil
}

// firstPart is how much smaller than the others the first part is: the way to
// the host stands idle until it is in order.
const firstPart = 8

// part returns the bytes of the hits [from, to), the first with the counters,
// and where they begin.
func (o ordered) part(from, to int) (offset int, bytes []byte) {
	if from > 0 {
		offset = headBytes + hitBytes*from
	}
	return offset, o.bytes[offset : headBytes+hitBytes*to]
}

// readOrdered reads the counters and the first n hits in order, as far as there
// is room, and waits for all commands.
func (l *List) readOrdered(n int) (ordered, error) {
	o, err := l.hostFor(min(n, l.order.room))
	if err != nil {
		return o, err
	}
	err = clrt.Read(l.dev.Queues, l.order.out.Buffer, 0, o.bytes)
	l.dev.Pool.Expect()
	if failed := l.dev.Queues.Finish(); err == nil {
		err = failed
	}
	if err != nil {
		o.block.Release()
		return ordered{}, fmt.Errorf("read %d hits: %w", n, err)
	}
	return o, nil
}

// collectOrdered adds the n hits found to out, in order. early is what was read
// of them with the counters, if it was.
func (l *List) collectOrdered(early ordered, n int, out *kernel.Hits) error {
	o := &l.order
	if n > l.tuning.Few && !o.placed {
		o.ranked = 0 // rankAll left them
	}
	longest := 0
	if early.bytes != nil {
		longest = int(early.counters().Longest)
		o.met(longest)
	}
	if longest <= tileHits && n <= min(o.ranked, early.room()) {
		out.Add(early.piece(n))
		return nil
	}
	early.release()
	all, err := l.readAll(n, longest)
	if err == nil {
		out.Add(all.piece(n))
	}
	return err
}

// collectUncounted is collectOrdered of n hits that were not counted by their rows as
// they were found.
func (l *List) collectUncounted(n int, out *kernel.Hits) error {
	if n > l.tuning.Few {
		if err := l.countRows(n); err != nil {
			return err
		}
	}
	return l.collectOrdered(ordered{}, n, out)
}

// readAll reads n hits in order. longest is the length of the longest query row
// if that is known to be more than tileHits.
func (l *List) readAll(n, longest int) (all ordered, err error) {
	if n <= l.tuning.Few && l.order.ranked < n {
		if err := l.rankAll(true); err != nil {
			return all, err
		}
	}
	if longest <= tileHits {
		if all, err = l.readParts(n); err != nil {
			return all, err
		}
		longest = int(all.counters().Longest)
	}
	if l.order.met(longest); !l.order.long() {
		return all, nil
	}
	all.release()
	if err := l.mergeTiles(n, longest); err != nil {
		return all, err
	}
	return l.readOrdered(n)
}
