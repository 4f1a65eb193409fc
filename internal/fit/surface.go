package fit

import (
	"encoding/json"
	"fmt"
	"math"
	"sort"
)

// Interpolation is the way a Surface is read between its grid points.
type Interpolation string

const (
	// Linear is bilinear in c and q, the paper's choice.
	Linear Interpolation = "linear"
	// Logarithmic is bilinear in log c, log q and log time.
	Logarithmic Interpolation = "logarithmic"
)

// Surface is a kernel time measured on a grid over candidates c and query segments q (paper, Figure 14).
// It is immutable and made by NewSurface or from JSON.
type Surface struct {
	c, q, t          []float64 // [nc], [nq] strictly increasing, >= 1; [nc][nq] seconds, > 0
	logC, logQ, logT []float64
	interpolation    Interpolation
}

// NewSurface makes a surface of times [len(c)][len(q)] in seconds, row after row. The axes must strictly
// increase from 1 or more and have two values at least; times must be positive and finite.
func NewSurface(c, q, t []float64, i Interpolation) (*Surface, error) {
	s := &Surface{c: c, q: q, t: t, interpolation: i}
	if i != Linear && i != Logarithmic {
		return nil, fmt.Errorf("fit: surface: interpolation %q: want %q or %q", i, Linear, Logarithmic)
	}
	for name, axis := range map[string][]float64{"c": c, "q": q} {
		if !increasing(axis) {
			return nil, fmt.Errorf("fit: surface: axis %s %v: want two or more increasing numbers from 1", name, axis)
		}
	}
	if len(t) != len(c)*len(q) {
		return nil, fmt.Errorf("fit: surface: %d times on a grid of %d x %d", len(t), len(c), len(q))
	}
	for k, v := range t {
		if !(v > 0) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("fit: surface: time %v at c %v, q %v: want a positive number", v, c[k/len(q)], q[k%len(q)])
		}
	}
	s.logC, s.logQ, s.logT = logs(c), logs(q), logs(t)
	return s, nil
}

// increasing reports whether values may serve as an axis.
func increasing(axis []float64) bool {
	if len(axis) < 2 || !(axis[0] >= 1) {
		return false
	}
	for k, v := range axis[1:] {
		if !(v > axis[k]) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

func logs(values []float64) []float64 {
	l := make([]float64, len(values))
	for i, v := range values {
		l[i] = math.Log(v)
	}
	return l
}

// Grid returns the axes and the times of the surface, in seconds, [len(c)][len(q)]. They are shared: do
// not write to them.
func (s *Surface) Grid() (c, q, t []float64) { return s.c, s.q, s.t }

// With returns the same grid with another interpolation.
func (s *Surface) With(i Interpolation) *Surface {
	o := *s
	o.interpolation = i
	return &o
}

// At returns the time of q query segments against c candidates, in seconds: the measured one on a grid
// point. Outside the grid the outermost cells go on; no time is negative.
func (s *Surface) At(c, q float64) float64 {
	axisC, axisQ, t := s.c, s.q, s.t
	if s.interpolation == Logarithmic {
		axisC, axisQ, t = s.logC, s.logQ, s.logT
		c, q = math.Log(max(c, 0.5)), math.Log(max(q, 0.5))
	}
	i, u := locate(axisC, c)
	j, v := locate(axisQ, q)
	row, next := t[i*len(axisQ)+j:], t[(i+1)*len(axisQ)+j:]
	at := (1-u)*((1-v)*row[0]+v*row[1]) + u*((1-v)*next[0]+v*next[1])
	if s.interpolation == Logarithmic {
		return math.Exp(at)
	}
	return max(at, 0)
}

// locate finds the cell of x on an axis and how far x lies through it: below 0 before the first value,
// beyond 1 past the last.
func locate(axis []float64, x float64) (cell int, through float64) {
	cell = sort.SearchFloat64s(axis[1:len(axis)-1], x)
	return cell, (x - axis[cell]) / (axis[cell+1] - axis[cell])
}

// surfaceFile is a Surface in JSON.
type surfaceFile struct {
	C             []float64     `json:"c"`
	Q             []float64     `json:"q"`
	Seconds       []float64     `json:"seconds"`
	Interpolation Interpolation `json:"interpolation"`
}

// MarshalJSON writes the grid.
func (s *Surface) MarshalJSON() ([]byte, error) {
	return json.Marshal(surfaceFile{s.c, s.q, s.t, s.interpolation})
}

// UnmarshalJSON reads a grid and checks it as NewSurface does.
func (s *Surface) UnmarshalJSON(text []byte) error {
	var f surfaceFile
	if err := json.Unmarshal(text, &f); err != nil {
		return err
	}
	read, err := NewSurface(f.C, f.Q, f.Seconds, f.Interpolation)
	if err != nil {
		return err
	}
	*s = *read
	return nil
}
