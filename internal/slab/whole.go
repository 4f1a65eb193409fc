package slab

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"flyby/internal/runs"
	"flyby/trajectory"
)

// WholesHead returns the head of the block file of wholes, with the checksum of their owner.
func WholesHead(of [32]byte) runs.BlockHead { return runs.BlockHead{Kind: namesOfWholes, Of: of} }

// wholeShape is the note of a whole in the directory of its file.
type wholeShape struct {
	IDs      uint64
	Int      bool
	Dim      uint8
	Frame    trajectory.Frame
	Times    trajectory.TimeKind
	Heights  bool
	Radius   bool
	Segments uint64
	Extent   trajectory.Extent
}

// WriteWholes writes the Wholes of data sets to a block file.
func WriteWholes(to io.Writer, h runs.BlockHead, all ...Whole) (f Written, err error) {
	file, err := runs.NewBlockWriter(to, h)
	if err != nil {
		return f, err
	}
	var notes []byte
	w := &columnWriter{BlockWriter: file}
	for i := range all {
		if err := w.whole(&all[i]); err != nil {
			return f, err
		}
		if notes, err = binary.Append(notes, binary.LittleEndian, all[i].shape()); err != nil {
			return f, err
		}
	}
	err = file.Close(notes)
	return Written{file.Size(), file.Sum()}, err
}

// shape returns the note of the whole.
func (w *Whole) shape() wholeShape {
	return wholeShape{IDs: uint64(w.IDs.Len()), Int: w.IDs.IntIDs(), Dim: uint8(w.Space.Dim), Frame: w.Space.Frame, Times: w.Kind,
		Heights: w.Space.Heights, Radius: w.Radius != nil, Segments: w.Segments, Extent: w.Extent}
}

// whole writes the ids, the segments and the radii of a whole: names as blocks of their lengths, each followed by a block of their bytes.
func (w *columnWriter) whole(of *Whole) error {
	n := of.IDs.Len()
	if of.IDs.IntIDs() {
		if err := w.writeColumn(n, func(to []byte, i int) []byte { return binary.LittleEndian.AppendUint64(to, uint64(of.IDs.IntID(i))) }); err != nil {
			return err
		}
		return errors.Join(w.numbers(of.Counts), w.floats(of.Radius))
	}
	for first := 0; first < n; first += blockNames {
		last := min(n, first+blockNames)
		if err := w.writeColumn(last-first, func(to []byte, i int) []byte {
			return binary.LittleEndian.AppendUint32(to, uint32(len(of.IDs.ID(first+i))))
		}); err != nil {
			return err
		}
		w.block = w.block[:0]
		for i := first; i < last; i++ {
			w.block = append(w.block, of.IDs.ID(i)...)
		}
		if _, err := w.Write(w.block); err != nil {
			return err
		}
	}
	return errors.Join(w.numbers(of.Counts), w.floats(of.Radius))
}

// blockNames is the number of names of a block.
const blockNames = 1 << 12

// WholesOf reads Wholes that WriteWholes wrote to a file, which stays open. The error is a runs.ErrDamaged where the file is another.
func WholesOf(file *runs.BlockFile) ([]Whole, error) {
	return listed(file, (*columnReader).whole, "ids")
}

// whole reads the ids, the segments and the radii of a whole.
func (r *columnReader) whole(of *wholeShape) Whole {
	w := Whole{Kind: of.Times, Space: trajectory.Space{Dim: int(of.Dim), Frame: of.Frame, Heights: of.Heights}, Segments: of.Segments, Extent: of.Extent}
	if of.Int {
		w.IDs = r.integers(of.IDs)
	} else {
		w.IDs = r.names(of.IDs)
	}
	w.Counts = r.numbers(of.IDs)
	all := uint64(0)
	for _, n := range w.Counts {
		all += uint64(n)
	}
	if r.err == nil && all != w.Segments {
		r.err = r.Damaged(fmt.Sprintf("its trajectories have %d segments, not %d", all, w.Segments))
	}
	if of.Radius {
		w.Radius = r.floats(of.IDs)
	}
	return w
}

// integers reads ids.
func (r *columnReader) integers(n uint64) trajectory.IDs {
	if !r.fits(n, 8) {
		return trajectory.IDs{}
	}
	ids := make([]int64, n)
	r.readColumn(len(ids), 8, func(block []byte, first int) {
		for i := 0; i < len(block); i += 8 {
			ids[first+i/8] = int64(binary.LittleEndian.Uint64(block[i:]))
		}
	})
	if !r.ascend(func(i int) bool { return ids[i-1] < ids[i] }, len(ids)) {
		return trajectory.IDs{}
	}
	return trajectory.IntIDs(ids)
}

// names reads ids.
func (r *columnReader) names(n uint64) trajectory.IDs {
	if !r.fits(n, 4) {
		return trajectory.IDs{}
	}
	names := make([]string, 0, n)
	for left := int(n); left > 0 && r.err == nil; left = int(n) - len(names) {
		var text string
		lengths := r.numbers(uint64(min(left, blockNames)))
		if r.err == nil && len(r.places) > 0 {
			var block []byte
			block, r.err = r.Read(r.places[0], r.memory)
			text, r.places = string(block), r.places[1:]
		}
		for _, length := range lengths {
			if r.err == nil && uint64(length) > uint64(len(text)) {
				r.err = r.Damaged(fmt.Sprintf("a name of %d bytes is longer than its block", length))
			}
			if r.err != nil {
				return trajectory.IDs{}
			}
			names, text = append(names, text[:length]), text[length:]
		}
	}
	if !r.ascend(func(i int) bool { return names[i-1] < names[i] }, len(names)) {
		return trajectory.IDs{}
	}
	return trajectory.NameIDs(names)
}

// ascend wants ids to ascend.
func (r *columnReader) ascend(less func(i int) bool, n int) bool {
	for i := 1; i < n && r.err == nil; i++ {
		if !less(i) {
			r.err = r.Damaged("its ids do not ascend")
		}
	}
	return r.err == nil
}
