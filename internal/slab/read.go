package slab

import (
	"bytes"
	"encoding/binary"

	"flyby/internal/runs"
	"flyby/trajectory"
)

// Read reads the slabs that WriteFile wrote to a file, which stays open. The error is a runs.ErrDamaged where the file is another.
func Read(file *runs.BlockFile) ([]*Outline, error) {
	return listed(file, (*columnReader).outline, "slabs")
}

// listed reads an item for each shape in the directory of a file, which has blocks for these items alone.
func listed[S, T any](file *runs.BlockFile, read func(*columnReader, *S) T, items string) (all []T, err error) {
	r := &columnReader{BlockFile: file, places: file.Places()}
	for notes := bytes.NewReader(file.Notes()); notes.Len() > 0 && r.err == nil; {
		var of S
		if err := binary.Read(notes, binary.LittleEndian, &of); err != nil {
			return nil, file.Damaged("its directory is of another length")
		}
		all = append(all, read(r, &of))
	}
	if r.err == nil && len(r.places) > 0 {
		r.err = file.Damaged("it has more blocks than its " + items)
	}
	if r.err != nil {
		return nil, r.err
	}
	return all, nil
}

// outline reads the columns of a slab.
func (r *columnReader) outline(of *shape) *Outline {
	o := &Outline{of: *of}
	stored := of.Samples
	if of.InPlace {
		stored = 2 * of.Hanging
	}
	c := &o.stored
	*c = trajectory.Sorted{T: r.floats(stored), X: r.floats(stored), Y: r.floats(stored), Times: of.Times, Frame: of.Frame}
	if of.Dim == 3 {
		c.Z = r.floats(stored)
	}
	if of.Heights {
		c.H = r.floats(stored)
	}
	if of.InPlace {
		r.groups(o)
	}
	n := of.Trajectories
	counts, gaps := r.numbers(n), r.numbers(of.Gaps)
	o.slab = Slab{Start: of.Start, End: of.End, Traj: r.numbers(n), Before: r.numbers(n)}
	marks := r.numbers(n)
	if of.Radius {
		c.Radius = r.floats(n)
	}
	if r.err == nil && !o.assemble(counts, gaps, marks) {
		r.err = r.Damaged("its trajectories, gaps and marks do not fit each other")
	}
	return o
}

// groups reads the row groups with the samples, and the checksums of the samples.
func (r *columnReader) groups(o *Outline) {
	of := &o.of
	columns := 1 + uint64(of.Dim)
	if of.Heights {
		columns++
	}
	o.sums = r.numbers(columns * ((of.Samples + blockValues - 1) / blockValues))
	numbers, first, last := r.numbers(of.Groups), r.floats(of.Groups), r.floats(of.Groups)
	for i := 0; i < len(numbers) && r.err == nil; i++ {
		if i > 0 && numbers[i] <= numbers[i-1] {
			r.err = r.Damaged("its row groups do not ascend")
		}
		o.Groups = append(o.Groups, Group{numbers[i], first[i], last[i]})
	}
}

// assemble sets the first rows of trajectories, ids and gaps. It reports whether they fit each
// other.
func (o *Outline) assemble(counts, gaps, marks []uint32) (ok bool) {
	c, traj := &o.stored, o.slab.Traj
	ids, at, before := make([]int64, len(traj)), 0, -1
	c.First = append(make([]int, 0, len(traj)+1), 0)
	o.begun, o.goesOn = make([]bool, len(traj)), make([]bool, len(traj))
	for i, n := range counts {
		if ids[i] = int64(traj[i]); i > 0 && ids[i] <= ids[i-1] || n == 0 {
			return false
		}
		piece := at // first row of the last piece
		for at += int(n); len(gaps) > 0 && int(gaps[0]) < at; gaps = gaps[1:] {
			row := int(gaps[0])
			if row <= before || row == at-1 {
				return false
			}
			if piece == at-int(n) && row == piece && marks[i]&hasBegun != 0 {
				return false
			}
			c.Gaps, before, piece = append(c.Gaps, row), row, row+1
		}
		o.begun[i], o.goesOn[i] = marks[i]&hasBegun != 0, marks[i]&goesOn != 0
		if at-piece == 1 && (o.goesOn[i] || o.begun[i] && n == 1) {
			return false
		}
		if marks[i]&hangsOver != 0 {
			if o.hanging = append(o.hanging, i); n < 2 {
				return false
			}
		}
		c.First = append(c.First, at)
	}
	c.IDs = trajectory.IntIDs(ids)
	return uint64(at) == o.of.Samples && len(gaps) == 0 && uint64(len(o.hanging)) == o.of.Hanging
}
