package resultfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// pathKey is the property that names the side of its row whose path a feature is; a feature with null is no
// path.
const pathKey = "path"

// PathColumns returns the columns of the paths of a row, of the query and of the entry, by the values of the
// property.
func PathColumns() []string { return []string{"paths[query]", "paths[entry]"} }

// path returns the side whose path a feature is, "" for none.
func (f *feature) path() string {
	text, err := jsonText(f.Properties[pathKey])
	if err != nil {
		return ""
	}
	return text
}

// join adds the feature, which is a path, to its row, whose properties it must have.
func (f *feature) join(properties, row object) error {
	name := f.path()
	column := "paths[" + name + "]"
	if !slices.Contains(PathColumns(), column) {
		return fmt.Errorf("path is %q, neither query nor entry", name)
	}
	if _, there := row[column]; there {
		return fmt.Errorf("two paths of the %s", name)
	}
	for key := range maps.Keys(properties) {
		mine, err := jsonText(f.Properties[key])
		of, failed := jsonText(properties[key])
		if err = errors.Join(err, failed); err != nil {
			return err
		}
		if key != pathKey && !SameField(mine, of) {
			return fmt.Errorf("%s is %s, and %s of the path of the %s", key, Quoted(of), Quoted(mine), name)
		}
	}
	row[column] = f.Geometry
	return nil
}

// pathText returns a geometry in the form of Drawing.String.
func pathText(geometry json.RawMessage) (string, error) {
	var g struct {
		Type        string          `json:"type"`
		Coordinates json.RawMessage `json:"coordinates"`
	}
	if err := json.Unmarshal(geometry, &g); err != nil {
		return "", err
	}
	lines := make([][][]float64, 1)
	var err error
	switch g.Type {
	case "LineString":
		err = json.Unmarshal(g.Coordinates, &lines[0])
	case "MultiLineString":
		err = json.Unmarshal(g.Coordinates, &lines)
	default:
		return "a " + g.Type, nil
	}
	if err != nil {
		return "", err
	}
	if g.Type == "MultiLineString" && len(lines) < 2 {
		return "a MultiLineString of less than two lines", nil
	}
	d := NewDrawing()
	for _, line := range lines {
		if len(line) < 2 {
			return "a line of less than two positions", nil
		}
		for i, at := range line {
			d.Add(at, i == 0)
		}
	}
	return d.String(), nil
}
