package slab

import (
	"bytes"
	"encoding/binary"
	"errors"

	"flyby/internal/runs"
	"flyby/trajectory"
)

// ReadFile reads the slabs that WriteFile wrote with a head. The error is a runs.ErrDamaged where they are others.
func ReadFile(path string, h runs.BlockHead) (all []*Slab, err error) {
	file, err := runs.OpenBlocks(path, h)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return Read(file)
}

// Read is ReadFile of a file that is open, and stays so.
func Read(file *runs.BlockFile) (all []*Slab, err error) {
	r := &columnReader{BlockFile: file, places: file.Places()}
	for notes := bytes.NewReader(file.Notes()); notes.Len() > 0 && r.err == nil; {
		var of shape
		if err := binary.Read(notes, binary.LittleEndian, &of); err != nil {
			return nil, file.Damaged("its directory is of another length")
		}
		all = append(all, r.slab(&of))
	}
	if r.err == nil && len(r.places) > 0 {
		r.err = file.Damaged("it has more blocks than its slabs")
	}
	if r.err != nil {
		return nil, r.err
	}
	return all, nil
}

// slab reads the columns of a slab.
func (r *columnReader) slab(of *shape) *Slab {
	c := trajectory.Sorted{T: r.floats(of.Samples), X: r.floats(of.Samples), Y: r.floats(of.Samples), Times: of.Times, Frame: of.Frame}
	if of.Dim == 3 {
		c.Z = r.floats(of.Samples)
	}
	if of.Heights {
		c.H = r.floats(of.Samples)
	}
	n := of.Trajectories
	counts, gaps := r.numbers(n), r.numbers(of.Gaps)
	s := &Slab{Start: of.Start, End: of.End, Traj: r.numbers(n), Before: r.numbers(n)}
	marks := r.numbers(n)
	if of.Radius {
		c.Radius = r.floats(n)
	}
	if r.err != nil {
		return nil
	}
	begun, goes, ok := assembled(&c, s.Traj, counts, gaps, marks)
	if !ok {
		r.err = r.Damaged("its trajectories, gaps and marks do not fit each other")
		return nil
	}
	s.Store = trajectory.Assemble(c).Excerpt(begun, goes)
	return s
}

// assembled fills in where trajectories begin, ids and gaps. It reports whether they fit each other.
func assembled(c *trajectory.Sorted, traj, counts, gaps, marks []uint32) (begun, goes []bool, ok bool) {
	ids, at, before := make([]int64, len(traj)), 0, -1
	c.First = append(make([]int, 0, len(traj)+1), 0)
	begun, goes = make([]bool, len(traj)), make([]bool, len(traj))
	for i, n := range counts {
		if ids[i] = int64(traj[i]); i > 0 && ids[i] <= ids[i-1] || n == 0 {
			return nil, nil, false
		}
		piece := at // where the last piece begins
		for at += int(n); len(gaps) > 0 && int(gaps[0]) < at; gaps = gaps[1:] {
			row := int(gaps[0])
			if row <= before || row == at-1 {
				return nil, nil, false
			}
			if piece == at-int(n) && row == piece && marks[i]&hasBegun != 0 {
				return nil, nil, false
			}
			c.Gaps, before, piece = append(c.Gaps, row), row, row+1
		}
		begun[i], goes[i] = marks[i]&hasBegun != 0, marks[i]&goesOn != 0
		if at-piece == 1 && (goes[i] || begun[i] && n == 1) {
			return nil, nil, false
		}
		c.First = append(c.First, at)
	}
	c.IDs = trajectory.IntIDs(ids)
	return begun, goes, at == len(c.T) && len(gaps) == 0
}
