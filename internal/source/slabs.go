package source

import (
	"context"
	"math"
	"slices"

	"flyby/internal/engine"
	"flyby/internal/parallel"
	"flyby/internal/slab"
	"flyby/internal/spool"
	"flyby/trajectory"
)

// Input is what the set was read from.
func (s *Set) Input() Input { return s.in }

// Whole is what is true of a set of a pair that is cut as a whole, without its extent.
func (s *Set) Whole() slab.Whole {
	w := s.spool.Whole()
	w.Extent.Min, w.Extent.Max = [3]float64{}, [3]float64{} // which some readings do not know
	return w
}

// CellsOf are the slabs of a set of a pair that is cut: of the trajectories [first, last), and of all where both are 0, at edges.
func (s *Set) CellsOf(ctx context.Context, edges []float64, first, last int) slab.Source {
	return s.slabs(ctx, spool.Range{Edges: edges, First: first, Last: last, Ahead: true})
}

// PlanSlabs cuts the data sets of a pair that is cut into n slabs of time, or fewer, of about as many segments each; where time cuts nothing, into the least ranges of
// trajectories whose pairs are n or more. What it returns depends on the data and n alone. It is an error where the memory does not hold a slab.
func (p Pair) PlanSlabs(ctx context.Context, n int) (plan Plan, err error) {
	starts, err := p.starts(ctx)
	if err != nil {
		return plan, err
	}
	plan.Edges = starts.edges(n)
	plan.Slabs = len(plan.Edges) + 1
	bytes := spool.SlabsBytes(plan.Edges, p.spools()...)
	if n > 1 && starts.hangOver(plan.Edges) {
		plan, bytes = p.ofRanges(n)
	}
	for _, one := range p.sets() {
		if one.spool.Direct() && (plan.Entries != nil || !one.spool.TellsApart(plan.Edges)) {
			if err := one.spill(ctx); err != nil {
				return plan, err
			}
		}
	}
	return plan, p.Reader.holds(2*bytes, p) // the next is gathered while one is written
}

// ofRanges is a plan of ranges of trajectories, and what the largest range takes.
func (p Pair) ofRanges(n int) (plan Plan, bytes uint64) {
	entries, queries := rangesFor(n, p.Join)
	plan.Entries, bytes = p.Entries.spool.Borders(entries)
	ranges := len(plan.Entries) - 1
	plan.Slabs = ranges * (ranges + 1) / 2
	if !p.Join {
		var most uint64
		plan.Queries, most = p.Queries.spool.Borders(queries)
		plan.Slabs, bytes = ranges*(len(plan.Queries)-1), max(bytes, most)
	}
	return plan, bytes
}

// rangesFor is the least ranges whose pairs are n or more.
func rangesFor(n int, join bool) (entries, queries int) {
	if join {
		for entries = 1; entries*(entries+1)/2 < n; entries++ {
		}
		return entries, entries
	}
	for entries = 1; entries*entries < n; entries++ {
	}
	for queries = entries; queries > 1 && entries*(queries-1) >= n; queries-- {
	}
	return entries, queries
}

// holds refuses slabs whose bytes do not fit the memory that reading a pair of slabs leaves.
func (r *Reader) holds(bytes uint64, p Pair) error {
	for _, one := range p.spools() {
		bytes += one.Gathering()
	}
	return r.need(bytes)
}

// HoldsSlab refuses a slab of some bytes that does not fit the memory beside its index and a search.
func (r *Reader) HoldsSlab(bytes uint64) error {
	const parts = 2 // the slab, and its index and the tables of its rows
	return r.need(r.buffers() + engine.Least(parallel.Threads(r.Threads)) + parts*bytes)
}

// starts are when segments start and end: all, or a sample that does not depend on the order in which they come.
type starts struct {
	all   []started
	shift uint // one of 2^shift segments is in the sample
}

// started is when a segment starts and ends.
type started struct {
	hash       uint64
	start, end float64
}

// mostStarts is how many segments a sample has at most.
const mostStarts = 1 << 18

// add adds a segment of a trajectory. Segments of the queries and of the entries are different segments.
func (s *starts) add(traj, number uint32, queries bool, start, end float64) {
	h := uint64(traj)<<32 | uint64(number)
	if queries {
		h = ^h
	}
	// The finalizer of SplitMix64 spreads what is near.
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	h ^= h >> 31
	if h > math.MaxUint64>>s.shift {
		return
	}
	s.all = append(s.all, started{h, start + 0, end + 0})
	for len(s.all) > mostStarts {
		s.shift++
		s.all = slices.DeleteFunc(s.all, func(one started) bool { return one.hash > math.MaxUint64>>s.shift })
	}
}

// edges are up to n-1 edges between which about as many segments start each.
func (s *starts) edges(n int) []float64 {
	at := make([]float64, 0, len(s.all))
	for _, one := range s.all {
		at = append(at, one.start)
	}
	slices.Sort(at)
	return slab.EdgesOf(at, n)
}

// hangOver reports whether time cuts nothing: there are no edges, or more than half of all segments hang over one, on average.
func (s *starts) hangOver(edges []float64) bool {
	over := 0
	for _, one := range s.all {
		first, _ := slices.BinarySearch(edges, one.start)
		if first < len(edges) && edges[first] == one.start {
			first++
		}
		last, found := slices.BinarySearch(edges, one.end)
		if found {
			last++
		}
		over += max(0, last-first)
	}
	return 2*over > len(edges)*len(s.all) || len(edges) == 0
}

// starts goes through all segments.
func (p Pair) starts(ctx context.Context) (all starts, err error) {
	var plan Plan
	if p.spooled() {
		if plan, err = p.Plan(ctx); err != nil {
			return all, err
		}
	}
	for _, side := range []struct {
		set     *Set
		borders []int
		queries bool
	}{{p.Entries, plan.Entries, false}, {p.Queries, plan.Queries, true}} {
		if side.queries && p.Join {
			break
		}
		if store := side.set.Store; store.Samples() > 0 {
			all.addSlab(wholeSlab(store), side.queries)
			continue
		}
		borders := side.borders
		if borders == nil {
			borders = []int{0, side.set.Trajectories()}
		}
		for i := range borders[1:] {
			for b, err := range side.set.CellsOf(ctx, plan.Edges, borders[i], borders[i+1]) {
				if err != nil {
					return all, err
				}
				all.addSlab(b, side.queries)
			}
		}
	}
	return all, nil
}

// spooled reports whether a data set of the pair is in no store.
func (p Pair) spooled() bool {
	return slices.ContainsFunc(p.sets(), func(s *Set) bool { return s.Store.Samples() == 0 })
}

// wholeSlab is a store as a slab.
func wholeSlab(s *trajectory.Store) *slab.Slab {
	b := &slab.Slab{Store: s, Start: math.Inf(-1), End: math.Inf(1), Traj: make([]uint32, s.Trajectories()), Before: make([]uint32, s.Trajectories())}
	for traj := range b.Traj {
		b.Traj[traj] = uint32(traj)
	}
	return b
}

// addSlab adds the segments of a slab that are its own.
func (s *starts) addSlab(b *slab.Slab, queries bool) {
	traj, number := -1, uint32(0)
	for p := range b.Store.Pieces() {
		if p.Traj != traj {
			traj, number = p.Traj, b.Before[p.Traj]
		}
		t := b.Store.T()[p.First : p.First+p.Samples]
		for i := range p.Segments() {
			if t[i] >= b.Start {
				s.add(b.Traj[traj], number, queries, t[i], t[min(i+1, len(t)-1)])
			}
			number++
		}
	}
}
