// Package zonefile reads zones: GeoJSON, tables with a column of well-known text or of well-known binary, and GeoParquet; and holds them against the data that they
// are for (Open). What a zone is, is in docs/answers.md.
package zonefile

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"path"
	"strings"

	"flyby/internal/codec/arrow"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/internal/zone"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Options say how zones are read.
type Options struct {
	Folder string    // that names are relative to, see infile.In
	Stdin  io.Reader // "-"
	ID     string    // the property, or the column, with ids; "": id of a feature, zone_id of a table, otherwise the number of the zone, counted on through the files
	// Floor and Ceiling are the properties, or the columns, with bounds of heights, or a bound of all zones: "0", "2500ft"; "": none is read. Length makes a number in the unit of the data's heights
	// of a text, which may have a unit; without Length it is a number.
	Floor, Ceiling string
	Length         func(text string) (float64, error)
	Attributes     []string // properties, or columns, that are kept
	Arcs           bool     // sides of all zones are the shorter arcs
	SkipBad        bool     // leave out zones that are wrong
	Threads        int
}

// A File is what was read of one.
type File struct {
	Name    string // in messages
	Zones   []zone.Zone
	CRS     geoparquet.CRS // of positions; the meaning of the zero CRS is not said
	Skipped int            // zones that Options.SkipBad left out
	Causes  []error        // why the first were, a few at most
}

// mostCauses is how many causes a file keeps.
const mostCauses = 5

// A reading is the zones of the files that were read until now.
type reading struct {
	Options
	files      []File
	heights    [2]bound
	ids        map[string]string  // the file of each
	there      []string           // properties and columns of files, some at most
	attributes *format.Attributes // nil: none is asked for
	codes      []uint32           // of the zone at hand
	number     int                // of zones so far, those left out too
}

// readAll reads files, in their order. The error names the file: it has no zone, or one that is wrong.
func readAll(ctx context.Context, names []string, o Options) (*reading, error) {
	r := &reading{Options: o, ids: map[string]string{}, attributes: (&format.Options{Attributes: o.Attributes}).NewAttributes(false), codes: make([]uint32, len(o.Attributes))}
	if err := r.setHeights(); err != nil {
		return r, err
	}
	for _, name := range names {
		var f File
		if err := r.read(ctx, name, &f); err != nil {
			return r, err
		}
		r.files = append(r.files, f)
		if len(f.Zones)+f.Skipped == 0 {
			return r, f.none()
		}
	}
	if r.number > 0 && len(r.ids) == 0 {
		return r, r.files[0].none()
	}
	return r, r.checkHeights()
}

// read reads a file.
func (r *reading) read(ctx context.Context, name string, f *File) (err error) {
	src := &infile.Source{Folder: r.Folder}
	if err := src.OpenUnpacked(name, r.Stdin, nil, false, max(r.Threads, 1)); err != nil {
		return err
	}
	defer src.Close()
	f.Name = src.Name
	base, _ := infile.CutPacking(name)
	switch strings.ToLower(path.Ext(base)) {
	case ".json", ".geojson":
		err = r.features(src, f)
	case ".parquet", ".geoparquet", ".pq":
		err = r.shaped(ctx, src, f, parquet.OpenBatches)
	case ".arrow", ".arrows", ".feather":
		err = r.shaped(ctx, src, f, arrow.Open)
	case ".csv", ".tsv", ".txt", ".wkt":
		err = r.text(ctx, src, f)
	case "":
		err = r.unnamed(ctx, src, f)
	default:
		return &infile.Error{File: src.Name, Cause: "zones are read from .geojson, .csv and .tsv with a column of geometries, .parquet and .arrow"}
	}
	return src.Settled(err)
}

// unnamed reads GeoJSON or a table, which their first byte tells apart.
func (r *reading) unnamed(ctx context.Context, src *infile.Source, f *File) error {
	ahead := bufio.NewReader(src.Data)
	src.Data = ahead
	if start, _ := ahead.Peek(1); len(start) > 0 && start[0] == '{' { // an error comes again
		return r.features(src, f)
	}
	return r.text(ctx, src, f)
}

// newZone makes a zone of a geometry.
func newZone(id string, g *geoparquet.Geometry) zone.Zone {
	return zone.Zone{ID: id, Points: g.Points, Lines: g.Lines, Polygons: g.Polygons, Floor: math.Inf(-1), Ceiling: math.Inf(1)}
}

// take adds a zone that stands at a place; where the place has a cause the zone is wrong, and may be left out.
func (r *reading) take(f *File, z *zone.Zone, at *infile.Error) error {
	r.number++
	switch {
	case at.Cause != "" && !r.SkipBad:
		return at
	case at.Cause != "":
		f.Skipped++
		if len(f.Causes) < mostCauses {
			f.Causes = append(f.Causes, at)
		}
		return nil
	}
	if other, known := r.ids[z.ID]; known {
		at.Cause = fmt.Sprintf("the id %q comes twice, here and before in %s", infile.Shorten(z.ID), other)
		return at
	}
	r.ids[z.ID] = f.Name
	f.Zones = append(f.Zones, *z)
	if r.attributes != nil {
		r.attributes.Add(r.attributes.Trajectory(z.ID), 0, r.codes)
	}
	return nil
}

// none is the error of a file without a zone.
func (f *File) none() error {
	cause := "no zone in it"
	if len(f.Causes) > 0 {
		cause = fmt.Sprintf("no zone is left of %d, of which the first is wrong: %v", f.Skipped, f.Causes[0])
	}
	return &infile.Error{File: f.Name, Cause: cause, Err: trajectory.ErrEmpty}
}
