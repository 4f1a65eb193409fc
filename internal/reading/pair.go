package reading

import (
	"flyby/internal/infile"
	"fmt"
	"maps"
	"strings"
)

// pairOf returns where the longitudes and the latitudes are among names: the one pair called lon and lat, or longitude and latitude,
// in any case. ok is false where there is none, or more than one.
func pairOf(names []string) (lon, lat int, ok bool) {
	pairs := 0
	for _, called := range [][2]string{{"lon", "lat"}, {"longitude", "latitude"}} {
		lons, lats := like(names, called[0]), like(names, called[1])
		if len(lons) > 0 && len(lats) > 0 {
			pairs += len(lons) * len(lats)
			lon, lat = lons[0], lats[0]
		}
	}
	return lon, lat, pairs == 1
}

// like returns the indexes of the names that equal a word in any case.
func like(names []string, word string) (at []int) {
	for i, name := range names {
		if strings.EqualFold(name, word) {
			at = append(at, i)
		}
	}
	return at
}

// inDegrees takes a pair for longitudes and latitudes, where a layout lacks x and y alone and Options name neither
// (docs/decisions/0087-columns-in-degrees.md).
func (o *Options) inDegrees(names []string, l *FileColumns) (FileColumns, bool) {
	x, y, ok := o.pairFor(names, l)
	if !ok {
		return FileColumns{}, false
	}
	own := *o
	own.LonLat, own.Columns, own.Seen = true, maps.Clone(o.Columns), nil
	if own.Columns == nil {
		own.Columns = map[string]string{}
	}
	own.Columns["x"], own.Columns["y"] = names[x], names[y]
	degrees, lacks, cause := own.Look(names)
	if len(lacks) > 0 || cause != "" || infile.CheckTrajectoryColumns(own.Columns) != nil {
		return FileColumns{}, false
	}
	degrees.pair = fmt.Sprintf("x=%s y=%s", names[x], names[y])
	if at := degrees.At[ColZ]; at >= 0 {
		degrees.pair += " z=" + names[at]
	}
	return degrees, true
}

// TakeDegrees sets LonLat where a pair of columns, or a preset, says that positions are degrees.
func (o *Options) TakeDegrees(l *FileColumns, t *PresetMatch) {
	o.LonLat = o.LonLat || l.pair != "" || t.Preset != nil && t.Preset.degrees
}

// pairFor is pairOf, with ok false where another column is x or y.
func (o *Options) pairFor(names []string, l *FileColumns) (x, y int, ok bool) {
	if x, y, ok = pairOf(names); !ok || o.names(ColX) || o.names(ColY) {
		return x, y, false
	}
	return x, y, (l.At[ColX] < 0 || l.At[ColX] == x) && (l.At[ColY] < 0 || l.At[ColY] == y)
}
