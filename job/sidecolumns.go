package job

import (
	"math"

	"flyby/internal/geo"
	"flyby/internal/output"
	"flyby/internal/source"
	"flyby/internal/whereabouts"
	"flyby/trajectory"
)

// A side is the further columns of the queries or the entries, for the rows that are written next.
type side struct {
	*source.Set
	name    string // "query"
	degrees bool   // positions are longitudes, latitudes and heights
	axes    int
	at      [3][]float64
	speed   []float64
	answers *whereabouts.Side // for data that outgrow memory
}

func newSide(name string, of *source.Set) *side {
	return &side{Set: of, name: name, degrees: of.Space().Frame == trajectory.EarthCentred, axes: axesOf(of.Space(), of.Report.Heights)}
}

// axesOf returns how many coordinates a position has; data may have heights.
func axesOf(space trajectory.Space, heights bool) int {
	switch {
	case space.Heights:
		return 3
	case space.Frame == trajectory.EarthCentred && !heights:
		return 2
	}
	return space.Dim
}

// places returns the columns of the trajectory's position.
func (s *side) places() (all []output.Column) {
	for axis, name := range s.names()[:s.axes] {
		column := output.LengthColumn
		if s.degrees && axis < 2 {
			column = output.DegreeColumn
		}
		all = append(all, column(name, &s.at[axis]))
	}
	return all
}

// names returns the names of the columns of places, in 3-D.
func (s *side) names() []string {
	if s.degrees {
		return []string{s.name + "_lon", s.name + "_lat", s.name + "_height"}
	}
	return []string{s.name + "_x", s.name + "_y", s.name + "_z"}
}

// all returns the columns.
func (s *side) all() [4]*[]float64 { return [4]*[]float64{&s.at[0], &s.at[1], &s.at[2], &s.speed} }

// resize makes room for n rows.
func (s *side) resize(n int) {
	for _, column := range s.all() {
		if cap(*column) < n {
			*column = make([]float64, n)
		}
		*column = (*column)[:n]
	}
}

// place fills in the position of a row's trajectory.
func (s *side) place(row, traj int, t float64) {
	for axis, v := range s.placeIn(s.Store, traj, t) {
		s.at[axis][row] = v
	}
}

// placeIn returns the position of a trajectory of a store of the side, as the columns have it.
func (s *side) placeIn(store *trajectory.Store, traj int, t float64) [3]float64 {
	p := store.At(traj, t)
	if s.degrees {
		where := geo.PlaceOf(p)
		p = [3]float64{where.Lon, where.Lat, where.Height}
	}
	switch {
	case store.Space().Heights && s.degrees:
		p[2] = geo.RoundedHeight(store.HeightAt(traj, t))
	case store.Space().Heights:
		p[2] = store.HeightAt(traj, t)
	}
	return p
}

// speedIn returns the mean speed of a trajectory from the beginning of a row to its end. Of a row that is an instant it is the speed of the segment that owns the instant. It is NaN where no time passes.
func (s *side) speedIn(r *rowColumns, row, traj int) float64 {
	if r.enter != nil {
		return s.MeanSpeed(traj, r.enter[row], r.exit[row])
	}
	for _, beside := range []float64{math.Inf(1), math.Inf(-1)} { // of two segments that meet at the instant the later one owns it
		if g, ok := s.Store.Around(traj, math.Nextafter(r.closest[row], beside)); ok {
			return s.MeanSpeed(traj, g.T0, g.T1)
		}
	}
	return math.NaN()
}

// take fills in the answers for the rows that come next.
func (s *side) take(r whereabouts.Rows) error { return s.answers.Next(r, &s.at, s.speed) }
