package leaves_test

import (
	"math"
	"slices"
	"testing"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/trajectory"

	"flyby/internal/queryset"
)

// resting returns a store of objects at rest, one segment each, over extents of time.
func resting(t *testing.T, extents ...[2]float64) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for i, e := range extents {
		c.ID.Int = append(c.ID.Int, int64(i), int64(i))
		c.T = append(c.T, e[0], e[1])
		c.X, c.Y = append(c.X, 0, 0), append(c.Y, 0, 0)
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestNew: the set has the segments that share an instant with the window, by t_start, ties by row.
func TestNew(t *testing.T) {
	s := resting(t, [2]float64{5, 6}, [2]float64{0, 1}, [2]float64{3, 9}, [2]float64{0, 4}, [2]float64{8, 9})
	bins := binindex.NewBins(s, 4)
	row := func(trajectory int) uint32 { return uint32(2 * trajectory) } // row of its one segment
	for name, c := range map[string]struct {
		window interaction.Window
		rows   []uint32
		starts []float64
	}{
		"all":     {interaction.Unbounded(), []uint32{row(1), row(3), row(2), row(0), row(4)}, []float64{0, 0, 3, 5, 8}},
		"some":    {interaction.Window{From: 1, To: 3}, []uint32{row(1), row(3), row(2)}, []float64{0, 0, 3}},
		"late":    {interaction.Window{From: 7, To: math.Inf(1)}, []uint32{row(2), row(4)}, []float64{3, 8}},
		"nothing": {interaction.Window{From: 20, To: 30}, nil, nil},
	} {
		set := queryset.New(s, bins, c.window)
		if !slices.Equal(set.Rows, c.rows) || !slices.Equal(set.Start, c.starts) || len(set.End) != len(c.rows) {
			t.Errorf("%s: rows %v from %v, want %v from %v", name, set.Rows, set.Start, c.rows, c.starts)
		}
	}
}

// TestWork: each batch is compared with the candidates that the bins leave for its extent, and a batch without
// candidates with nothing.
func TestWork(t *testing.T) {
	entries := resting(t, [2]float64{0, 1}, [2]float64{2, 3}, [2]float64{20, 21})
	queries := resting(t, [2]float64{0, 1}, [2]float64{2, 2.5}, [2]float64{10, 11}, [2]float64{12, 13}, [2]float64{20, 21})
	bins := binindex.NewBins(entries, 42)
	set := queryset.New(queries, bins, interaction.Unbounded())
	r := interaction.Rule{Distance: 3, Window: interaction.Unbounded()}
	w := set.Work([]batching.Batch{{First: 0, Last: 2}, {First: 2, Last: 4}, {First: 4, Last: 5}}, r)
	if w.Queries != queries || w.Distance != 3 || !slices.Equal(w.Rows, set.Rows) {
		t.Errorf("work %+v is not of the set", w)
	}
	var batches []batching.Batch
	var candidates []int
	for _, v := range w.Invocations {
		n := 0
		for _, r := range v.Ranges {
			n += r.Last - r.First
		}
		batches, candidates = append(batches, v.Batch), append(candidates, n)
	}
	if !slices.Equal(batches, []batching.Batch{{First: 0, Last: 2}, {First: 4, Last: 5}}) || !slices.Equal(candidates, []int{2, 1}) {
		t.Errorf("batches %v with %v candidates", batches, candidates)
	}
}
