package points

import (
	"fmt"
	"math"
	"sync"

	"flyby/internal/parallel"
	"flyby/internal/selection"
	"flyby/trajectory"
)

const (
	// MaxDimensions is the most coordinates that a point may have.
	MaxDimensions = 4096
	// MaxPoints is the most points of a store: their rows, and one number more, fit into 32 bits.
	MaxPoints = math.MaxUint32 - 1
	// MaxMagnitude is the greatest absolute value of a coordinate, as in trajectories.
	MaxMagnitude = trajectory.MaxMagnitude
)

// A Store is a set of points. It is immutable after New, and any number of goroutines may read it.
type Store struct {
	columns [][]float64 // [dimensions][points]
	ids     IDs
}

// A ValueError says which coordinate of which point is invalid.
type ValueError struct {
	Row, Dimension int // from 0 and from 1
	Value          float64
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("points: row %d: x%d is %v: must be finite and at most 2^1000 in magnitude", e.Row, e.Dimension, e.Value)
}

// New returns a store of columns, one a dimension, whose rows have ids. It keeps the columns. There
// must be 1 to MaxDimensions columns, of equal length, which is also the length of ids and at most
// MaxPoints. The first value, by rows, that is not finite or beyond MaxMagnitude is a *ValueError.
func New(columns [][]float64, ids IDs) (*Store, error) {
	if len(columns) < 1 || len(columns) > MaxDimensions {
		return nil, fmt.Errorf("points: %d coordinates a point: must be 1 to %d", len(columns), MaxDimensions)
	}
	for j, c := range columns {
		if len(c) != ids.Len() {
			return nil, fmt.Errorf("points: %d values of x%d for %d ids", len(c), j+1, ids.Len())
		}
	}
	if ids.Len() > MaxPoints {
		return nil, fmt.Errorf("points: %d points: at most %d in a store", ids.Len(), MaxPoints)
	}
	if err := check(columns); err != nil {
		return nil, err
	}
	return &Store{columns, ids}, nil
}

// check refuses the first value, by rows and then by columns, that is no valid coordinate.
func check(columns [][]float64) error {
	var first *ValueError
	var mu sync.Mutex
	parallel.AllCores(len(columns[0]), func(from, to int) {
		e := invalid(columns, from, to)
		mu.Lock()
		defer mu.Unlock()
		if e != nil && (first == nil || e.Row < first.Row) {
			first = e
		}
	})
	if first != nil {
		return first
	}
	return nil
}

// invalid returns the first value in a range of rows that is no valid coordinate, nil for a range of valid ones.
func invalid(columns [][]float64, from, to int) (first *ValueError) {
	for j, c := range columns {
		for i, v := range c[from:to] {
			if !(math.Abs(v) <= MaxMagnitude) {
				first, to = &ValueError{from + i, j + 1, v}, from+i
				break
			}
		}
	}
	return first
}

// Len returns the number of points.
func (s *Store) Len() int { return s.ids.Len() }

// Dimensions returns the number of coordinates of a point.
func (s *Store) Dimensions() int { return len(s.columns) }

// Column returns the coordinates in a dimension, counted from 0, one a point. The slice is shared:
// do not write to it.
func (s *Store) Column(dimension int) []float64 { return s.columns[dimension] }

// Columns returns the coordinates dimension by dimension. The slices are shared: do not write to them.
func (s *Store) Columns() [][]float64 { return s.columns }

// IDs returns the ids of the points.
func (s *Store) IDs() IDs { return s.ids }

// Append appends the coordinates of a point to dst.
func (s *Store) Append(dst []float64, row int) []float64 {
	for _, c := range s.columns {
		dst = append(dst, c[row])
	}
	return dst
}

// Evenly returns the coordinates of up to most points, evenly spaced by row: a sample of all points.
func (s *Store) Evenly(most int) [][]float64 {
	rows := selection.Evenly(s.Len(), most)
	all := make([][]float64, len(rows))
	for i, row := range rows {
		all[i] = s.Append(make([]float64, 0, s.Dimensions()), row)
	}
	return all
}
