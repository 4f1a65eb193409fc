package geoparquet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// FooterKey is the key in a Parquet footer of the JSON that Parse reads and Metadata makes.
const FooterKey = "geo"

// Encodings of columns that are read: well-known binary, and a struct of x, y and, for points in 3-D, z.
const (
	WKB    = "WKB"
	Points = "point"
)

// A Column describes the primary column of geometry as the metadata do.
type Column struct {
	Name        string
	Encoding    string            // WKB, Points, or another of GeoParquet's, which is not read
	Types       []string          // the types of geometries in the column, such as "Point Z"; none: unknown
	CRS         CRS               // of positions
	BBox        []float64         // least x, y and perhaps z, then the greatest; nil: missing
	Covering    map[string]string // columns with the least and greatest of each row, by "xmin" and so on, such as "bbox.xmin"; nil: missing
	Edges       string            // Planar, "spherical" or another of GeoParquet's
	Orientation string            // of the rings of polygons: "counterclockwise", "": missing
	Epoch       *float64          // of positions, as a decimal year; nil: missing
}

// Parse reads the metadata of GeoParquet 1.0, 1.1 and 2.0, and returns the primary column. It is an error if they are no JSON, have another
// version, or a field that the specification does not allow; the error names it.
func Parse(text []byte) (Column, error) {
	all, err := object(text, "")
	if err != nil {
		return Column{}, err
	}
	version, err := all.text("version", true)
	if err != nil {
		return Column{}, err
	}
	if !strings.HasPrefix(version, "1.") && !strings.HasPrefix(version, "2.") {
		return Column{}, fmt.Errorf("version is %q, where 1.0, 1.1 and 2.0 are read", version)
	}
	c := Column{}
	if c.Name, err = all.text("primary_column", true); err != nil {
		return c, err
	}
	columns, err := all.child("columns")
	if err != nil {
		return c, err
	}
	of, err := columns.child(c.Name)
	if err != nil {
		return c, err
	}
	return c, c.fill(of)
}

// fill reads the metadata of the column.
func (c *Column) fill(of fields) (err error) {
	if c.Encoding, err = of.text("encoding", true); err != nil {
		return err
	}
	if !slices.Contains(encodings(), c.Encoding) {
		return of.wrong("encoding", "is none of "+strings.Join(encodings(), ", "))
	}
	if err = of.decode("geometry_types", true, &c.Types); err != nil {
		return err
	}
	for i, name := range c.Types {
		if !isType(name) || slices.Contains(c.Types[:i], name) {
			return of.wrong("geometry_types", fmt.Sprintf("has %q, no type of a geometry, or twice", name))
		}
	}
	crs, said := of.all["crs"]
	if c.CRS, err = ParseCRS(crs, said); err != nil {
		return of.wrong("crs", err.Error())
	}
	if err = c.fillEdges(of); err != nil {
		return err
	}
	if err = of.decode("bbox", false, &c.BBox); err == nil && c.BBox != nil && len(c.BBox) != 4 && len(c.BBox) != 6 {
		err = of.wrong("bbox", "has neither 4 numbers nor 6")
	}
	if err == nil {
		err = of.decode("epoch", false, &c.Epoch)
	}
	if err == nil {
		err = c.fillCovering(of)
	}
	return err
}

// Planar is the kind of edges that are straight in the numbers of positions.
const Planar = "planar"

// edges returns all kinds of edges: kinds of GeoParquet 2.0 that are not planar have the names of the algorithms of Parquet's GEOGRAPHY.
func edges() []string {
	return []string{Planar, "spherical", "vincenty", "thomas", "andoyer", "karney"}
}

// fillEdges reads the kind of edges between vertices.
func (c *Column) fillEdges(of fields) (err error) {
	if c.Edges, err = of.text("edges", false); err != nil {
		return err
	}
	if c.Edges == "" {
		c.Edges = Planar
	}
	if !slices.Contains(edges(), c.Edges) {
		return of.wrong("edges", "is none of "+strings.Join(edges(), ", "))
	}
	if c.Orientation, err = of.text("orientation", false); err == nil && c.Orientation != "" && c.Orientation != "counterclockwise" {
		err = of.wrong("orientation", "is not counterclockwise")
	}
	return err
}

// fillCovering reads the names of the columns with the bounds of rows.
func (c *Column) fillCovering(of fields) error {
	if _, said := of.all["covering"]; !said {
		return nil
	}
	covering, err := of.child("covering")
	if err != nil {
		return err
	}
	box, err := covering.child("bbox")
	if err != nil {
		return err
	}
	c.Covering = map[string]string{}
	for _, key := range []string{"xmin", "ymin", "xmax", "ymax", "zmin", "zmax"} {
		var path []string
		if err := box.decode(key, key[0] != 'z', &path); err != nil {
			return err
		}
		if path == nil {
			continue
		}
		if len(path) != 2 {
			return box.wrong(key, "names no column and its part")
		}
		c.Covering[key] = strings.Join(path, ".")
	}
	return nil
}

// encodings returns all encodings of GeoParquet.
func encodings() []string {
	return []string{WKB, Points, "linestring", "polygon", "multipoint", "multilinestring", "multipolygon"}
}

// isType reports whether a text names a type of geometries. Writers use M as well, which the specification leaves out.
func isType(name string) bool {
	base, axes, _ := strings.Cut(name, " ")
	types := []string{"Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection"}
	return slices.Contains(types, base) && slices.Contains([]string{"", "Z", "M", "ZM"}, axes) && !strings.HasSuffix(name, " ")
}

// fields has the fields of a JSON object, with names in exact case, and the object's path.
type fields struct {
	all  map[string]json.RawMessage
	path string // such as "columns.geometry."
}

// object reads a JSON object.
func object(text []byte, path string) (f fields, err error) {
	f.path = path
	if err := json.Unmarshal(text, &f.all); err != nil || f.all == nil {
		return f, fmt.Errorf("%s is no JSON object", strings.TrimSuffix("geo."+path, "."))
	}
	return f, nil
}

// wrong returns an error about a field.
func (f fields) wrong(key, is string) error { return fmt.Errorf("%s%s %s", f.path, key, is) }

// decode reads a field, which may be missing unless it is needed; null counts as missing.
func (f fields) decode(key string, needed bool, to any) error {
	text, ok := f.all[key]
	switch {
	case !ok && needed:
		return f.wrong(key, "is missing")
	case !ok:
		return nil
	case bytes.Equal(text, []byte("null")) || json.Unmarshal(text, to) != nil:
		return f.wrong(key, "is not what the specification has there")
	}
	return nil
}

// text returns a field of text, "" where it is missing.
func (f fields) text(key string, needed bool) (s string, err error) {
	return s, f.decode(key, needed, &s)
}

// child returns a field that is an object.
func (f fields) child(key string) (fields, error) {
	text, ok := f.all[key]
	if !ok {
		return fields{}, f.wrong(key, "is missing")
	}
	return object(text, f.path+key+".")
}
