package reading

import (
	"io"
	"strings"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// geometryOf returns the geometry that options want, and its column; nil: there is none, or there are several and options do not say
// which. cause says what is wrong with it.
func (r *batchReader) geometryOf() (g *Geometry, shape *codec.Shape, at int) {
	if r.o.Preset != "" && r.o.Preset != format.NoPreset {
		return nil, nil, 0
	}
	x, y := r.o.Columns["x"], r.o.Columns["y"]
	for i := range r.columns {
		s := r.columns[i].Shape
		isMeant := s != nil && x == s.Name+XPart && y == s.Name+YPart
		switch {
		case s == nil || s == shape || !s.First || x+y != "" && !isMeant:
			continue
		case shape != nil:
			return nil, nil, 0
		}
		shape, at = s, i
		g = &Geometry{Name: s.Name, CRS: s.CRS}
	}
	return g, shape, at
}

// unfit returns an error about the geometry of the file, with the advice to name columns of places instead.
func (r *batchReader) unfit(e *format.Error) error {
	e.File, e.Cause = r.src.Name, e.Cause+"; "+r.o.Flag("columns")+" x=NAME,y=NAME takes places from other columns"
	return e
}

// findGeometry finds the columns with a geometry for places. found is false for a file without a geometry, and where ids or times are found
// only without it, as in a preset.
func (r *batchReader) findGeometry() (found bool, err error) {
	g, shape, at := r.geometryOf()
	switch {
	case g == nil:
		return false, nil
	case shape.Fault != "":
		return false, r.unfit(&format.Error{Cause: shape.Fault})
	}
	plain := codec.NamesOf(r.columns)
	columns := r.columns
	if shape.Axis == 0 {
		if err := r.lookAt(g, at); err != nil {
			return false, err
		}
		for _, name := range g.Names() {
			columns = append(columns, codec.Column{Name: name, Kind: codec.Float})
		}
	} else {
		for _, name := range plain {
			g.HasZ = g.HasZ || name == g.Name+ZPart
		}
	}
	own, cause := g.Options(r.o)
	if cause != "" {
		return false, r.fail(cause)
	}
	names := codec.NamesOf(columns)
	l, _, cause := own.FindTyped(names)
	if cause != "" {
		if _, _, lacking := r.o.FindTyped(plain); lacking == "" {
			return false, nil
		}
		r.geometry = g
		return false, r.fail(own.Mended(cause, names, r.glances()))
	}
	if cause = g.Place(r.o); cause != "" {
		return false, r.fail(cause)
	}
	for kind, column := range l.At {
		if unit := g.Unit(kind); column >= 0 && unit != "" && (shape.Axis == 0 && column >= len(plain) || shape.Axis > 0 && columns[column].Shape == shape) {
			columns[column].Unit = unit
		}
	}
	r.columns, r.layout = columns, l
	if r.layout.Geometry = g.Describe(r.o); shape.Axis == 0 {
		r.geometry, r.bytes = g, at
	}
	return true, nil
}

// lookAt reads the first geometry of the first batch: rows without a geometry are reported one by one later.
func (r *batchReader) lookAt(g *Geometry, at int) error {
	var b codec.Batch
	shape := r.columns[at].Shape
	if err := r.peek(&b, func(c *codec.Column) bool { return c.Shape == shape }); err == io.EOF {
		return nil
	} else if err != nil {
		return err
	}
	v := &b.Values[at]
	for row := range b.Rows {
		if v.Nulls.Has(row) || v.Fault(row) != nil {
			continue
		}
		front, cause := geoparquet.ReadFront(v.Text(row))
		if g.HasZ, g.IsTrack = front.HasZ, front.IsTrack; front.IsPoint || front.IsTrack {
			return nil
		}
		e := r.codec.Place(b.First + row)
		e.Column, e.Value, e.Cause = g.Name, front.Name, cause
		if e.Cause == "" {
			e.Cause = "neither a point nor a line with M, which are its times"
			if strings.HasSuffix(front.Name, "POLYGON") {
				e.Cause = "a polygon is no position but a zone, for flyby visits --zones"
			}
		}
		return r.unfit(&e)
	}
	return nil
}

// represented returns the number of the first column that represents the geometry.
func (r *batchReader) represented() int { return len(r.columns) - len(r.geometry.Names()) }

// source returns the column of the file that has the values of a column.
func (r *batchReader) source(column int) int {
	if r.geometry != nil && column >= r.represented() {
		return r.bytes
	}
	return column
}

// takeCRS applies the CRS of a column of points to options and columns, where the layout takes x and y from its coordinates. The coordinates of a
// point without a CRS are columns like others.
func (r *batchReader) takeCRS() error {
	x, y, z := r.layout.At[ColX], r.layout.At[ColY], r.layout.At[ColZ]
	if x < 0 || y < 0 {
		return nil
	}
	s := r.columns[x].Shape
	if s == nil || s.Axis == 0 || r.columns[y].Shape != s {
		return nil
	}
	if s.Fault != "" {
		return r.fail(s.Fault)
	}
	if s.CRS.Meaning == geoparquet.Unsaid {
		return nil
	}
	hasZ := z >= 0 && r.columns[z].Shape == s
	g := Geometry{Name: s.Name, CRS: s.CRS, HasZ: hasZ, ReadsZ: hasZ}
	if cause := g.Place(r.o); cause != "" {
		return r.fail(cause)
	}
	for kind, column := range r.layout.At {
		if unit := g.Unit(kind); unit != "" && column >= 0 && r.columns[column].Shape == s {
			r.columns[column].Unit = unit
		}
	}
	r.layout.Geometry = g.Describe(r.o)
	return nil
}

// A placeColumns has the coordinates of the points of a batch.
type placeColumns struct {
	axes   [3][]float64
	faults []codec.Fault
}

// read reads the points of n rows into the columns that represent the geometry: as many of x, y and z as to has.
func (p *placeColumns) read(g *Geometry, v *codec.Values, n int, to []codec.Values) {
	p.faults = p.faults[:0]
	for axis := range p.axes {
		p.axes[axis] = infile.Resized(p.axes[axis], n)
		clear(p.axes[axis])
	}
	x, y, isPlain := p.axes[0], p.axes[1], !g.HasZ && len(v.Faults) == 0
	for row := range n {
		if v.Nulls.Has(row) {
			continue
		}
		if isPlain {
			var ok bool
			if x[row], y[row], ok = geoparquet.PlainPoint(v.Text(row)); ok {
				continue
			}
		}
		if f := v.Fault(row); f != nil {
			p.faults = append(p.faults, *f)
			continue
		}
		at, hasZ, what, cause := geoparquet.Point(v.Text(row))
		if cause == "" && hasZ != g.HasZ {
			what, cause = g.Unlike(hasZ)
		}
		if cause != "" {
			p.faults = append(p.faults, codec.Fault{Row: row, Value: what, Cause: cause})
		}
		for axis := range p.axes {
			p.axes[axis][row] = at[axis]
		}
	}
	for axis := range to {
		to[axis] = codec.Values{Floats: p.axes[axis], Nulls: v.Nulls, Faults: p.faults}
	}
}
