package slab

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"flyby/trajectory"
)

// A Group is a row group of an input: its number in the file, and the least and the greatest time of its rows.
type Group struct {
	Number      uint32
	First, Last float64
}

// A Record is a slab for WriteFile: with its samples, or in place. See docs/decisions/0107-slabs-in-place.md.
type Record struct {
	*Slab
	InPlace bool    // the samples stay in the row groups of an input, except the samples of the overhang
	Groups  []Group // the row groups with the samples, ascending
}

// An Outline is a slab that was read from a file. In place it lacks samples: Begin makes room for them and Take adds them.
type Outline struct {
	Groups []Group // the row groups with the samples, ascending; none where there are no samples, or the file has them

	of            shape
	slab          Slab              // without a store
	stored        trajectory.Sorted // the samples in the file: all, or only of the overhang
	filled        trajectory.Sorted // in place: all samples, once there is room
	begun, goesOn []bool
	hanging       []int    // trajectories whose first segment is of the overhang
	sums          []uint32 // checksums of the blocks of the columns of samples
	next          []int    // [trajectories] row of the next sample
}

// castagnoli is the polynomial of checksums.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumsOf returns the checksums of columns of samples, times first, block by block as samples writes
// them.
func sumsOf(all [][]float64) (sums []uint32) {
	block := make([]byte, 8*blockValues)
	for i, column := range all {
		for some := range slices.Chunk(column, blockValues) {
			to := block[:8*len(some)]
			for k, v := range some {
				if i == 0 {
					v += 0 // a zero time has no sign
				}
				binary.LittleEndian.PutUint64(to[8*k:8*k+8], math.Float64bits(v))
			}
			sums = append(sums, crc32.Checksum(to, castagnoli))
		}
	}
	return sums
}

// inPlace writes the columns that a slab in place has instead of its samples, and marks the
// overhang.
func (w *columnWriter) inPlace(s *Record, of *shape, marks []uint32) error {
	all := samplesOf(s.Store)
	over := make([][]float64, len(all))
	for traj := range s.Store.Trajectories() {
		first, _ := s.Store.Range(traj)
		if all[0][first] >= s.Start {
			continue
		}
		marks[traj] |= hangsOver
		of.Hanging++
		for i, column := range all {
			if column != nil {
				over[i] = append(over[i], column[first:first+2]...)
			}
		}
	}
	of.InPlace, of.Groups = true, uint64(len(s.Groups))
	numbers, first, last := make([]uint32, len(s.Groups)), make([]float64, len(s.Groups)), make([]float64, len(s.Groups))
	for i, g := range s.Groups {
		numbers[i], first[i], last[i] = g.Number, g.First, g.Last
	}
	return errors.Join(w.samples(over), w.numbers(sumsOf(all)), w.numbers(numbers), w.times(first), w.times(last))
}

// InPlace reports whether the samples lie in row groups.
func (o *Outline) InPlace() bool { return o.of.InPlace }

// Start returns the start of the slab: earlier rows do not belong to it.
func (o *Outline) Start() float64 { return o.of.Start }

// Times returns the start and the end of the slab.
func (o *Outline) Times() (start, end float64) { return o.of.Start, o.of.End }

// Made returns the slab with samples that were made, all at once. The error says where they differ from the planned ones.
func (o *Outline) Made(s *trajectory.Store) (*Slab, error) {
	o.filled = o.stored
	c := &o.filled
	c.T, c.X, c.Y, c.Z = s.T(), s.X(), s.Y(), s.Z()
	if uint64(s.Samples()) != o.of.Samples {
		return nil, fmt.Errorf("%d samples, of %d planned", s.Samples(), o.of.Samples)
	}
	return o.checked()
}

// Traj returns the numbers of its trajectories in the whole, ascending.
func (o *Outline) Traj() []uint32 { return o.slab.Traj }

// Samples returns the number and the space of the samples, and the kind of their times.
func (o *Outline) Samples() (n uint64, space trajectory.Space, times trajectory.TimeKind) {
	return o.of.Samples, trajectory.Space{Dim: int(o.of.Dim), Frame: o.of.Frame, Heights: o.of.Heights}, o.of.Times
}

// Begin makes room for samples, for which row groups of some rows are going to be read, and adds the
// samples of the overhang.
func (o *Outline) Begin(rows uint64) error {
	if own := o.of.Samples; own > rows+2*o.of.Hanging {
		return fmt.Errorf("%d rows in the row groups of %d samples", rows, own)
	}
	o.filled = o.stored
	from, to := o.columns(&o.stored), o.columns(&o.filled)
	for i, column := range from {
		if *column != nil {
			*to[i] = make([]float64, o.of.Samples)
		}
	}
	o.next = slices.Clone(o.filled.First[:len(o.slab.Traj)])
	for i, traj := range o.hanging {
		n := 1
		if o.stored.T[2*i+1] >= o.of.End { // no row group that is read has its end
			n = 2
		}
		for k, column := range from {
			if *column != nil {
				copy((*to[k])[o.next[traj]:], (*column)[2*i:2*i+n])
			}
		}
		o.next[traj] += n
	}
	return nil
}

// columns returns the columns of samples, times first.
func (*Outline) columns(c *trajectory.Sorted) [5]*[]float64 {
	return [...]*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.H}
}

// Wants reports whether a trajectory of the slab lacks samples. Its next row from the start of the slab on is the next of
// them.
func (o *Outline) Wants(traj int) bool { return o.next[traj] < o.filled.First[traj+1] }

// Take adds the next sample of a trajectory of the slab.
func (o *Outline) Take(traj int, t float64, at *trajectory.Position) {
	row, c := o.next[traj], &o.filled
	o.next[traj]++
	c.T[row], c.X[row], c.Y[row] = t+0, at[0], at[1]
	rest := at[2:]
	if c.Z != nil {
		c.Z[row], rest = rest[0], rest[1:]
	}
	if c.H != nil {
		c.H[row] = rest[0]
	}
}

// Slab returns the slab with its samples. The error says where they differ from the planned ones.
func (o *Outline) Slab() (*Slab, error) {
	if !o.of.InPlace {
		return o.with(&o.stored), nil
	}
	for traj := range o.next {
		if o.Wants(traj) {
			return nil, fmt.Errorf("trajectory %d of all lacks %d samples", o.slab.Traj[traj], o.filled.First[traj+1]-o.next[traj])
		}
	}
	return o.checked()
}

// checked returns the slab with samples that are not in the file, and have to have the planned checksums.
func (o *Outline) checked() (*Slab, error) {
	c := &o.filled
	if !slices.Equal(sumsOf([][]float64{c.T, c.X, c.Y, c.Z, c.H}), o.sums) {
		return nil, errors.New("its rows have other times or positions")
	}
	return o.with(c), nil
}

// with returns the slab with some samples.
func (o *Outline) with(c *trajectory.Sorted) *Slab {
	s := o.slab
	s.Store = c.Store().Excerpt(o.begun, o.goesOn)
	return &s
}
