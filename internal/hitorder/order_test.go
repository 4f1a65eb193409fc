package hitorder

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
)

// TestOrder: the sort by parts agrees with a comparison sort, on skewed hits
// and any number of threads.
func TestOrder(t *testing.T) {
	r := kerneltest.Rand(t)
	for range 300 {
		rows, threads := 1+r.IntN(40), 1+r.IntN(5)
		lists := make([]kernel.HitList, 1+r.IntN(3))
		var want []interaction.HitRow
		seen := map[[2]uint32]bool{}
		for range r.IntN(400) {
			q, e := uint32(r.IntN(rows)*r.IntN(2)), uint32(r.IntN(200))
			if seen[[2]uint32{q, e}] {
				continue
			}
			seen[[2]uint32{q, e}] = true
			h := interaction.HitRow{Query: q, Entry: e, Enter: r.Float64(), Exit: r.Float64()}
			p := &lists[r.IntN(len(lists))]
			p.List, want = append(p.List, h), append(want, h)
		}
		slices.SortFunc(want, func(a, b interaction.HitRow) int {
			return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Entry, b.Entry))
		})
		part, entryRows := 1+r.IntN(100), 200
		if r.IntN(4) == 0 {
			entryRows = math.MaxInt >> 6 // keys that leave no room for places
		}
		if got := newSorter(make([]interaction.HitRow, len(want)), entryRows, rows, threads, part, parallel.NewPool(threads)).sort(lists); !slices.Equal(got, want) {
			t.Fatalf("%d rows, %d threads, parts of %d: %v, want %v", rows, threads, part, got, want)
		}
	}
}

// TestByRows: dealing out by row agrees with a comparison sort, on hits that mostly come in
// order; it is given up where counts disagree with the hits, or some lists have none.
func TestByRows(t *testing.T) {
	r := kerneltest.Rand(t)
	for trial := range 300 {
		rows, threads, first := 1+r.IntN(40), 1+r.IntN(4), uint32(r.IntN(100))
		lists := make([]kernel.HitList, threads*3)
		counts := &kernel.RowHits{First: first, Counts: make([]uint32, rows)}
		for i := range lists {
			lists[i].Thread, lists[i].Rows = i/3, counts
		}
		for row := range rows {
			thread := r.IntN(threads)
			for e := range r.IntN(50) {
				entry := uint32(e)
				if trial%3 == 0 && r.IntN(20) == 0 {
					entry = 1000 - entry
				}
				p := &lists[thread*3+min(e/20, 2)]
				p.List = append(p.List, interaction.HitRow{Query: first + uint32(row), Entry: entry, Enter: r.Float64()})
				counts.Counts[row]++
			}
		}
		var want []interaction.HitRow
		for _, p := range lists {
			want = append(want, p.List...)
		}
		slices.SortFunc(want, func(a, b interaction.HitRow) int {
			return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Entry, b.Entry))
		})
		wrong := trial%5 == 0
		if wrong && trial%2 == 0 {
			counts.Counts[r.IntN(rows)]++
		} else if wrong {
			lists[r.IntN(len(lists))].Rows = nil
		}
		s := newSorter(make([]interaction.HitRow, len(want)), 1001, int(first)+rows, threads, 100, parallel.NewPool(threads))
		if got := s.byRows(lists); got == wrong {
			t.Fatalf("trial %d: dealt out %t", trial, got)
		}
		if wrong {
			s.sort(lists)
		}
		if !slices.Equal(s.sorted, want) {
			t.Fatalf("trial %d: %v, want %v", trial, s.sorted, want)
		}
	}
}

// TestOrderTells: reported progress grows, and ends with all of it.
func TestOrderTells(t *testing.T) {
	const n = 5 * sharedHits / 2
	list := make([]interaction.HitRow, n)
	for i := range list {
		list[i] = interaction.HitRow{Query: uint32(i * 7919 % n), Entry: uint32(i)}
	}
	var told []float64
	tell := func(done, total float64) {
		if total != (countWork+scatterWork+sortWork)*n {
			t.Errorf("a total of %v", total)
		}
		told = append(told, done/total)
	}
	if _, err := Order(context.Background(), nil, []kernel.HitList{{List: list}}, n, n, parallel.NewPool(1), tell); err != nil {
		t.Fatal(err)
	}
	if len(told) < 7 || told[0] <= 0 || told[len(told)-1] != 1 || !slices.IsSorted(told) {
		t.Errorf("told %v", told)
	}
}

// TestByRowsEnds: dealing out reports its progress, and ends once ctx is done.
func TestByRowsEnds(t *testing.T) {
	const n, rows = 5 * sharedHits / 2, 100
	counts := make([]uint32, rows)
	list := make([]interaction.HitRow, n)
	for i := range list {
		list[i] = interaction.HitRow{Query: uint32(i % rows), Entry: uint32(i)}
		counts[i%rows]++
	}
	lists := []kernel.HitList{{List: list, Rows: &kernel.RowHits{Counts: counts}}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var told []float64
	_, err := Order(ctx, nil, lists, n, rows, parallel.NewPool(1), func(done, total float64) {
		told = append(told, done/total)
		if len(told) == 2 {
			cancel()
		}
	})
	if err != context.Canceled || len(told) != 2 || told[0] <= 0 || told[1] >= 1 {
		t.Errorf("%v, told %v", err, told)
	}
}
