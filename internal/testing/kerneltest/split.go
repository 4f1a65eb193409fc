package kerneltest

import (
	"context"
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

// wholeRange returns one work of all queries against all entries.
func wholeRange(_ *rand.Rand, s Scene, b *binindex.Bins) []kernel.RangeWork {
	rows, _, _ := queryRows(s)
	return []kernel.RangeWork{{Rule: s.Rule, Queries: s.Queries, Rows: rows, Invocations: []kernel.Invocation{{
		Batch: batching.Batch{First: 0, Last: len(rows)}, Ranges: []binindex.Range{{First: 0, Last: len(b.Rows)}},
	}}}}
}

// batches returns one work of all batches of a random size, with their candidate
// ranges.
func batches(r *rand.Rand, s Scene, b *binindex.Bins) []kernel.RangeWork {
	rows, starts, ends := queryRows(s)
	size := 1 + r.IntN(len(rows))
	if len(rows)/size > 20 {
		size = (len(rows) + 19) / 20
	}
	w := kernel.RangeWork{Rule: s.Rule, Queries: s.Queries, Rows: rows}
	for first := 0; first < len(rows); first += size {
		v := kernel.Invocation{Batch: batching.Batch{First: first, Last: min(first+size, len(rows))}}
		end := starts[first]
		for _, e := range ends[v.Batch.First:v.Batch.Last] {
			end = max(end, e)
		}
		v.Ranges = b.Candidates(starts[first], end, nil)
		w.Invocations = append(w.Invocations, v)
	}
	return []kernel.RangeWork{w}
}

// scattered cuts batches at random places, of the queries and of the ranges,
// shuffles the parts, and makes several works of them.
func scattered(r *rand.Rand, s Scene, b *binindex.Bins) []kernel.RangeWork {
	whole := batches(r, s, b)[0]
	var parts []kernel.Invocation
	for _, v := range whole.Invocations {
		for r.IntN(3) == 0 && v.Batch.Len() > 1 {
			part := v
			part.Batch.Last = v.Batch.First + 1 + r.IntN(v.Batch.Len()-1)
			v.Batch.First = part.Batch.Last
			parts = append(parts, part)
		}
		for r.IntN(2) == 0 && len(v.Ranges) > 0 && v.Ranges[0].Last-v.Ranges[0].First > 1 {
			part := v
			cut := v.Ranges[0].First + 1 + r.IntN(v.Ranges[0].Last-v.Ranges[0].First-1)
			part.Ranges = []binindex.Range{{First: v.Ranges[0].First, Last: cut}}
			v.Ranges = append([]binindex.Range{{First: cut, Last: v.Ranges[0].Last}}, v.Ranges[1:]...)
			parts = append(parts, part)
		}
		parts = append(parts, v)
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	var works []kernel.RangeWork
	for len(parts) > 0 {
		w, n := whole, 1+r.IntN(len(parts))
		w.Invocations, parts = parts[:n], parts[n:]
		works = append(works, w)
	}
	return works
}

// halvesOfRange runs the two halves of a work whose hits outgrew the device.
func halvesOfRange(t *testing.T, resident kernel.Ranger, w kernel.RangeWork) []func(*kernel.Hits) {
	var runs []func(*kernel.Hits)
	for _, half := range w.Split() {
		runs = append(runs, func(out *kernel.Hits) { rangesWhole(t, resident, half, out) })
	}
	return runs
}

// rangesWhole runs a work, in halves where its hits outgrow the driver's buffer.
func rangesWhole(t *testing.T, resident kernel.Ranger, w kernel.RangeWork, out *kernel.Hits) {
	t.Helper()
	runWork(t, out, func(out *kernel.Hits) (kernel.Stats, error) {
		return resident.Interact(t.Context(), w, out)
	}, func() []func(*kernel.Hits) { return halvesOfRange(t, resident, w) })
}

// partsOf cuts a walk at random into walks that together have the same pairs.
func partsOf(r *rand.Rand, w kernel.WalkWork, entries *binindex.Pyramid) []kernel.WalkWork {
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

// halve cuts a walk in two or three, nil if it cannot be cut on the given side. A
// join of boxes with themselves becomes a join of each half with itself and a walk
// of the halves against each other.
func halve(w kernel.WalkWork, entries *binindex.Pyramid, query bool) []kernel.WalkWork {
	if w.Join && w.Query == w.Entry {
		if a, b, ok := w.Query.Halves(w.Queries.Pyramid()); ok {
			return []kernel.WalkWork{w.With(a, a), w.With(a, b), w.With(b, b)}
		}
		return nil
	}
	if query {
		if a, b, ok := w.Query.Halves(w.Queries.Pyramid()); ok {
			return []kernel.WalkWork{w.With(a, w.Entry), w.With(b, w.Entry)}
		}
		return nil
	}
	if a, b, ok := w.Entry.Halves(entries); ok {
		return []kernel.WalkWork{w.With(w.Query, a), w.With(w.Query, b)}
	}
	return nil
}

// walkFunc is Walk or WalkJoined.
type walkFunc func(context.Context, kernel.WalkWork, *kernel.Hits) (kernel.Stats, error)

// halvesOfWalk runs the parts of a walk whose hits outgrew the device.
func halvesOfWalk(t *testing.T, walk walkFunc, w kernel.WalkWork, entries *binindex.Pyramid) []func(*kernel.Hits) {
	parts := halve(w, entries, w.Query.Level >= w.Entry.Level)
	if parts == nil {
		parts = halve(w, entries, w.Query.Level < w.Entry.Level)
	}
	var runs []func(*kernel.Hits)
	for _, part := range parts {
		runs = append(runs, func(out *kernel.Hits) { walkWhole(t, walk, part, entries, out) })
	}
	return runs
}

// walkWhole runs a walk, in halves where its hits outgrow the driver's buffer.
func walkWhole(t *testing.T, walk walkFunc, w kernel.WalkWork, entries *binindex.Pyramid, out *kernel.Hits) {
	t.Helper()
	runWork(t, out, func(out *kernel.Hits) (kernel.Stats, error) {
		return walk(t.Context(), w, out)
	}, func() []func(*kernel.Hits) { return halvesOfWalk(t, walk, w.Prepared(), entries) })
}

// walkTaking runs walks that differ in their boxes, as many in a call as the driver
// takes, and each alone where their hits together outgrow its buffer.
func walkTaking(t *testing.T, walk walkFunc, works []kernel.WalkWork, entries *binindex.Pyramid, out *kernel.Hits) {
	t.Helper()
	for len(works) > 0 {
		w, taken := works[0], 1
		w.More = func(yield func(query, entry kernel.Boxes) bool) {
			for taken < len(works) {
				if taken++; !yield(works[taken-1].Query, works[taken-1].Entry) {
					return
				}
			}
		}
		runWork(t, out, func(out *kernel.Hits) (kernel.Stats, error) {
			return walk(t.Context(), w, out)
		}, func() (runs []func(*kernel.Hits)) {
			for _, alone := range works[:taken] {
				runs = append(runs, func(out *kernel.Hits) { walkWhole(t, walk, alone, entries, out) })
			}
			return runs
		})
		works = works[taken:]
	}
}
