package predict

import (
	"testing"
	"time"

	"flyby/perfmodel"
)

func TestChoose(t *testing.T) {
	of := func(times ...time.Duration) (p []perfmodel.Prediction) {
		for _, d := range times {
			p = append(p, perfmodel.Prediction{Kernel: d})
		}
		return p
	}
	for _, test := range []struct {
		predictions []perfmodel.Prediction
		want        int
	}{
		{nil, -1},
		{of(5), 0},
		{of(100, 98), 0}, // not worth leaving the default
		{of(100, 90), 1},
		{of(100, 90, 50, 49), 2},
		{of(0, 0), 0},
	} {
		if got := Choose(test.predictions); got != test.want {
			t.Errorf("%v: %d, want %d", test.predictions, got, test.want)
		}
	}
}
