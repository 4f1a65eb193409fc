package lss

import (
	"context"
	_ "embed"
	"errors"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

//go:embed nearest.cl
var nearestText string

// The kernels of nearest.cl.
const (
	boundNearest clrt.Kernel[boundNearestArgs] = "bound_nearest"
	walkNearest  clrt.Kernel[walkNearestArgs]  = "walk_nearest"
)

// near is near_t of nearest.cl.
type near struct{ start, first, last, lists, k, self uint32 }

type boundNearestArgs struct {
	axes                                                    *cl.Buffer
	frame                                                   frame
	asked                                                   *cl.Buffer
	near                                                    near
	corners, lists, keys, rows, places, values, heaps, each *cl.Buffer
}

type walkNearestArgs struct {
	asked, values, rows, intervals, sums, each *cl.Buffer
	chunk                                      chunk
	room, notes                                *cl.Buffer
}

var _ pointjoin.Nearer = (*index)(nil)

// Nearest implements pointjoin.Nearer. The device keeps the points that may be among the nearest by their distances
// in float64; the host compares these exactly.
func (x *index) Nearest(ctx context.Context, w pointjoin.NearestWork, rows []uint32) (points.Stats, error) {
	k := w.Each(x.points.Len())
	work := pointjoin.Work{Queries: w.Queries, First: w.First, Last: w.Last, Progress: w.Progress}
	if k == 0 {
		work.Last = work.First
	}
	return x.run(ctx, work, func(j *join) error { return j.beginNearest(ctx, k) }, func(j *join) error {
		if x.matrix.Values == nil {
			x.matrix = finder.NewMatrix(x.points)
		}
		finish := func(p points.Pairs) error { j.finish(p, k, rows); return nil }
		return j.gather(ctx, &handover{out: &pointjoin.Found{Take: finish}, ordered: true, threads: x.dev.Host})
	})
}

// beginNearest bounds the distances of nearest points, and searches the intervals for these bounds.
func (j *join) beginNearest(ctx context.Context, k int) error {
	start, err := j.allot()
	if err != nil {
		return err
	}
	if j.walkers.each, err = j.dev.Memory.Buffer("lss.each", 8*j.walkers.count); err != nil {
		return err
	}
	if err := j.bound(ctx, start, k); err != nil {
		return err
	}
	if err := j.search(ctx, &j.walkers, start, 0, j.walkers.each); err != nil {
		return err
	}
	j.stats.Cells += 2 * uint64(j.walkers.count) * uint64(j.listCount)
	j.sums, err = j.sum(&j.walkers)
	return err
}

// bound bounds the distance of the k-th nearest point of each walker.
func (j *join) bound(ctx context.Context, start, k int) error {
	if err := j.dev.Memory.Ensure(&j.heaps, 8*k*min(j.walkersPerLaunch(8*k), j.walkers.count)); err != nil {
		return err
	}
	self := uint32(0)
	if j.work.Self() {
		self = 1
	}
	return j.inParts(ctx, j.walkers.count, 8*k, search{start: uint32(start)}, func(l clrt.Launch, s search, corners *cl.Buffer) error {
		return boundNearest.Launch(j.program, l, &boundNearestArgs{
			j.axes, j.frame, j.walkers.values, near{s.start, s.first, s.last, s.lists, uint32(k), self},
			corners, j.lists, j.keys, j.rows, j.places, j.values, j.heaps.Buffer, j.walkers.each,
		})
	})
}

// keepNearest leaves in the room of a chunk the elements that may be among the nearest.
func (j *join) keepNearest(c chunk) error {
	if err := j.notes.Clear(); err != nil {
		return err
	}
	err := walkNearest.Launch(j.program, clrt.Over(uint64(c.count)), &walkNearestArgs{
		j.walkers.values, j.values, j.rows, j.walkers.intervals, j.walkers.sums, j.walkers.each, c, j.room.Buffer, j.notes.Buffer,
	})
	err = errors.Join(err, j.notes.Await())
	j.stats.Add(j.notes.Stats())
	return err
}

// finish writes the nearest points of queries; left has all points of each query that may be among them.
func (j *join) finish(left points.Pairs, k int, rows []uint32) {
	asked := j.points
	if !j.work.Self() {
		asked = j.work.Queries
	}
	starts := []int{0} // of the queries
	for i, query := range left.First {
		if i > 0 && query != left.First[i-1] {
			starts = append(starts, i)
		}
	}
	starts = append(starts, len(left.First))
	stats := make([]points.Stats, j.dev.Host)
	parallel.Ranges(len(starts)-1, j.dev.Host, func(part, first, last int) {
		nearest, p := finder.NewNearest(j.matrix, nil), []float64(nil)
		for at := first; at < last; at++ {
			query := int(left.First[starts[at]])
			p = asked.Append(p[:0], query)
			nearest.Reset(p, k)
			for _, row := range left.Second[starts[at]:starts[at+1]] {
				nearest.Offer(int(row))
			}
			to := (query - j.work.First) * k
			nearest.End(rows[to:to+k], &stats[part])
		}
	})
	for _, s := range stats {
		j.stats.Add(s)
	}
}
