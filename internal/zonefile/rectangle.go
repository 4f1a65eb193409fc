package zonefile

import (
	"fmt"
	"math"
	"strconv"

	"flyby/internal/geo"
	"flyby/internal/zone"
)

// A rectangle is a box of x and y. The zero value is not empty.
type rectangle struct{ least, most [2]float64 }

// degrees returns the rectangle of all longitudes and latitudes.
func degrees() (all rectangle) {
	for k, limit := range geo.Limits()[:2] {
		all.least[k], all.most[k] = limit.Least, limit.Greatest
	}
	return all
}

// boundsOf returns the rectangle around all positions of zones that are finite, an empty one if there is none.
func boundsOf(zones []zone.Zone) rectangle {
	b := rectangle{[2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}}
	for i := range zones {
		z := &zones[i]
		b.add(z.Points)
		for _, line := range z.Lines {
			b.add(line)
		}
		for _, polygon := range z.Polygons {
			for _, ring := range polygon {
				b.add(ring)
			}
		}
	}
	return b
}

// add widens the rectangle by positions.
func (b *rectangle) add(places [][2]float64) {
	for _, p := range places {
		for k, v := range p {
			if math.Abs(v) <= math.MaxFloat64 {
				b.least[k], b.most[k] = min(b.least[k], v), max(b.most[k], v)
			}
		}
	}
}

// widened returns the rectangle with a margin.
func (b rectangle) widened(by float64) rectangle {
	for k := range b.least {
		b.least[k], b.most[k] = b.least[k]-by, b.most[k]+by
	}
	return b
}

// meets reports whether two rectangles have a place in common.
func (b rectangle) meets(o rectangle) bool {
	return b.least[0] <= o.most[0] && o.least[0] <= b.most[0] && b.least[1] <= o.most[1] && o.least[1] <= b.most[1]
}

// isEmpty reports whether no position is in the rectangle.
func (b rectangle) isEmpty() bool { return b.least[0] > b.most[0] }

// isDegrees reports whether all of the rectangle may be longitudes and latitudes.
func (b rectangle) isDegrees() bool {
	all := degrees()
	return b.least[0] >= all.least[0] && b.most[0] <= all.most[0] && b.least[1] >= all.least[1] && b.most[1] <= all.most[1]
}

// isSmall reports whether the rectangle is smaller than a network of roads in metres is.
func (b rectangle) isSmall() bool {
	const metres = 5
	return b.most[0]-b.least[0] < metres && b.most[1]-b.least[1] < metres
}

func (b rectangle) String() string {
	plain := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	return fmt.Sprintf("x %s to %s and y %s to %s", plain(b.least[0]), plain(b.most[0]), plain(b.least[1]), plain(b.most[1]))
}
