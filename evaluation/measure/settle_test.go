package measure

import (
	"math"
	"slices"
	"testing"
)

// steady is n times about a middle, the same error for all.
func steady(middle float64, n int) (times []float64) {
	for i := range n {
		times = append(times, middle*(1+0.001*float64(i%3-1)))
	}
	return times
}

func TestContestTakesPart(t *testing.T) {
	c := contest{close: 1.03, hopeless: 5, trials: 4}
	times := [][]float64{steady(1, 3), steady(1.02, 3), steady(1.1, 3), steady(9, 3)}
	for turn, want := range map[int][]bool{
		1: {true, true, true, true}, 2: {true, true, true, true}, 3: {true, true, true, false}, 4: {true, true, true, false},
		5: {true, true, false, false}, 7: {true, true, false, false}, 8: {true, true, true, false},
	} {
		if got := c.in(turn, times); !slices.Equal(got, want) {
			t.Errorf("turn %d: %v take part, want %v", turn, got, want)
		}
	}
	if got := c.in(1, make([][]float64, 2)); !slices.Equal(got, []bool{true, true}) {
		t.Errorf("first turn: %v", got)
	}
}

// What is far behind need not settle, all that is close must.
func TestContestSettles(t *testing.T) {
	c := contest{close: 1.03, hopeless: math.Inf(1)}
	noisy := []float64{1, 1.1, 0.9, 1, 1.05, 0.95}
	for _, x := range []struct {
		times [][]float64
		want  bool
	}{
		{[][]float64{steady(1, 9), steady(1.02, 9)}, true},
		{[][]float64{steady(1, 9), noisy}, false},
		{[][]float64{steady(0.5, 9), noisy}, true},
		{[][]float64{steady(1, 3)}, false},
	} {
		if got := c.settled(x.times); got != x.want {
			t.Errorf("%v settled: %v", x.times, got)
		}
	}
}
