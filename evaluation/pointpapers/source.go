package pointpapers

import (
	"context"
	"fmt"

	"flyby/points"
	"flyby/points/format"
)

// Source is where the points of a set come from: the fact "set NAME".
type Source struct {
	From       string `json:"from"` // a file and its size, or the generator
	Points     int    `json:"points"`
	Dimensions int    `json:"dimensions"`
	Normalised bool   `json:"normalised,omitempty"` // every dimension is scaled to [0, 1]
}

// sourceFact returns the name of the fact with a set's Source.
func sourceFact(s Set) string { return "set " + s.Name }

// origin says where a set comes from without reading it.
func (o Options) origin(s Set) (string, error) {
	if s.like != "" {
		return o.Data.Origin(s.Name, fmt.Sprintf("stand-in: %s --like %s", s.generator, s.like))
	}
	return o.Data.Origin(s.Name, s.generator)
}

// open reads a set's file, or generates it.
func (o Options) open(ctx context.Context, s Set) (*points.Store, error) {
	path, ok := o.Data[s.Name]
	if !ok {
		return s.generate(o.Seed, o.Scale)
	}
	store, _, err := format.Read(ctx, path, format.Options{})
	if err != nil {
		return nil, fmt.Errorf("pointpapers: data of %s: %w", s.Name, err)
	}
	if s.unit {
		return normalised(store)
	}
	return store, nil
}

// normalised scales every dimension to [0, 1], a dimension of a single value to 0.
func normalised(s *points.Store) (*points.Store, error) {
	columns := make([][]float64, s.Dimensions())
	for j := range columns {
		columns[j] = unitColumn(s.Column(j))
	}
	return points.New(columns, points.RowIDs(s.Len()))
}

// unitColumn scales values to [0, 1].
func unitColumn(values []float64) []float64 {
	low, high := values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	to := make([]float64, len(values))
	if low == high {
		return to
	}
	for i, v := range values {
		to[i] = (v - low) / (high - low)
	}
	return to
}
