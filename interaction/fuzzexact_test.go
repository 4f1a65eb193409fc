package interaction_test

import (
	"math"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// FuzzExact: on pairs on a lattice, many of them at exactly the threshold, Decide and Exact return
// the members and times of the oracle in rational numbers. The lattice may be far off, fine or
// coarse, to the ends of float64.
func FuzzExact(f *testing.F) {
	f.Add([]byte{4, 0, 0, 0, 0, 4, 0, 3, 0, 9, 0, 8, 0, 3, 0, 0, 4, 4, 4, 8, 4})
	f.Add([]byte{5, 1, 7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21})
	f.Add([]byte{10, 8, 3, 2, 2, 0, 3, 16, 1, 1, 16, 0, 2, 1, 2, 5, 3, 9, 16, 2, 4, 9, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		d := kerneltest.Dice(data)
		if p := latticePair(&d); p.Valid() {
			checkPair(t, p)
			checkNearest(t, p)
		}
	})
}

// latticePair makes a pair of small whole numbers, times a unit, plus an offset.
func latticePair(d *kerneltest.Dice) kerneltest.Pair {
	threshold := d.Roll(16)
	units := []float64{1, 0.1, 1.0 / 3, 0x1p-1074, 0x1p-1022, 0x1p-540, 1e-160, 0x1p500, 0x1p900}
	unit, step := units[d.Roll(len(units))], units[d.Roll(3)]
	offset := []float64{0, 1 << 20, 1 << 40, 1.7e9}[d.Roll(4)]
	segment := func() trajectory.Segment {
		s := trajectory.Segment{T0: offset + step*float64(d.Roll(4)), R: unit * float64(d.Roll(3))}
		s.T1 = s.T0 + step*float64(d.Roll(5))
		for k := range 3 {
			s.P0[k], s.P1[k] = unit*(offset+float64(d.Roll(17)-8)), unit*(offset+float64(d.Roll(17)-8))
		}
		if s.Last = s.T0 == s.T1 || d.Roll(2) == 0; s.T0 == s.T1 {
			s.P1 = s.P0
		}
		return s
	}
	p := kerneltest.Pair{Kind: "lattice", Query: segment(), Entry: segment(), Distance: unit * float64(threshold), Window: interaction.Unbounded()}
	switch d.Roll(6) {
	case 0:
		p.Window.From = p.Query.T0 + step
	case 1:
		p.Window.To = p.Entry.T1
	case 2:
		p.Distance = math.Nextafter(p.Distance, math.Inf(1))
	}
	return p
}
