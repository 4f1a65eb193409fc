package parquet

import (
	"context"
	"fmt"
	"strings"

	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// openFile reads the footer and finds the columns and types to read.
func (r *parquetReader) openFile(ctx context.Context) error {
	if err := r.openColumns(ctx); err != nil || r.taken.Preset != nil {
		return err
	}
	return r.openNeutral(ctx)
}

// openColumns reads the footer and finds the columns.
func (r *parquetReader) openColumns(ctx context.Context) (err error) {
	if r.src.At == nil || r.src.Total == 0 {
		return &format.Error{File: r.src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	if r.file, err = parquet.Open(r.src, format.FrameKey, format.UnitsKey, format.ScaleKey, geoparquet.FooterKey); err != nil {
		return err
	}
	g, err := r.findGeometry(ctx)
	if err != nil {
		return err
	}
	if g != nil {
		if found, err := r.findByGeometry(g); found || err != nil {
			return err
		}
	}
	names, cause := r.file.Names(), ""
	if err := format.CheckNames(r.src.Name, names); err != nil {
		return err
	}
	if r.layout, r.taken, cause = r.o.FindTyped(names); cause != "" {
		return &format.Error{File: r.src.Name, Cause: r.o.Mended(cause, names, r.glance)}
	}
	r.o.TakeDegrees(&r.layout, &r.taken)
	return nil
}

// openNeutral finds the contents of the columns where no preset took them.
func (r *parquetReader) openNeutral(ctx context.Context) (err error) {
	cause := ""
	if r.frame, cause = frameOf(r.file, r.o.LonLat); cause != "" {
		return &format.Error{File: r.src.Name, Cause: cause}
	}
	if err := r.findTypes(ctx); err != nil {
		return err
	}
	r.findAttributes()
	if r.where, err = r.file.Where(r.o.Tests, r.o.Times); err != nil {
		return err
	}
	return r.setUnits()
}

// frameOf returns the frame that the metadata name. cause says what is wrong with it, or
// with reading such positions as degrees.
func frameOf(f *parquet.File, lonLat bool) (frame trajectory.Frame, cause string) {
	named, framed := f.Notes[format.FrameKey]
	switch {
	case !framed:
		return trajectory.Plain, ""
	case string(named) != format.FrameEarthCentred:
		return 0, fmt.Sprintf("its metadata say %s = %q, which this flyby does not know", format.FrameKey, infile.Shorten(string(named)))
	case lonLat:
		return 0, fmt.Sprintf("x, y and z are %v already, not longitude, latitude and height", trajectory.EarthCentred)
	}
	return trajectory.EarthCentred, ""
}

// Estimate is input.EstimateRows for Parquet, whose footer counts rows.
func Estimate(src *infile.Source, o *format.Options) (rows uint64, ok bool) {
	r := &parquetReader{src: src, o: o}
	if r.openFile(context.Background()) != nil {
		return 0, false
	}
	if r.isTrack() {
		return r.trackSamples(), true
	}
	return uint64(r.file.Rows()), true
}

// isTrack reports whether each row of the file has a line, whose vertices are samples.
func (r *parquetReader) isTrack() bool { return r.geometry != nil && r.geometry.IsTrack }

// trackSamples returns the approximate number of samples in the lines of the file.
func (r *parquetReader) trackSamples() (samples uint64) {
	const vertex = 16 // bytes, packed
	for group := range r.file.Groups {
		if c, err := r.file.Chunk(group, r.geometry.Name, r.geometry.typ); err == nil {
			samples += uint64(c.Bytes()) / vertex
		}
	}
	return samples
}

// glance is a format.GlanceFunc.
func (r *parquetReader) glance(column int) (g format.Glance) {
	if column >= len(r.file.Columns()) { // it represents a geometry, whose numbers have the units of its CRS, and whose M are times
		return format.Glance{Timed: true, Unit: "m"}
	}
	c := &r.file.Columns()[column]
	g.Unit = unitsByName(r.file)[c.Name()]
	if t, cause := typeOf(c, format.ColT); cause == "" && t.Times && !t.Text {
		g.Timed = true
		return g
	} else if cause == "" && !t.Text {
		for group := range r.file.Groups {
			if b := t.valueRange(r.file, group); b.least <= b.greatest {
				g.Cells = append(g.Cells, infile.NumberText(b.least, 64), infile.NumberText(b.greatest, 64))
			}
		}
	}
	g.Cells = append(g.Cells, r.firstCells(c)...)
	return g
}

// firstCells returns the cells of a column in the first rows, none where they cannot be read.
func (r *parquetReader) firstCells(c *parquet.Column) (texts []string) {
	typ, cause := c.Type(parquet.AsCell)
	if cause != "" || len(r.file.Groups) == 0 {
		return nil
	}
	scan := parquet.ScanCells(c.Name(), typ, infile.Cell.String)
	for row, err := range parquet.Rows(context.Background(), r.file, 0, []*parquet.Scan[string]{scan}) {
		if err != nil || len(texts) == format.MostGlanced {
			break
		}
		texts = append(texts, strings.Clone(row[0]))
	}
	return texts
}
