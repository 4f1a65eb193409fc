package several

import (
	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/partition"
	"flyby/kernel"
)

// sliceFilter turns the hits of a slice into hits of the whole database: it moves their
// rows, puts the lesser row of a join first, and drops hits that are not of the work.
type sliceFilter struct {
	swap, once bool // a pair with the lesser row as entry is swapped, or dropped
	pairs      *rowPairs
}

// apply filters the hits of a finding, found on the parts.
func (s *sliceFilter) apply(parts partition.Pair, f *finding) {
	lists := f.hits.Lists
	f.hits.Lists = nil
	for _, p := range lists {
		kept := p.List[:0]
		p.Rows = nil
		for _, h := range p.List {
			parts.Hit(&h)
			if s.turn(&h) {
				p.Ordered = false
			}
			if s.keeps(h) {
				kept = append(kept, h)
				continue
			}
			f.stats.Hits--
			if h.Borderline() {
				f.stats.Borderline--
			}
		}
		p.List = kept
		f.hits.Add(p)
	}
}

// turn swaps the rows of a hit where the filter demands it, and reports whether it did.
func (s *sliceFilter) turn(h *interaction.HitRow) bool {
	if !s.swap || h.Query < h.Entry {
		return false
	}
	h.Query, h.Entry = h.Entry, h.Query
	return true
}

// keeps reports whether a hit is of the work.
func (s *sliceFilter) keeps(h interaction.HitRow) bool {
	return !(s.once && h.Query > h.Entry) && (s.pairs == nil || s.pairs.has(h))
}

// rowPairs is the pairs of rows under the boxes of a walk that does not begin at the
// root of the whole database.
type rowPairs struct {
	query, entry rows
	join         bool
}

// newRowPairs returns the pairs under the boxes of a walk; nil if the entry boxes are
// the root and, in a join, the query boxes too: then no pair is to be dropped.
func newRowPairs(w kernel.WalkWork, entries *binindex.Pyramid) *rowPairs {
	root := kernel.Root(entries)
	if w.Entry == root && (w.Query == root || !w.Join) {
		return nil
	}
	u := &rowPairs{entry: rowsUnder(entries, w.Entry), join: w.Join}
	if w.Join {
		u.query = rowsUnder(entries, w.Query)
	}
	return u
}

// has reports whether the pair of a hit is the walk's. In a join it may be either
// way round.
func (u *rowPairs) has(h interaction.HitRow) bool {
	if !u.join {
		return u.entry.has(h.Entry)
	}
	return u.query.has(h.Query) && u.entry.has(h.Entry) || u.query.has(h.Entry) && u.entry.has(h.Query)
}

// rows is a set of rows.
type rows []uint64

func (r rows) has(row uint32) bool { return r[row/64]>>(row%64)&1 != 0 }

// rowsUnder returns the rows of the segments under boxes.
func rowsUnder(p *binindex.Pyramid, b kernel.Boxes) rows {
	set := make(rows, p.Store.Samples()/64+1)
	first, last := b.First<<(2*b.Level), min(b.Last<<(2*b.Level), len(p.Runs))
	for _, r := range p.Runs[first:last] {
		for row := r.Row; row < r.Row+uint32(r.Count); row++ {
			set[row/64] |= 1 << (row % 64)
		}
	}
	return set
}
