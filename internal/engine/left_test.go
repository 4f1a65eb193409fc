package engine

import (
	"testing"
	"time"
)

func TestLeft(t *testing.T) {
	const s = time.Second
	for _, test := range []struct {
		predicted, elapsed time.Duration
		done               float64
		want               time.Duration
	}{
		{10 * s, 0, 0, 10 * s},
		{10 * s, 4 * s, 0, 6 * s},
		{10 * s, 12 * s, 0, 0},
		{10 * s, 4 * s, 0.5, 4 * s}, // by its pace
		{10 * s, 2 * s, 0.125, 11 * s},
		{10 * s, 9 * s, 1, 0},
		{0, 9 * s, 0.75, 3 * s},
	} {
		if got := left(test.predicted, test.elapsed, test.done); got != test.want {
			t.Errorf("%v: %v", test, got)
		}
	}
}
