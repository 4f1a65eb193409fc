package measure

import (
	"slices"
	"testing"
)

// steady returns n times about a middle, the same error for all.
func steady(middle float64, n int) (times []float64) {
	for i := range n {
		times = append(times, middle*(1+0.001*float64(i%3-1)))
	}
	return times
}

// running returns whether each key runs in a turn.
func (u rules) running(turn int, times [][]float64) (in []bool) {
	for _, s := range u.standings(times) {
		in = append(in, u.runs(turn, s))
	}
	return in
}

func TestRulesTakesPart(t *testing.T) {
	u := rules{close: 1.03, hopeless: 5, trials: 4}
	times := [][]float64{steady(1, 9), steady(1.02, 9), steady(1.1, 9), steady(9, 9)}
	for turn, want := range map[int][]bool{
		1: {true, true, true, true}, 2: {true, true, true, true}, 3: {true, true, true, false}, 4: {true, true, true, false},
		5: {true, true, false, false}, 7: {true, true, false, false}, 8: {true, true, true, false},
	} {
		if got := u.running(turn, times); !slices.Equal(got, want) {
			t.Errorf("turn %d: %v take part, want %v", turn, got, want)
		}
	}
	disturbed := append(steady(1.02, 4), 2, 2, 2, 2, 2, 2) // six of its ten trials took twice as long
	if got := u.running(5, [][]float64{steady(1, 9), disturbed}); !got[1] {
		t.Error("what may be close is left out")
	}
	roomy := []float64{20, 1} // made room in its first trial
	if got := u.running(3, [][]float64{steady(1, 2), roomy}); !got[1] {
		t.Error("a slow first trial is the last but one")
	}
	short := [][]float64{steady(0.01, 9), steady(0.09, 9)} // every trial is worth its time
	if got := u.running(3, short); !got[1] {
		t.Error("nine times the best but short is left out")
	}
	if got := (rules{trials: 4}).running(3, times); slices.Contains(got, false) {
		t.Errorf("without a bound: %v take part", got)
	}
	if got := u.running(1, make([][]float64, 2)); !slices.Equal(got, []bool{true, true}) {
		t.Errorf("first turn: %v", got)
	}
}

// TestRulesSettles: a key far behind need not settle, all close keys must.
func TestRulesSettles(t *testing.T) {
	u := rules{close: 1.03, hopeless: 5}
	noisy := []float64{1, 1.1, 0.9, 1, 1.05, 0.95}
	for _, x := range []struct {
		times [][]float64
		want  bool
	}{
		{[][]float64{steady(1, 9), steady(1.02, 9)}, true},
		{[][]float64{steady(1, 9), noisy}, false},
		{[][]float64{steady(0.5, 9), noisy}, true},
		{[][]float64{steady(1, 3)}, false},
		{[][]float64{steady(1, 9), {9, 9}}, true}, // the far one has had its two trials
	} {
		if got := settled(u.standings(x.times), x.times); got != x.want {
			t.Errorf("%v settled: %v", x.times, got)
		}
	}
}
