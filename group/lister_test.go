package group

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestListerListsSets: sets that share much or little with the last one, the empty set and the set of all objects among them, are listed
// right; the list of the last set stays unchanged.
func TestListerListsSets(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 60))
	for range 100 {
		objects := 1 + r.IntN(400)
		set := make([]uint64, (objects+wordBits-1)/wordBits)
		l := &lister{words: make([]uint64, len(set))}
		var before, last []uint32
		for range 60 {
			change := r.IntN(4) // 0: none
			for v := range objects {
				if change == 3 && r.IntN(2) == 0 || change == 2 && r.IntN(100) == 0 || change == 1 && v/wordBits == r.IntN(3) {
					set[v/wordBits] ^= 1 << (v % wordBits)
				}
			}
			if r.IntN(20) == 0 {
				clear(set)
			}
			var want []uint32
			for v := range objects {
				if set[v/wordBits]>>(v%wordBits)&1 != 0 {
					want = append(want, uint32(v))
				}
			}
			got := l.list(set)
			if !slices.Equal(got, want) {
				t.Fatalf("%d objects: got %v, want %v", objects, got, want)
			}
			if !slices.Equal(before, last) {
				t.Fatalf("the last list, %v, is %v now", last, before)
			}
			before, last = got, want
		}
	}
}

// TestGroupsAreLists: groups of a few and of most objects, one after another, keep their lists.
func TestGroupsAreLists(t *testing.T) {
	const objects = 200
	r := rand.New(rand.NewPCG(16, 4))
	g, want := groups{objects: objects}, []Group{}
	for i := range 300 {
		var members []uint32
		bits := make([]uint64, g.words())
		few := r.IntN(3) == 0
		for v := range objects {
			if few && r.IntN(objects) == 0 || !few && (v+i/9)%40 > 1 {
				members = append(members, uint32(v))
				bits[v/wordBits] |= 1 << (v % wordBits)
			}
		}
		if len(members) == 0 {
			continue
		}
		var err error
		if g.dense(len(members)) {
			err = g.addSet(float64(i), 1000, len(members), bits)
		} else {
			err = g.addList(float64(i), 1000, len(members), func(dst []uint32) []uint32 { return append(dst, members...) })
		}
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, Group{Start: float64(i), End: 1000, Members: members})
	}
	i := 0
	for got, err := range g.ordered(t.Context()) {
		if err != nil || got.Start != want[i].Start || !slices.Equal(got.Members, want[i].Members) {
			t.Fatalf("%v, %v, want %v", got, err, want[i])
		}
		i++
	}
	if i != len(want) || i < 200 {
		t.Errorf("%d groups of %d", i, len(want))
	}
}
