package placement

import "testing"

func TestChoose(t *testing.T) {
	for _, test := range []struct {
		seconds []float64
		want    int
	}{
		{nil, -1},
		{[]float64{5}, 0},
		{[]float64{100, 98}, 0}, // not worth leaving the default
		{[]float64{100, 90}, 1},
		{[]float64{100, 90, 50, 49}, 2},
		{[]float64{0, 0}, 0},
	} {
		if got := Choose(test.seconds...); got != test.want {
			t.Errorf("%v: %d, want %d", test.seconds, got, test.want)
		}
	}
}
