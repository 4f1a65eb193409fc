package visits

import (
	"flyby/internal/geo"
	"flyby/internal/scene"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// An Outline is the shape of a zone. Its corners are as the data have them: longitude and latitude, or x and y.
type Outline struct {
	Name  string           `json:"name"`
	Areas [][][][2]float64 `json:"areas,omitempty"` // polygons, each of rings
	Lines [][][2]float64   `json:"lines,omitempty"` // a point is a line of one corner
}

const (
	// mostCorners is the number of corners of a zone that a page has, and leastCorners the number of them where all outlines together would be too large.
	mostCorners, leastCorners = 1000, 16
	// cornerBytes is about how many bytes a corner takes.
	cornerBytes = 24
)

// outlines returns the shapes of some zones, with fewer corners where there are many, and the number of zones that lack some.
func (m *maker) outlines(zones []int) (all []Outline, thinned int) {
	for most := mostCorners; ; most /= 2 {
		corners := 0
		all, thinned = make([]Outline, 0, len(zones)), 0
		for _, zone := range zones {
			first, last := m.Zones.SidesOf(zone)
			step := (int(last-first) + most - 1) / most
			if step > 1 {
				thinned++
			}
			corners += int(last-first) / step
			all = append(all, m.outline(zone, step))
		}
		if corners*cornerBytes <= m.Bytes/2 || most <= leastCorners {
			return all, thinned
		}
	}
}

// outline returns the shape of a zone, with each step-th corner of its rings and lines, and with their ends.
func (m *maker) outline(of, step int) Outline {
	out, polygon := Outline{Name: m.zoneName(of)}, int32(-1)
	first, last := m.Zones.SidesOf(of)
	sides := m.Zones.Sides()[first:last]
	for len(sides) > 0 {
		n, chain := 0, [][2]float64{}
		for n < len(sides) {
			s := &sides[n]
			ends := n+1 == len(sides) || sides[n+1].G != s.H || sides[n+1].Polygon != s.Polygon || s.Polygon >= 0 && s.H == sides[0].G || s.G == s.H
			if n%step == 0 || ends {
				chain = append(chain, m.corner(s))
			}
			if n++; ends {
				break
			}
		}
		switch of := sides[0].Polygon; {
		case of < 0:
			out.Lines = append(out.Lines, chain)
		case of == polygon:
			out.Areas[len(out.Areas)-1] = append(out.Areas[len(out.Areas)-1], chain)
		default:
			out.Areas, polygon = append(out.Areas, [][][2]float64{chain}), of
		}
		sides = sides[n:]
	}
	return out
}

// corner returns the corner at which a side begins.
func (m *maker) corner(s *zone.Side) [2]float64 {
	at := s.G
	if m.Zones.Frame() == trajectory.EarthCentred {
		place := geo.PlaceOf(at)
		at = [3]float64{place.Lon, place.Lat}
	}
	return [2]float64{scene.Rounded(at[0]), scene.Rounded(at[1])}
}
