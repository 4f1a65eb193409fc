package gpujoin

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/points"
)

// portionOf returns a portion with the neighbours of rows.
func portionOf(neighbours [][]uint32) *portion {
	p := &portion{starts: []uint32{0}}
	for _, of := range neighbours {
		p.seconds = append(p.seconds, of...)
		p.starts = append(p.starts, uint32(len(p.seconds)))
	}
	return p
}

// random returns a table of portions in which each of the neighbours 0 to 999 of a row is in one portion, and all
// pairs in order.
func random(r *rand.Rand, portions, count, base int) (t table, want []pointjoin.Pair) {
	all := make([][][]uint32, portions)
	for i := range all {
		all[i] = make([][]uint32, count)
	}
	for row := range count {
		for other := range uint32(1000) {
			if r.IntN(20) != 0 || row%7 == 3 {
				continue
			}
			in := r.IntN(portions)
			all[in][row] = append(all[in][row], other)
			want = append(want, pointjoin.PairOf(uint32(base+row), other))
		}
	}
	t.threads = 2
	for _, neighbours := range all {
		t.parts = append(t.parts, portionOf(neighbours))
	}
	return t, want
}

// TestTable: the pairs of portions come in order, for any number of portions and of pairs taken at a time.
func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 61))
	for _, portions := range []int{1, 2, 3, 8} {
		for _, most := range []int{1, 30, 49, 1 << 20} {
			tab, want := random(r, portions, 40, 5)
			var got []pointjoin.Pair
			err := tab.each(40, 5, most, func(p points.Pairs) error {
				if rows := len(slices.Compact(slices.Clone(p.First))); p.Len() == 0 || p.Len() > most && rows > 1 {
					t.Errorf("%d pairs of %d rows at a time, %d at most", p.Len(), rows, most)
				}
				for i, a := range p.First {
					got = append(got, pointjoin.PairOf(a, p.Second[i]))
				}
				clear(p.First)
				return nil
			})
			if err != nil || !slices.Equal(got, want) || tab.pairs() != uint64(len(want)) {
				t.Fatalf("%d portions, %d at a time: %d pairs, want %d: %v", portions, most, len(got), len(want), err)
			}
		}
	}
}

// TestTableEnds: each returns an error of take at once, and takes nothing from a table without portions.
func TestTableEnds(t *testing.T) {
	tab, _ := random(rand.New(rand.NewPCG(1, 2)), 2, 10, 0)
	enough, times := errors.New("enough"), 0
	if err := tab.each(10, 0, 1, func(points.Pairs) error { times++; return enough }); !errors.Is(err, enough) || times != 1 {
		t.Errorf("%v after %d times", err, times)
	}
	none := table{threads: 1}
	if err := none.each(10, 0, 1, func(points.Pairs) error { return enough }); err != nil || none.pairs() != 0 {
		t.Errorf("no portions: %v", err)
	}
}

// TestTableSettles: borderline pairs become a portion like the others, in a self-join with the lower row first.
func TestTableSettles(t *testing.T) {
	tab := table{threads: 1, parts: []*portion{
		{starts: []uint32{0, 1, 1, 2}, seconds: []uint32{12, 20}, settled: []rows.Settled{{Row: 14, Other: 12}, {Row: 10, Other: 11}}},
		{starts: []uint32{0, 0, 0, 0}, settled: []rows.Settled{{Row: 12, Other: 13}, {Row: 11, Other: 10}}},
	}}
	for _, c := range []struct {
		self bool
		want [][]uint32
	}{
		{true, [][]uint32{{11, 11}, nil, {13, 14}}},
	} {
		tab.settle(c.self, 10, 3)
		last := tab.parts[len(tab.parts)-1]
		for row, want := range c.want {
			if !slices.Equal(last.of(row), want) {
				t.Errorf("row %d: %v, want %v", row, last.of(row), want)
			}
		}
		if last.longest() != 2 {
			t.Errorf("%d neighbours at most", last.longest())
		}
	}
	queries := table{parts: []*portion{{starts: []uint32{0, 0}, settled: []rows.Settled{{Row: 0, Other: 9}, {Row: 0, Other: 3}}}}}
	if queries.settle(false, 0, 1); !slices.Equal(queries.parts[1].of(0), []uint32{3, 9}) {
		t.Errorf("of a query: %v", queries.parts[1].of(0))
	}
}

// TestTableTakes: a portion takes from the budget its own memory and the memory of the result.
func TestTableTakes(t *testing.T) {
	for made, bytes := range map[uint64]uint64{pointjoin.PairBytes: 4*11 + 12*100, 0: 4*11 + 4*100} {
		for _, short := range []uint64{0, 1} {
			tab := table{budget: memory.NewBudget(bytes - short), made: made}
			var overflow *pointjoin.OverflowError
			err := tab.take(10, 100)
			if over := errors.As(err, &overflow); over != (short == 1) || over && overflow.Room != bytes-short {
				t.Errorf("%d bytes a pair made, %d bytes short: %v", made, short, err)
			}
		}
	}
}

// TestTableFlat: in one piece a table has the neighbours of each row in order; where memory is refused there is
// no table.
func TestTableFlat(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 62))
	for _, portions := range []int{0, 1, 3} {
		tab, want := random(r, portions, 40*min(portions, 1), 0)
		flat, err := tab.flat(40, func(n uint64) error {
			if n != uint64(len(want)) {
				t.Errorf("room for %d, want %d", n, len(want))
			}
			return nil
		})
		var got []pointjoin.Pair
		for row := range len(flat.Offsets) - 1 {
			for _, other := range flat.Rows[flat.Offsets[row]:flat.Offsets[row+1]] {
				got = append(got, pointjoin.PairOf(uint32(row), other))
			}
		}
		if err != nil || len(flat.Offsets) != 41 || !slices.Equal(got, want) {
			t.Errorf("%d portions: %d pairs, want %d: %v", portions, len(got), len(want), err)
		}
		full := errors.New("full")
		if flat, err := tab.flat(40, func(uint64) error { return full }); !errors.Is(err, full) || flat.Rows != nil {
			t.Errorf("without room: %v", err)
		}
	}
}
