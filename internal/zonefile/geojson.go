package zonefile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// object is an object of GeoJSON (RFC 7946), by the names of its members in exact case.
type object map[string]json.RawMessage

// features reads a document of GeoJSON: a FeatureCollection feature by feature, a Feature or a geometry.
func (r *reading) features(src *infile.Source, f *File) error {
	text := bufio.NewReader(src.Data)
	const mark = "\xef\xbb\xbf"
	if start, _ := text.Peek(len(mark)); string(start) == mark { // an error comes again
		text.Discard(len(mark)) //nolint:errcheck // these bytes are there
	}
	d := json.NewDecoder(text)
	if err := expect(d, '{'); err == io.EOF {
		return &infile.Error{File: src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	} else if err != nil {
		return notGeoJSON(src, err)
	}
	whole, isCollection := object{}, false
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return notGeoJSON(src, err)
		}
		if key == "features" {
			isCollection = true
			if err := r.collection(src, d, f); err != nil {
				return err
			}
			continue
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return notGeoJSON(src, err)
		}
		whole[key.(string)] = value
	}
	if err := expect(d, '}'); err != nil {
		return notGeoJSON(src, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return notGeoJSON(src, errors.New("there is text behind the document"))
	}
	f.CRS = crsOf(whole["crs"])
	if isCollection || textOf(whole["type"]) == "FeatureCollection" {
		return nil
	}
	return r.feature(src, whole, f, "")
}

// collection reads the list of features.
func (r *reading) collection(src *infile.Source, d *json.Decoder, f *File) error {
	if err := expect(d, '['); err != nil {
		return notGeoJSON(src, fmt.Errorf("in features: %w", err))
	}
	for i := 0; d.More(); i++ {
		var one object
		place := fmt.Sprintf("features[%d]", i)
		if err := d.Decode(&one); err != nil {
			return notGeoJSON(src, fmt.Errorf("%s: %w", place, err))
		}
		if kind := textOf(one["type"]); kind != "Feature" {
			return &infile.Error{File: src.Name, Path: place, Cause: fmt.Sprintf("type %q is no Feature", infile.Shorten(kind))}
		}
		if err := r.feature(src, one, f, place); err != nil {
			return err
		}
	}
	if err := expect(d, ']'); err != nil {
		return notGeoJSON(src, err)
	}
	return nil
}

// expect reads a delimiter.
func expect(d *json.Decoder, want json.Delim) error {
	t, err := d.Token()
	if err == nil && t != want {
		err = fmt.Errorf("%v where %v is expected", t, want)
	}
	return err
}

// notGeoJSON is the error of a document that is none.
func notGeoJSON(src *infile.Source, err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return &infile.Error{File: src.Name, Cause: "no GeoJSON: " + strings.TrimPrefix(err.Error(), "json: "), Err: err}
}

// feature adds the zone of a feature, or of a bare geometry.
func (r *reading) feature(src *infile.Source, one object, f *File, place string) error {
	at := &infile.Error{File: src.Name, Path: place}
	var z zone.Zone
	var g geoparquet.Geometry
	shape, properties := one, object{}
	if textOf(one["type"]) == "Feature" {
		shape = nil
		if text := one["geometry"]; len(text) > 0 && json.Unmarshal(text, &shape) != nil {
			at.Cause = "its geometry is no object"
		}
		if text := one["properties"]; len(text) > 0 && json.Unmarshal(text, &properties) != nil {
			at.Cause = "its properties are no object"
		}
	}
	if at.Cause == "" && shape != nil {
		at.Cause = shape.addTo(&g, 0)
	}
	z = newZone("", &g)
	if z.ID = textOf(one["id"]); r.ID != "" {
		z.ID = textOf(properties[r.ID])
	}
	switch {
	case z.ID != "":
	case r.ID == "":
		z.ID = strconv.Itoa(r.number)
	case at.Cause == "":
		at.Cause = fmt.Sprintf("no property %s, which has the ids", r.ID)
	}
	text := func(name string) (string, bool) {
		value, has := properties[name]
		return textOf(value), has
	}
	names := slices.Sorted(maps.Keys(properties))
	r.note(names)
	r.bound(&z, text, at)
	r.keep(text)
	return r.take(f, &z, at)
}

// textOf returns a text as it is, null and nothing as "", and other values as they are written: 7 as "7".
func textOf(value json.RawMessage) (text string) {
	value = bytes.TrimSpace(value)
	switch {
	case len(value) == 0 || string(value) == "null":
		return ""
	case value[0] == '"' && json.Unmarshal(value, &text) == nil:
		return text
	}
	return string(value)
}

// mostDepth is the most collections within each other.
const mostDepth = 32

// addTo adds a geometry within depth others.
func (o object) addTo(g *geoparquet.Geometry, depth int) (cause string) {
	kind, coordinates := textOf(o["type"]), o["coordinates"]
	read := func(to any) bool {
		hasNull := bytes.Contains(coordinates, []byte("null")) && string(coordinates) != "null" // which would be 0
		return len(coordinates) == 0 || !hasNull && json.Unmarshal(coordinates, to) == nil
	}
	at := make([][]float64, 1)
	lines, polygons := make([][][]float64, 1), make([][][][]float64, 1)
	ok := false
	switch kind {
	case "Point":
		ok = read(&at[0]) && add(&g.Points, at)
	case "MultiPoint":
		ok = read(&at) && add(&g.Points, at)
	case "LineString":
		ok = read(&lines[0]) && addLines(&g.Lines, lines)
	case "MultiLineString":
		ok = read(&lines) && addLines(&g.Lines, lines)
	case "Polygon":
		ok = read(&polygons[0]) && addPolygons(&g.Polygons, polygons)
	case "MultiPolygon":
		ok = read(&polygons) && addPolygons(&g.Polygons, polygons)
	case "GeometryCollection":
		return o.addGeometries(g, depth)
	default:
		return fmt.Sprintf("type %q is no geometry", infile.Shorten(kind))
	}
	if !ok {
		return "the coordinates are not what a " + kind + " has"
	}
	return ""
}

// addGeometries adds the geometries of a collection within depth others.
func (o object) addGeometries(g *geoparquet.Geometry, depth int) (cause string) {
	if depth == mostDepth {
		return "collections within each other, more than 32"
	}
	var all []object
	if text := o["geometries"]; len(text) > 0 && json.Unmarshal(text, &all) != nil {
		return "the geometries are no list of objects"
	}
	for _, inner := range all {
		if inner == nil {
			continue
		}
		if cause := inner.addTo(g, depth+1); cause != "" {
			return cause
		}
	}
	return ""
}

// add adds positions; an empty list is none.
func add(to *[][2]float64, at [][]float64) bool {
	for _, p := range at {
		if len(p) < 2 {
			return len(p) == 0 && len(at) == 1
		}
		*to = append(*to, [2]float64{p[0], p[1]})
	}
	return true
}

// addLines adds lines; an empty one is none.
func addLines(to *[][][2]float64, lines [][][]float64) bool {
	for _, line := range lines {
		var all [][2]float64
		if !add(&all, line) {
			return false
		}
		if len(all) > 0 {
			*to = append(*to, all)
		}
	}
	return true
}

// addPolygons adds polygons; one without a ring is none.
func addPolygons(to *[][][][2]float64, polygons [][][][]float64) bool {
	for _, polygon := range polygons {
		rings := make([][][2]float64, len(polygon))
		for i, ring := range polygon {
			if !add(&rings[i], ring) {
				return false
			}
		}
		if len(rings) > 0 {
			*to = append(*to, rings)
		}
	}
	return true
}

// crsOf returns the CRS of a document that has the member of GeoJSON 2008; without it, nothing is said.
func crsOf(text json.RawMessage) geoparquet.CRS {
	var named struct {
		Properties struct {
			Name string `json:"name"`
		} `json:"properties"`
	}
	if json.Unmarshal(text, &named) != nil || named.Properties.Name == "" {
		return geoparquet.CRS{}
	}
	name := named.Properties.Name
	if strings.HasSuffix(name, "CRS84") || strings.HasSuffix(name, ":4326") {
		return geoparquet.CRS{Meaning: geoparquet.Degrees, ID: "OGC:CRS84"}
	}
	return geoparquet.CRS{Meaning: geoparquet.Other, Name: name}
}
