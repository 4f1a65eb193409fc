package main

import (
	"flyby/internal/parallel"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/geo"
)

// besides is what rows tell beside what they are, --with and the points of GeoJSON.
type besides struct {
	positions, speeds, both, point bool
	query, entry                   *side
	threads                        int
}

// A side is the further columns of the queries or the entries, for the rows that are written next.
type side struct {
	loaded
	name    string // "query"
	degrees bool   // places are longitudes, latitudes and heights
	axes    int
	at      [3][]float64
	speed   []float64
}

func newSide(name string, l loaded) *side {
	s := &side{loaded: l, name: name, degrees: l.Space().Frame == trajectory.EarthCentred, axes: l.Dim()}
	if s.degrees && !l.Heights {
		s.axes = 2
	}
	return s
}

// places are the columns of where the trajectory is.
func (s *side) places() (all []format.Column) {
	names, column := [3]string{"_x", "_y", "_z"}, format.LengthColumn
	if s.degrees {
		names = [3]string{"_lon", "_lat", "_height"}
	}
	for axis := range s.axes {
		make := column
		if s.degrees && axis < 2 {
			make = format.DegreeColumn
		}
		all = append(all, make(s.name+names[axis], &s.at[axis]))
	}
	return all
}

// options adds the further columns to how results are written.
func (b *besides) options(o format.WriteOptions) format.WriteOptions {
	if b.positions {
		o.Further = append(b.query.places(), b.entry.places()...)
	}
	if b.speeds {
		o.Further = append(o.Further, format.SpeedColumn("query_speed", &b.query.speed), format.SpeedColumn("entry_speed", &b.entry.speed))
	}
	if b.point {
		o.Point = b.query.places()
	}
	return o
}

// resize makes room for n rows.
func (s *side) resize(n int) {
	for _, column := range []*[]float64{&s.at[0], &s.at[1], &s.at[2], &s.speed} {
		if cap(*column) < n {
			*column = make([]float64, n)
		}
		*column = (*column)[:n]
	}
}

// place fills in where the trajectory of a row is.
func (s *side) place(row, traj int, t float64) {
	p := s.At(traj, t)
	if s.degrees {
		where := geo.PlaceOf(p)
		p = [3]float64{where.Lon, where.Lat, where.Height}
	}
	for axis, v := range p {
		s.at[axis][row] = v
	}
}

// fill fills in the columns for some rows.
func (b *besides) fill(r rowColumns) {
	n := len(r.query)
	b.query.resize(n)
	b.entry.resize(n)
	parallel.Ranges(n, min(parallel.Threads(b.threads), n), func(_, first, last int) {
		for row := first; row < last; row++ {
			q, e := int(r.query[row]), int(r.entry[row])
			if b.positions || b.point {
				b.query.place(row, q, r.closest[row])
				b.entry.place(row, e, r.closest[row])
			}
			if b.speeds {
				b.query.speed[row] = b.query.MeanSpeed(q, r.enter[row], r.exit[row])
				b.entry.speed[row] = b.entry.MeanSpeed(e, r.enter[row], r.exit[row])
			}
		}
	})
}
