package scene

import (
	"math"
	"strconv"

	"flyby/internal/angle"
	"flyby/trajectory"
	"flyby/trajectory/geo"
)

// A Frame turns positions of the data into places of the page: offsets from a place, of positions on the Earth to the east, to the north and up there.
type Frame struct {
	origin  [3]float64
	height  float64        // where upright
	axes    *[3][3]float64 // nil: the axes of the data
	upright bool           // heights stand beside positions
	scale   float64        // lengths of the page in one of the data
}

// NewFrame returns the frame around a position of a space, whose height counts where heights stand beside positions. Scale is lengths of the page in one of the data.
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

// Place is the origin as people write it: longitude, latitude and height of positions on the Earth.
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

// Offset is where a position is.
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

// Dot is the sum of products, each rounded on its own.
func Dot(a, b [3]float64) (sum float64) {
	for k := range a {
		sum += float64(a[k] * b[k])
	}
	return sum
}

// Between is the distance of two positions.
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

// digits is how many digits numbers of the page have.
const digits = 9

// Rounded is a number to the digits of the page.
func Rounded(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64) //nolint:errcheck // it was written just now
	return v + 0                                                           // no zero below 0
}
