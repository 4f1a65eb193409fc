package survey

import (
	"math"

	"flyby/trajectory"
)

// DegreeExtent is the extent of a data set in degrees.
type DegreeExtent struct {
	// Lon is the most western and the most eastern longitude. Of data across the date line the first is the greater: 170 to -170 are
	// twenty degrees. Longitudes are as the file has them where these reach over half the Earth at most, and otherwise from -180 to 180, the
	// shortest range that has all of them.
	Lon    [2]float64  `json:"lon"`
	Lat    [2]float64  `json:"lat"`              // the least and the greatest
	Height *[2]float64 `json:"height,omitempty"` // in metres; nil: there are none
}

// degreesOf is the extent of samples in degrees.
func degreesOf(s *trajectory.Store) *DegreeExtent {
	e := s.Extent()
	d := &DegreeExtent{Lon: [2]float64{e.Min[0], e.Max[0]}, Lat: [2]float64{e.Min[1], e.Max[1]}}
	if s.Z() != nil {
		d.Height = &[2]float64{e.Min[2], e.Max[2]}
	}
	if e.Max[0]-e.Min[0] > 180 {
		d.Lon = shortestArc(s.X())
	}
	return d
}

// shortestArc is the shortest range eastwards that has all of some longitudes: its complement is the widest range without any. Of longitudes
// all around, a tenth of a degree apart at most, it is all.
func shortestArc(lon []float64) [2]float64 {
	const sectors = 3600
	var first, last [sectors]float64 // of the longitudes in each
	var there [sectors]bool
	for _, v := range lon {
		if v = math.Remainder(v, 360); v == 180 {
			v = -180
		}
		i := min(sectors-1, int((v+180)*(sectors/360)))
		if !there[i] {
			there[i], first[i], last[i] = true, v, v
		}
		first[i], last[i] = min(first[i], v), max(last[i], v)
	}
	var some []int
	for i := range there {
		if there[i] {
			some = append(some, i)
		}
	}
	west, east := first[some[0]], last[some[len(some)-1]]
	widest := max(360.0/sectors, west+360-east)
	for k, i := range some[1:] {
		if gap := first[i] - last[some[k]]; gap > widest {
			west, east, widest = first[i], last[some[k]], gap
		}
	}
	return [2]float64{west, east}
}
