package parquet

import (
	"context"
	"fmt"

	"flyby/internal/geoparquet"
	"flyby/internal/parquet"
	"flyby/trajectory/format"
)

// A geometry is the column of a GeoParquet file with its places. Columns that represent it follow the columns of the file.
type geometry struct {
	format.Geometry
	typ   *parquet.Type // of well-known binary; nil: a struct, whose fields are columns of the file
	first int           // number of the first column that represents it
}

// findGeometry finds the geometry of the file, unless the options name columns of places; nil: there is none.
func (r *parquetReader) findGeometry(ctx context.Context) (*geometry, error) {
	note, ok := r.file.Notes[geoparquet.FooterKey]
	if !ok || r.o.Preset != "" && r.o.Preset != format.NoPreset {
		return nil, nil
	}
	column, err := geoparquet.Parse(note)
	g := &geometry{Geometry: format.Geometry{Name: column.Name, CRS: column.CRS}}
	if x, y := r.o.Columns["x"], r.o.Columns["y"]; x+y != "" && (err != nil || x != g.Name+format.XPart || y != g.Name+format.YPart) {
		return nil, nil
	}
	if err != nil {
		return nil, r.unfit(&format.Error{Cause: fmt.Sprintf("its metadata %s are none of GeoParquet: %v", geoparquet.FooterKey, err)})
	}
	return g, r.openGeometry(ctx, g, column.Encoding)
}

// unfit returns an error about the geometry of the file, with the advice to name columns of places instead.
func (r *parquetReader) unfit(e *format.Error) error {
	e.File, e.Cause = r.src.Name, e.Cause+"; "+r.o.Flag("columns")+" x=NAME,y=NAME takes places from other columns"
	return e
}

// openGeometry finds the storage of the geometry, and the kind of its first value.
func (r *parquetReader) openGeometry(ctx context.Context, g *geometry, encoding string) error {
	column := r.file.Column(g.Name)
	cause := ""
	switch {
	case column == nil:
		cause = fmt.Sprintf("no column %s, which its metadata %s name", g.Name, geoparquet.FooterKey)
	case encoding == geoparquet.Points:
		g.HasZ = r.file.Column(g.Name+format.ZPart) != nil
		return nil
	case encoding != geoparquet.WKB:
		cause = fmt.Sprintf("column %s: encoding %s, where %s and %s are read", g.Name, encoding, geoparquet.WKB, geoparquet.Points)
	default:
		if g.typ, cause = column.Type(parquet.AsBytes); cause == "" {
			return r.sniff(ctx, g)
		}
		cause = fmt.Sprintf("column %s: %s", g.Name, cause)
	}
	return r.unfit(&format.Error{Cause: cause})
}

// A sniffed is the head of a geometry, or the reason why it has none.
type sniffed struct {
	geoparquet.Front
	some  bool
	cause string
}

// sniff reads the first geometry that is not null: rows without a geometry are reported one by one later.
func (r *parquetReader) sniff(ctx context.Context, g *geometry) error {
	look := &parquet.Scan[sniffed]{Label: g.Name, Type: g.typ, Convert: func(dst []sniffed, v parquet.Values) []parquet.Fault {
		for i := range dst {
			dst[i].some = true
			dst[i].Front, dst[i].cause = geoparquet.ReadFront(v.Text[i])
		}
		return nil
	}}
	row, first, err := look.Find(ctx, r.file, func(f sniffed) bool { return f.some })
	if err != nil || row < 0 {
		return err
	}
	if g.HasZ, g.IsTrack = first.HasZ, first.IsTrack; first.IsPoint || first.IsTrack {
		return nil
	}
	e := r.file.Locate(row)
	e.Column, e.Value, e.Cause = g.Name, first.Name, first.cause
	if e.Cause == "" {
		e.Cause = "neither a point nor a line with M, which are its times"
	}
	return r.unfit(&e)
}

// findByGeometry finds the columns with the geometry for places. found is false where ids or times are found only without it: a preset
// takes all its columns.
func (r *parquetReader) findByGeometry(g *geometry) (found bool, err error) {
	own, cause := g.Options(r.o)
	if cause != "" {
		return false, &format.Error{File: r.src.Name, Cause: cause}
	}
	g.first = len(r.file.Columns())
	names := r.file.Names()
	if g.typ != nil {
		names = append(names, g.Names()...)
	}
	l, _, cause := own.FindTyped(names)
	if cause != "" {
		if _, _, lacking := r.o.FindTyped(r.file.Names()); lacking == "" {
			return false, nil
		}
		return false, &format.Error{File: r.src.Name, Cause: own.Mended(cause, names, r.glance)}
	}
	if cause = g.Place(r.o); cause != "" {
		return false, &format.Error{File: r.src.Name, Cause: cause}
	}
	r.geometry, r.layout = g, l
	r.layout.Geometry = g.Describe(r.o)
	return true, nil
}

// unit returns the CRS's unit for a kind of column, "" for none, and "" for a nil geometry.
func (g *geometry) unit(kind int) string {
	if g == nil {
		return ""
	}
	return g.Unit(kind)
}
