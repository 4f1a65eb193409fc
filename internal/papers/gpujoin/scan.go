package gpujoin

import (
	"slices"
	"sort"

	"flyby/internal/pointindex"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
)

// A side says which of the points near a point are kept as its pairs.
type side int

const (
	sideQuery side = iota // all: the point is a query
	sideOnce              // all: no pair is found twice
	sideLower             // points of higher rows: each pair is found from both sides
	sideBoth              // only their number, without the point itself
)

// span is places [first, last).
type span struct{ first, last int }

// scan compares points with the points in cells, for one task.
type scan struct {
	*tasks
	measure
	f      *finder.Finder
	finder *pointindex.Finder
	side   side
	near   []span // places of the points of the neighbour cells
	window []span // with sortIDU: the parts of near that were within eps along u of the last point; empty at first
	found  []uint32
	hits   [block]uint32
	number uint32 // number of points near the point at hand, for sideBoth
}

func newScan(t *tasks, f *finder.Finder) *scan {
	s := &scan{tasks: t, f: f, finder: t.grid.NewFinder()}
	s.certainly, s.not = t.threshold.Bounds(len(t.order))
	s.scale, s.shortC = t.threshold.Scale(), t.options.shortC
	return s
}

// end adds the number of searches for cells to the statistics.
func (s *scan) end() { s.f.Stats.Cells += uint64(s.finder.Searches()) }

// ofCell finds the neighbours of a cell.
func (s *scan) ofCell(cell int) {
	s.found = s.finder.OfCell(s.found[:0], cell, s.visits)
	s.join()
}

// ofPoint finds the cells near a query.
func (s *scan) ofPoint(p []float64) {
	s.found = s.finder.OfPoint(s.found[:0], p)
	s.join()
}

// join turns the found cells into ranges of places, and merges the ranges of adjacent cells, which are common along the
// first dimension. Where cells are sorted by a coordinate each range stays separate.
func (s *scan) join() {
	s.near, s.window = s.near[:0], s.window[:0]
	for _, cell := range s.found {
		first, last := s.grid.Range(int(cell))
		if n := len(s.near); n > 0 && s.near[n-1].last == first && s.u == nil {
			s.near[n-1].last = last
			continue
		}
		s.near = append(s.near, span{first, last})
	}
}

// cut sets near to the ranges of the found cells, restricted to rows [first, last).
func (s *scan) cut(first, last int) {
	s.near = s.near[:0]
	for _, cell := range s.found {
		from, to := s.grid.Range(int(cell))
		from = s.from(from, to, first)
		s.near = append(s.near, span{from, s.from(from, to, last)})
	}
}

// point compares a point with the points of some ranges.
func (s *scan) point(row uint32, p []float64, near []span) {
	s.number = 0
	if s.u != nil {
		s.slide(p[s.k%len(s.order)])
		near = s.window
	}
	for _, n := range near {
		s.places(row, p, n.first, n.last)
	}
	if s.side == sideBoth {
		s.f.Add(row, s.number-1)
	}
}

// slide moves the windows to a point. Bisection finds them for a cell's first point; points of a cell come by ascending
// u, so that the windows only move forward from then on.
func (s *scan) slide(u float64) {
	if len(s.window) == 0 {
		for _, cell := range s.near {
			s.window = append(s.window, s.interval(u, cell))
		}
		return
	}
	low, high := pointindex.Interval(u, s.threshold.Eps())
	for i, cell := range s.near {
		w := s.window[i]
		for w.first < cell.last && s.u[w.first] < low {
			w.first++
		}
		for w.last < cell.last && s.u[w.last] <= high {
			w.last++
		}
		s.window[i] = w
	}
}

// interval returns the places of a cell whose coordinate u may be within eps of a point's.
func (s *scan) interval(u float64, cell span) span {
	low, high := pointindex.Interval(u, s.threshold.Eps())
	first, _ := slices.BinarySearch(s.u[cell.first:cell.last], low)
	cell.first += first
	within := s.u[cell.first:cell.last]
	return span{cell.first, cell.first + sort.Search(len(within), func(i int) bool { return within[i] > high })}
}

// places compares a point with the points at places [first, last), a block at a time.
func (s *scan) places(row uint32, p []float64, first, last int) {
	if first >= last {
		return
	}
	s.f.Stats.Candidates += uint64(last - first)
	s.f.Stats.Float64 += uint64(last - first)
	width := s.values.width
	for ; first < last; first += block {
		to := min(first+block, last)
		n, sure := s.measure.near(&s.hits, p, s.values.values[first*width:to*width])
		if n > sure {
			n = s.settle(p, first, n)
		}
		if n > 0 {
			s.take(row, s.rows[first:to], s.hits[:n])
		}
	}
}

// settle decides hits of which some are borderline, keeps those within eps, and returns their number.
func (s *scan) settle(p []float64, first, n int) (kept int) {
	p = p[:len(s.order)]
	for _, h := range s.hits[:n] {
		q := s.values.at(first + int(h))[:len(s.order)]
		within, certain := s.threshold.Judge(p, q)
		if !certain {
			within = s.f.Settle(p, q)
		}
		if within {
			s.hits[kept] = h
			kept++
		}
	}
	return kept
}

// take records the hits of a point among rows.
func (s *scan) take(row uint32, rows, hits []uint32) {
	if s.side == sideBoth {
		s.number += uint32(len(hits))
		return
	}
	if s.f.Counting() {
		s.count(row, rows, hits)
		return
	}
	room := s.f.Room(len(hits))
	if room == nil {
		return
	}
	s.f.Took(s.pairs(room[:len(hits)], row, rows, hits))
}

// count counts the hits of a point.
func (s *scan) count(row uint32, rows, hits []uint32) {
	if s.side == sideQuery {
		s.f.Add(row, uint32(len(hits)))
		return
	}
	for _, h := range hits {
		if other := rows[h]; s.side != sideLower || other > row {
			s.f.Pair(row, other)
		}
	}
}

// pairs writes the hits of a point as pairs, and returns their number.
func (s *scan) pairs(room []pointjoin.Pair, row uint32, rows, hits []uint32) (n int) {
	for _, h := range hits {
		other := rows[h]
		switch {
		case s.side == sideQuery:
			room[n] = pointjoin.PairOf(row, other)
			n++
		case s.side == sideOnce:
			room[n] = pointjoin.PairOf(min(row, other), max(row, other))
			n++
		case other > row:
			room[n] = pointjoin.PairOf(row, other)
			n++
		}
	}
	return n
}
