package kerneltest

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/kernel"
)

// queryRows returns the query rows in order of t_start, with their extents.
func queryRows(s Scene) (rows []uint32, starts, ends []float64) {
	return binindex.SortedByStart(s.Queries, math.Inf(-1), math.Inf(1))
}

// wholeRange is all queries against all entries, at once.
func wholeRange(_ *rand.Rand, s Scene, b *binindex.Bins) []kernel.RangeWork {
	rows, _, _ := queryRows(s)
	return []kernel.RangeWork{{
		Rule: s.Rule, Queries: s.Queries, Rows: rows,
		Batch: batching.Batch{First: 0, Last: len(rows)}, Ranges: []binindex.Range{{First: 0, Last: len(b.Rows)}},
	}}
}

// batches are batches of a random size with their candidate ranges.
func batches(r *rand.Rand, s Scene, b *binindex.Bins) []kernel.RangeWork {
	rows, starts, ends := queryRows(s)
	size := 1 + r.IntN(len(rows))
	if len(rows)/size > 20 {
		size = (len(rows) + 19) / 20
	}
	var works []kernel.RangeWork
	for first := 0; first < len(rows); first += size {
		w := kernel.RangeWork{Rule: s.Rule, Queries: s.Queries, Rows: rows}
		w.Batch = batching.Batch{First: first, Last: min(first+size, len(rows))}
		end := starts[first]
		for _, e := range ends[w.Batch.First:w.Batch.Last] {
			end = max(end, e)
		}
		w.Ranges = b.Candidates(starts[first], end, nil)
		works = append(works, w)
	}
	return works
}

// scattered cuts the work of batches at random places, of the queries and of
// the ranges, and shuffles the pieces.
func scattered(r *rand.Rand, s Scene, b *binindex.Bins) []kernel.RangeWork {
	var works []kernel.RangeWork
	for _, w := range batches(r, s, b) {
		for r.IntN(3) == 0 && w.Batch.Len() > 1 {
			part := w
			part.Batch.Last = w.Batch.First + 1 + r.IntN(w.Batch.Len()-1)
			w.Batch.First = part.Batch.Last
			works = append(works, part)
		}
		for r.IntN(2) == 0 && len(w.Ranges) > 0 && w.Ranges[0].Last-w.Ranges[0].First > 1 {
			part := w
			cut := w.Ranges[0].First + 1 + r.IntN(w.Ranges[0].Last-w.Ranges[0].First-1)
			part.Ranges = []binindex.Range{{First: w.Ranges[0].First, Last: cut}}
			w.Ranges = append([]binindex.Range{{First: cut, Last: w.Ranges[0].Last}}, w.Ranges[1:]...)
			works = append(works, part)
		}
		works = append(works, w)
	}
	r.Shuffle(len(works), func(i, j int) { works[i], works[j] = works[j], works[i] })
	return works
}

// halvesOfRange runs the two halves of a work whose hits outgrew the device.
func halvesOfRange(t *testing.T, resident kernel.Resident, w kernel.RangeWork) []func(*kernel.Hits) {
	a, b := w, w
	if n := w.Batch.Len(); n > 1 {
		a.Batch.Last = w.Batch.First + n/2
		b.Batch.First = a.Batch.Last
	} else {
		n := len(w.Ranges) - 1
		g := w.Ranges[n]
		if g.Last-g.First < 2 {
			return nil
		}
		half := (g.First + g.Last) / 2
		a.Ranges = append(append([]binindex.Range{}, w.Ranges[:n]...), binindex.Range{First: g.First, Last: half})
		b.Ranges = []binindex.Range{{First: half, Last: g.Last}}
	}
	var runs []func(*kernel.Hits)
	for _, half := range []kernel.RangeWork{a, b} {
		runs = append(runs, func(out *kernel.Hits) {
			runWork(t, out, func(out *kernel.Hits) (kernel.Stats, error) {
				return resident.Interact(t.Context(), half, out)
			}, func() []func(*kernel.Hits) { return halvesOfRange(t, resident, half) })
		})
	}
	return runs
}

// pieces cuts a walk at random into walks that together meet the same pairs.
func pieces(r *rand.Rand, w kernel.WalkWork, entries *binindex.Pyramid) []kernel.WalkWork {
	works := []kernel.WalkWork{w}
	for range 12 {
		i := r.IntN(len(works))
		parts := halve(works[i], entries, r.IntN(2) == 0)
		if parts == nil {
			continue
		}
		works[i] = works[len(works)-1]
		works = append(works[:len(works)-1], parts...)
	}
	r.Shuffle(len(works), func(i, j int) { works[i], works[j] = works[j], works[i] })
	return works
}

// halve cuts a walk in two or three, nil if it cannot be cut on that side. A
// join of boxes with themselves falls into two such joins and the meeting of
// the halves.
func halve(w kernel.WalkWork, entries *binindex.Pyramid, query bool) []kernel.WalkWork {
	if w.Join && w.Query == w.Entry {
		if a, b, ok := w.Query.Halves(w.Queries); ok {
			return []kernel.WalkWork{w.With(a, a), w.With(a, b), w.With(b, b)}
		}
		return nil
	}
	if query {
		if a, b, ok := w.Query.Halves(w.Queries); ok {
			return []kernel.WalkWork{w.With(a, w.Entry), w.With(b, w.Entry)}
		}
		return nil
	}
	if a, b, ok := w.Entry.Halves(entries); ok {
		return []kernel.WalkWork{w.With(w.Query, a), w.With(w.Query, b)}
	}
	return nil
}

// halvesOfWalk runs the parts of a walk whose hits outgrew the device.
func halvesOfWalk(t *testing.T, resident kernel.Resident, w kernel.WalkWork, entries *binindex.Pyramid) []func(*kernel.Hits) {
	parts := halve(w, entries, w.Query.Level >= w.Entry.Level)
	if parts == nil {
		parts = halve(w, entries, w.Query.Level < w.Entry.Level)
	}
	var runs []func(*kernel.Hits)
	for _, part := range parts {
		runs = append(runs, func(out *kernel.Hits) {
			runWork(t, out, func(out *kernel.Hits) (kernel.Stats, error) {
				return resident.Walk(t.Context(), part, out)
			}, func() []func(*kernel.Hits) { return halvesOfWalk(t, resident, part, entries) })
		})
	}
	return runs
}
