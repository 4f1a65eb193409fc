package sweep_test

import (
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// bytesOf deals out the bytes of an input, zeros at its end.
type bytesOf []byte

// next returns a number below n.
func (b *bytesOf) next(n int) int {
	if len(*b) == 0 {
		return 0
	}
	v := int((*b)[0]) % n
	*b = (*b)[1:]
	return v
}

// side reads a store of up to eight trajectories on a grid of few places and times.
func (b *bytesOf) side(dim int, o trajectory.BuildOptions, radii bool) *trajectory.Store {
	var c trajectory.Columns
	for id := range 1 + b.next(8) {
		at, r := float64(b.next(8)), float64(b.next(3))/2
		for range 1 + b.next(5) {
			c.ID.Int, c.T = append(c.ID.Int, int64(id)), append(c.T, at)
			place := b.next(64)
			c.X, c.Y = append(c.X, float64(place%4)), append(c.Y, float64(place/4%4))
			if dim == 3 {
				c.Z = append(c.Z, float64(place/16))
			}
			if radii {
				c.R = append(c.R, r)
			}
			at += []float64{1, 1, 2, 0.5, 3, 9}[b.next(6)]
		}
	}
	s, err := trajectory.New(c, o)
	if err != nil {
		panic(err)
	}
	return s
}

// scene reads a search or a join.
func (b *bytesOf) scene() kerneltest.Scene {
	shape := b.next(256)
	dim, radii := 2+shape&1, shape>>2&1 == 1
	o := trajectory.BuildOptions{MaxGap: float64(shape>>1&1) * 2, MaxSpeed: float64(shape>>6) * 0.75}
	s := kerneltest.Scene{Rule: interaction.Rule{Distance: float64(b.next(6)) / 2, Window: interaction.Unbounded()}}
	if shape>>3&1 == 1 {
		s.Window.From = float64(b.next(20)) / 2
		s.Window.To = s.Window.From + float64(b.next(20))/2
	}
	s.Entries = b.side(dim, o, radii)
	if s.Queries = s.Entries; shape>>4&1 == 1 {
		s.Join = true
		return s
	}
	s.Queries = b.side(dim, o, radii)
	if shape>>5&1 == 1 {
		s.Rule = s.Between(s.Queries, s.Entries, true)
	}
	return s
}

// FuzzSlabs searches any small data in slabs at any edges, and wants the answer of one run.
func FuzzSlabs(f *testing.F) {
	f.Add([]byte{}, []byte{})
	f.Add([]byte("\x1f\x02\x05 a search of some objects that meet, part and meet again"), []byte{2, 4, 6, 8, 9})
	f.Add([]byte("\x12\x03\x07 ends, gaps and instants: 0123456789 0123456789 0123456789"), []byte{1, 3, 3, 5, 7, 30})
	f.Add([]byte("\x2c\x01\x04 windows and radii; what has the same id is left out of it"), []byte{0, 2, 10})
	f.Add([]byte("\x8e\x04\x06 jumps and samples that are cut off: 3a5b7c9d 0e2f4g6h 8i0j2k4l"), []byte{1, 4, 9, 16})
	folder := folderOf(f)
	f.Fuzz(func(t *testing.T, data, cuts []byte) {
		b := bytesOf(data)
		s := b.scene()
		var edges []float64
		for _, c := range cuts[:min(len(cuts), 12)] {
			edges = append(edges, float64(c)/4)
		}
		slices.Sort(edges)
		want, got := inOneRun(t, s), bySlabs(t, folder, s, slices.Compact(edges), 1+len(cuts)%3, 2+len(data)%3, byBruteForce)
		if d := got.difference(&want); d != "" {
			t.Fatalf("%v\n%+v: at %v: %s", s.Rule, s, edges, d)
		}
	})
}
