package report

import (
	"math"
	"strconv"

	"flyby/internal/angle"
	"flyby/trajectory"
	"flyby/trajectory/geo"
)

// A frame turns positions of the data into places of the page: offsets from a place, of positions on the Earth to the east, to the north and up there.
type frame struct {
	origin  [3]float64
	height  float64        // where upright
	axes    *[3][3]float64 // nil: the axes of the data
	upright bool           // heights stand beside positions
	scale   float64        // lengths of the page in one of the data
}

// newFrame returns the frame around where an object is at a time.
func newFrame(o object, t, scale float64) frame {
	f := frame{origin: o.At(o.traj, t), scale: scale}
	if f.upright = o.Space().Heights; f.upright {
		f.height = o.HeightAt(o.traj, t)
	}
	if o.Space().Frame != trajectory.EarthCentred {
		return f
	}
	at := geo.PlaceOf(f.origin)
	sinLon, cosLon := angle.Sincos(at.Lon)
	sinLat, cosLat := angle.Sincos(at.Lat)
	f.axes = &[3][3]float64{
		{-sinLon, cosLon, 0},
		{-sinLat * cosLon, -sinLat * sinLon, cosLat},
		{cosLat * cosLon, cosLat * sinLon, sinLat},
	}
	return f
}

// place is the origin as people write it: longitude, latitude and height of positions on the Earth.
func (f *frame) place() [3]float64 {
	at := f.origin
	if f.axes != nil {
		where := geo.PlaceOf(f.origin)
		at = [3]float64{where.Lon, where.Lat, where.Height}
	}
	if f.upright {
		at[2] = f.height
	}
	return at
}

// offset is where a position is.
func (f *frame) offset(at [3]float64) (out [3]float64) {
	var d [3]float64
	for k := range d {
		d[k] = at[k] - f.origin[k]
	}
	if f.axes != nil {
		var turned [3]float64
		for k, axis := range f.axes {
			turned[k] = dot(axis, d)
		}
		d = turned
	}
	for k := range d {
		out[k] = d[k] * f.scale
	}
	return out
}

// dot is the sum of products, each rounded on its own.
func dot(a, b [3]float64) (sum float64) {
	for k := range a {
		sum += float64(a[k] * b[k])
	}
	return sum
}

// between is the distance of two positions.
func between(a, b [3]float64) float64 {
	for k := range a {
		a[k] -= b[k]
	}
	largest := max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2]))
	if largest == 0 {
		return 0
	}
	for k := range a {
		a[k] /= largest // so that no square is beyond float64
	}
	return largest * math.Sqrt(dot(a, a))
}

// digits is how many digits numbers of the page have.
const digits = 9

// rounded is a number to the digits of the page.
func rounded(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64) //nolint:errcheck // it was written just now
	return v + 0                                                           // no zero below 0
}
