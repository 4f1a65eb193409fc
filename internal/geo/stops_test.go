package geo_test

import (
	"context"
	"iter"
	"testing"

	"flyby/internal/geo"
	"flyby/internal/testing/pushtest"
)

// TestStops: the iteration over samples between two places stops with its loop.
func TestStops(t *testing.T) {
	from, to := geo.Place{Lon: 1, Lat: 2}, geo.Place{T: 9, Lon: 3, Lat: 4}
	pushtest.Stops2(t, 4, func(context.Context) iter.Seq2[float64, [3]float64] { return geo.Between(from, to, 5) })
	pushtest.Stops2(t, 4, func(context.Context) iter.Seq2[float64, [3]float64] { return geo.FeetBetween(from, to, 5) })
}
