package geo

import (
	"math"

	"github.com/tidwall/geodesic"
)

// Ahead returns the place that the geodesic from a place leads to, after a length in metres at a course in degrees, clockwise from north. A length below 0 leads backwards along the same geodesic. Longitude
// and latitude are rounded to 1e-9 degrees, the longitude is in (-180, 180], the height and the time stay. A length of 0 leads to the place itself, as it is.
//
// It is the direct geodesic on WGS 84 (C. F. F. Karney, Algorithms for geodesics, 2013), by github.com/tidwall/geodesic.
func (p Place) Ahead(course, metres float64) Place {
	if metres == 0 {
		return p
	}
	var lat, lon float64
	geodesic.WGS84.Direct(p.Lat, math.Remainder(p.Lon, 360), course, metres, &lat, &lon, nil)
	p.Lon, p.Lat = rounded(lon, perDegreeStep), rounded(lat, perDegreeStep)
	if p.Lon <= -180 {
		p.Lon += 360
	}
	return p
}

// Course returns the length in metres of the geodesic from a place to another on the ellipsoid, heights apart, and its course at the other, in degrees clockwise from north; 0 and 0 for one place.
func (p Place) Course(to Place) (metres, course float64) {
	if p.Lon == to.Lon && p.Lat == to.Lat {
		return 0, 0
	}
	geodesic.WGS84.Inverse(p.Lat, math.Remainder(p.Lon, 360), to.Lat, math.Remainder(to.Lon, 360), &metres, nil, &course)
	return metres, course
}
