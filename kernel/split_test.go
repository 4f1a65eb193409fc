package kernel_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/kernel"
	"flyby/trajectory"
)

// wandering makes objects on random walks, with a sample per unit of time.
func wandering(t *testing.T, r *rand.Rand, objects, samples int) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id := range objects {
		for k := range samples {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, float64(k)), append(c.X, r.NormFloat64()), append(c.Y, r.NormFloat64())
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// pair is a query and an entry: runs of pyramids, or places in orders.
type pair struct{ query, entry int }

// runs returns the runs under boxes of a pyramid, [first, last).
func runs(p *binindex.Pyramid, b kernel.Boxes) (first, last int) {
	width := 1
	for range b.Level {
		width *= binindex.Fan
	}
	return b.First * width, min(b.Last*width, len(p.Runs))
}

// met counts the pairs of runs that a walk compares. In a join a pair is the same either way round, and a walk of
// boxes against themselves compares each of their pairs once.
func met(w kernel.WalkWork, entries *binindex.Pyramid) map[pair]int {
	all := map[pair]int{}
	q0, q1 := runs(w.Queries.Pyramid(), w.Query)
	e0, e1 := runs(entries, w.Entry)
	for q := q0; q < q1; q++ {
		for e := e0; e < e1; e++ {
			switch {
			case !w.Join:
				all[pair{q, e}]++
			case w.Query != w.Entry || q <= e:
				all[pair{min(q, e), max(q, e)}]++
			}
		}
	}
	return all
}

// TestSplitWalk: walks that are cut as far as possible are of single pairs of runs, together the pairs of the whole
// walk, each once.
func TestSplitWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	entries := binindex.NewPyramid(wandering(t, r, 7, 13), nil, binindex.Setting{RunLength: 3}, 1)
	queries := binindex.NewPyramid(wandering(t, r, 3, 9), entries.Frame, binindex.Setting{RunLength: 2}, 1)
	join := kernel.WalkWork{Queries: kernel.Built(entries), Query: kernel.Root(entries), Entry: kernel.Root(entries)}
	join.Join = true
	half, other, ok := kernel.Root(entries).Halves(entries)
	if !ok {
		t.Fatal("a pyramid of one run")
	}
	for name, w := range map[string]kernel.WalkWork{
		"search":         {Queries: kernel.Built(queries), Query: kernel.Root(queries), Entry: kernel.Root(entries)},
		"part of it":     {Queries: kernel.Built(queries), Query: kernel.Root(queries), Entry: half},
		"join":           join,
		"half of a join": join.With(half, half),
		"halves meet":    join.With(half, other),
	} {
		leaves, cuts := []kernel.WalkWork{w}, 0
		for k := 0; k < len(leaves); {
			parts := leaves[k].Split(entries)
			if len(parts) == 0 {
				k++
				continue
			}
			leaves, cuts = append(leaves[:k], append(parts, leaves[k+1:]...)...), cuts+1
		}
		got := map[pair]int{}
		for _, leaf := range leaves {
			one := met(leaf, entries)
			if len(one) != 1 {
				t.Errorf("%s: %+v and %+v are cut no further: %d pairs", name, leaf.Query, leaf.Entry, len(one))
			}
			for p, n := range one {
				got[p] += n
			}
		}
		if want := met(w, entries); cuts == 0 || !maps.Equal(got, want) {
			t.Errorf("%s: %d cuts to %d pairs, want %d, each once", name, cuts, len(got), len(want))
		}
	}
}

// compared counts the pairs of a batch's query and a candidate that a work compares.
func compared(w kernel.RangeWork) map[pair]int {
	all := map[pair]int{}
	for _, v := range w.Invocations {
		for q := v.Batch.First; q < v.Batch.Last; q++ {
			for _, g := range v.Ranges {
				for e := g.First; e < g.Last; e++ {
					all[pair{q, e}]++
				}
			}
		}
	}
	return all
}

// TestSplitRanges: random batches that are cut as far as possible are of single pairs, together the pairs of the whole,
// and the two parts of each cut together have as many interactions as the work that was cut.
func TestSplitRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var w kernel.RangeWork
		for first := 0; first < 12; {
			v := kernel.Invocation{Batch: batching.Batch{First: first, Last: first + 1 + r.IntN(5)}}
			for at := r.IntN(4); at < 20; {
				g := binindex.Range{First: at, Last: at + 1 + r.IntN(6)}
				v.Ranges, at = append(v.Ranges, g), g.Last+1+r.IntN(9)
			}
			w.Invocations, first = append(w.Invocations, v), v.Batch.Last
		}
		got := map[pair]int{}
		var cut func(w kernel.RangeWork)
		cut = func(w kernel.RangeWork) {
			parts := w.Split()
			if len(parts) == 0 {
				one := compared(w)
				if len(one) != 1 {
					t.Errorf("%+v is cut no further", w.Invocations)
				}
				for p, n := range one {
					got[p] += n
				}
				return
			}
			if a, b := parts[0].Interactions(), parts[1].Interactions(); len(parts) != 2 || a == 0 || b == 0 || a+b != w.Interactions() {
				t.Fatalf("%d interactions cut to %d and %d", w.Interactions(), a, b)
			}
			cut(parts[0])
			cut(parts[1])
		}
		cut(w)
		if want := compared(w); !maps.Equal(got, want) || uint64(len(want)) != w.Interactions() {
			t.Fatalf("%d pairs, want %d; %d interactions", len(got), len(want), w.Interactions())
		}
	}
	if parts := (kernel.RangeWork{}).Split(); parts != nil {
		t.Errorf("nothing is cut to %+v", parts)
	}
}

// TestPrepared: a walk of all queries becomes a walk from their pyramid's root, and any other walk does not change.
func TestPrepared(t *testing.T) {
	s := wandering(t, rand.New(rand.NewPCG(5, 6)), 2, 9)
	p, made := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 2}, 1), 0
	w := kernel.WalkWork{Queries: kernel.Side{Store: s, Pyramid: func() *binindex.Pyramid { made++; return p }}, Entry: kernel.Root(p)}
	if !w.Whole() || made != 0 {
		t.Errorf("whole %v, a pyramid made %d times", w.Whole(), made)
	}
	whole := w.Prepared()
	if whole.Whole() || whole.Query != kernel.Root(p) || whole.Entry != w.Entry || whole.Queries.Pyramid() != p || made != 1 {
		t.Errorf("%+v, a pyramid made %d times", whole.Query, made)
	}
	half, _, _ := kernel.Root(p).Halves(p)
	if part := w.With(half, half).Prepared(); part.Query != half || part.Entry != half || made != 1 {
		t.Errorf("%+v, a pyramid made %d times", part.Query, made)
	}
}
