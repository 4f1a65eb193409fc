package geoparquet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

// A Meaning is the meaning of the numbers of positions in a coordinate reference system.
type Meaning uint8

const (
	Unsaid  Meaning = iota // unspecified
	Degrees                // longitude and latitude of WGS 84
	Lengths                // lengths in a plane, in CRS.Unit
	Angles                 // longitude and latitude of another datum
	Other                  // any other
)

// A CRS is a coordinate reference system as far as it is understood: x stands before y whatever it says of its axes.
type CRS struct {
	Meaning Meaning
	Unit    string // of Lengths, by its name in package unit: "m"
	Name    string // such as "WGS 84 / UTM zone 32N", "" where it has none
	ID      string // such as "EPSG:32632", "" where it has none
}

// String returns name and identifier, as far as they exist.
func (c CRS) String() string {
	switch {
	case c.Name == "":
		return c.ID
	case c.ID == "":
		return c.Name
	}
	return c.Name + " (" + c.ID + ")"
}

// isWorld reports whether an identifier is one of WGS 84 in degrees.
func isWorld(id string) bool { return id == "OGC:CRS84" || id == "EPSG:4326" }

// ParseCRS reads the field crs of GeoParquet: a missing field is OGC:CRS84, null is unspecified, an object is PROJJSON.
func ParseCRS(text json.RawMessage, said bool) (CRS, error) {
	switch {
	case !said:
		return CRS{Meaning: Degrees, ID: "OGC:CRS84"}, nil
	case bytes.Equal(text, []byte("null")):
		return CRS{}, nil
	}
	f, err := object(text, "")
	if err != nil {
		return CRS{}, errors.New("is no JSON object")
	}
	var c CRS
	var kind string
	f.decode("type", false, &kind)   //nolint:errcheck // "" is an unknown type
	f.decode("name", false, &c.Name) //nolint:errcheck // a CRS may have no name
	c.ID = f.identifier()
	switch {
	case isWorld(c.ID):
		c.Meaning = Degrees
	case kind == "ProjectedCRS":
		if c.Unit, err = f.lengthUnit(); err != nil {
			c.Meaning, c.Name = Other, strings.TrimSpace(c.Name+" "+err.Error())
		} else {
			c.Meaning = Lengths
		}
	case kind == "GeographicCRS" || kind == "GeodeticCRS" && f.isOfDegrees():
		c.Meaning = Angles
	default:
		c.Meaning = Other
	}
	if c.String() == "" {
		c.Name = "a CRS without a name"
	}
	return c, nil
}

// NamedCRS reads the CRS that a type names: nothing is OGC:CRS84, text with braces is PROJJSON, and any other text is an identifier. A CRS that
// cannot be read is Other, called name.
func NamedCRS(text, name string) CRS {
	switch text = strings.TrimSpace(text); {
	case text == "" && name == "":
		return CRS{Meaning: Degrees, ID: "OGC:CRS84"}
	case isWorld(text):
		return CRS{Meaning: Degrees, ID: text}
	case strings.HasPrefix(text, "{"):
		if c, err := ParseCRS(json.RawMessage(text), true); err == nil {
			return c
		}
	}
	return CRS{Meaning: Other, Name: name}
}

// ParseArrowCRS reads the metadata of an extension of GeoArrow, an object that may have a field crs: PROJJSON, or text. A missing field is
// unspecified.
func ParseArrowCRS(metadata string) (CRS, error) {
	if strings.TrimSpace(metadata) == "" {
		return CRS{}, nil
	}
	f, err := object([]byte(metadata), "")
	if err != nil {
		return CRS{}, errors.New("the metadata of the extension are no JSON object")
	}
	text, said := f.all["crs"]
	var name string
	switch {
	case !said:
		return CRS{}, nil
	case json.Unmarshal(text, &name) != nil || bytes.Equal(text, []byte("null")):
		return ParseCRS(text, true)
	case isWorld(name):
		return CRS{Meaning: Degrees, ID: name}, nil
	case name == "":
		return CRS{}, nil
	}
	return CRS{Meaning: Other, Name: name}, nil
}

// ArrowArcs reports whether the metadata of an extension of GeoArrow say that edges are not planar.
func ArrowArcs(metadata string) bool {
	var of struct {
		Edges string `json:"edges"`
	}
	return json.Unmarshal([]byte(metadata), &of) == nil && of.Edges != "" && of.Edges != Planar
}

// identifier returns the identifier of a CRS, "" for none: id, or the first of ids.
func (f fields) identifier() string {
	type identity struct {
		Authority string          `json:"authority"`
		Code      json.RawMessage `json:"code"`
	}
	var one identity
	var several []identity
	if f.decode("id", true, &one) != nil {
		if f.decode("ids", true, &several) != nil || len(several) == 0 {
			return ""
		}
		one = several[0]
	}
	code := strings.Trim(string(one.Code), `"`)
	if one.Authority == "" || code == "" {
		return ""
	}
	return one.Authority + ":" + code
}

// An axisMeasure is the unit of an axis: a name, or a name and its factor to SI.
type axisMeasure struct {
	name   string
	factor float64 // to metres, or radians; NaN: missing
	angle  bool
}

// axes returns the units of all axes.
func (f fields) axes() (all []axisMeasure, err error) {
	var system struct {
		Axis []struct {
			Unit json.RawMessage `json:"unit"`
		} `json:"axis"`
	}
	if err := f.decode("coordinate_system", true, &system); err != nil {
		return nil, err
	}
	for _, axis := range system.Axis {
		var of struct {
			Type   string   `json:"type"`
			Name   string   `json:"name"`
			Factor *float64 `json:"conversion_factor"`
		}
		u := axisMeasure{factor: math.NaN()}
		if json.Unmarshal(axis.Unit, &u.name) != nil {
			if err := json.Unmarshal(axis.Unit, &of); err != nil {
				return nil, errors.New("an axis without a unit")
			}
			u.name, u.angle = of.Name, of.Type == "AngularUnit"
			if of.Factor != nil {
				u.factor = *of.Factor
			}
		}
		switch u.name {
		case "metre":
			u.factor = 1
		case "degree":
			u.angle = true
		}
		all = append(all, u)
	}
	return all, nil
}

// lengthUnit returns the unit of all axes of a projected CRS, by its name in package unit.
func (f fields) lengthUnit() (unit string, err error) {
	all, err := f.axes()
	if err != nil {
		return "", fmt.Errorf("[%w]", err)
	}
	if len(all) < 2 {
		return "", errors.New("[without axes]")
	}
	for _, u := range all {
		name := lengthOf(u)
		switch {
		case name == "":
			return "", fmt.Errorf("[in %q, a unit that flyby does not know]", u.name)
		case unit != "" && name != unit:
			return "", fmt.Errorf("[in %s and %s]", unit, name)
		}
		unit = name
	}
	return unit, nil
}

// lengthOf returns the unit of length of an axis, found by its factor to metres: m, km, ft, ftUS, nmi or mi, the units of maps; "" for any other.
func lengthOf(u axisMeasure) string {
	const near = 1e-9 // factors have 12 digits or more, and the two feet differ in the 6th
	for _, of := range []struct {
		name   string
		metres float64
	}{{"m", 1}, {"km", 1000}, {"ft", 0.3048}, {"ftUS", 1200.0 / 3937}, {"nmi", 1852}, {"mi", 1609.344}} {
		if !u.angle && math.Abs(u.factor/of.metres-1) < near {
			return of.name
		}
	}
	return ""
}

// isOfDegrees reports whether the first axes of a geodetic CRS are angles.
func (f fields) isOfDegrees() bool {
	all, err := f.axes()
	return err == nil && len(all) >= 2 && all[0].angle && all[1].angle
}
