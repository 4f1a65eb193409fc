package rows

import (
	"context"
	"sort"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// A transfer is pairs that are handed over together. Their first rows are the host's, by the starts of rows: half of the bytes on the bus.
type transfer struct {
	firsts []uint32
	block  *clrt.Block // seconds
	count  int         // of pairs
}

// handover hands over the pairs of fillings: while one transfer is handed over, the next is read, and the one after that
// is sorted.
type handover struct {
	*Table
	search  *Search
	out     *pointjoin.Giver
	total   uint64
	given   uint64
	ordered *cl.Event // of the launch that sorted the latest rows
}

// filling hands over the pairs of a filling.
func (h *handover) filling(ctx context.Context, b *filling) (err error) {
	defer func() {
		if err != nil {
			h.dev.Queues.Finish() // pending reads write to memory that is reused
		}
	}()
	size := min(h.dev.Cuts.Pairs, b.pairs())
	for i := range h.transfers {
		if err := h.room(&h.transfers[i], size); err != nil {
			return err
		}
	}
	ordered, number := 0, 0 // marks, and transfers
	for from := 0; from < b.pairs(); from, number = from+size, number+1 {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		to := min(from+size, b.pairs())
		for ; b.marks[ordered].start < to; ordered++ {
			if err := h.order(b.marks[ordered].row, b.marks[ordered+1].row, b.longest, &h.ordered); err != nil {
				return err
			}
		}
		if err := h.send(b, &h.transfers[number%2], from, to); err != nil {
			return err
		}
		if number > 0 {
			if err := h.take(&h.transfers[(number-1)%2]); err != nil {
				return err
			}
		}
	}
	if err := h.dev.Queues.Finish(); err != nil {
		return err
	}
	return h.take(&h.transfers[(number-1)%2])
}

// room makes room for a transfer of some pairs.
func (h *handover) room(p *transfer, pairs int) error {
	if len(p.firsts) < pairs {
		p.firsts = make([]uint32, pairs)
	}
	if p.block != nil && len(p.block.Bytes) >= 4*pairs {
		return nil
	}
	p.block.Release()
	var err error
	p.block, err = h.dev.Pool.Keep(4 * pairs)
	return err
}

// send enqueues reading places [from, to), once the transfer before has arrived, and finds their first rows meanwhile.
func (h *handover) send(b *filling, p *transfer, from, to int) error {
	p.count = to - from
	if err := h.dev.Queues.Flush(); err != nil {
		return err
	}
	if err := h.dev.Queues.FinishReads(); err != nil {
		return err
	}
	if err := h.dev.Queues.ReadAfter(h.ordered, h.seconds.Buffer, 4*from, p.block.Bytes[:4*p.count]); err != nil {
		return err
	}
	b.putFirsts(p.firsts[:p.count], from, h.search.Base(), h.dev.Threads(p.count))
	return nil
}

// putFirsts sets the first rows of the pairs from a place on; base is the row of the points, or of the queries, that is row 0 of the device.
func (b *filling) putFirsts(to []uint32, from, base, threads int) {
	parallel.Ranges(len(to), threads, func(_, first, last int) {
		row := sort.Search(len(b.starts), func(i int) bool { return int(b.starts[i]) > from+first }) - 1
		for k := first; k < last; row++ {
			own := to[k:max(k, min(int(b.starts[row+1])-from, last))]
			for i := range own {
				own[i] = uint32(base + b.first + row)
			}
			k += len(own)
		}
	})
}

// take hands over a transfer that has arrived.
func (h *handover) take(p *transfer) error {
	h.given += uint64(p.count)
	h.search.ReportProgress(1+float64(h.given)/float64(h.total+1), 2)
	return h.out.Give(points.Pairs{First: p.firsts[:p.count], Second: cl.View[uint32](p.block.Bytes[:4*p.count])})
}
