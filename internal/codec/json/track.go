package json

import (
	"cmp"
	"slices"
	"strings"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
)

// A trackKind is a kind of geometry or motion that an object has.
type trackKind uint8

const (
	noTrack trackKind = iota
	feature           // of GeoJSON
	motion            // of MF-JSON: a member of the object, or the object itself
)

// The columns of positions.
const (
	columnX = iota
	columnY
	columnZ
	columnT
	columnPiece
	numColumns
)

// A track says where an object has positions.
type track struct {
	kind      trackKind
	isFeature bool     // of GeoJSON, or a collection
	base      []string // keys of motion
	dims      int      // numbers of a position
	clocked   bool     // positions have times
	pieced    bool
	crs       string
	timed     *node           // what times are; nil: they are the fourth number of positions
	columns   [numColumns]int // -1: none
}

// timesOfFeature are the paths to times of a line of GeoJSON, as converters of tracks write them.
func timesOfFeature() [][]string {
	return [][]string{{"properties", "coordTimes"}, {"properties", "times"}, {"properties", "datetimes"}, {"properties", "coordinateProperties", "times"}, {"properties", "coordinateProperties", "coordTimes"}}
}

// trackOf returns the track of an object. Features of a collection have its CRS, unless they say another.
func trackOf(n *node, crs string) track {
	if base, ok := n.motionAt(nil); ok {
		t := track{kind: motion, base: base, clocked: true, isFeature: n.isOf("Feature")}
		of := n.find(base...)
		t.timed = of.timesOfMotion()
		t.dims = of.find("coordinates").dims(0)
		if all := of.find("sequences"); all != nil && all.item != nil {
			t.pieced, t.dims = true, max(t.dims, all.item.find("coordinates").dims(0))
			if t.timed == nil {
				t.timed = all.item.timesOfMotion()
			}
		}
		t.crs = of.nameOfCRS()
		if t.isFeature {
			t.crs = cmp.Or(t.crs, world)
		}
		return t
	}
	at := n.find("geometry", "coordinates")
	if at == nil || at.lists == 0 {
		return track{isFeature: n.isOf("FeatureCollection")}
	}
	t := track{kind: feature, isFeature: true, crs: n.nameOfCRS(), dims: at.dims(0), pieced: at.isPieced()}
	for _, path := range timesOfFeature() {
		if of := n.find(path...); of != nil && of.lists > 0 && !t.clocked {
			t.clocked, t.timed, t.base = true, of.item, path
			for t.timed != nil && t.timed.lists > 0 {
				t.timed = t.timed.item
			}
		}
	}
	t.clocked = t.clocked || t.dims > 3
	t.crs = cmp.Or(t.crs, crs, world)
	return t
}

// isOf reports whether an object says that it is of a type.
func (n *node) isOf(name string) bool {
	of := n.find("type")
	return of != nil && of.first == name
}

// world is the CRS of GeoJSON.
const world = "urn:ogc:def:crs:OGC:1.3:CRS84"

// nameOfCRS returns the name of the CRS that an object says, "" for none.
func (n *node) nameOfCRS() string {
	if c := n.find("crs", "properties", "name"); c != nil {
		return c.first
	}
	return ""
}

// motionAt returns the keys that lead to motion in an object.
func (n *node) motionAt(base []string) (path []string, ok bool) {
	if n.timesOfMotion() != nil && n.find("coordinates") != nil {
		return base, true
	}
	if all := n.find("sequences"); all != nil && all.item != nil && all.item.timesOfMotion() != nil {
		return base, true
	}
	for _, c := range n.inside {
		if c.objects > 0 && c.name != "properties" {
			if path, ok = c.motionAt(append(slices.Clone(base), c.name)); ok {
				return path, true
			}
		}
	}
	return nil, false
}

// timesOfMotion returns the list of times of a motion, nil for a motion without times.
func (n *node) timesOfMotion() *node {
	for _, key := range []string{"datetimes", "dates"} {
		switch c := n.find(key); {
		case c == nil:
		case c.lists > 0 && c.item != nil:
			return c.item
		default:
			return c
		}
	}
	return nil
}

// dims returns the most numbers that a position has in lists of positions.
func (n *node) dims(deep int) (most int) {
	if n == nil || n.item == nil || deep == mostLists {
		return 0
	}
	if n.item.numbers > 0 {
		most = n.longest
	}
	return max(most, n.item.dims(deep+1))
}

// isPieced reports whether coordinates belong to several lines.
func (n *node) isPieced() bool {
	for range 2 {
		if n = n.item; n == nil {
			return false
		}
	}
	return n.item != nil && n.item.numbers > 0
}

// roleOf returns the role of the value at a path of the object that has the track.
func (t *track) roleOf(path []string) role {
	if t.kind == feature {
		switch strings.Join(path, ".") {
		case "geometry.type":
			return placeType
		case "geometry.coordinates":
			return coordinates
		}
		if t.base != nil && slices.Equal(path, t.base) {
			return times
		}
		return noRole
	}
	if t.kind == noTrack || len(path) <= len(t.base) || !slices.Equal(path[:len(t.base)], t.base) {
		return noRole
	}
	return roleOfMotion(path[len(t.base):])
}

// roleOfMotion returns the role of the value at a path of motion.
func roleOfMotion(path []string) role {
	switch strings.Join(path, ".") {
	case "type":
		return placeType
	case "coordinates":
		return coordinates
	case "datetimes", "dates":
		return times
	case "interpolation", "interpolations":
		return steps
	case "sequences":
		return sequences
	case "crs.properties.name":
		return placeCRS
	}
	return noRole
}

// hides reports whether a value at a path of the object belongs to its geometry, and is no column.
func (t *track) hides(path []string) bool {
	switch {
	case t.isFeature && len(path) == 1 && path[0] == "type":
		return true
	case t.kind == feature:
		return path[0] == "geometry"
	case t.kind == motion:
		return len(path) > len(t.base) && len(t.base) > 0 && slices.Equal(path[:len(t.base)], t.base)
	}
	return false
}

// ownName returns the name of the value at a path: properties of features are called by their keys.
func (t *track) ownName(own, path []string) []string {
	if t.kind != noTrack && len(path) > 1 && path[0] == "properties" {
		return path[1:]
	}
	return append(slices.Clone(own), path...)
}

// addTrack adds the columns of positions, called x, y, z, t and piece where no other column is.
func (y *layout) addTrack(l *level, before []string) {
	t := &l.track
	of := "geometry"
	if t.kind == motion {
		of = strings.Join(append(slices.Clone(before), t.base...), ".")
	}
	var shape *codec.Shape
	if t.crs != "" {
		shape = &codec.Shape{Name: of, CRS: crsOf(t.crs), Axis: min(max(t.dims, 2), 3)}
	}
	for i, name := range []string{"x", "y", "z", "t", "piece"} {
		t.columns[i] = -1
		if i == columnZ && t.dims < 3 || i == columnT && !t.clocked || i == columnPiece && !t.pieced {
			continue
		}
		var n *node
		if i == columnT {
			n = t.timed
		}
		at := y.add(name, strings.TrimPrefix(of+"."+name, "."), n)
		t.columns[i], y.columns[at].Piece = at, i == columnPiece && t.kind == motion
		if i <= columnZ {
			y.columns[at].Shape = shape
		}
	}
}

// crsOf returns the CRS of a name of GeoJSON, as OGC's URN or as EPSG:4326.
func crsOf(name string) geoparquet.CRS {
	id := name
	if rest, ok := strings.CutPrefix(name, "urn:ogc:def:crs:"); ok {
		parts := strings.Split(rest, ":")
		id = parts[0] + ":" + parts[len(parts)-1]
	}
	if id == "OGC:CRS84" || id == "EPSG:4326" {
		return geoparquet.CRS{Meaning: geoparquet.Degrees, ID: id}
	}
	return geoparquet.CRS{Meaning: geoparquet.Other, ID: id}
}
