package format

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"flyby/internal/geo"
	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	measure "flyby/internal/unit"
	"flyby/points"
	"flyby/trajectory/format"
)

// contents is the result of a format's reader, from which Read builds the store.
type contents struct {
	name    string      // of the file, for messages
	columns [][]float64 // [dimensions][points]
	ids     idColumn
	points  int
	layout  *layout // nil: columns have no names
	lonLat  bool    // coordinates are degrees
	report  Report
	place   func(point int) Error // the place of a point in the file
}

// build makes a store of the parsed points.
func (p *contents) build(o *Options) (*points.Store, error) {
	ids, err := p.makeIDs(o)
	if err != nil {
		return nil, err
	}
	if p.points == 0 {
		return nil, p.empty()
	}
	if p.layout != nil {
		p.report.ID, p.report.Otherwise, p.report.Aside = p.layout.idName(), p.layout.otherwise(!p.ids.named, p.columns), p.layout.aside(o)
	}
	if p.report.Degrees = p.lonLat; p.lonLat {
		if err := p.toMetres(o); err != nil {
			return nil, err
		}
	}
	if err := p.convert(o); err != nil {
		return nil, err
	}
	return points.New(p.columns, ids)
}

// convert turns coordinates in o.Units into o.Into, where both are known and differ.
func (p *contents) convert(o *Options) error {
	if p.report.Conversion = o.Units.Conversion(format.Units{Length: o.Into.Length}); p.report.Conversion == "" {
		return nil
	}
	from, err := o.Units.Unit(measure.Length)
	into, failed := o.Into.Unit(measure.Length)
	if err := cmp.Or(err, failed); err != nil {
		return fmt.Errorf("format: read %s: %w", p.name, err)
	}
	by := measure.Between(from, into)
	parallel.AllCores(p.points, func(first, last int) {
		for _, column := range p.columns {
			for row := first; row < last; row++ {
				column[row] = by.Of(column[row])
			}
		}
	})
	return nil
}

// empty returns the error of a file without points, with the reason: no rows, none that meets the conditions,
// or bad rows alone.
func (p *contents) empty() *Error {
	e := &Error{File: p.name, Cause: "no rows after the header", Err: ErrNoRows}
	switch r := &p.report; {
	case r.Missed > 0 && r.Missed == r.Rows:
		e.Cause, e.Err = fmt.Sprintf("none of %d rows holds the conditions", r.Rows), ErrEmpty
	case r.Rows > 0:
		e.Cause, e.Err = r.AllBad(r.Missed), ErrEmpty
	}
	return e
}

// repeatedBytes is about the memory of one id in the map that finds repeated ids.
const repeatedBytes = 64

// makeIDs makes the ids. Each must be unique: a row that repeats an earlier id is bad.
func (p *contents) makeIDs(o *Options) (points.IDs, error) {
	if !p.ids.given {
		return points.RowIDs(p.points), nil
	}
	table := memory.Of(p.points, repeatedBytes)
	if err := o.afford(&infile.Source{Name: p.name}, Growth{Points: p.points, Dimensions: len(p.columns), Bytes: table, Freed: table}); err != nil {
		return points.IDs{}, err
	}
	ids, err := p.ids.ids()
	var repeated *points.RepeatedIDError
	switch {
	case !errors.As(err, &repeated):
		return ids, err
	case !o.SkipBadRows || p.layout.guessed:
		return ids, p.repeated(repeated.First, repeated.Second)
	}
	p.dropRepeated()
	return p.ids.ids()
}

// ids returns the column as ids of points: names or integers.
func (c *idColumn) ids() (points.IDs, error) {
	if c.named {
		return points.NameIDs(c.names)
	}
	return points.IntIDs(c.ints)
}

// repeated returns the error of two points that share an id, at the second, with the ways to read such a file.
func (p *contents) repeated(first, second int) *Error {
	e, at := p.place(second), p.place(first)
	e.Column, e.Value = p.layout.idName(), p.ids.id(second)
	where := "row " + rowOf(&at)
	switch {
	case at.File != e.File:
		where = at.Place()
	case at.Line > 0:
		where = fmt.Sprintf("line %d", at.Line)
	}
	e.Cause = fmt.Sprintf("the id of %s too, and ids are there once; %s %s reads points that share theirs, as pings do: the number of the row is the id then", where, p.layout.flag, mapping("", p.report.Columns))
	if !p.ids.named || p.layout.guessed {
		e.Cause += p.layout.asCoordinate()
	}
	return &e
}

// rowOf returns the number of a row of a file, as errors name it.
func rowOf(at *Error) string {
	if at.Group > 0 {
		return strconv.Itoa(at.Row)
	}
	return strconv.Itoa(at.Record)
}

// dropRepeated leaves out each point that repeats the id of an earlier one.
func (p *contents) dropRepeated() {
	firsts := make(map[string]int, p.points)
	var kept []int
	for row := range p.points {
		id := p.ids.id(row)
		if first, known := firsts[id]; known {
			p.report.Skip(p.repeated(first, row))
			continue
		}
		firsts[id] = row
		kept = append(kept, row)
	}
	for k := range p.columns {
		p.columns[k] = compact(p.columns[k], kept)
	}
	if p.ids.named {
		p.ids.names = compact(p.ids.names, kept)
	} else {
		p.ids.ints = compact(p.ids.ints, kept)
	}
	p.points = len(kept)
}

// compact moves the kept rows to the front of a column, in order, and returns that front.
func compact[T any](column []T, kept []int) []T {
	for i, row := range kept {
		column[i] = column[row]
	}
	return slices.Clip(column[:len(kept)])
}

// toMetres turns longitudes, latitudes and heights, which are within geo.Limits, into earth-centred metres.
func (p *contents) toMetres(o *Options) error {
	if len(p.columns) == 2 {
		if err := o.afford(&infile.Source{Name: p.name}, Growth{Points: p.points, Dimensions: 3, Bytes: memory.Of(p.points, 8)}); err != nil {
			return err
		}
		p.columns = append(p.columns, make([]float64, p.points))
	}
	x, y, z := p.columns[0], p.columns[1], p.columns[2]
	parallel.AllCores(p.points, func(first, last int) {
		for row := first; row < last; row++ {
			m := geo.Place{Lon: x[row], Lat: y[row], Height: z[row]}.Metres()
			x[row], y[row], z[row] = m[0], m[1], m[2]
		}
	})
	return nil
}
