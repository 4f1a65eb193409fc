package host

import (
	"cmp"
	"context"
	"sync"

	"flyby/batching"
	"flyby/binindex"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/trajectory"
)

// A goroutine takes ranges of entry segments: of at least leastRange, to be worth
// the hand-out, and short enough that all cores are busy to the end.
const (
	leastRange = 64
	mostRange  = 4096
)

// Interact is GPUTrajDistSearch (paper, Algorithm 1): it compares each entry
// segment of an invocation's ranges with all query segments of its batch.
func (r *resident) Interact(ctx context.Context, w kernel.RangeWork, out *kernel.Hits) (kernel.Stats, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	workers := r.hire(r.threads, w.Queries, out.Budget, stop)
	done, total := uint64(0), float64(w.Interactions())
	for _, v := range w.Invocations {
		r.invoke(ctx, newBatch(&w, v.Batch), v.Ranges, workers)
		if err := ctx.Err(); err != nil {
			return kernel.Stats{}, cmp.Or(r.refused(workers), err)
		}
		if done += v.Interactions(); w.Progress != nil {
			w.Progress(float64(done), total)
		}
	}
	if err := r.refused(workers); err != nil {
		return kernel.Stats{}, err
	}
	return r.collect(workers, out), nil
}

// invoke compares a batch with the candidates on all threads.
func (r *resident) invoke(ctx context.Context, b *batch, ranges []binindex.Range, workers []*worker) {
	portions := cutRanges(ranges, r.threads)
	numbers := parallel.NewNumbers(len(portions))
	var wg sync.WaitGroup
	for i := range min(len(workers), len(portions)) {
		wg.Go(func() {
			for k := range numbers.Until(ctx) {
				r.interactRange(b, portions[k], workers[i])
			}
			workers[i].flush(&b.Rule)
		})
	}
	wg.Wait()
}

// batch is the query segments of an invocation's batch, gathered from the store.
type batch struct {
	*kernel.RangeWork
	bodies []body
}

func newBatch(w *kernel.RangeWork, of batching.Batch) *batch {
	b := &batch{RangeWork: w}
	for _, row := range w.Rows[of.First:of.Last] {
		traj := w.Queries.Owner(int(row))
		b.bodies = append(b.bodies, newBody(w.Queries.SegmentAt(traj, int(row)), row, uint32(traj)))
	}
	return b
}

// cutRanges cuts ranges into shorter ones, several for each thread.
func cutRanges(ranges []binindex.Range, threads int) []binindex.Range {
	total := 0
	for _, g := range ranges {
		total += g.Last - g.First
	}
	size := min(max(total/(4*threads), leastRange), mostRange)
	var portions []binindex.Range
	for _, g := range ranges {
		for first := g.First; first < g.Last; first += size {
			portions = append(portions, binindex.Range{First: first, Last: min(first+size, g.Last)})
		}
	}
	return portions
}

// interactRange compares a range of entry segments with the batch.
func (r *resident) interactRange(b *batch, entries binindex.Range, w *worker) {
	w.stats.Interactions += uint64(len(b.bodies)) * uint64(entries.Last-entries.First)
	for i := entries.First; i < entries.Last; i++ {
		e := r.entry(i)
		for k := range b.bodies {
			if q := &b.bodies[k]; !b.excludes(q, &e) {
				w.interact(&b.Rule, q, &e)
			}
		}
	}
}

// sortedEntries is the columns of the entry segments in the order of the temporal bins,
// without their rows, for Interact.
type sortedEntries struct {
	owner       []uint32
	last, point []bool
}

// sortedSegments gathers the columns of sortedEntries in O(segments).
func sortedSegments(db kernel.Database) sortedEntries {
	n := len(db.Order)
	s := sortedEntries{make([]uint32, n), make([]bool, n), make([]bool, n)}
	place := make([]uint32, db.Store.Samples()) // row -> place
	for i, row := range db.Order {
		place[row] = uint32(i)
	}
	for p := range db.Store.Pieces() {
		end := p.First + p.Samples - 1
		for row := p.First; row < p.First+p.Segments(); row++ {
			i := place[row]
			s.owner[i], s.last[i], s.point[i] = uint32(p.Traj), row+1 >= end && !p.GoesOn, p.Samples == 1
		}
	}
	return s
}

// entry makes the i-th entry segment in the order of the bins.
func (r *resident) entry(i int) body {
	row, traj := r.Order[i], r.sorted.owner[i]
	samples := 2
	if r.sorted.point[i] {
		samples = 1
	}
	s := r.Store.SegmentOf(trajectory.Piece{Traj: int(traj), First: int(row), Samples: samples}, int(row))
	s.Last = r.sorted.last[i]
	return newBody(s, row, traj)
}

// excludes reports whether the rule leaves out a pair.
func (b *batch) excludes(q, e *body) bool {
	return b.Join && q.row > e.row || b.Excludes(q.traj, e.traj)
}
