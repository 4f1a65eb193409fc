package zonefile

import (
	"context"
	"io"
	"slices"
	"strconv"

	"flyby/internal/codec"
	"flyby/internal/codec/csv"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/internal/zone"
)

// table reads the zones of a table.
type table struct {
	*Options
	codec.Reader
	name     string // of the file
	columns  []codec.Column
	id       int // -1: zones are numbered
	shape    int
	bounds   [2]int // -1: none
	arcs     bool
	isText   bool // geometries are text
	sense    codec.Sense
	number   int
	srid     uint32
	hasFirst bool
}

// idColumn is the column of a table with ids; in Parquet it may be called id, too.
const idColumn = "zone_id"

// text reads text with a header.
func (o *Options) text(ctx context.Context, src *infile.Source, f *File, number int) error {
	r, err := csv.OpenTexts(src, infile.Separators)
	if err != nil {
		return err
	}
	t := table{Options: o, Reader: r, name: src.Name, number: number, isText: true}
	if cause := t.find(); cause != "" {
		return &infile.Error{File: src.Name, Cause: cause}
	}
	if t.id < 0 {
		return &infile.Error{File: src.Name, Cause: "no column " + idColumn + ", which has the ids of zones"}
	}
	return t.read(ctx, f)
}

// parquet reads GeoParquet, and Parquet with a column of GEOMETRY.
func (o *Options) parquet(ctx context.Context, src *infile.Source, f *File, number int) error {
	r, err := parquet.OpenBatches(ctx, src, o.Threads)
	if err != nil {
		return err
	}
	defer r.Close() //nolint:errcheck // no error: the file was only read
	t := table{Options: o, Reader: r, name: src.Name, number: number}
	if cause := t.find(); cause != "" {
		return &infile.Error{File: src.Name, Cause: cause}
	}
	shape := t.columns[t.shape].Shape
	if shape.Fault != "" {
		return &infile.Error{File: src.Name, Cause: shape.Fault}
	}
	f.CRS = shape.CRS
	if text, said := r.Note(geoparquet.FooterKey); said {
		of, err := geoparquet.Parse([]byte(text))
		t.arcs = err == nil && of.Name == t.columns[t.shape].Name && of.Edges == "spherical"
	}
	return t.read(ctx, f)
}

// find finds the columns.
func (t *table) find() (cause string) {
	t.columns = t.Columns()
	names := codec.NamesOf(t.columns)
	t.id, t.bounds = slices.Index(names, idColumn), [2]int{-1, -1}
	if t.ID != "" {
		if t.id = slices.Index(names, t.ID); t.id < 0 {
			return "no column " + t.ID + ", which has the ids of zones: the file has " + infile.List(names)
		}
	}
	if at := slices.Index(names, "id"); t.id < 0 && !t.isText && at >= 0 && t.columns[at].Serves(codec.AsID) == "" {
		t.id = at
	}
	if t.id >= 0 {
		if cause := t.columns[t.id].Serves(codec.AsID); cause != "" {
			return cause
		}
	}
	for i, name := range [...]string{t.Floor, t.Ceiling} {
		if name == "" {
			continue
		}
		if t.bounds[i] = slices.Index(names, name); t.bounds[i] < 0 {
			return "no column " + name + ", which has heights of zones: the file has " + infile.List(names)
		}
	}
	if t.isText {
		t.shape = slices.IndexFunc(names, func(name string) bool {
			return slices.Contains([]string{"wkt", "wkb", "geometry", "geom", "WKT"}, name)
		})
	} else {
		t.shape = slices.IndexFunc(t.columns, func(c codec.Column) bool { return c.Kind == codec.Bytes && c.Shape != nil })
	}
	if t.shape < 0 {
		return "no column of geometries: zones are in a column wkt, as well-known text or binary, or in Parquet's geometries; the file has " + infile.List(names)
	}
	return ""
}

// read reads all rows.
func (t *table) read(ctx context.Context, f *File) error {
	wanted := []int{t.shape}
	for _, at := range []int{t.id, t.bounds[0], t.bounds[1]} {
		if at >= 0 && !slices.Contains(wanted, at) {
			wanted = append(wanted, at)
		}
	}
	slices.Sort(wanted)
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
			z, e := t.zone(&b, row, f)
			if e != nil {
				at := t.Place(b.First + row)
				at.Column, at.Value, at.Cause = e.Column, e.Value, e.Cause
				return &at
			}
			f.Zones = append(f.Zones, z)
		}
	}
}

// zone makes the zone of a row.
func (t *table) zone(b *codec.Batch, row int, f *File) (z zone.Zone, bad *infile.Error) {
	if broken := codec.FaultOf(b.Broken, row); broken != nil {
		return z, broken.In("")
	}
	id := strconv.Itoa(t.number + len(f.Zones))
	if t.id >= 0 {
		whole, text, cause := t.columns[t.id].ID(&b.Values[t.id], row)
		if cause != "" {
			return z, &infile.Error{Column: t.columns[t.id].Name, Value: string(text), Cause: cause}
		}
		if id = strconv.FormatInt(whole, 10); text != nil {
			id = string(text)
		}
	}
	g, bad := t.geometry(&b.Values[t.shape], row, f)
	if bad != nil {
		return z, bad
	}
	z = newZone(id, g)
	z.Arcs = t.arcs
	for i, to := range [...]*float64{&z.Floor, &z.Ceiling} {
		if at := t.bounds[i]; at >= 0 {
			c := &t.columns[at]
			if value, cause := t.setBound(to, c.Name, t.sense.Cell(c, &b.Values[at], row).String()); cause != "" {
				return z, &infile.Error{Column: c.Name, Value: value, Cause: cause}
			}
		}
	}
	return z, nil
}

// geometry reads the geometry of a row; a row without one has no position.
func (t *table) geometry(v *codec.Values, row int, f *File) (*geoparquet.Geometry, *infile.Error) {
	g, name := new(geoparquet.Geometry), t.columns[t.shape].Name
	if fault := v.Fault(row); fault != nil {
		return g, fault.In(name)
	}
	if v.Nulls.Has(row) || len(infile.Trim(v.Text(row))) == 0 {
		return g, nil
	}
	if !t.isText {
		value, cause := g.Add(v.Text(row))
		if cause != "" {
			return g, &infile.Error{Column: name, Value: value, Cause: cause}
		}
		return g, nil
	}
	srid, said, _, cause := g.AddText(v.Text(row))
	if !said {
		srid = 0
	}
	if cause == "" && t.hasFirst && srid != t.srid {
		cause = "a geometry of another SRID than the first"
	}
	if cause != "" {
		return g, &infile.Error{Column: name, Value: infile.Shorten(string(v.Text(row))), Cause: cause}
	}
	if !t.hasFirst {
		t.hasFirst, t.srid, f.CRS = true, srid, geoparquet.SRIDOf(srid, said)
	}
	return g, nil
}
