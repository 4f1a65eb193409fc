package opencl

import (
	"fmt"
	"slices"
	"unsafe"

	"flyby/kernel"
	"flyby/kernel/cl"
)

// firstHits is the number of hits that are read together with the counters:
// few enough that they cost less than a second read would.
const firstHits = 10_900

// mostCopied is the size of the blocks whose hits are copied, at most.
const mostCopied = 1 << 22

// ordered is the memory of the host that hits are read to.
type ordered struct {
	bytes []byte
	block *block // nil: memory of Go
}

// hostFor returns memory for n hits and the counters.
func (d *Driver) hostFor(n int) ordered {
	size := headBytes + hitBytes*n
	if b, err := d.pool.get(size); err == nil {
		return ordered{b.bytes[:size], b}
	}
	return ordered{bytes: asBytes(make([]kernel.HitRow, n+(headBytes+hitBytes-1)/hitBytes))[:size]}
}

// counters returns the counters at the start.
func (o ordered) counters() (c counters) {
	copy(cl.Bytes(c[:]), o.bytes)
	return c
}

// room is the number of hits that were read.
func (o ordered) room() int { return (len(o.bytes) - headBytes) / hitBytes }

// release gives the memory back, unless a piece has it.
func (o *ordered) release() {
	o.block.release()
	*o = ordered{}
}

// piece returns the first n hits as a piece. Few are copied: that costs less
// than a block that is not back when the next search wants one.
func (o ordered) piece(n int) kernel.Piece {
	p := kernel.Piece{Ordered: true, List: unsafe.Slice((*kernel.HitRow)(unsafe.Pointer(&o.bytes[headBytes-hitBytes])), n+1)[1:]}
	switch b := o.block; {
	case b == nil:
	case len(b.bytes) <= mostCopied:
		p.List = slices.Clone(p.List)
		b.release()
	default:
		p.Release = b.release
	}
	return p
}

// readParts reads the n hits that orderHits left in parts: a part is put in
// order while the one before it is read.
func (d *Driver) readParts(n int) (ordered, error) {
	o := d.hostFor(n)
	d.stream.pin.Pin(&o.bytes[0])
	var err error
	for from, part := 0, d.tuning.part; from < n && err == nil; from += part {
		if from > 0 {
			err = d.rankHits(from, from+part)
		}
		if err == nil {
			offset, bytes := o.part(from, min(from+part, n))
			err = d.stream.readBeside(d.order.out.buffer, offset, bytes)
		}
	}
	if failed := d.stream.finish(); err == nil {
		err = failed
	}
	if err != nil {
		o.block.release()
		return ordered{}, fmt.Errorf("read %d hits: %w", n, err)
	}
	return o, nil
}

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
func (d *Driver) readOrdered(n int) (ordered, error) {
	o := d.hostFor(min(n, d.order.room))
	d.stream.pin.Pin(&o.bytes[0])
	err := d.stream.queue.EnqueueReadBuffer(d.order.out.buffer, cl.NonBlocking, 0, o.bytes, nil, nil)
	if failed := d.stream.finish(); err == nil {
		err = failed
	}
	if err != nil {
		o.block.release()
		return ordered{}, fmt.Errorf("read %d hits: %w", n, err)
	}
	return o, nil
}

// beginOrder makes room to order the hits of a search of so many query rows, of
// at least least hits, and enqueues the emptying of the rows' counts.
func (d *Driver) beginOrder(rows, least int) error {
	if err := d.roomForOrder(rows, least); err != nil {
		return err
	}
	return d.clearRows()
}

// readEarly puts the hits in order and reads the first of them, with the
// counters.
func (d *Driver) readEarly() (ordered, error) {
	if err := d.orderHits(); err != nil {
		return ordered{}, err
	}
	return d.readOrdered(min(firstHits, d.tuning.part))
}

// collectOrdered adds the n hits found to out, in order. early is what
// readEarly read of them, if it did.
func (d *Driver) collectOrdered(early ordered, n int, out *kernel.Hits) (err error) {
	if early.bytes == nil {
		if early, err = d.readEarly(); err != nil {
			return err
		}
	}
	read := d.readParts
	if longest := int(early.counters()[longestSlot]); longest > tileHits {
		read = d.readOrdered
		err = d.mergeTiles(n, longest)
	} else if n <= early.room() {
		out.Add(early.piece(n))
		return nil
	}
	early.release()
	if err != nil {
		return err
	}
	all, err := read(n)
	if err == nil {
		out.Add(all.piece(n))
	}
	return err
}
