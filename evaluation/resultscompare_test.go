package evaluation_test

import (
	"math"
	"testing"

	"flyby/evaluation/journal"

	"flyby/evaluation/results"
)

// TestRatios: two times compare from three trials on, and a difference counts where it exceeds both spreads; a measurement compares with itself.
func TestRatios(t *testing.T) {
	group := func(name string, times ...float64) results.Group {
		return results.Group{Key: journal.Key{Parameter: name}, Trials: len(times), Seconds: results.Median(times), Spread: results.Spread(times)}
	}
	one := group("a", 1, 1.02, 0.98)
	for name, c := range map[string]struct {
		than         results.Group
		ratio, clear float64
	}{
		"two trials":         {group("b", 2, 2), math.NaN(), math.NaN()},
		"twice":              {group("b", 0.5, 0.5, 0.5), 2, 2},
		"within the spreads": {group("b", 0.95, 0.9, 1), 1 / 0.95, math.NaN()},
		"above the spreads":  {group("b", 0.95, 0.93, 0.94), 1 / 0.94, 1 / 0.94},
		"itself":             {one, 1, 1},
		"none":               {results.Group{}, math.NaN(), math.NaN()},
	} {
		if got := results.Ratio(one, c.than); got != c.ratio && !(math.IsNaN(got) && math.IsNaN(c.ratio)) {
			t.Errorf("%s: ratio %v, want %v", name, got, c.ratio)
		}
		if got := results.ClearRatio(one, c.than); got != c.clear && !(math.IsNaN(got) && math.IsNaN(c.clear)) {
			t.Errorf("%s: clear ratio %v, want %v", name, got, c.clear)
		}
	}
	if got := results.Spread([]float64{1, 2, 3, 4}); got != results.MedianError([]float64{1, 2, 3, 4}) {
		t.Errorf("spread of four: %v", got)
	}
}
