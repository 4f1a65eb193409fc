package resultfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
)

// features reads a GeoJSON file row by row.
type features struct {
	json   *json.Decoder
	inList bool // inside the list of features
	ahead  *feature
	err    error // returned in place of ahead
}

// A feature is a row, or a path of the row before it.
type feature struct {
	Geometry   json.RawMessage `json:"geometry"`
	Properties object          `json:"properties"`
}

// Coordinate returns the name of the column of a coordinate of a row's point in GeoJSON, by its axis from 0.
func Coordinate(axis int) string { return fmt.Sprintf("coordinates[%d]", axis) }

// next returns the next row, which has coordinates and paths beside its properties; the error is io.EOF after the last.
func (f *features) next() (row object, err error) {
	if f.ahead == nil && f.err == nil {
		f.ahead, f.err = f.take()
	}
	if f.err != nil {
		return nil, f.err
	}
	one := f.ahead
	if one.path() != "" {
		return nil, errors.New("a path before its row")
	}
	if row, err = one.row(); err != nil {
		return nil, err
	}
	for {
		if f.ahead, f.err = f.take(); f.err != nil || f.ahead.path() == "" {
			return row, nil
		}
		if err := f.ahead.join(one.Properties, row); err != nil {
			return nil, err
		}
	}
}

// take returns the next feature.
func (f *features) take() (*feature, error) {
	if !f.inList {
		if err := f.begin(); err != nil {
			return nil, cutError(err)
		}
		f.inList = true
	}
	if !f.json.More() {
		return nil, f.end()
	}
	var one feature
	if err := f.json.Decode(&one); err != nil {
		return nil, cutError(err)
	}
	if one.Properties == nil {
		return nil, errors.New("a feature without properties")
	}
	return &one, nil
}

// row returns the feature as a row: its columns are the properties, and the coordinates by the names of Coordinate.
func (f *feature) row() (object, error) {
	var point struct {
		Coordinates []json.RawMessage `json:"coordinates"`
	}
	if f.Geometry != nil {
		if err := json.Unmarshal(f.Geometry, &point); err != nil {
			return nil, err
		}
	}
	row := maps.Clone(f.Properties)
	delete(row, pathKey)
	for axis, value := range point.Coordinates {
		row[Coordinate(axis)] = value
	}
	return row, nil
}

// begin reads up to the first feature.
func (f *features) begin() error {
	if t, err := f.json.Token(); err != nil {
		return err
	} else if t != json.Delim('{') {
		return errNoFeatures
	}
	for f.json.More() {
		key, err := f.json.Token()
		if err != nil {
			return err
		}
		if key == "features" {
			if t, err := f.json.Token(); err != nil {
				return err
			} else if t != json.Delim('[') {
				return errNoFeatures
			}
			return nil
		}
		var value json.RawMessage
		if err := f.json.Decode(&value); err != nil {
			return err
		}
	}
	return errNoFeatures
}

// errNoFeatures is the error of JSON that is not GeoJSON of several features.
var errNoFeatures = errors.New("no list of features")

// end reads the text after the last feature, and returns io.EOF where the document is complete.
func (f *features) end() error {
	if _, err := f.json.Token(); err != nil { // the end of the list
		return cutError(err)
	}
	for f.json.More() { // other members
		var value json.RawMessage
		if _, err := f.json.Token(); err != nil {
			return err
		}
		if err := f.json.Decode(&value); err != nil {
			return cutError(err)
		}
	}
	if _, err := f.json.Token(); err != nil { // the end of the object
		return cutError(err)
	}
	if _, err := f.json.Token(); err != nil {
		return err
	}
	return errors.New("something after its end")
}

// cutError returns the error of a file that ends too early.
func cutError(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
