package resultfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// pathKey is the property that says of which side of its row a feature is the path: of none, where it is null.
const pathKey = "path"

// PathColumns are the columns of the paths of a row, of the query and of the entry, by what the property says.
func PathColumns() []string { return []string{"paths[query]", "paths[entry]"} }

// path is which path a feature is, "" for none.
func (f *feature) path() string {
	text, err := jsonText(f.Properties[pathKey])
	if err != nil {
		return ""
	}
	return text
}

// join adds the feature, which is a path, to its row, whose properties it has to have.
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

// pathText is a geometry that a file has, as String has it.
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
