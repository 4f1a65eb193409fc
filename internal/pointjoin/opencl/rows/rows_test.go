package rows

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/clrttest"
	"flyby/internal/testing/devicetest"
	"flyby/internal/tier"
	"flyby/points"
)

func TestArguments(t *testing.T) { clrttest.CheckArguments(t, OrderSource(clrt.Groups{})) }

func TestConstants(t *testing.T) { clrttest.CheckConstants(t, OrderSource(clrt.Groups{})) }

// givenPairs is a Finder of given pairs, in two launches, some of which it notes as borderline.
type givenPairs struct {
	t      *Table
	others [][]uint32 // by row
	doubts [][2]uint32
	fills  int
	fail   error // of the filling pass

	expected float64
}

func (k *givenPairs) Parts() int { return 2 }

// Find implements Finder, on the host.
func (k *givenPairs) Find(part int, a Args) error {
	q := k.t.dev.Queues
	first, last := part*len(k.others)/2, (part+1)*len(k.others)/2
	if few := int(a.scope.few); !a.Filling() && few > 0 {
		for row := first; row < last; row++ {
			if err := clrt.Write(q, a.seconds, 4*few*(row-int(a.scope.first)), k.others[row][:min(few, len(k.others[row]))]); err != nil {
				return err
			}
		}
	}
	if !a.Filling() {
		counts := make([]uint32, last-first)
		for i := range counts {
			counts[i] = uint32(len(k.others[first+i]))
		}
		if part == 0 {
			pairs := slices.Concat(k.doubts)[:min(len(k.doubts), int(a.scope.room))]
			for i, p := range pairs {
				if err := clrt.Write(q, a.notes, 32+8*i, p[:]); err != nil {
					return err
				}
			}
			if err := clrt.Write(q, a.notes, 0, []uint64{uint64(len(k.doubts)), 1000, 10, 7}); err != nil {
				return err
			}
		}
		return errors.Join(clrt.Write(q, a.rows, 4*first, counts), q.Finish())
	}
	k.fills++
	starts := make([]uint32, len(k.others)+1)
	if err := clrt.ReadNow(q, a.rows, 0, starts); err != nil {
		return err
	}
	for row := max(first, int(a.scope.first)); row < min(last, int(a.scope.last)); row++ {
		if starts[row+1]-starts[row] <= a.scope.few {
			continue
		}
		if err := clrt.Write(q, a.seconds, 4*int(starts[row]), k.others[row]); err != nil {
			return err
		}
	}
	return errors.Join(k.fail, q.Finish())
}

// scattered returns rows of some lengths, each with different others in any order.
func scattered(r *rand.Rand, lengths ...int) (others [][]uint32) {
	for _, n := range lengths {
		row := make([]uint32, n)
		for i, v := range r.Perm(n + n/3) {
			if i < n {
				row[i] = uint32(v)
			}
		}
		others = append(others, row)
	}
	return others
}

// searchOf returns a join of queries whose finder is k.
func searchOf(t *testing.T, k *givenPairs) *Search {
	t.Helper()
	column := make([]float64, len(k.others)+7)
	store, err := points.New([][]float64{column}, points.RowIDs(len(column)))
	if err != nil {
		t.Fatal(err)
	}
	within, err := pointjoin.NewThreshold(1)
	if err != nil {
		t.Fatal(err)
	}
	far := slices.Repeat([]float64{0}, 1<<14)
	far[100] = 5
	entries, err := points.New([][]float64{far}, points.RowIDs(len(far)))
	if err != nil {
		t.Fatal(err)
	}
	return &Search{Work: pointjoin.Work{Threshold: within, Queries: store, First: 7, Last: 7 + len(k.others)}, Points: entries, Finder: k, Keeps: true, Expected: k.expected}
}

// want returns the given pairs, with the borderline ones that are within the threshold.
func (k *givenPairs) want() (all []pointjoin.Pair) {
	for row, others := range k.others {
		for _, o := range others {
			all = append(all, pointjoin.PairOf(uint32(7+row), o))
		}
	}
	for _, d := range k.doubts {
		if d[1] != 100 {
			all = append(all, pointjoin.PairOf(7+d[0], d[1]))
		}
	}
	slices.Sort(all)
	return all
}

// TestPairs: rows of any length come out sorted, for any cuts, with the borderline pairs among them.
func TestPairs(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(1, 16))
	lengths := [][]int{
		{0, 0, 1}, {3, 0, 16, 17, 2, 40}, {1, 2048, 2047, 15, 2049, 0}, {5000, 1, 9000, 20, 4096, 4097}, {0, 0, 0, 0},
	}
	for _, cuts := range []device.Cuts{{Pairs: 1 << 20, Room: 1 << 20, Doubts: 64}, {Pairs: 37, Room: 50, Doubts: 1}, {Pairs: 1000, Room: 1, Doubts: 2}} {
		devicetest.Each(t, cuts, func(t *testing.T, d *device.Device) {
			table := NewTable(d)
			for _, l := range lengths {
				k := &givenPairs{t: table, others: scattered(r, l...)}
				last := uint32(len(l) - 1)
				k.doubts = [][2]uint32{{last, 16000}, {0, 15000}, {last, 100}, {last, 15999}, {0, 100}}
				checkPairs(t, table, k)
				k.expected = 100 * float64(len(l)) // so that rows are not expected to have few
				checkPairs(t, table, k)
			}
			if err := table.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// checkPairs finds pairs, both listed and handed over.
func checkPairs(t *testing.T, table *Table, k *givenPairs) {
	t.Helper()
	want := k.want()
	var listed pointjoin.Found
	stats, err := table.Pairs(t.Context(), searchOf(t, k), &listed)
	if err != nil || stats.Pairs != uint64(len(want)) || stats.Candidates != 1000 || stats.Float64 != 10 || stats.Exact != 5 {
		t.Fatalf("%+v, want %d pairs: %v", stats, len(want), err)
	}
	var got []pointjoin.Pair
	for _, l := range listed.Lists {
		if got = append(got, l.Pairs...); !l.Ordered {
			t.Error("a list that is in no order")
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%d pairs listed, want %d", len(got), len(want))
	}
	got = nil
	taken := pointjoin.Found{Take: func(p points.Pairs) error {
		if p.Len() == 0 || p.Len() > table.dev.Cuts.Pairs {
			t.Errorf("%d pairs handed over at once", p.Len())
		}
		for i, a := range p.First {
			got = append(got, pointjoin.PairOf(a, p.Second[i]))
		}
		return nil
	}}
	if _, err := table.Pairs(t.Context(), searchOf(t, k), &taken); err != nil || !slices.Equal(got, want) || len(taken.Lists) > 0 {
		t.Fatalf("%d pairs handed over, %d lists: %v", len(got), len(taken.Lists), err)
	}
}

// TestCounts: the pairs of rows are added up, with the borderline ones.
func TestCounts(t *testing.T) {
	devicetest.Each(t, device.Cuts{Pairs: 10, Room: 10, Doubts: 1}, func(t *testing.T, d *device.Device) {
		table := NewTable(d)
		k := &givenPairs{t: table, others: [][]uint32{{1, 2, 3}, nil, {4}}, doubts: [][2]uint32{{1, 100}, {1, 5}, {2, 6}}}
		counts := slices.Repeat([]uint32{1}, 10)
		stats, err := table.Counts(t.Context(), searchOf(t, k), counts)
		if err != nil || stats.Pairs != 6 || !slices.Equal(counts[7:], []uint32{4, 2, 3}) || counts[0] != 1 {
			t.Errorf("%v, %+v: %v", counts, stats, err)
		}
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestAdd: on any number of threads counts get the pairs of each row; where each pair was found twice, Add returns half of
// their sum.
func TestAdd(t *testing.T) {
	found, want := make([]uint32, 5<<15+3), uint64(0)
	for i := range found {
		found[i] = uint32(i % 1000)
		want += uint64(found[i])
	}
	for _, threads := range []int{1, 3, 64} {
		counts := slices.Repeat([]uint32{7}, len(found)+1)
		joined, own := Add(counts, found, false, threads), Add(counts, found, true, threads)
		if joined != want || own != want/2 || counts[len(found)] != 7 {
			t.Errorf("%d threads: %d pairs, and %d, want %d and half of it; %d where none was found", threads, joined, own, want, counts[len(found)])
		}
		for i, n := range found {
			if counts[i] != 7+2*n {
				t.Fatalf("%d threads: row %d has %d, want %d", threads, i, counts[i], 7+2*n)
			}
		}
	}
}

// TestEnds: a search whose pairs outgrow their memory, a cancelled one and a failing one return their errors, and the next
// search is right.
func TestEnds(t *testing.T) {
	devicetest.Each(t, device.Cuts{Pairs: 2, Room: 4, Doubts: 4}, func(t *testing.T, d *device.Device) {
		table := NewTable(d)
		k := &givenPairs{t: table, others: [][]uint32{{3, 2, 1}, {5, 4}, {9, 8, 7, 6}}}
		var overflow *pointjoin.OverflowError
		if _, err := table.Pairs(t.Context(), searchOf(t, k), &pointjoin.Found{Budget: memory.NewBudget(8 * 8)}); !errors.As(err, &overflow) || k.fills > 0 {
			t.Errorf("%v, %d launches that fill in", err, k.fills)
		}
		enough, times := errors.New("enough"), 0
		take := func(points.Pairs) error { times++; return enough }
		if _, err := table.Pairs(t.Context(), searchOf(t, k), &pointjoin.Found{Take: take}); !errors.Is(err, enough) || times != 1 {
			t.Errorf("%v after %d times", err, times)
		}
		ctx, cancel := context.WithCancel(t.Context())
		s := searchOf(t, k)
		s.Progress = func(done, total float64) { cancel() }
		if _, err := table.Pairs(ctx, s, &pointjoin.Found{}); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		k.fail = &cl.Error{}
		if _, err := table.Pairs(t.Context(), searchOf(t, k), &pointjoin.Found{}); !errors.Is(err, k.fail) {
			t.Errorf("a device that fails: %v", err)
		}
		k.fail = nil
		checkFill(t, table, k)
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	})
}

// checkFill finds pairs of which none is borderline.
func checkFill(t *testing.T, table *Table, k *givenPairs) {
	t.Helper()
	var out pointjoin.Found
	if _, err := table.Pairs(t.Context(), searchOf(t, k), &out); err != nil || !slices.Equal(out.Lists[0].Pairs, k.want()) {
		t.Errorf("%v: %v", out.Lists, err)
	}
}

// TestNext: a filling has as many rows as there is room for, and at least one, whatever its size; the places of borderline
// pairs follow the other pairs of their row.
func TestNext(t *testing.T) {
	table := NewTable(&device.Device{Cuts: device.Cuts{Room: 5}})
	c := &countResult{counts: []uint32{2, 3, 0, 1, 9, 1}, settled: []Settled{{1, 70}, {3, 71}, {3, 72}, {5, 73}}}
	var spans [][2]int
	var places []uint32
	for first := 0; first < 6; {
		f := table.next(c, first, 6)
		spans = append(spans, [2]int{f.first, f.last})
		places = append(places, f.places...)
		first = f.last
	}
	if want := [][2]int{{0, 1}, {1, 3}, {3, 4}, {4, 5}, {5, 6}}; !slices.Equal(spans, want) {
		t.Errorf("rows %v, want %v", spans, want)
	}
	if want := []uint32{3, 70, 1, 71, 2, 72, 1, 73}; !slices.Equal(places, want) {
		t.Errorf("places %v, want %v", places, want)
	}
}
