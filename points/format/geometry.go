package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
)

// findShape finds the geometries that have the coordinates: the column that Options.Columns names as x1 alone, or, where Options.Columns names no
// coordinates and the file has no columns of degrees that are asked for, the only column of geometries. nil: columns of numbers have them.
func (o *Options) findShape(file []codec.Column) (shape *codec.Shape, cause string) {
	names := codec.NamesOf(file)
	var all []*codec.Shape
	var called []string
	for _, c := range file {
		if c.Shape != nil && !slices.Contains(all, c.Shape) {
			all, called = append(all, c.Shape), append(called, c.Shape.Name)
		}
	}
	lonLat := lonLatKeys()
	switch n := dimensionsOf(o.Columns); {
	case n > 1 || len(all) == 0:
		return nil, ""
	case n == 1:
		at := slices.Index(called, o.Columns[coordinate(0)])
		if at < 0 || all[at].Axis > 0 && slices.Contains(names, called[at]) {
			return nil, ""
		}
		return all[at], ""
	case o.LonLat && slices.Contains(names, lonLat[0]) && slices.Contains(names, lonLat[1]):
		return nil, ""
	case len(all) > 1:
		return nil, "no coordinates: " + infile.List(called) + " have geometries; " + o.Flag("columns") + " x1=NAME says which of them are points"
	}
	return all[0], ""
}

// axisOf returns the coordinate that a column is of geometries: x, y, z or m.
func axisOf(c *codec.Column) string { return c.Name[strings.LastIndexByte(c.Name, '.')+1:] }

// takeGeometry takes the coordinates of geometries. cause says why the file cannot be read.
func (o *Options) takeGeometry(shape *codec.Shape, file []codec.Column, isWhole func(column int) bool) (l layout, cause string) {
	l = layout{names: codec.NamesOf(file), flag: o.Flag("columns"), named: dimensionsOf(o.Columns) > 0, list: shape.Axis == 0}
	if cause := cmp.Or(l.findID(o), o.setFrame(shape)); cause != "" {
		return l, cause
	}
	for at := range file {
		left := shape.Axis > 0 && (axisOf(&file[at]) == "m" || axisOf(&file[at]) == "z" && o.Flat)
		if file[at].Shape == shape && !left {
			l.x = append(l.x, at)
		}
	}
	yes := func(int) bool { return true }
	return l, cmp.Or(l.guessID(isWhole, yes), l.idTwice())
}

// setFrame takes coordinates for degrees where the CRS of geometries says so. cause says why they are neither degrees of WGS 84 nor lengths.
func (o *Options) setFrame(shape *codec.Shape) (cause string) {
	switch c := &shape.CRS; {
	case shape.Fault != "":
		return fmt.Sprintf("column %s: %s; %s x1=NAME,x2=NAME takes coordinates from other columns", shape.Name, shape.Fault, o.Flag("columns"))
	case c.Meaning == geoparquet.Degrees:
		o.LonLat = true
	case c.Meaning == geoparquet.Angles && !o.LonLat:
		return fmt.Sprintf("column %s is in degrees of %v, which are none of WGS 84 (OGC:CRS84, EPSG:4326): %s takes them for these", shape.Name, *c, o.Flag("lonlat"))
	case c.Meaning == geoparquet.Other:
		return fmt.Sprintf("column %s is in %v: neither degrees of WGS 84 (OGC:CRS84, EPSG:4326) nor lengths of a projection in a unit of flyby's", shape.Name, *c)
	}
	return ""
}

// describe returns a text about coordinates taken from geometries: "coordinates=geometry (points), OGC:CRS84, degrees".
func (o *Options) describe(shape *codec.Shape) string {
	unit := cmp.Or(shape.CRS.Unit, o.Units.Length, "lengths")
	if o.LonLat {
		unit = "degrees"
	}
	return fmt.Sprintf("%s (points), %s, %s", shape.Name, cmp.Or(shape.CRS.String(), "no CRS"), unit)
}
