package job

import (
	"cmp"
	"slices"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/output"
	"flyby/internal/parallel"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// further computes the columns of Ask.With, and the points and lines of GeoJSON and of geometries.
type further struct {
	positions, speeds, both, point bool
	paths                          bool
	geometry                       format.Shape
	query, entry                   *side
	tcpa                           *approachTimes // nil: rows have none
	attributes                     []*attribute
	threads                        int
	rows                           rowColumns // the rows of the last fill
}

// asksPlacesOf reports whether the positions of one side are needed: a GeoJSON point is the query's, in an exchanged row the
// entry's.
func (f *further) asksPlacesOf(s *side) bool {
	return f.positions || f.point && (s == f.query || f.both)
}

// asksData reports whether any column needs samples.
func (f *further) asksData() bool { return f.positions || f.point || f.speeds || f.paths }

// options adds the further columns to how results are written.
func (f *further) options(o output.WriteOptions) output.WriteOptions {
	o.Further = f.columns()
	if f.point {
		o.Point = f.query.places()
	}
	if f.paths {
		o.Lines = f.lines()
	}
	o.Geometry = f.column()
	return o
}

// placeColumns are the columns of positions.
func (f *further) placeColumns() []output.Column {
	all := f.query.places()
	if f.entry != nil {
		all = append(all, f.entry.places()...)
	}
	return all
}

// speedColumns are the columns of speeds.
func (f *further) speedColumns() []output.Column {
	all := []output.Column{output.SpeedColumn(f.query.name+"_speed", &f.query.speed)}
	if f.entry != nil {
		all = append(all, output.SpeedColumn(f.entry.name+"_speed", &f.entry.speed))
	}
	return all
}

// fill fills in the columns of rows: for data that outgrow memory, the rows that come next.
func (f *further) fill(r rowColumns) error {
	f.rows = r
	n := len(r.query)
	for _, s := range f.sides() {
		s.resize(n)
	}
	if !f.asksData() {
		return nil
	}
	if f.query.answers != nil {
		return f.take(r)
	}
	parallel.Ranges(n, min(parallel.Threads(f.threads), n), func(_, first, last int) {
		for i, s := range f.sides() {
			f.fillSide(s, &r, [][]uint32{r.query, r.entry}[i], first, last)
		}
	})
	return nil
}

// fillSide fills in the columns of one side for the rows [first, last), whose trajectories traj has.
func (f *further) fillSide(s *side, r *rowColumns, traj []uint32, first, last int) {
	for row := first; row < last; row++ {
		if f.asksPlacesOf(s) {
			s.place(row, int(traj[row]), r.closest[row])
		}
		if f.speeds {
			s.speed[row] = s.speedIn(r, row, int(traj[row]))
		}
	}
}

// sides returns the sides of rows; zones are none.
func (f *further) sides() []*side {
	if f.entry == nil {
		return []*side{f.query}
	}
	return []*side{f.query, f.entry}
}

// take fills in the answers of the two sides.
func (f *further) take(r rowColumns) error {
	if err := f.query.take(r.of(r.query)); err != nil {
		return err
	}
	return f.entry.take(r.of(r.entry))
}

// mirror puts behind each row of the columns the same row with the two trajectories exchanged.
func (f *further) mirror(n int) {
	for i := range f.query.all() {
		q, e := f.query.all()[i], f.entry.all()[i]
		*q, *e = exchanged(*q, *e, n), exchanged(*e, *q, n)
	}
}

// exchanged interleaves n values of a column with the values of another.
func exchanged(of, other []float64, n int) []float64 {
	out := make([]float64, 0, 2*n)
	for i := range n {
		out = append(out, of[i], other[i])
	}
	return out
}

// furtherOf returns the further columns of the rows of a job that go to a sink.
func (j *Job) furtherOf(to Sink) (*further, error) {
	if err := j.checkAnswer(); err != nil {
		return nil, err
	}
	a := &j.ask
	f := &further{positions: a.Has(question.Positions), speeds: a.Has(question.Speeds), both: a.Has(question.Both) && !a.Filters(), paths: a.Has(question.Paths), point: to.format.Placed, geometry: a.Geometry, threads: a.Machine.Threads}
	if f.point && (a.Level == question.Hits || a.Level == question.Objects) {
		return nil, wrong("Sink", "%s: is for encounters and pairs; %s have no closest approach, at which GeoJSON has a point", to.path, a.Level)
	}
	if f.point && j.entries.Space().Frame != trajectory.EarthCentred {
		return nil, wrong("Sink", "%s: GeoJSON is for positions on the Earth, in degrees (Read.LonLat)", to.path)
	}
	if f.paths && !f.point {
		return nil, wrong("With", "paths: is for GeoJSON, a file .geojson: no other format has lines")
	}
	f.query, f.entry, f.tcpa = newSide(j.querySide(), j.queries), j.entrySide(), j.approachTimes()
	if err := f.draws(to); err != nil {
		return nil, err
	}
	if err := j.attributes(f); err != nil {
		return nil, err
	}
	return f, j.checkHaving(f)
}

// attributes adds the columns of the input that With names. A name that no file has is an error, and so is a name whose columns are there already.
func (j *Job) attributes(f *further) error {
	others := []string{"traj"}
	switch {
	case j.ask.ofZones():
		others = []string{"id"}
	case j.ask.Level == question.Hits:
		others = append(others, "seg")
	case j.ask.Level == question.Objects:
		others = nil
		for _, column := range output.ObjectColumns(new(trajectory.Objects), j.queries.Store) {
			others = append(others, column.Name())
		}
	}
	if f.speeds {
		others = append(others, "speed")
	}
	if f.positions {
		others = append(others, "x", "y", "z", "lon", "lat", "height")
	}
	for _, name := range j.ask.columns() {
		if slices.Contains(others, name) {
			return wrong("With", "%s: results have a column %s that is another", name, cmp.Or(j.attributeNames(name)...))
		}
		a, err := newAttribute(name, j)
		if err != nil {
			return err
		}
		if a == nil {
			return wrong("With", "%q: must be of %s, or a column of the input, and there is none of that name%s", name, cli.Listed(asking.ExtrasOf(j.ask.Kind), "and"), j.lacking(name))
		}
		f.attributes = append(f.attributes, a)
	}
	return nil
}

// columns returns the further columns, in order.
func (f *further) columns() (all []output.Column) {
	for _, s := range f.sources(nil, f) {
		all = append(all, s.columns...)
	}
	return all
}

// values returns the values of the further columns in the rows of the last fill, for a function.
func (f *further) values() (all []Column) {
	for _, c := range f.columns() {
		numbers, texts := c.Values()
		all = append(all, Column{Name: c.Name(), Numbers: numbers, Texts: texts})
	}
	return all
}
