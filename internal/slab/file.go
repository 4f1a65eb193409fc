package slab

import (
	"encoding/binary"
	"io"

	"flyby/internal/runs"
	"flyby/trajectory"
)

// Kinds of the block files of this package.
const (
	columnsOfSlabs = 2 << 8
	namesOfWholes  = 3 << 8
)

// Head returns the head of the block file of the slabs of a number, with the checksum of their
// owner.
func Head(number uint32, of [32]byte) runs.BlockHead {
	return runs.BlockHead{Kind: columnsOfSlabs, Number: number, Of: of}
}

// shape is the note of a slab in the directory of its file.
type shape struct {
	Start, End                  float64
	Samples, Trajectories, Gaps uint64
	Dim                         uint8
	Frame                       trajectory.Frame
	Times                       trajectory.TimeKind
	Heights, Radius             bool
	Blocks                      uint32

	InPlace         bool   // samples lie in row groups, except the samples of the overhang
	Hanging, Groups uint64 // number of trajectories with a segment of the overhang, and of row groups
}

// marks of a trajectory of a slab.
const (
	hasBegun = 1 << iota
	goesOn
	hangsOver // in place: its first segment is of the overhang
)

// Written describes a file that was written.
type Written struct {
	Bytes uint64
	Sum   [32]byte // SHA-256 of all, see runs.BlockWriter.Sum
}

// WriteFile writes slabs to a block file. Their ids are not written: slabs that are read have the numbers of trajectories in the whole for ids.
func WriteFile(to io.Writer, h runs.BlockHead, slabs ...Record) (f Written, err error) {
	file, err := runs.NewBlockWriter(to, h)
	if err != nil {
		return f, err
	}
	var notes []byte
	for _, s := range slabs {
		w := &columnWriter{BlockWriter: file}
		of, err := w.record(&s)
		if err != nil {
			return f, err
		}
		of.Blocks = w.blocks
		if notes, err = binary.Append(notes, binary.LittleEndian, of); err != nil {
			return f, err
		}
	}
	err = file.Close(notes)
	return Written{file.Size(), file.Sum()}, err
}

// record writes the columns of a slab.
func (w *columnWriter) record(s *Record) (of shape, err error) {
	store := s.Store
	n := store.Trajectories()
	space := store.Space()
	of = shape{Start: s.Start, End: s.End, Samples: uint64(store.Samples()), Trajectories: uint64(n),
		Dim: uint8(space.Dim), Frame: space.Frame, Times: store.Times(), Heights: space.Heights, Radius: store.HasRadius()}
	counts, gaps, marks := shapeOf(store)
	of.Gaps = uint64(len(gaps))
	if of.Samples == 0 {
		of.Dim, of.Heights, of.Radius = 2, false, false // not known of an empty store
	}
	if s.InPlace {
		err = w.inPlace(s, &of, marks)
	} else {
		err = w.samples(samplesOf(store))
	}
	if err != nil {
		return of, err
	}
	for _, column := range [][]uint32{counts, gaps, s.Traj, s.Before, marks} {
		if err := w.numbers(column); err != nil {
			return of, err
		}
	}
	if of.Radius {
		radius := make([]float64, n)
		for traj := range radius {
			radius[traj] = store.Radius(traj)
		}
		return of, w.floats(radius)
	}
	return of, nil
}

// samplesOf returns the columns of the samples of a store, times first.
func samplesOf(s *trajectory.Store) [][]float64 {
	return [][]float64{s.T(), s.X(), s.Y(), s.Z(), s.H()}
}

// samples writes columns of samples.
func (w *columnWriter) samples(all [][]float64) error {
	err := w.times(all[0])
	for _, column := range all[1:] {
		if err == nil {
			err = w.floats(column)
		}
	}
	return err
}

// shapeOf returns the number of samples of each trajectory, the rows after which a gap lies, and the marks
// of the excerpt.
func shapeOf(s *trajectory.Store) (counts, gaps, marks []uint32) {
	counts, marks = make([]uint32, s.Trajectories()), make([]uint32, s.Trajectories())
	for p := range s.Pieces() {
		if counts[p.Traj] > 0 {
			gaps = append(gaps, uint32(p.First-1))
		} else if p.Begun {
			marks[p.Traj] |= hasBegun
		}
		counts[p.Traj] += uint32(p.Samples)
		if marks[p.Traj] &^= goesOn; p.GoesOn { // the last piece decides: an earlier one goes on at a splice
			marks[p.Traj] |= goesOn
		}
	}
	return counts, gaps, marks
}
