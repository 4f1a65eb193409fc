package runs

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMerge: sequences are merged by keys, and by their numbers where keys are equal, in whatever order they are pushed; Second is the
// first without First.
func TestMerge(t *testing.T) {
	type item struct {
		key    Key
		number int
	}
	r := rand.New(rand.NewPCG(3, 4))
	before := func(a, b item) int { return cmp.Or(a.key.Compare(b.key), cmp.Compare(a.number, b.number)) }
	for range 300 {
		var m Merge[*[]item]
		var want []item
		for _, number := range r.Perm(r.IntN(9)) {
			some := make([]item, 1+r.IntN(12))
			for i := range some {
				some[i] = item{Key{uint64(r.IntN(3)), uint64(r.IntN(3))}, number}
			}
			slices.SortFunc(some, before)
			want = append(want, some...)
			m.Push(&some, number, some[0].key)
		}
		slices.SortFunc(want, before)
		var got []item
		for m.Len() > 0 {
			c := m.First()
			second := slices.IndexFunc(want[len(got):], func(i item) bool { return i.number != (*c)[0].number })
			key, number, ok := m.Second()
			if ok != (second >= 0) || ok && (item{key, number}) != want[len(got):][second] {
				t.Fatalf("%d rows taken: the second is %v of %d", len(got), key, number)
			}
			got = append(got, (*c)[0])
			if *c = (*c)[1:]; len(*c) == 0 {
				m.Drop()
			} else {
				m.Next((*c)[0].key)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// TestAscending: integers are in the order of floats, and zeros are one.
func TestAscending(t *testing.T) {
	all := []float64{math.Inf(-1), -math.MaxFloat64, -1, -math.SmallestNonzeroFloat64, 0, math.SmallestNonzeroFloat64, 1, math.MaxFloat64, math.Inf(1)}
	for i := 1; i < len(all); i++ {
		if Ascending(all[i-1]) >= Ascending(all[i]) {
			t.Errorf("%v and %v", all[i-1], all[i])
		}
	}
	if Ascending(math.Copysign(0, -1)) != Ascending(0) {
		t.Error("zeros")
	}
}
