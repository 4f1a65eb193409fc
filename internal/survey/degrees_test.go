package survey

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/trajectory"
)

// inDegrees returns a store of some longitudes, at latitudes from 0 on.
func inDegrees(t *testing.T, heights []float64, lon ...float64) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{X: slices.Clone(lon), Z: heights}
	for i := range lon {
		c.ID.Int, c.T, c.Y = append(c.ID.Int, 1), append(c.T, float64(i)), append(c.Y, float64(i))
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestDegreesOf: extents within half the Earth have the file's longitudes, others are the shortest, across the date
// line too.
func TestDegreesOf(t *testing.T) {
	for _, c := range []struct {
		lon  []float64
		want [2]float64
	}{
		{[]float64{3, -1, 2}, [2]float64{-1, 3}},
		{[]float64{5}, [2]float64{5, 5}},
		{[]float64{179, 181, 190}, [2]float64{179, 190}},
		{[]float64{-90, 90}, [2]float64{-90, 90}},
		{[]float64{179.9, -179.9}, [2]float64{179.9, -179.9}},
		{[]float64{170, -170, 175, 180, -180}, [2]float64{170, -170}},
		{[]float64{-180, 180}, [2]float64{-180, -180}},
		{[]float64{350, 10}, [2]float64{-10, 10}},
		{[]float64{0, 120, -120}, [2]float64{-120, 120}},
		{[]float64{-150, 150, 0}, [2]float64{0, -150}},
		{[]float64{-150, 150, 100}, [2]float64{100, -150}},
	} {
		got := degreesOf(inDegrees(t, nil, c.lon...))
		if got.Lon != c.want || got.Lat != [2]float64{0, float64(len(c.lon) - 1)} || got.Height != nil {
			t.Errorf("%v: %+v, want %v", c.lon, got, c.want)
		}
	}
	if got := degreesOf(inDegrees(t, []float64{7, -2}, 1, 2)); got.Height == nil || *got.Height != [2]float64{-2, 7} {
		t.Errorf("heights %v", got.Height)
	}
}

// TestShortestArc: the range equals the one found by sorting, wherever the longitudes are.
func TestShortestArc(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 17))
	for range 300 {
		lon, wide := make([]float64, 1+r.IntN(30)), 360*r.Float64()
		from := 360 * r.Float64()
		for i := range lon {
			lon[i] = math.Remainder(from+wide*r.Float64(), 360)
		}
		got := shortestArc(lon)
		slices.Sort(lon)
		west, east := lon[0], lon[len(lon)-1]
		widest := west + 360 - east
		for i := range lon[1:] {
			if gap := lon[i+1] - lon[i]; gap > widest {
				west, east, widest = lon[i+1], lon[i], gap
			}
		}
		if got != [2]float64{west, east} {
			t.Errorf("%v: %v, want %v to %v", lon, got, west, east)
		}
	}
	var all []float64
	for lon := -180.0; lon <= 180; lon += 0.01 {
		all = append(all, lon)
	}
	if got := shortestArc(all); got[0] > -179.9 || got[1] < 179.9 {
		t.Errorf("all around: %v", got)
	}
}
