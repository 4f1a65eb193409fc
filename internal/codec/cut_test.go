package codec

import (
	"math/rand/v2"
	"testing"
)

// TestCutSets: a part of a set has the members of the set there, wherever words begin.
func TestCutSets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var s Set
		const size = 300
		for row := range size {
			if random.IntN(3) == 0 {
				s.Add(row)
			}
		}
		first := random.IntN(size)
		n := random.IntN(size + 50 - first)
		cut := s.Cut(first, n)
		for row := range size {
			if want := row < n && s.Has(first+row); cut.Has(row) != want {
				t.Fatalf("%d of %d rows from %d: %v, want %v", row, n, first, cut.Has(row), want)
			}
		}
	}
	if new(Set).Cut(3, 5) != nil || (Set{0, 0, 1}).Cut(5, 64) != nil {
		t.Error("an empty part has words")
	}
}

// TestCutValues: rows of a part are the rows of the whole, with codes, lists and faults.
func TestCutValues(t *testing.T) {
	words := [][]byte{[]byte("a"), []byte("b")}
	v := Values{Wholes: []int64{1, 2, 3}, Nanos: []int32{4, 5, 6}, Texts: words, Codes: []uint32{0, 1, 0}, Nulls: Set{0b100}, Faults: []Fault{{0, "x", "y"}, {1, "z", "w"}}}
	cut := v.Cut(1, 2)
	if cut.Wholes[0] != 2 || cut.Nanos[1] != 6 || string(cut.Text(0)) != "b" || string(cut.Text(1)) != "a" || !cut.Nulls.Has(1) || cut.Nulls.Has(0) {
		t.Errorf("%+v", cut)
	}
	if f := cut.Fault(0); len(cut.Faults) != 1 || f == nil || f.Value != "z" {
		t.Errorf("faults %v", cut.Faults)
	}
	if plain := (&Values{Texts: words}).Cut(1, 1); len(plain.Texts) != 1 || string(plain.Text(0)) != "b" {
		t.Errorf("%q", plain.Texts)
	}
	lists := Values{Floats: []float64{1, 2, 3, 4}, Ends: []int{1, 1, 3, 4}, ItemNulls: Set{0b100}}
	cut = lists.Cut(2, 1)
	if len(cut.Ends) != 1 || cut.Ends[0] != 2 || len(cut.Floats) != 2 || cut.Floats[1] != 3 || !cut.ItemNulls.Has(1) || cut.ItemNulls.Has(0) {
		t.Errorf("%+v", cut)
	}
}
