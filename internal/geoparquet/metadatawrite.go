package geoparquet

import (
	"encoding/json"
	"fmt"
	"slices"
)

// writtenVersion is the version of GeoParquet whose metadata are written.
const writtenVersion = "1.1.0"

// The keys of an Arrow field that describe the meaning of its values, and the name of WKB there.
const (
	ArrowNameKey     = "ARROW:extension:name"
	ArrowMetadataKey = "ARROW:extension:metadata"
	ArrowWKB         = "geoarrow.wkb"
)

// The types of geometries that are written.
const (
	PointType     = "Point"
	MultiLineType = "MultiLineString"
)

// A WrittenColumn is a column of WKB that is written.
type WrittenColumn struct {
	Name    string
	Type    string // PointType or MultiLineType
	Axes    int    // 2, or 3
	Degrees bool   // positions are longitudes and latitudes of OGC:CRS84, in this order; otherwise lengths, without a known reference
	Bounds  Bounds // of all positions
}

// Bounds is the box of positions. Its zero value is empty.
type Bounds struct {
	least, most [3]float64
	some        bool
}

// Add extends the box to a position of two or three axes.
func (b *Bounds) Add(at []float64) {
	for axis, v := range at {
		if !b.some {
			b.least[axis], b.most[axis] = v, v
		}
		b.least[axis], b.most[axis] = min(b.least[axis], v), max(b.most[axis], v)
	}
	b.some = true
}

// geoType returns the type's name in GeoParquet.
func (c *WrittenColumn) geoType() string {
	if c.Axes == 3 {
		return c.Type + " Z"
	}
	return c.Type
}

// bbox returns the box in GeoParquet's order, the least of each axis and then the greatest; nil where there is no position.
func (c *WrittenColumn) bbox() []float64 {
	if !c.Bounds.some {
		return nil
	}
	box := slices.Concat(c.Bounds.least[:c.Axes], c.Bounds.most[:c.Axes])
	for i, v := range box {
		if v == 0 {
			box[i] = 0 // not -0
		}
	}
	return box
}

// writtenGeo is the JSON object of GeoParquet.
type writtenGeo struct {
	Version string                `json:"version"`
	Primary string                `json:"primary_column"`
	Columns map[string]writtenOne `json:"columns"`
}

// writtenOne is the part of the object about one column. CRS is absent for OGC:CRS84, the default, and null for unknown ones. Edges are
// absent: straight between positions, the default.
type writtenOne struct {
	Encoding string          `json:"encoding"`
	Types    []string        `json:"geometry_types"`
	CRS      json.RawMessage `json:"crs,omitempty"`
	Box      []float64       `json:"bbox,omitempty"`
}

// Metadata returns the value of FooterKey for a file with the column. A bound that is not finite is an error that names the column.
func (c *WrittenColumn) Metadata() (string, error) {
	one := writtenOne{Encoding: "WKB", Types: []string{c.geoType()}, Box: c.bbox()}
	if !c.Degrees {
		one.CRS = json.RawMessage("null")
	}
	text, err := json.Marshal(writtenGeo{writtenVersion, c.Name, map[string]writtenOne{c.Name: one}})
	if err != nil {
		return "", fmt.Errorf("geoparquet: the bounds of column %s: %w", c.Name, err)
	}
	return string(text), nil
}

// crs84 is OGC:CRS84 as PROJJSON, the form that GeoArrow prefers.
const crs84 = `{"$schema":"https://proj.org/schemas/v0.7/projjson.schema.json","type":"GeographicCRS","name":"WGS 84 (CRS84)",` +
	`"datum":{"type":"GeodeticReferenceFrame","name":"World Geodetic System 1984",` +
	`"ellipsoid":{"name":"WGS 84","semi_major_axis":6378137,"inverse_flattening":298.257223563}},` +
	`"coordinate_system":{"subtype":"ellipsoidal","axis":[` +
	`{"name":"Geodetic longitude","abbreviation":"Lon","direction":"east","unit":"degree"},` +
	`{"name":"Geodetic latitude","abbreviation":"Lat","direction":"north","unit":"degree"}]},` +
	`"id":{"authority":"OGC","code":"CRS84"}}`

// ArrowMetadata returns the value of ArrowMetadataKey for the column, "" where it would be empty: then the key is left out.
func (c *WrittenColumn) ArrowMetadata() string {
	if !c.Degrees {
		return ""
	}
	return `{"crs":` + crs84 + `,"crs_type":"projjson"}`
}
