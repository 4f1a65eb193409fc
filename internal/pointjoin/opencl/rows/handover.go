package rows

import (
	"context"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// A transfer is pairs that are read together: their first rows on the device, and memory of the host for both columns.
type transfer struct {
	firsts clrt.Array
	block  *clrt.Block // [firsts, seconds]
	count  int         // of pairs that are being read
}

// handover hands over the pairs of fillings: while one transfer is handed over, the next is read, and the one after that
// is sorted.
type handover struct {
	*Table
	search *Search
	out    *pointjoin.Giver
	total  uint64
	given  uint64
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
			if err := h.order(b.marks[ordered].row, b.marks[ordered+1].row, b.longest); err != nil {
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
	if err := h.dev.Memory.Ensure(&p.firsts, 4*pairs); err != nil {
		return err
	}
	if p.block != nil && len(p.block.Bytes) >= pointjoin.PairBytes*pairs {
		return nil
	}
	p.block.Release()
	var err error
	p.block, err = h.dev.Pool.Keep(pointjoin.PairBytes * pairs)
	return err
}

// send enqueues reading places [from, to), once the transfer before has arrived.
func (h *handover) send(b *filling, p *transfer, from, to int) error {
	p.count = to - from
	var written *cl.Event
	l := clrt.Over(uint64(p.count))
	l.Done = &written
	err := writeFirsts.Launch(h.ordering, l, &firstsArgs{
		starts: h.starts.Buffer, first: uint32(b.first), last: uint32(b.last), base: uint32(h.search.Base()),
		from: uint32(from), count: uint32(p.count), firsts: p.firsts.Buffer,
	})
	if err != nil {
		return err
	}
	if err := h.dev.Queues.Flush(); err != nil {
		return err
	}
	if err := h.dev.Queues.FinishReads(); err != nil {
		return err
	}
	if err := h.dev.Queues.ReadAfter(written, p.firsts.Buffer, 0, p.block.Bytes[:4*p.count]); err != nil {
		return err
	}
	return h.dev.Queues.ReadAfter(written, h.seconds.Buffer, 4*from, p.block.Bytes[4*p.count:8*p.count])
}

// take hands over a transfer that has arrived.
func (h *handover) take(p *transfer) error {
	pairs := points.Pairs{First: cl.View[uint32](p.block.Bytes[:4*p.count]), Second: cl.View[uint32](p.block.Bytes[4*p.count : 8*p.count])}
	h.given += uint64(p.count)
	h.search.ReportProgress(1+float64(h.given)/float64(h.total+1), 2)
	return h.out.Give(pairs)
}
