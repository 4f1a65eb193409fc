package agree_test

import (
	"cmp"
	"math"
	"slices"

	"flyby"
	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// differCase is one set of trajectories and the searches of it, as plain values: a failing case is
// printed as Go.
type differCase struct {
	dim              int
	maxGap, maxSpeed float64
	entries, queries []differPath // no queries: all asks are joins
	window           [2]float64   // infinite where open
	excludeSameID    bool
	asks             []differAsk
}

// differPath is a trajectory. The ids of a set differ.
type differPath struct {
	id int64
	r  float64
	t  []float64
	p  [][3]float64
}

// differAsk is a search, or a join of the entries.
type differAsk struct {
	join bool
	d    float64
}

// store makes a store of paths.
func (c *differCase) store(paths []differPath) (*trajectory.Store, error) {
	var columns trajectory.Columns
	radii := slices.ContainsFunc(paths, func(p differPath) bool { return p.r > 0 })
	for _, p := range paths {
		for i, t := range p.t {
			columns.ID.Int = append(columns.ID.Int, p.id)
			columns.T = append(columns.T, t)
			columns.X, columns.Y = append(columns.X, p.p[i][0]), append(columns.Y, p.p[i][1])
			if c.dim == 3 {
				columns.Z = append(columns.Z, p.p[i][2])
			}
			if radii {
				columns.R = append(columns.R, p.r)
			}
		}
	}
	return trajectory.New(columns, trajectory.BuildOptions{MaxGap: c.maxGap, MaxSpeed: c.maxSpeed})
}

// search returns the search of an ask, without its queries.
func (c *differCase) search(a differAsk) flyby.Search {
	s := flyby.Search{Distance: a.d, ExcludeSameID: c.excludeSameID}
	if !math.IsInf(c.window[0], 0) {
		s.From = &c.window[0]
	}
	if !math.IsInf(c.window[1], 0) {
		s.To = &c.window[1]
	}
	return s
}

// cut returns the window as package interaction represents it.
func (c *differCase) cut() interaction.Window {
	return interaction.Window{From: c.window[0], To: c.window[1]}
}

// differSegment is a segment by the definition (docs/architecture.md §2), made from the paths
// without a store.
type differSegment struct {
	traj, seg uint32
	id        int64
	first     bool // of a piece: no segment connects to it from before
	trajectory.Segment
}

// segments lists the segments of paths in the order of a store: by id.
func (c *differCase) segments(paths []differPath) (all []differSegment) {
	sorted := slices.SortedFunc(slices.Values(paths), func(a, b differPath) int { return cmp.Compare(a.id, b.id) })
	for traj, p := range sorted {
		p, gap := c.gaps(p)
		seg := uint32(0)
		for from := 0; from < len(p.t); {
			to := from // the last sample of the piece
			for to+1 < len(p.t) && !gap[to] {
				to++
			}
			for i := from; i < max(to, from+1); i++ {
				all = append(all, differSegment{uint32(traj), seg, p.id, i == from, c.segment(p, i, min(i+1, to), i+1 >= to)})
				seg++
			}
			from = to + 1
		}
	}
	return all
}

// segment returns the motion from one sample to another.
func (c *differCase) segment(p differPath, i, j int, last bool) trajectory.Segment {
	s := trajectory.Segment{T0: p.t[i] + 0, T1: p.t[j] + 0, P0: p.p[i], P1: p.p[j], R: p.r, Last: last}
	if c.dim == 2 {
		s.P0[2], s.P1[2] = 0, 0
	}
	return s
}

// sides returns the segments of both sides of an ask.
func (c *differCase) sides(a differAsk) (queries, entries []differSegment) {
	entries = c.segments(c.entries)
	if a.join {
		return entries, entries
	}
	return c.segments(c.queries), entries
}

// compares reports whether an ask compares two segments.
func (c *differCase) compares(a differAsk, q, e differSegment) bool {
	if a.join {
		return q.traj < e.traj
	}
	return !c.excludeSameID || q.id != e.id
}

// pair returns two segments and the threshold of an ask.
func (c *differCase) pair(a differAsk, q, e differSegment) kerneltest.Pair {
	return kerneltest.Pair{Kind: "differ", Query: q.Segment, Entry: e.Segment, Distance: a.d, Window: c.cut()}
}

// clone copies a case, so that changes of the copy leave the original.
func (c *differCase) clone() *differCase {
	d := *c
	d.entries, d.queries, d.asks = clonePaths(c.entries), clonePaths(c.queries), slices.Clone(c.asks)
	return &d
}

func clonePaths(paths []differPath) []differPath {
	all := slices.Clone(paths)
	for i := range all {
		all[i].t, all[i].p = slices.Clone(all[i].t), slices.Clone(all[i].p)
	}
	return all
}

// valid reports whether the rules of input allow the case.
func (c *differCase) valid() bool {
	allowed := func(v float64) bool { return math.Abs(v) <= trajectory.MaxMagnitude }
	if len(c.entries) == 0 || len(c.asks) == 0 || c.window[0] > c.window[1] {
		return false
	}
	for _, a := range c.asks {
		if !(a.d >= 0 && allowed(a.d)) || !a.join && len(c.queries) == 0 {
			return false
		}
	}
	for _, p := range slices.Concat(c.entries, c.queries) {
		if len(p.t) == 0 || !allowed(p.r) || p.r < 0 {
			return false
		}
		for i, t := range p.t {
			if !allowed(t) || i > 0 && t <= p.t[i-1] || slices.ContainsFunc(p.p[i][:], func(v float64) bool { return !allowed(v) }) {
				return false
			}
		}
	}
	return true
}
