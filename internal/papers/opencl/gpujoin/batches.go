package gpujoin

import (
	"context"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/points"
)

// batches are the batches of a search, which lanes process concurrently.
type batches struct {
	*search
	plan    plan
	most    int // the greatest room of a lane: a batch that needs more is cut
	waiting []strided
	table   table
	stats   points.Stats
	done    int // number of units whose batches are done
}

// run finds the pairs of all batches.
func (b *batches) run(ctx context.Context) (err error) {
	defer func() {
		for _, l := range b.lanes {
			l.stage = idle
			if b.dev.Queues.Lane(l.number) == nil && err != nil {
				b.dev.Queues.Finish() // pending reads write to memory that is reused
			}
			l.await()
		}
		if failed := b.dev.Queues.Lane(0); err == nil {
			err = failed
		}
	}()
	for busy := true; busy; {
		busy = false
		for _, l := range b.lanes {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := b.step(l); err != nil {
				return err
			}
			busy = busy || l.stage != idle
		}
	}
	return nil
}

// step waits for the current stage of a lane, and enqueues the next, so that the other lanes work meanwhile.
func (b *batches) step(l *lane) error {
	if err := b.dev.Queues.Lane(l.number); err != nil {
		return err
	}
	switch l.stage {
	case joining:
		if err := b.endJoin(l); err != nil || l.stage == reading {
			return err
		}
	case reading:
		if err := b.endRead(l); err != nil {
			return err
		}
	}
	if len(b.waiting) == 0 {
		return nil
	}
	l.batch, b.waiting = b.waiting[0], b.waiting[1:]
	return b.begin(l)
}

// begin enqueues a lane's batch: its kernel, and the sorting of its pairs.
func (b *batches) begin(l *lane) error {
	if err := l.make(b.dev, b.Rows(), b.plan.room); err != nil {
		return err
	}
	if err := b.find(l, l.batch, l.room, l.notes.Room); err != nil {
		return err
	}
	l.stage = joining
	if err := l.sort(b.dev, b.sorting, b.Rows()); err != nil {
		return err
	}
	return b.dev.Queues.Flush()
}

// endJoin has the rows of a finished batch ordered and read. A batch that outgrew its room for pairs waits again, in parts;
// so does one with more borderline pairs than there was room for.
func (b *batches) endJoin(l *lane) error {
	if err := l.notes.Await(); err != nil {
		return err
	}
	found, err := b.pairCount(l)
	if err != nil {
		return err
	}
	l.stage = idle
	if l.notes.Doubts() > l.notes.Room {
		b.waiting = append(b.waiting, l.batch)
		return l.notes.Grow(l.notes.Doubts())
	}
	if found > uint64(l.room) {
		b.retry(l, found)
		return nil
	}
	b.stats.Add(l.notes.Stats())
	b.done += l.batch.count
	b.ReportProgress(float64(b.done), float64(b.units()+1))
	doubts, err := l.notes.Pairs()
	if err != nil || found == 0 && len(doubts) == 0 {
		return err
	}
	return b.read(l, int(found), doubts)
}

// pairCount reads the number of pairs that a lane found, which may exceed its room.
func (b *search) pairCount(l *lane) (uint64, error) {
	var n [1]uint64
	err := clrt.ReadNow(b.dev.Queues, l.found.Buffer, 0, n[:])
	return n[0], err
}

// retry queues a batch that outgrew its room once more: with more room where it may grow, and in as many parts as its
// pairs need.
func (b *batches) retry(l *lane, found uint64) {
	needed := int((1+2*alpha)*float64(found)) + 1
	most := b.most
	if l.batch.count == 1 {
		most = needed
	}
	b.plan.room = max(b.plan.room, min(needed, most))
	n := (needed + b.plan.room - 1) / b.plan.room
	b.waiting = append(l.batch.cut(n), b.waiting...)
}

// read enqueues the ordering of a batch's rows, and reading them.
func (b *batches) read(l *lane, found int, doubts []uint32) error {
	first, last := b.Limits()
	if err := b.table.take(last-first, found+len(doubts)/2); err != nil {
		return err
	}
	l.part = &portion{starts: make([]uint32, last-first+1), seconds: make([]uint32, found), doubts: doubts}
	if err := clrt.ReadNow(b.dev.Queues, l.starts.Buffer, 4*first, l.part.starts); err != nil {
		return err
	}
	to, err := l.stagedFor(b.dev.Pool, found)
	if err != nil {
		return err
	}
	lists := rows.Ordering{Starts: &l.starts, Seconds: &l.seconds, Spare: &l.spare}
	if err := lists.Order(b.dev, b.ordering, first, last, l.part.longest()); err != nil {
		return err
	}
	l.stage = reading
	if found > 0 {
		if err := b.dev.Queues.ReadPinned(l.seconds.Buffer, 0, to); err != nil {
			return err
		}
	}
	return b.dev.Queues.Flush()
}

// endRead makes a portion of the table from the pairs that were read, concurrently with later batches.
func (b *batches) endRead(l *lane) error {
	if err := b.dev.Queues.Finish(); err != nil {
		return err
	}
	p := l.part
	l.part, l.stage, l.copied = nil, idle, make(chan struct{})
	b.table.parts = append(b.table.parts, p)
	go func(copied chan struct{}, staged []byte) {
		copy(cl.Bytes(p.seconds), staged)
		p.settled = b.Settle(p.doubts, b.dev.Host)
		close(copied)
	}(l.copied, l.staged.Bytes)
	return nil
}
