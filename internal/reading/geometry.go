package reading

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"flyby/internal/geoparquet"
	"flyby/internal/unixtime"
	"flyby/trajectory/format"
)

// A Geometry is a column with the places of a file. Columns of numbers represent it: geometry.x, geometry.y, perhaps geometry.z, and for
// lines geometry.m.
type Geometry struct {
	Name    string
	CRS     geoparquet.CRS
	HasZ    bool // there is z,
	ReadsZ  bool // and it is read
	IsTrack bool // each row has a line, whose M are times
}

// The suffixes of the columns that represent a geometry, behind its name.
const (
	XPart = ".x"
	YPart = ".y"
	ZPart = ".z"
	MPart = ".m"
)

// Names returns the names of the columns that represent the geometry.
func (g *Geometry) Names() (all []string) {
	all = []string{g.Name + XPart, g.Name + YPart}
	if g.HasZ {
		all = append(all, g.Name+ZPart)
	}
	if g.IsTrack {
		all = append(all, g.Name+MPart)
	}
	return all
}

// Options returns the options with the geometry's columns for x and y, and for z, and t of lines, unless the options name others.
func (g *Geometry) Options(o *Options) (own Options, cause string) {
	own = *o
	own.Preset, own.Columns = format.NoPreset, maps.Clone(o.Columns)
	if own.Columns == nil {
		own.Columns = map[string]string{}
	}
	own.Columns["x"], own.Columns["y"] = g.Name+XPart, g.Name+YPart
	if g.HasZ && own.Columns["z"] == "" && o.Height != format.NoHeight {
		own.Columns["z"] = g.Name + ZPart
	}
	g.ReadsZ = own.Columns["z"] == g.Name+ZPart
	switch t := own.Columns["t"]; {
	case !g.IsTrack:
	case t != "" && t != g.Name+MPart:
		return own, fmt.Sprintf("column %s has lines, whose M are times, and --columns says t=%s", g.Name, t)
	default:
		own.Columns["t"] = g.Name + MPart
	}
	return own, ""
}

// Place sets the options for positions by the CRS, and for M as seconds since 1970 where options have no unit of times. cause says why
// positions are neither degrees nor lengths, and which flag to give.
func (g *Geometry) Place(o *Options) (cause string) {
	switch c := &g.CRS; {
	case c.Meaning == geoparquet.Degrees:
		o.LonLat = true
	case c.Meaning == geoparquet.Unsaid && !o.LonLat && o.Units.Length == "" && (o.ColumnUnits["x"] == "" || o.ColumnUnits["y"] == ""):
		return fmt.Sprintf("column %s has no CRS: %s says that its numbers are degrees, %s that they are lengths, such as %[3]s m,s", g.Name, o.Flag("lonlat"), o.Flag("units"))
	case c.Meaning == geoparquet.Angles && !o.LonLat:
		return fmt.Sprintf("column %s is in degrees of %v, which are none of WGS 84 (OGC:CRS84, EPSG:4326): %s takes them for these", g.Name, *c, o.Flag("lonlat"))
	case c.Meaning == geoparquet.Other:
		return fmt.Sprintf("column %s is in %v: neither degrees of WGS 84 (OGC:CRS84, EPSG:4326) nor lengths of a projection in a unit of flyby's", g.Name, *c)
	}
	if g.IsTrack && o.Units.Time == "" && o.ColumnUnits["t"] == "" && o.Places == nil {
		units := map[string]string{"t": unixtime.Seconds}
		maps.Copy(units, o.ColumnUnits)
		o.ColumnUnits = units
	}
	return ""
}

// Describe returns a text about the columns taken for places, such as "x, y=geometry (points in WKB), OGC:CRS84, degrees".
func (g *Geometry) Describe(o *Options) string {
	kinds, what, unit := []string{"x", "y"}, "points", "lengths"
	if g.ReadsZ {
		kinds = append(kinds, "z")
	}
	if g.IsTrack {
		kinds, what = append([]string{"t"}, kinds...), "lines with M"
		switch t := o.ColumnUnits["t"]; {
		case o.IsUnix():
			what += ", t in " + o.UnixUnit().Words + " since 1970"
		case t+o.Units.Time != "":
			what += ", t in " + cmp.Or(t, o.Units.Time)
		}
	}
	if unit = cmp.Or(g.CRS.Unit, o.Units.Length, unit); o.LonLat {
		unit = "degrees"
	}
	return fmt.Sprintf("%s=%s (%s), %s, %s", strings.Join(kinds, ", "), g.Name, what, cmp.Or(g.CRS.String(), "no CRS"), unit)
}

// Unlike returns the fault of a geometry with z where the first geometry has none, or the reverse, where that matters.
func (g *Geometry) Unlike(hasZ bool) (value, cause string) {
	const without = "; --height none leaves heights out"
	kind, axes := "POINT", ""
	if g.IsTrack {
		kind, axes = "LINESTRING", "M"
	}
	switch {
	case g.ReadsZ && !hasZ:
		return strings.TrimSpace(kind + " " + axes), "without z, which the first has" + without
	case hasZ && !g.HasZ:
		return kind + " Z" + axes, "with z, which the first has not" + without
	}
	return "", ""
}

// Unit returns the CRS's unit for a kind of column, "" for none.
func (g *Geometry) Unit(kind int) string {
	if kind != ColX && kind != ColY && (kind != ColZ || !g.ReadsZ) {
		return ""
	}
	return g.CRS.Unit
}
