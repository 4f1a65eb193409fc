package scene

import (
	"math"
	"strconv"

	"flyby/internal/angle"
	"flyby/internal/geo"
	"flyby/trajectory"
)

// A Frame converts positions of the data to places of the page: offsets from an origin; on the Earth to its east, to its north and up.
type Frame struct {
	origin  [3]float64
	height  float64        // of the origin, if upright
	axes    *[3][3]float64 // nil: the axes of the data
	upright bool           // the data have heights beside positions
	scale   float64        // units of length of the page in one of the data
}

// NewFrame returns the frame around a position of a space; height counts where the space has heights beside positions. scale is the number of
// the page's units of length in one of the data's.
func NewFrame(space trajectory.Space, origin [3]float64, height, scale float64) Frame {
	f := Frame{origin: origin, scale: scale}
	if f.upright = space.Heights; f.upright {
		f.height = height
	}
	if space.Frame != trajectory.EarthCentred {
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

// Place returns the origin for readers: longitude, latitude and height on the Earth, else the position.
func (f *Frame) Place() [3]float64 {
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

// Offset returns the place of a position.
func (f *Frame) Offset(at [3]float64) (out [3]float64) {
	var d [3]float64
	for k := range d {
		d[k] = at[k] - f.origin[k]
	}
	if f.axes != nil {
		var turned [3]float64
		for k, axis := range f.axes {
			turned[k] = Dot(axis, d)
		}
		d = turned
	}
	for k := range d {
		out[k] = d[k] * f.scale
	}
	return out
}

// Dot returns the sum of products, each rounded by itself.
func Dot(a, b [3]float64) (sum float64) {
	for k := range a {
		sum += float64(a[k] * b[k])
	}
	return sum
}

// Between returns the distance of two positions.
func Between(a, b [3]float64) float64 {
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
	return largest * math.Sqrt(Dot(a, a))
}

// ShareOfLeast returns after which part of a way, from 0 to 1, a place that begins at first and goes straight is nearest to 0.
func ShareOfLeast(first, way [3]float64) float64 {
	share := -Dot(first, way) / Dot(way, way)
	if !(share > 0) { // or not a number: it stays where it is
		return 0
	}
	return min(share, 1)
}

// digits is the number of significant digits of the page's numbers.
const digits = 9

// Rounded returns a number rounded to the digits of the page.
func Rounded(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64) //nolint:errcheck // no error: formatted in the same line
	return v + 0                                                           // no -0
}
