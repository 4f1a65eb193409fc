package perfmodel

import (
	"testing"
	"time"
)

func TestChoose(t *testing.T) {
	of := func(times ...time.Duration) (p []Prediction) {
		for _, d := range times {
			p = append(p, Prediction{Kernel: d})
		}
		return p
	}
	for _, test := range []struct {
		predictions []Prediction
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
		if got := Left(test.predicted, test.elapsed, test.done); got != test.want {
			t.Errorf("%v: %v", test, got)
		}
	}
}
