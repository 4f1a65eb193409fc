// Package zonefile reads zones: GeoJSON, tables with a column of well-known text or of well-known binary, and GeoParquet. What a zone is, is in docs/answers.md.
package zonefile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strings"

	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// Options say how zones are read.
type Options struct {
	Folder string    // that names are relative to, see infile.In
	Stdin  io.Reader // "-"
	ID     string    // the property, or the column, with ids; "": id of a feature, zone_id of a table, otherwise the number of the zone, counted on through the files
	// Floor and Ceiling are the properties, or the columns, with bounds of heights; "": none are read. Length makes a number in the unit of the data's heights of a text, which may have a unit.
	Floor, Ceiling string
	Length         func(text string) (float64, error)
	Threads        int
}

// A File is what was read of one.
type File struct {
	Zones []zone.Zone
	CRS   geoparquet.CRS // of positions; the meaning of the zero CRS is not said
}

// Read reads files, in their order. The error names the file: it has no zone, or one that is wrong.
func Read(ctx context.Context, names []string, o Options) (all []File, err error) {
	number := 0
	for _, name := range names {
		f, err := o.read(ctx, name, number)
		if err != nil {
			return nil, err
		}
		if len(f.Zones) == 0 {
			return nil, &infile.Error{File: shown(name), Cause: "no zone in it", Err: trajectory.ErrEmpty}
		}
		number += len(f.Zones)
		all = append(all, f)
	}
	return all, nil
}

// shown returns the name of a file in messages.
func shown(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// read reads a file. number is the number of zones in the files before.
func (o *Options) read(ctx context.Context, name string, number int) (f File, err error) {
	src := &infile.Source{Folder: o.Folder}
	if err := src.OpenUnpacked(name, o.Stdin, nil, false, max(o.Threads, 1)); err != nil {
		return f, err
	}
	defer src.Close()
	base, _ := infile.CutPacking(name)
	switch strings.ToLower(path.Ext(base)) {
	case ".json", ".geojson":
		err = o.features(src, &f, number)
	case ".parquet", ".geoparquet", ".pq":
		err = o.parquet(ctx, src, &f, number)
	case ".csv", ".tsv", ".txt", ".wkt", "":
		err = o.text(ctx, src, &f, number)
	default:
		return f, &infile.Error{File: src.Name, Cause: "zones are read from .geojson, .csv with a column of geometries, and .parquet"}
	}
	return f, src.Settled(err)
}

// newZone makes a zone of a geometry.
func newZone(id string, g *geoparquet.Geometry) zone.Zone {
	return zone.Zone{ID: id, Points: g.Points, Lines: g.Lines, Polygons: g.Polygons, Floor: math.Inf(-1), Ceiling: math.Inf(1)}
}

// setBound sets a bound of heights by a text, unless it is empty.
func (o *Options) setBound(to *float64, name, text string) (value, cause string) {
	if text == "" {
		return "", ""
	}
	v, err := o.length(text)
	if err != nil {
		return text, fmt.Sprintf("a bound of heights: %v", err)
	}
	*to = v
	return "", ""
}

// length makes a number of a text.
func (o *Options) length(text string) (float64, error) {
	if o.Length != nil {
		return o.Length(text)
	}
	v, cause := infile.ParseFloat([]byte(text))
	if cause != "" {
		return 0, errors.New(cause)
	}
	return v, nil
}
