package zonefile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"flyby/internal/geoparquet"
	"flyby/internal/infile"
)

// object is a Feature of GeoJSON (RFC 7946), or a geometry.
type object struct {
	Type        string                     `json:"type"`
	ID          json.RawMessage            `json:"id"`
	Geometry    *object                    `json:"geometry"`
	Properties  map[string]json.RawMessage `json:"properties"`
	Coordinates json.RawMessage            `json:"coordinates"`
	Geometries  []*object                  `json:"geometries"`
}

// mostDepth is the most collections within each other.
const mostDepth = 32

// features reads a document of GeoJSON: a FeatureCollection feature by feature, a Feature or a geometry.
func (o *Options) features(src *infile.Source, f *File, number int) error {
	d := json.NewDecoder(src.Data)
	if err := expect(d, '{'); err != nil {
		return notGeoJSON(src, err)
	}
	whole, isCollection := map[string]json.RawMessage{}, false
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return notGeoJSON(src, err)
		}
		if key == "features" {
			isCollection = true
			if err := o.collection(src, d, f, number); err != nil {
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
		return notGeoJSON(src, fmt.Errorf("there is text behind the document"))
	}
	f.CRS = crsOf(whole["crs"])
	if isCollection {
		return nil
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return notGeoJSON(src, err)
	}
	var one object
	if err := json.Unmarshal(text, &one); err != nil {
		return notGeoJSON(src, err)
	}
	return o.feature(src, &one, f, number, "")
}

// collection reads the list of features.
func (o *Options) collection(src *infile.Source, d *json.Decoder, f *File, number int) error {
	if err := expect(d, '['); err != nil {
		return notGeoJSON(src, err)
	}
	for i := 0; d.More(); i++ {
		var one object
		if err := d.Decode(&one); err != nil {
			return notGeoJSON(src, fmt.Errorf("features[%d]: %w", i, err))
		}
		if one.Type != "Feature" {
			return &infile.Error{File: src.Name, Path: fmt.Sprintf("features[%d]", i), Cause: fmt.Sprintf("type %q is no Feature", infile.Shorten(one.Type))}
		}
		if err := o.feature(src, &one, f, number+i, fmt.Sprintf("features[%d]", i)); err != nil {
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
func (o *Options) feature(src *infile.Source, one *object, f *File, number int, place string) error {
	wrong := func(cause string) error { return &infile.Error{File: src.Name, Path: place, Cause: cause} }
	shape := one
	if one.Type == "Feature" {
		shape = one.Geometry
	}
	var g geoparquet.Geometry
	if shape != nil {
		if cause := shape.addTo(&g, 0); cause != "" {
			return wrong(cause)
		}
	}
	id, cause := o.idOf(one, number)
	if cause != "" {
		return wrong(cause)
	}
	z := newZone(id, &g)
	for _, b := range []struct {
		to   *float64
		name string
	}{{&z.Floor, o.Floor}, {&z.Ceiling, o.Ceiling}} {
		if value, cause := o.setBound(b.to, b.name, textOf(one.Properties[b.name])); b.name != "" && cause != "" {
			return &infile.Error{File: src.Name, Path: place, Column: b.name, Value: value, Cause: cause}
		}
	}
	f.Zones = append(f.Zones, z)
	return nil
}

// idOf returns the id of a feature.
func (o *Options) idOf(one *object, number int) (id, cause string) {
	if o.ID != "" {
		if id = textOf(one.Properties[o.ID]); id == "" {
			return "", fmt.Sprintf("no property %s, which has the ids", o.ID)
		}
		return id, ""
	}
	if id = textOf(one.ID); id == "" {
		id = strconv.Itoa(number)
	}
	return id, ""
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

// addTo adds a geometry within depth others.
func (one *object) addTo(g *geoparquet.Geometry, depth int) (cause string) {
	read := func(to any) bool { return json.Unmarshal(one.Coordinates, to) == nil }
	var at [][]float64
	var lines [][][]float64
	var polygons [][][][]float64
	ok := false
	switch one.Type {
	case "Point":
		at = make([][]float64, 1)
		ok = read(&at[0])
		ok = ok && add(&g.Points, at)
	case "MultiPoint":
		ok = read(&at) && add(&g.Points, at)
	case "LineString":
		lines = make([][][]float64, 1)
		ok = read(&lines[0]) && addLines(&g.Lines, lines)
	case "MultiLineString":
		ok = read(&lines) && addLines(&g.Lines, lines)
	case "Polygon":
		polygons = make([][][][]float64, 1)
		ok = read(&polygons[0]) && addPolygons(&g.Polygons, polygons)
	case "MultiPolygon":
		ok = read(&polygons) && addPolygons(&g.Polygons, polygons)
	case "GeometryCollection":
		if depth == mostDepth {
			return "collections within each other, more than 32"
		}
		for _, inner := range one.Geometries {
			if inner == nil {
				continue
			}
			if cause := inner.addTo(g, depth+1); cause != "" {
				return cause
			}
		}
		return ""
	default:
		return fmt.Sprintf("type %q is no geometry", infile.Shorten(one.Type))
	}
	if !ok {
		return "the coordinates are not what a " + one.Type + " has"
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
