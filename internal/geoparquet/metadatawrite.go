package geoparquet

import (
	"encoding/json"
	"fmt"
	"slices"
)

// writtenVersion is the version of GeoParquet whose metadata are written.
const writtenVersion = "1.1.0"

// The keys of a field of Arrow that say what its values mean, and how WKB is called there.
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

// A WrittenColumn is a column of WKB as metadata describe it.
type WrittenColumn struct {
	Name    string
	Type    string // PointType or MultiLineType
	Axes    int    // 2, or 3
	Degrees bool   // positions are longitudes and latitudes of OGC:CRS84, in this order; else lengths, whose reference nobody has said
	Bounds  Bounds // of all positions
}

// Bounds is the box of positions. Its zero value has none.
type Bounds struct {
	least, most [3]float64
	some        bool
}

// Add makes the box large enough for a position of two or three axes.
func (b *Bounds) Add(at []float64) {
	for axis, v := range at {
		if !b.some {
			b.least[axis], b.most[axis] = v, v
		}
		b.least[axis], b.most[axis] = min(b.least[axis], v), max(b.most[axis], v)
	}
	b.some = true
}

// geoType is the type as GeoParquet writes it.
func (c *WrittenColumn) geoType() string {
	if c.Axes == 3 {
		return c.Type + " Z"
	}
	return c.Type
}

// bbox is the box as GeoParquet has it, the least of each axis and then the most; nil where there is no position.
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

// writtenOne is the part of the object that tells of one column. CRS is absent for OGC:CRS84, the default, and null where positions are in no known one. Edges are
// absent: straight between positions, the default.
type writtenOne struct {
	Encoding string          `json:"encoding"`
	Types    []string        `json:"geometry_types"`
	CRS      json.RawMessage `json:"crs,omitempty"`
	Box      []float64       `json:"bbox,omitempty"`
}

// Metadata is the value of FooterKey of a file with the column. The error names a column with a bound that is no finite number.
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

// crs84 is OGC:CRS84 as PROJJSON, the form in which GeoArrow prefers it.
const crs84 = `{"$schema":"https://proj.org/schemas/v0.7/projjson.schema.json","type":"GeographicCRS","name":"WGS 84 (CRS84)",` +
	`"datum":{"type":"GeodeticReferenceFrame","name":"World Geodetic System 1984",` +
	`"ellipsoid":{"name":"WGS 84","semi_major_axis":6378137,"inverse_flattening":298.257223563}},` +
	`"coordinate_system":{"subtype":"ellipsoidal","axis":[` +
	`{"name":"Geodetic longitude","abbreviation":"Lon","direction":"east","unit":"degree"},` +
	`{"name":"Geodetic latitude","abbreviation":"Lat","direction":"north","unit":"degree"}]},` +
	`"id":{"authority":"OGC","code":"CRS84"}}`

// ArrowMetadata is the value of ArrowMetadataKey of the column, "" where there is nothing to say: then the key is left out.
func (c *WrittenColumn) ArrowMetadata() string {
	if !c.Degrees {
		return ""
	}
	return `{"crs":` + crs84 + `,"crs_type":"projjson"}`
}
