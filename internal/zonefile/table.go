package zonefile

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"flyby/internal/codec"
	"flyby/internal/codec/csv"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/zone"
)

// table reads the zones of a table.
type table struct {
	*reading
	codec.Reader
	columns  []codec.Column
	names    []string // of columns
	id       int      // -1: zones are numbered
	shape    int      // -1: there is none
	y        int      // of points whose x is shape; -1: shape is a column of geometries
	arcs     bool
	isText   bool // all columns are text
	sense    codec.Sense
	srid     uint32
	hasFirst bool
}

// idColumn is the column of a table with ids; in Parquet it may be called id, too.
const idColumn = "zone_id"

// text reads text with a header.
func (r *reading) text(ctx context.Context, src *infile.Source, f *File) error {
	of, err := csv.OpenTexts(src, infile.Separators)
	if err != nil {
		return err
	}
	t := newTable(r, of)
	t.isText = true
	if t.shape < 0 {
		t.shape = t.looks(ctx)
	}
	cause := t.find()
	if cause == "" && t.id < 0 {
		cause = "no column " + idColumn + ", which has the ids of zones" + t.listed()
	}
	if cause != "" {
		return &infile.Error{File: src.Name, Cause: cause}
	}
	return t.read(ctx, f)
}

// shaped reads a file of columns with types: a column of GeoParquet or GeoArrow, of Parquet's GEOMETRY or GEOGRAPHY, or of text.
func (r *reading) shaped(ctx context.Context, src *infile.Source, f *File, open codec.OpenFunc) error {
	of, err := open(ctx, src, max(r.Threads, 1))
	if err != nil {
		return err
	}
	defer of.Close() //nolint:errcheck // no error: the file was only read
	t := newTable(r, of)
	if at := slices.IndexFunc(t.columns, func(c codec.Column) bool { return c.Shape != nil }); at >= 0 {
		t.shape = at
	}
	if cause := t.find(); cause != "" {
		return &infile.Error{File: src.Name, Cause: cause}
	}
	if shape := t.columns[t.shape].Shape; shape != nil {
		f.CRS, t.arcs = shape.CRS, shape.Arcs
	}
	return t.read(ctx, f)
}

// newTable returns a table with the columns that its names tell.
func newTable(r *reading, of codec.Reader) *table {
	t := &table{reading: r, Reader: of, columns: of.Columns(), y: -1}
	t.names = codec.NamesOf(t.columns)
	t.note(t.names)
	t.id = slices.Index(t.names, idColumn)
	t.shape = slices.IndexFunc(t.names, func(name string) bool {
		return slices.Contains([]string{"wkt", "wkb", "geometry", "geom", "WKT"}, name)
	})
	return t
}

// looks returns the column whose first rows look like geometries, -1 for none.
func (t *table) looks(ctx context.Context) int {
	var b codec.Batch
	all := make([]int, len(t.columns))
	for i := range all {
		all[i] = i
	}
	if codec.ReadFirst(ctx, t.Reader, all, &b) != nil {
		return -1
	}
	return slices.IndexFunc(b.Values, func(v codec.Values) bool { return geoparquet.Looks(v.Texts) })
}

// find finds the columns that are read. cause says which is missing.
func (t *table) find() (cause string) {
	if t.ID != "" {
		if t.id = slices.Index(t.names, t.ID); t.id < 0 {
			return "no column " + t.ID + ", which has the ids of zones" + t.listed()
		}
	}
	if at := slices.Index(t.names, "id"); t.id < 0 && !t.isText && at >= 0 && t.columns[at].Serves(codec.AsID) == "" {
		t.id = at
	}
	if t.id >= 0 {
		if cause := t.columns[t.id].Serves(codec.AsID); cause != "" {
			return cause
		}
	}
	if t.shape < 0 {
		return "no column of geometries: zones are in a column wkt, as well-known text or binary, or in Parquet's geometries" + t.listed()
	}
	switch c := &t.columns[t.shape]; {
	case c.Shape != nil && c.Shape.Fault != "":
		return c.Shape.Fault
	case c.Shape != nil && c.Shape.Axis > 0:
		return t.findAxes(c.Shape)
	case c.Kind != codec.Bytes && c.Kind != codec.Text:
		return fmt.Sprintf("column %s: type %s is no geometry that flyby reads", c.Name, c.Type)
	}
	return ""
}

// findAxes finds the columns with the coordinates of points.
func (t *table) findAxes(of *codec.Shape) (cause string) {
	axis := func(name string) int {
		return slices.IndexFunc(t.columns, func(c codec.Column) bool {
			return c.Shape == of && c.Kind == codec.Float && (c.Name == name || c.Name == of.Name+"."+name)
		})
	}
	if t.shape, t.y = axis("x"), axis("y"); t.shape < 0 || t.y < 0 {
		return fmt.Sprintf("column %s: no numbers x and y of points", of.Name)
	}
	return ""
}

// listed says which columns the file has.
func (t *table) listed() string { return "; the file has " + infile.List(t.names) }

// wanted returns the numbers of the columns that are read.
func (t *table) wanted() (all []int) {
	for i, name := range t.names {
		isBound := name != "" && (name == t.heights[0].name || name == t.heights[1].name)
		if i == t.id || i == t.shape || i == t.y || t.columns[i].Single() && (isBound || slices.Contains(t.Attributes, name)) {
			all = append(all, i)
		}
	}
	return all
}

// read reads all rows.
func (t *table) read(ctx context.Context, f *File) error {
	wanted := t.wanted()
	t.Want(wanted, nil)
	var b codec.Batch
	for {
		switch err := codec.ReadNext(ctx, t, &b); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		for row := range b.Rows {
			at := t.Place(b.First + row)
			z := t.zone(&b, row, f, &at)
			text := func(name string) (string, bool) {
				i := slices.Index(t.names, name)
				if i < 0 || !slices.Contains(wanted, i) {
					return "", false
				}
				return t.sense.Cell(&t.columns[i], &b.Values[i], row).String(), true
			}
			t.bound(&z, text, &at)
			t.keep(text)
			if err := t.take(f, &z, &at); err != nil {
				return err
			}
		}
	}
}

// zone makes the zone of a row, or says at its place what is wrong.
func (t *table) zone(b *codec.Batch, row int, f *File, at *infile.Error) zone.Zone {
	id := strconv.Itoa(t.number)
	wrong := func(e *infile.Error) zone.Zone {
		at.Column, at.Value, at.Cause = e.Column, e.Value, e.Cause
		return zone.Zone{}
	}
	if broken := codec.FaultOf(b.Broken, row); broken != nil {
		return wrong(broken.In(""))
	}
	if t.id >= 0 {
		whole, text, cause := t.columns[t.id].ID(&b.Values[t.id], row)
		if cause != "" {
			return wrong(&infile.Error{Column: t.columns[t.id].Name, Value: string(text), Cause: cause})
		}
		if id = strconv.FormatInt(whole, 10); text != nil {
			id = string(text)
		}
	}
	var g geoparquet.Geometry
	if t.y >= 0 {
		g.Points = t.point(b, row)
	} else if bad := t.geometry(&g, &b.Values[t.shape], row, f); bad != nil {
		return wrong(bad)
	}
	z := newZone(id, &g)
	z.Arcs = t.arcs
	return z
}

// point returns the point of a row in columns of coordinates, none where one is missing.
func (t *table) point(b *codec.Batch, row int) [][2]float64 {
	x, y := &b.Values[t.shape], &b.Values[t.y]
	if x.Nulls.Has(row) || y.Nulls.Has(row) || math.IsNaN(x.Floats[row]) && math.IsNaN(y.Floats[row]) {
		return nil
	}
	return [][2]float64{{x.Floats[row], y.Floats[row]}}
}

// geometry reads the geometry of a row; a row without one has no position.
func (t *table) geometry(g *geoparquet.Geometry, v *codec.Values, row int, f *File) *infile.Error {
	c := &t.columns[t.shape]
	if fault := v.Fault(row); fault != nil {
		return fault.In(c.Name)
	}
	if v.Nulls.Has(row) || len(infile.Trim(v.Text(row))) == 0 {
		return nil
	}
	text := v.Text(row)
	if c.Kind == codec.Bytes || text[0] <= 1 { // the first byte of well-known binary, in a column whose type does not tell
		value, cause := g.Add(text)
		if cause != "" {
			return &infile.Error{Column: c.Name, Value: value, Cause: cause}
		}
		return nil
	}
	srid, said, _, cause := g.AddText(text)
	if !said {
		srid = 0
	}
	if cause == "" && t.hasFirst && srid != t.srid {
		cause = "a geometry of another SRID than the first"
	}
	if cause != "" {
		return &infile.Error{Column: c.Name, Value: infile.Shorten(string(text)), Cause: cause}
	}
	if !t.hasFirst {
		t.hasFirst, t.srid, f.CRS = true, srid, geoparquet.SRIDOf(srid, said)
	}
	return nil
}
