package agree_test

import (
	"math"
	"testing"

	"flyby"
)

// TestPredictionOfPairs: the predicted number of pairs is reported once for each search that asks for it, before the first pair, whole
// or in slabs.
func TestPredictionOfPairs(t *testing.T) {
	set, err := flyby.OpenPoints(t.Context(), cloudOf(t, 20_000), flyby.Options{Method: "grid"})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	told, foretold := 0, 0.0
	search := flyby.PointSearch{Eps: 2, Foretold: func(pairs float64, slabs bool) {
		if told, foretold = told+1, pairs; slabs {
			t.Error("in slabs, with all memory")
		}
	}}
	found, err := set.Pairs(t.Context(), search)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // predicted once, however often they are read
		for _, err := range found.Chunks() {
			if err != nil || told != 1 {
				t.Fatalf("told %d times before pairs are there: %v", told, err)
			}
		}
	}
	if pairs := float64(found.Stats().Pairs); told != 1 || math.Abs(foretold/pairs-1) > 0.1 {
		t.Errorf("told %d times of %v pairs, found %v", told, foretold, pairs)
	}
	if _, _, err := set.Neighbours(t.Context(), search); err != nil || told != 2 {
		t.Errorf("told %d times: %v", told, err)
	}
}
