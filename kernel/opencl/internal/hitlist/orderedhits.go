package hitlist

import (
	"fmt"
	"slices"
	"unsafe"

	"flyby/interaction"
	"flyby/internal/clrt"
	hostmemory "flyby/internal/memory"
	"flyby/kernel"
)

// mostCopied is the greatest size of a block whose hits are copied to memory of Go
// where no other block is free.
const mostCopied = 1 << 22

// Ordered is memory of the host with the counters and hits in order.
type Ordered struct {
	bytes []byte
	block *clrt.Block // nil: memory of Go
}

// hostFor returns memory for the counters and n hits.
func (l *List) hostFor(n int) (Ordered, error) {
	size := HeadBytes + HitBytes*n
	if b, err := l.dev.Pool.Get(size); err == nil {
		return Ordered{b.Bytes[:size], b}, nil
	}
	if err := hostmemory.Need(hostmemory.Count(n)+" hits", uint64(size)); err != nil {
		return Ordered{}, err
	}
	return Ordered{bytes: asBytes(make([]interaction.HitRow, n+(HeadBytes+HitBytes-1)/HitBytes))[:size]}, nil
}

// Counters returns the counters, which are at the start of the memory.
func (o Ordered) Counters() (c Counters) {
	copy(c.bytes(), o.bytes)
	return c
}

// room returns the number of hits that the memory holds, less than 0 without memory.
func (o Ordered) room() int { return (len(o.bytes)+HitBytes-HeadBytes)/HitBytes - 1 }

// vast reports whether the block has at least four times the size that n hits need.
func (o Ordered) vast(n int) bool {
	return o.block != nil && len(o.block.Bytes) >= 4*clrt.BlockSize(HeadBytes+HitBytes*n)
}

// Release releases the memory; it must not be called after HitList.
func (o *Ordered) Release() {
	o.block.Release()
	*o = Ordered{}
}

// HitList returns the first n hits. It hands over the block, or, where the block is
// small and the next search would find no other, copies the hits: a copy costs less
// than a new block, though ten times as much as handing over the block, since memory of
// Go is often new.
func (o Ordered) HitList(n int) kernel.HitList {
	p := kernel.HitList{Ordered: true, List: unsafe.Slice((*interaction.HitRow)(unsafe.Pointer(&o.bytes[HeadBytes-HitBytes])), n+1)[1:]}
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

// readParts reads n hits in parts: the device orders a part while the one before it
// is read.
func (l *List) readParts(n int) (Ordered, error) {
	o, err := l.hostFor(n)
	if err != nil {
		return o, err
	}
	l.dev.Queues.Hold(o.bytes)
	part := max(l.Tuning.Part/firstPart, 1)
	for from := 0; from < n && err == nil; part = min(2*part, l.Tuning.Part) {
		to := min(from+part, n)
		if err = l.rankHits(to, true); err == nil {
			offset, bytes := o.part(from, to)
			err = l.dev.Queues.ReadAfter(l.Order.rankedBy, l.Order.out.Buffer, offset, bytes)
		}
		from = to
	}
	return l.finishReading(o, n, err)
}

// firstPart is the ratio of the other parts' size to the first part's: nothing is
// read until the first part is in order.
const firstPart = 8

// part returns the bytes of the hits [from, to), with the counters where from is 0,
// and their offset.
func (o Ordered) part(from, to int) (offset int, bytes []byte) {
	if from > 0 {
		offset = HeadBytes + HitBytes*from
	}
	return offset, o.bytes[offset : HeadBytes+HitBytes*to]
}

// readOrdered reads the counters and the first n hits in order, at most Order.Room,
// and waits for all commands.
func (l *List) readOrdered(n int) (Ordered, error) {
	o, err := l.hostFor(min(n, l.Order.Room))
	if err != nil {
		return o, err
	}
	return l.finishReading(o, n, clrt.Read(l.dev.Queues, l.Order.out.Buffer, 0, o.bytes))
}

// finishReading returns the first n hits once all commands are complete; err is the error of enqueueing the
// last one.
func (l *List) finishReading(o Ordered, n int, err error) (Ordered, error) {
	l.dev.Pool.Expect()
	if failed := l.dev.Queues.Finish(); err == nil {
		err = failed
	}
	if err != nil {
		o.block.Release()
		return Ordered{}, fmt.Errorf("read %d hits: %w", n, err)
	}
	return o, nil
}

// CollectOrdered adds the n hits found to out, in order. early has the counters and
// the hits read with them; the zero Ordered: none were read.
func (l *List) CollectOrdered(early Ordered, n int, out *kernel.Hits) error {
	o := &l.Order
	if n > l.Tuning.Few && !o.placed {
		o.ranked = 0 // rankAll orders no more than Tuning.Few
	}
	longest := 0
	if early.bytes != nil {
		longest = int(early.Counters().Longest)
		o.keepLongest(longest)
	}
	if longest <= tileHits && n <= min(o.ranked, early.room()) {
		out.Add(early.HitList(n))
		return nil
	}
	early.Release()
	all, err := l.readAll(n, longest)
	if err == nil {
		out.Add(all.HitList(n))
	}
	return err
}

// CollectUncounted is CollectOrdered of n hits that were found by a kernel that does not
// count hits by rows.
func (l *List) CollectUncounted(n int, out *kernel.Hits) error {
	if n > l.Tuning.Few {
		if err := l.countRows(n); err != nil {
			return err
		}
	}
	return l.CollectOrdered(Ordered{}, n, out)
}

// readAll reads n hits in order. longest is the length of the longest query row if
// known; tileHits or less: not known.
func (l *List) readAll(n, longest int) (all Ordered, err error) {
	if n <= l.Tuning.Few && l.Order.ranked < n {
		if err := l.rankAll(true); err != nil {
			return all, err
		}
	}
	if longest <= tileHits {
		if all, err = l.readParts(n); err != nil {
			return all, err
		}
		longest = int(all.Counters().Longest)
	}
	if l.Order.keepLongest(longest); !l.Order.Long() {
		return all, nil
	}
	all.Release()
	if err := l.mergeTiles(n, longest); err != nil {
		return all, err
	}
	return l.readOrdered(n)
}
