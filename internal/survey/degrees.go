package survey

import (
	"math"

	"flyby/internal/geo"
	"flyby/trajectory"
)

// DegreeExtent is the extent of a data set in degrees.
type DegreeExtent struct {
	// Lon is the most western and the most eastern longitude. For data across the date line the first is the greater: 170 to -170 are twenty
	// degrees. Longitudes are the file's own where they span at most half the Earth, and otherwise from -180 to 180, the shortest range that
	// contains all of them.
	Lon    [2]float64  `json:"lon"`
	Lat    [2]float64  `json:"lat"`              // the least and the greatest
	Height *[2]float64 `json:"height,omitempty"` // in metres; nil: there are none
}

// degreesOf returns the extent of samples in degrees.
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

// DegreesOf returns the extent in degrees of a data set in earth-centred metres, with heights if asked for. It includes samples that
// splitting has added, and longitudes are from -180 to 180.
func DegreesOf(s *trajectory.Store, heights bool) *DegreeExtent {
	none := [2]float64{math.Inf(1), math.Inf(-1)}
	d, height := &DegreeExtent{Lon: none, Lat: none}, none
	lons := make([]float64, s.Samples())
	for row := range lons {
		p := geo.PlaceOf([3]float64{s.X()[row], s.Y()[row], s.Z()[row]})
		lons[row] = p.Lon
		for _, of := range []struct {
			to *[2]float64
			v  float64
		}{{&d.Lon, p.Lon}, {&d.Lat, p.Lat}, {&height, p.Height}} {
			of.to[0], of.to[1] = min(of.to[0], of.v), max(of.to[1], of.v)
		}
	}
	if d.Lon[1]-d.Lon[0] > 180 {
		d.Lon = shortestArc(lons)
	}
	if heights {
		d.Height = &height
	}
	return d
}

// shortestArc returns the shortest range eastwards that contains all of some longitudes: its complement is the widest range without any.
// Where longitudes go all around, a tenth of a degree apart at most, it returns the whole circle.
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
