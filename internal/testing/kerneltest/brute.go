package kerneltest

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// Hit is one hit of a search by the rows of its segments.
type Hit struct {
	Query, Entry uint32
	Enter, Exit  float64
}

func (h Hit) compare(o Hit) int {
	return cmp.Or(cmp.Compare(h.Query, o.Query), cmp.Compare(h.Entry, o.Entry))
}

// same reports whether two hits agree to the bit.
func (h Hit) same(o Hit) bool {
	return h.Query == o.Query && h.Entry == o.Entry &&
		math.Float64bits(h.Enter) == math.Float64bits(o.Enter) && math.Float64bits(h.Exit) == math.Float64bits(o.Exit)
}

// placedSegment is a segment with its row and its trajectory.
type placedSegment struct {
	row, traj int
	trajectory.Segment
}

// rows yields every segment of a store, in row order.
func rows(s *trajectory.Store) iter.Seq[placedSegment] {
	return func(yield func(placedSegment) bool) {
		for row, g := range s.Rows() {
			if !yield(placedSegment{row, s.Owner(row), g}) {
				return
			}
		}
	}
}

// compares reports whether the scene compares a pair of segments.
func (s *Scene) compares(q, e *placedSegment) bool {
	if s.Join {
		return q.traj != e.traj && q.row < e.row
	}
	if s.Excluded == nil || s.Excluded[q.traj] == interaction.NoneExcluded {
		return true
	}
	return s.Excluded[q.traj] != uint32(e.traj) && !(s.Later && uint32(e.traj) < s.Excluded[q.traj])
}

// Pairs calls f for every pair of segments that the scene compares, in the
// defined order (docs/architecture.md §2.7).
func (s Scene) Pairs(f func(query, entry int, p Pair)) {
	entries := slices.Collect(rows(s.Entries))
	for q := range rows(s.Queries) {
		for i := range entries {
			if e := &entries[i]; s.compares(&q, e) {
				f(q.row, e.row, Pair{Kind: s.Name, Query: q.Segment, Entry: e.Segment, Distance: s.Distance, Window: s.Window})
			}
		}
	}
}

// BruteForce returns the hits of a scene in the defined order. It decides every pair of
// segments by interaction.Window.Decide, and by interaction.Rule.WithinHeights if the scene has a
// vertical threshold.
func (s Scene) BruteForce() []Hit {
	var hits []Hit
	s.Pairs(func(query, entry int, p Pair) {
		if enter, exit, hit := p.Window.Decide(p.Query, p.Entry, p.Distance); hit {
			if s.HasHeights() {
				q, e := s.Queries.Upright(query), s.Entries.Upright(entry)
				if enter, exit, hit, _ = s.Rule.WithinHeights(&q, &e, enter, exit); !hit {
					return
				}
			}
			hits = append(hits, Hit{uint32(query), uint32(entry), enter, exit})
		}
	})
	return hits
}

// Settle returns the hits that a driver found in the defined order, the borderline
// ones decided by interaction.Window.Exact. The error names a pair that was found twice.
func (s Scene) Settle(found *kernel.Hits) ([]Hit, error) {
	var hits []Hit
	for _, f := range found.List() {
		h := Hit(f)
		if f.Borderline() {
			var hit bool
			q, e := s.Queries.Segment(int(h.Query)), s.Entries.Segment(int(h.Entry))
			if h.Enter, h.Exit, hit = s.Window.Exact(q, e, s.Distance); !hit {
				h.Exit = math.NaN()
			}
		}
		hits = append(hits, h)
	}
	slices.SortFunc(hits, Hit.compare)
	for i := 1; i < len(hits); i++ {
		if hits[i].compare(hits[i-1]) == 0 {
			return nil, fmt.Errorf("rows %d and %d were found twice", hits[i].Query, hits[i].Entry)
		}
	}
	return slices.DeleteFunc(hits, func(h Hit) bool { return math.IsNaN(h.Exit) }), nil
}

// Difference describes the first difference of two lists of hits, "" if there
// is none.
func (s Scene) Difference(got, want []Hit) string {
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(want) || i < len(got) && got[i].compare(want[i]) < 0:
			return fmt.Sprintf("no hit: %s", s.describe(got[i]))
		case i >= len(got) || got[i].compare(want[i]) > 0:
			return fmt.Sprintf("missing: %s", s.describe(want[i]))
		case !got[i].same(want[i]):
			return fmt.Sprintf("[%x, %x], want %s", got[i].Enter, got[i].Exit, s.describe(want[i]))
		}
	}
	return ""
}

func (s Scene) describe(h Hit) string {
	segment := func(store *trajectory.Store, row uint32) trajectory.Segment { return store.Segment(int(row)) }
	p := Pair{s.Name, segment(s.Queries, h.Query), segment(s.Entries, h.Entry), s.Distance, s.Window}
	return fmt.Sprintf("rows %d and %d, [%x, %x]: %v", h.Query, h.Entry, h.Enter, h.Exit, p)
}
