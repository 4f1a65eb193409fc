package scene

import (
	"math"
	"sort"

	"flyby/trajectory"
)

// A Line has samples in columns of one length. Between two samples objects move straight at one speed.
type Line struct {
	T []float64 `json:"t"`
	X []float64 `json:"x"`
	Y []float64 `json:"y"`
	Z []float64 `json:"z,omitempty"` // nil in two dimensions
	H []float64 `json:"h,omitempty"` // heights above the frame's origin, where distances are horizontal; no part of any distance
}

// add adds the sample of a row of a store, in the frame, with its time from t on.
func (l *Line) add(f *Frame, s *trajectory.Store, row int, t float64) {
	at := f.Offset(Sample(s, row))
	l.T, l.X, l.Y = append(l.T, Rounded(s.T()[row]-t)), append(l.X, Rounded(at[0])), append(l.Y, Rounded(at[1]))
	if s.Dim() == 3 {
		l.Z = append(l.Z, Rounded(at[2]))
	}
	if h := s.H(); h != nil {
		l.H = append(l.H, Rounded(f.scale*(h[row]-f.height)))
	}
}

// Round rounds times and places to steps, which are powers of ten: pages are short, and differences far below a pixel are not seen.
func (l *Line) Round(time, length int) {
	round(l.T, time)
	for _, column := range [][]float64{l.X, l.Y, l.Z, l.H} {
		round(column, length)
	}
}

// round rounds numbers to a power of ten.
func round(column []float64, power int) {
	for i, v := range column {
		if power < 0 {
			column[i] = math.Round(v*math.Pow10(-power))/math.Pow10(-power) + 0 // no -0
		} else {
			column[i] = float64(math.Round(v/math.Pow10(power))*math.Pow10(power)) + 0
		}
	}
}

// Sample returns the position of a sample.
func Sample(s *trajectory.Store, row int) (at [3]float64) {
	at = [3]float64{s.X()[row], s.Y()[row], 0}
	if s.Dim() == 3 {
		at[2] = s.Z()[row]
	}
	return at
}

// Place returns the position of a sample of a line.
func (l *Line) Place(n int) [3]float64 {
	at := [3]float64{l.X[n], l.Y[n]}
	if l.Z != nil {
		at[2] = l.Z[n]
	}
	return at
}

// PlaceAt returns the position of a line's object at a time between its ends.
func (l *Line) PlaceAt(t float64) [3]float64 {
	n := max(sort.Search(len(l.T), func(i int) bool { return l.T[i] > t })-1, 0)
	if n+1 >= len(l.T) {
		return l.Place(len(l.T) - 1)
	}
	at, to, share := l.Place(n), l.Place(n+1), (t-l.T[n])/(l.T[n+1]-l.T[n])
	for axis := range at {
		at[axis] += float64((to[axis] - at[axis]) * share)
	}
	return at
}

// noise is the rounding error of differences of coordinates that should be 0, as a fraction of the coordinates' size: some
// units in the last place.
const noise = 0x1p-50

// flush sets coordinates that are noise to 0.
func (f *Frame) flush(l *Line) {
	least := 0.0
	for _, v := range f.origin {
		least = max(least, noise*f.scale*math.Abs(v))
	}
	for _, column := range [][]float64{l.X, l.Y, l.Z} {
		for i, v := range column {
			if math.Abs(v) < least {
				column[i] = 0
			}
		}
	}
}
