package kernel_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel"
)

// TestHits: Truncate releases each list that it removes once, and Add releases an empty list.
func TestHits(t *testing.T) {
	back := make([]int, 4)
	list := func(k, hits int) kernel.HitList {
		return kernel.HitList{List: make([]interaction.HitRow, hits), Release: func() { back[k]++ }}
	}
	var h kernel.Hits
	h.Add(list(0, 2))
	h.Add(list(1, 0))
	h.Add(kernel.HitList{List: make([]interaction.HitRow, 1)}) // freed by the garbage collector
	joined := list(2, 0)
	joined.Joined = &kernel.Joined{Hits: 5}
	h.Add(joined)
	h.Add(kernel.HitList{})
	h.Add(list(3, 4))
	if len(h.Lists) != 4 || h.Len() != 7 || !slices.Equal(back, []int{0, 1, 0, 0}) {
		t.Errorf("%d lists of %d hits, given back %v", len(h.Lists), h.Len(), back)
	}
	h.Lists[0].List[1].Query = 9
	all := h.List()
	if len(all) != 7 || all[1].Query != 9 {
		t.Errorf("%+v", all)
	}
	all[1].Query = 1
	if h.Lists[0].List[1].Query != 9 {
		t.Error("List shares memory")
	}
	h.Truncate(1)
	if len(h.Lists) != 1 || h.Len() != 2 || !slices.Equal(back, []int{0, 1, 1, 1}) {
		t.Errorf("%d lists of %d hits, given back %v", len(h.Lists), h.Len(), back)
	}
	h.Truncate(0)
	if len(h.Lists) != 0 || !slices.Equal(back, []int{1, 1, 1, 1}) {
		t.Errorf("%d lists, given back %v", len(h.Lists), back)
	}
}

// bare, ranger and walker are residents of no ability, and of one.
type (
	bare   struct{}
	ranger struct{ bare }
	walker struct{ bare }
)

func (bare) Close() error { return nil }

func (ranger) Interact(context.Context, kernel.RangeWork, *kernel.Hits) (kernel.Stats, error) {
	return kernel.Stats{}, nil
}

func (walker) Walk(context.Context, kernel.WalkWork, *kernel.Hits) (kernel.Stats, error) {
	return kernel.Stats{}, nil
}

// TestAble: a resident needs the abilities that its database asks for, and no others.
func TestAble(t *testing.T) {
	order, pyramid := kernel.Database{Order: []uint32{}}, kernel.Database{Pyramid: &binindex.Pyramid{}}
	both := kernel.Database{Order: order.Order, Pyramid: pyramid.Pyramid}
	for _, c := range []struct {
		r    kernel.Resident
		db   kernel.Database
		able bool
	}{
		{bare{}, kernel.Database{}, true}, {bare{}, order, false}, {bare{}, pyramid, false},
		{ranger{}, order, true}, {ranger{}, pyramid, false}, {ranger{}, both, false},
		{walker{}, order, false}, {walker{}, pyramid, true}, {walker{}, both, false},
		{struct {
			ranger
			kernel.Walker
		}{}, both, true},
	} {
		err := c.db.Able(c.r)
		if (err == nil) != c.able || err != nil && !errors.Is(err, kernel.ErrAbility) {
			t.Errorf("%T for %+v: %v", c.r, c.db, err)
		}
	}
}
