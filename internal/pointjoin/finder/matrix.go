package finder

import (
	"flyby/internal/parallel"
	"flyby/points"
)

// A Matrix is points row by row, the form that comparing needs.
type Matrix struct {
	Values     []float64 // [points][dimensions]
	Dimensions int
}

// NewMatrix copies the points of a store.
func NewMatrix(s *points.Store) Matrix {
	n := s.Dimensions()
	m := Matrix{make([]float64, s.Len()*n), n}
	parallel.AllCores(s.Len(), func(first, last int) {
		for j := range n {
			for row, v := range s.Column(j)[first:last] {
				m.Values[(first+row)*n+j] = v
			}
		}
	})
	return m
}

// Row returns the coordinates of a point. The slice is shared.
func (m Matrix) Row(row int) []float64 {
	return m.Values[row*m.Dimensions : (row+1)*m.Dimensions : (row+1)*m.Dimensions]
}

// Len returns the number of points.
func (m Matrix) Len() int { return len(m.Values) / m.Dimensions }
