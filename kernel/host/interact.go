package host

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/trajectory"
)

// interactBlock is the number of entry segments that a goroutine takes at once.
const interactBlock = 4096

// Interact is GPUTrajDistSearch (paper, Algorithm 1): each entry segment of the
// ranges against all query segments of the batch.
func (r *resident) Interact(ctx context.Context, w kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	b := newBatch(w)
	blocks := cutRanges(w.Ranges)
	workers := make([]worker, min(r.threads, len(blocks)))
	var next atomic.Int64
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			for k := next.Add(1) - 1; k < int64(len(blocks)) && ctx.Err() == nil; k = next.Add(1) - 1 {
				r.interactBlock(b, blocks[k], &workers[i])
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return kernel.Stats{}, err
	}
	return gather(workers, out), nil
}

// batch is the query segments of a batch, gathered.
type batch struct {
	kernel.RangeWork
	segments []trajectory.Segment
	rows     []uint32
	traj     []uint32
}

func newBatch(w kernel.RangeWork) *batch {
	b := &batch{RangeWork: w, rows: w.Rows[w.Batch.First:w.Batch.Last]}
	for _, row := range b.rows {
		b.segments = append(b.segments, w.Queries.Segment(int(row)))
		b.traj = append(b.traj, uint32(w.Queries.Owner(int(row))))
	}
	return b
}

// cutRanges cuts ranges into blocks of at most interactBlock.
func cutRanges(ranges []binindex.Range) []binindex.Range {
	var blocks []binindex.Range
	for _, g := range ranges {
		for first := g.First; first < g.Last; first += interactBlock {
			blocks = append(blocks, binindex.Range{First: first, Last: min(first+interactBlock, g.Last)})
		}
	}
	return blocks
}

// interactBlock compares a block of entry segments with the batch.
func (r *resident) interactBlock(b *batch, block binindex.Range, w *worker) {
	w.stats.Interactions += uint64(len(b.segments)) * uint64(block.Last-block.First)
	for i := block.First; i < block.Last; i++ {
		start, end := r.sorted.start[i], r.sorted.end[i]
		var e trajectory.Segment
		loaded := false
		for k := range b.segments {
			q := &b.segments[k]
			if q.T0 > end || start > q.T1 {
				continue // a temporal miss
			}
			if !loaded {
				e, loaded = r.entry(i), true
			}
			r.interact(b, k, i, e, w)
		}
	}
}

// entry makes the i-th entry segment in the order of the bins.
func (r *resident) entry(i int) trajectory.Segment {
	row := int(r.Bins.Rows[i])
	samples := 2
	if r.sorted.start[i] == r.sorted.end[i] {
		samples = 1
	}
	e := r.Store.SegmentOf(trajectory.Piece{Traj: int(r.sorted.owner[i]), First: row, Samples: samples}, row)
	e.Last = r.sorted.last[i]
	return e
}

// interact is one interaction that is no temporal miss.
func (r *resident) interact(b *batch, k, i int, e trajectory.Segment, w *worker) {
	row, owner := r.Bins.Rows[i], r.sorted.owner[i]
	if b.Join && (b.traj[k] == owner || b.rows[k] > row) {
		return
	}
	if b.Twin != nil && b.Twin[b.traj[k]] == owner {
		return
	}
	enter, exit, verdict := kernel.Solve(b.segments[k], e, b.Distance, b.Window)
	w.add(b.rows[k], row, enter, exit, verdict)
}

// add keeps what is not a miss, a borderline pair with an enter of NaN.
func (w *worker) add(query, entry uint32, enter, exit float64, v kernel.Verdict) {
	switch v {
	case kernel.Hit:
		w.hits.Append(query, entry, enter, exit)
	case kernel.Borderline:
		w.hits.Append(query, entry, math.NaN(), math.NaN())
	}
}
