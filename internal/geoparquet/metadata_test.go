package geoparquet

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// geoOf returns metadata whose column geometry has the two fields that it needs, and more.
func geoOf(more string) string {
	return `{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":"WKB","geometry_types":[]` + more + `}}}`
}

// TestParseFields: each field of GeoParquet 1.1 is read, and has the specification's default.
func TestParseFields(t *testing.T) {
	epoch := 2021.5
	world := CRS{Meaning: Degrees, ID: "OGC:CRS84"}
	for text, want := range map[string]Column{
		geoOf(""):                                  {Types: []string{}},
		geoOf(`,"edges":"planar"`):                 {Types: []string{}},
		geoOf(`,"edges":"spherical"`):              {Types: []string{}, Edges: "spherical"},
		geoOf(`,"orientation":"counterclockwise"`): {Types: []string{}, Orientation: "counterclockwise"},
		geoOf(`,"bbox":[-180,-90,180,90]`):         {Types: []string{}, BBox: []float64{-180, -90, 180, 90}},
		geoOf(`,"bbox":[-180,-90,0,180,90,9]`):     {Types: []string{}, BBox: []float64{-180, -90, 0, 180, 90, 9}},
		geoOf(`,"epoch":2021.5`):                   {Types: []string{}, Epoch: &epoch},
		geoOf(`,"covering":{"bbox":{"xmin":["bbox","xmin"],"ymin":["bbox","ymin"],"xmax":["bbox","xmax"],"ymax":["bbox","ymax"]}}`): {
			Types: []string{}, Covering: map[string]string{"xmin": "bbox.xmin", "ymin": "bbox.ymin", "xmax": "bbox.xmax", "ymax": "bbox.ymax"},
		},
		geoOf(`,"more":{"that":"nobody knows"}`):                   {Types: []string{}},
		strings.Replace(geoOf(""), "1.1.0", "1.0.0", 1):            {Types: []string{}},
		strings.Replace(geoOf(""), `[]`, `["Point","Point Z"]`, 1): {Types: []string{"Point", "Point Z"}},
		strings.Replace(geoOf(""), `"WKB"`, `"point"`, 1):          {Types: []string{}, Encoding: Points},
		strings.Replace(geoOf(""), `"WKB"`, `"multipolygon"`, 1):   {Types: []string{}, Encoding: "multipolygon"},
	} {
		want.Name, want.CRS = "geometry", world
		if want.Encoding == "" {
			want.Encoding = WKB
		}
		if want.Edges == "" {
			want.Edges = "planar"
		}
		if c, err := Parse([]byte(text)); err != nil || !reflect.DeepEqual(c, want) {
			t.Errorf("%s: %+v, %v; want %+v", text, c, err, want)
		}
	}
}

// TestParseRefuses: a field that is missing, or that the specification does not allow, is named.
func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`nothing`: "geo is no JSON object",
		`null`:    "geo is no JSON object",
		`{}`:      "version is missing",
		strings.Replace(geoOf(""), `"1.1.0"`, `1`, 1):                                       "version is not what",
		strings.Replace(geoOf(""), `1.1.0`, `0.4.0`, 1):                                     `version is "0.4.0"`,
		`{"version":"1.1.0","columns":{}}`:                                                  "primary_column is missing",
		`{"version":"1.1.0","primary_column":"geom"}`:                                       "columns is missing",
		`{"version":"1.1.0","primary_column":"geom","columns":[]}`:                          "geo.columns is no JSON object",
		`{"version":"1.1.0","primary_column":"geom","columns":{"geometry":{}}}`:             "columns.geom is missing",
		`{"version":"1.1.0","primary_column":"geom","columns":{"geom":{}}}`:                 "columns.geom.encoding is missing",
		`{"version":"1.1.0","primary_column":"geom","columns":{"geom":{"encoding":"WKB"}}}`: "columns.geom.geometry_types is missing",
		strings.Replace(geoOf(""), `"WKB"`, `"WKT"`, 1):                                     "encoding is none of WKB, point",
		strings.Replace(geoOf(""), `"encoding"`, `"Encoding"`, 1):                           "encoding is missing",
		strings.Replace(geoOf(""), `[]`, `null`, 1):                                         "geometry_types is not what",
		strings.Replace(geoOf(""), `[]`, `["Blob"]`, 1):                                     `geometry_types has "Blob"`,
		strings.Replace(geoOf(""), `[]`, `["Point","Point"]`, 1):                            `geometry_types has "Point"`,
		geoOf(`,"crs":"EPSG:4326"`):                                                         "crs is no JSON object",
		geoOf(`,"edges":"curved"`):                                                          "edges is none of planar, spherical, ",
		geoOf(`,"edges":null`):                                                              "edges is not what",
		geoOf(`,"orientation":"clockwise"`):                                                 "orientation is not counterclockwise",
		geoOf(`,"bbox":[1,2,3]`):                                                            "bbox has neither 4 numbers nor 6",
		geoOf(`,"bbox":"all"`):                                                              "bbox is not what",
		geoOf(`,"epoch":"2021"`):                                                            "epoch is not what",
		geoOf(`,"covering":3`):                                                              "covering is no JSON object",
		geoOf(`,"covering":{}`):                                                             "covering.bbox is missing",
		geoOf(`,"covering":{"bbox":{"xmin":["bbox","xmin"]}}`):                              "bbox.ymin is missing",
		geoOf(`,"covering":{"bbox":{"xmin":["xmin"]}}`):                                     "bbox.xmin names no column and its part",
	} {
		if c, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, error %v; want %s", text, c, err, want)
		}
	}
}

// projected returns a projected CRS whose axes count in some unit.
func projected(unit string) string {
	return fmt.Sprintf(`{"type":"ProjectedCRS","name":"here","base_crs":{"name":"there"},"coordinate_system":{"subtype":"Cartesian","axis":[
		{"name":"Easting","abbreviation":"E","direction":"east","unit":%s},{"name":"Northing","abbreviation":"N","direction":"north","unit":%[1]s}]},
		"id":{"authority":"EPSG","code":25832}}`, unit)
}

// TestCRS: the meaning of positions in a CRS, and its name.
func TestCRS(t *testing.T) {
	const angular = `"coordinate_system":{"subtype":"ellipsoidal","axis":[{"name":"Latitude","unit":"degree"},{"name":"Longitude","unit":"degree"}]}`
	for text, want := range map[string]struct {
		CRS
		called string
	}{
		`null`: {CRS{}, ""},
		`{"type":"GeographicCRS","name":"WGS 84 (CRS84)","id":{"authority":"OGC","code":"CRS84"}}`: {CRS{Meaning: Degrees, Name: "WGS 84 (CRS84)", ID: "OGC:CRS84"}, "WGS 84 (CRS84) (OGC:CRS84)"},
		`{"type":"GeographicCRS","name":"WGS 84","id":{"authority":"EPSG","code":4326}}`:           {CRS{Meaning: Degrees, Name: "WGS 84", ID: "EPSG:4326"}, "WGS 84 (EPSG:4326)"},
		`{"type":"GeographicCRS","ids":[{"authority":"EPSG","code":"4326"}]}`:                      {CRS{Meaning: Degrees, ID: "EPSG:4326"}, "EPSG:4326"},
		`{"type":"GeographicCRS","name":"NAD83","id":{"authority":"EPSG","code":4269}}`:            {CRS{Meaning: Angles, Name: "NAD83", ID: "EPSG:4269"}, "NAD83 (EPSG:4269)"},
		`{"type":"GeodeticCRS","name":"old",` + angular + `}`:                                      {CRS{Meaning: Angles, Name: "old"}, "old"},
		`{"type":"GeodeticCRS","name":"geocentric"}`:                                               {CRS{Meaning: Other, Name: "geocentric"}, "geocentric"},
		`{"type":"CompoundCRS","name":"two in one"}`:                                               {CRS{Meaning: Other, Name: "two in one"}, "two in one"},
		`{}`:                 {CRS{Meaning: Other, Name: "a CRS without a name"}, "a CRS without a name"},
		projected(`"metre"`): {CRS{Lengths, "m", "here", "EPSG:25832"}, "here (EPSG:25832)"},
		projected(`{"type":"LinearUnit","name":"foot","conversion_factor":0.3048}`):                      {CRS{Lengths, "ft", "here", "EPSG:25832"}, "here (EPSG:25832)"},
		projected(`{"type":"LinearUnit","name":"US survey foot","conversion_factor":0.304800609601219}`): {CRS{Lengths, "ftUS", "here", "EPSG:25832"}, "here (EPSG:25832)"},
		projected(`{"type":"LinearUnit","name":"kilometre","conversion_factor":1000}`):                   {CRS{Lengths, "km", "here", "EPSG:25832"}, "here (EPSG:25832)"},
		projected(`{"type":"LinearUnit","name":"Indian yard","conversion_factor":0.914398530744441}`):    {CRS{Meaning: Other, Name: `here [in "Indian yard", a unit that flyby does not know]`, ID: "EPSG:25832"}, `here [in "Indian yard", a unit that flyby does not know] (EPSG:25832)`},
		projected(`"degree"`):                   {CRS{Meaning: Other, Name: `here [in "degree", a unit that flyby does not know]`, ID: "EPSG:25832"}, `here [in "degree", a unit that flyby does not know] (EPSG:25832)`},
		`{"type":"ProjectedCRS","name":"bare"}`: {CRS{Meaning: Other, Name: "bare [coordinate_system is missing]"}, "bare [coordinate_system is missing]"},
	} {
		c, err := ParseCRS([]byte(text), true)
		if err != nil || c != want.CRS || c.String() != want.called {
			t.Errorf("%s: %+v %q, %v; want %+v %q", text, c, c.String(), err, want.CRS, want.called)
		}
	}
}

// TestArrowCRS: metadata of GeoArrow without a CRS leave it unspecified, where GeoParquet has a default.
func TestArrowCRS(t *testing.T) {
	for text, want := range map[string]CRS{
		"":                                     {},
		"{}":                                   {},
		`{"crs":null}`:                         {},
		`{"crs":""}`:                           {},
		`{"crs":"OGC:CRS84"}`:                  {Meaning: Degrees, ID: "OGC:CRS84"},
		`{"crs":"EPSG:32632"}`:                 {Meaning: Other, Name: "EPSG:32632"},
		`{"crs":` + projected(`"metre"`) + `}`: {Lengths, "m", "here", "EPSG:25832"},
	} {
		if c, err := ParseArrowCRS(text); err != nil || c != want {
			t.Errorf("%s: %+v, %v; want %+v", text, c, err, want)
		}
	}
	if _, err := ParseArrowCRS("["); err == nil {
		t.Error("metadata that are no JSON are taken")
	}
}

// FuzzGeo: any metadata are read or refused, and a column that is read has a meaning.
func FuzzGeo(f *testing.F) {
	for _, text := range []string{geoOf(""), geoOf(`,"crs":null,"edges":"spherical","bbox":[1,2,3,4]`), geoOf(`,"crs":` + projected(`"metre"`)), `{"version":1}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse(text)
		if err != nil {
			return
		}
		if c.Name == "" && !strings.Contains(string(text), `""`) || (c.CRS.Meaning == Lengths) != (c.CRS.Unit != "") || c.CRS.Meaning != Unsaid && c.CRS.String() == "" {
			t.Errorf("%+v", c)
		}
	})
}
