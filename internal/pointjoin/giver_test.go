package pointjoin_test

import (
	"errors"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// lots are batches of pairs in order.
var lots = []points.Pairs{
	{First: []uint32{0, 0}, Second: []uint32{1, 2}}, {First: []uint32{1}, Second: []uint32{5}}, {First: []uint32{3, 4}, Second: []uint32{4, 9}},
}

// TestGiverLists: without a taker all pairs form one list in order, appended to earlier lists, at the end only.
func TestGiverLists(t *testing.T) {
	var out pointjoin.Found
	for work := range 2 {
		g := out.Giver(5)
		for _, p := range lots {
			if err := g.Give(p); err != nil || len(out.Lists) != work {
				t.Fatalf("%d lists before the end: %v", len(out.Lists), err)
			}
		}
		g.End()
	}
	want := []pointjoin.Pair{1, 2, pointjoin.PairOf(1, 5), pointjoin.PairOf(3, 4), pointjoin.PairOf(4, 9)}
	if len(out.Lists) != 2 {
		t.Fatalf("%d lists, want one of each work", len(out.Lists))
	}
	for _, l := range out.Lists {
		if !l.Ordered || !slices.Equal(l.Pairs, want) || cap(l.Pairs) != len(want) {
			t.Errorf("%+v with room for %d, want %v", l, cap(l.Pairs), want)
		}
	}
	out.Giver(0).End()
	if len(out.Lists) != 2 {
		t.Error("no pairs are a list")
	}
}

// TestGiverTakes: a taker of pairs gets each lot as it comes, and no list is made; the taker's error ends the work.
func TestGiverTakes(t *testing.T) {
	enough := errors.New("enough")
	var taken []uint32
	out := pointjoin.Found{Take: func(p points.Pairs) error {
		if taken = append(taken, p.Second...); len(taken) > 3 {
			return enough
		}
		return nil
	}}
	g := out.Giver(5)
	for i, p := range lots {
		if err := g.Give(p); (i == 2) != errors.Is(err, enough) {
			t.Errorf("lot %d: %v", i, err)
		}
	}
	if g.End(); len(out.Lists) > 0 || !slices.Equal(taken, []uint32{1, 2, 5, 4, 9}) {
		t.Errorf("%v taken, %d lists", taken, len(out.Lists))
	}
}

// TestGiverRoom: a list without memory is refused before it is made.
func TestGiverRoom(t *testing.T) {
	var full *memory.Error
	var out pointjoin.Found
	if err := out.Giver(1 << 59).Give(lots[0]); !errors.As(err, &full) || full.Bytes != 1<<62 {
		t.Errorf("%v, want that there is no memory", err)
	}
}
