package speed

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"flyby/trajectory"
)

// flat has segments in order of their start, with their boxes.
type flat struct {
	list    []boxed
	longest float64 // duration
}

// boxed is a segment's time and box.
type boxed struct {
	start, end float64
	owns       bool // whether it owns its end
	lo, hi     [3]float64
	radius     float64
	traj       uint32
}

func newFlat(s *trajectory.Store) flat {
	f := flat{list: make([]boxed, 0, s.Segments())}
	for p := range s.Pieces() {
		for row := p.First; row < p.First+p.Segments(); row++ {
			f.add(s.SegmentOf(p, row), uint32(p.Traj))
		}
	}
	slices.SortStableFunc(f.list, func(a, b boxed) int { return cmp.Compare(a.start, b.start) })
	return f
}

func (f *flat) add(s trajectory.Segment, traj uint32) {
	b := boxed{start: s.T0, end: s.T1, owns: s.Last, radius: s.R, traj: traj}
	for k := range 3 {
		b.lo[k], b.hi[k] = min(s.P0[k], s.P1[k]), max(s.P0[k], s.P1[k])
	}
	f.list = append(f.list, b)
	f.longest = max(f.longest, b.end-b.start)
}

// shares reports whether two segments share time: an interval of it, or an instant that both own.
func (b *boxed) shares(o *boxed) bool {
	lo, hi := max(b.start, o.start), min(b.end, o.end)
	return lo < hi || lo == hi && b.has(lo) && o.has(lo)
}

// has reports whether a segment owns an instant that it touches.
func (b *boxed) has(t float64) bool { return t < b.end || b.owns }

// near reports whether two boxes come within d, plus the radii.
func (b *boxed) near(o *boxed, d float64) bool {
	square := 0.0
	for k := range 3 {
		if gap := max(b.lo[k]-o.hi[k], o.lo[k]-b.hi[k]); gap > 0 {
			square += gap * gap
		}
	}
	reach := d + b.radius + o.radius
	return square <= reach*reach
}

// Near counts the pairs of a query and an entry segment that share time and whose own boxes come within d of
// each other, plus their radii, pairs of trajectories with the same id left out. It looks at every pair that
// shares time.
func Near(ctx context.Context, queries, entries *trajectory.Store, d float64, threads int) (uint64, error) {
	q, e := newFlat(queries), newFlat(entries)
	excluded := excludedOf(queries, entries)
	var total atomic.Uint64
	var workers sync.WaitGroup
	for w := range threads {
		workers.Go(func() {
			n := uint64(0)
			for i := w; i < len(q.list) && ctx.Err() == nil; i += threads {
				n += e.count(&q.list[i], excluded[q.list[i].traj], d)
			}
			total.Add(n)
		})
	}
	workers.Wait()
	return total.Load(), ctx.Err()
}

// noneExcluded stands for no entry: no entry trajectory has the query trajectory's id.
const noneExcluded = math.MaxUint32

// excludedOf lists for each query trajectory the entry trajectory with the same id, or noneExcluded.
func excludedOf(queries, entries *trajectory.Store) []uint32 {
	excluded := make([]uint32, queries.Trajectories())
	for q := range excluded {
		excluded[q] = noneExcluded
	}
	for q, e := range entries.Shared(queries) {
		excluded[q] = uint32(e)
	}
	return excluded
}

// count counts the entries near a query segment, without the entries of the excluded trajectory.
func (f *flat) count(q *boxed, excluded uint32, d float64) (n uint64) {
	first := sort.Search(len(f.list), func(i int) bool { return f.list[i].start >= q.start-f.longest })
	for i := first; i < len(f.list) && f.list[i].start <= q.end; i++ {
		if e := &f.list[i]; e.traj != excluded && q.shares(e) && q.near(e, d) {
			n++
		}
	}
	return n
}
