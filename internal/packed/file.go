package packed

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"sync/atomic"

	"flyby/internal/runs"
)

// blocksOf marks the kind of a block file whose blocks are packed rows.
const blocksOf = 1 << 8

// Head returns the head of the block file of a run: of rows of some kind, with its number among the runs of one owner, and the checksum of that
// owner.
func Head(kind Kind, number uint32, of [32]byte) runs.BlockHead {
	return runs.BlockHead{Kind: blocksOf | uint32(kind), Number: number, Of: of}
}

// Sums are the totals of a run in a file, which its rows do not give.
type Sums struct {
	Rows   uint64
	Hits   uint64 // found in the search; of encounters, the hits that they are made of
	AtEdge uint64 // hits among them whose heights differ by the vertical threshold, about
}

// The notes of a block file of packed rows: the sums, the query trajectory of the last row, and for each block its number of rows and the key of
// its first row.
const (
	sumsBytes  = 3*8 + 4
	firstBytes = 4 + 2*8
)

// Writer writes a run to a file with a name.
type Writer struct {
	*press
	file  *runs.BlockWriter
	sums  Sums
	last  uint32 // query trajectory of the last row
	notes []byte // of the blocks
}

// NewWriter begins a run, which a number of threads packs.
func NewWriter(to io.Writer, kind Kind, number uint32, of [32]byte, threads int) (w *Writer, err error) {
	w = &Writer{}
	if w.file, err = runs.NewBlockWriter(to, Head(kind, number, of)); err != nil {
		return nil, err
	}
	w.press, err = newPress(kind, threads, partRows, w.put)
	return w, err
}

// Add appends rows, in order. They may change afterwards.
func (w *Writer) Add(r *Rows) error {
	w.sums.Rows += uint64(r.Len())
	return w.add(r)
}

// put writes a block.
func (w *Writer) put(packed []byte, rows *Rows) error {
	key := rows.key(w.kind, 0)
	w.notes = binary.LittleEndian.AppendUint32(w.notes, uint32(rows.Len()))
	w.notes = binary.LittleEndian.AppendUint64(w.notes, key.High)
	w.notes = binary.LittleEndian.AppendUint64(w.notes, key.Low)
	w.last = rows.Int[0][rows.Len()-1]
	_, err := w.file.Write(packed)
	return err
}

// End writes the rest, and returns the sums of the run and the bytes of its file.
func (w *Writer) End(hits, atEdge uint64) (s Sums, bytes uint64, err error) {
	if err := w.end(); err != nil {
		return s, 0, err
	}
	w.sums.Hits, w.sums.AtEdge = hits, atEdge
	var notes []byte
	for _, n := range []uint64{w.sums.Rows, w.sums.Hits, w.sums.AtEdge} {
		notes = binary.LittleEndian.AppendUint64(notes, n)
	}
	notes = binary.LittleEndian.AppendUint32(notes, w.last)
	err = w.file.Close(append(notes, w.notes...))
	return w.sums, w.file.Size(), err
}

// Close frees the memory.
func (w *Writer) Close() error { return w.close() }

// File is a run that has a file with a name.
type File struct {
	*runs.BlockFile
	Sums
	blocks []section
	last   uint32 // query trajectory of the last row
	brief  bool   // the system's file is open only while a block is read
	failed atomic.Pointer[error]
}

// OpenFile opens a run. The error is a runs.ErrDamaged where the file is not as a Writer wrote it, or is another run than the wanted one.
func OpenFile(path string, kind Kind, number uint32, of [32]byte) (*File, error) {
	file, err := runs.OpenBlocks(path, Head(kind, number, of))
	if err != nil {
		return nil, err
	}
	f := &File{BlockFile: file}
	if err := f.readNotes(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return f, nil
}

// readNotes reads the sums and the directory of the blocks.
func (f *File) readNotes() error {
	notes, places := f.Notes(), f.Places()
	if len(notes) != sumsBytes+firstBytes*len(places) {
		return f.Damaged("its directory is of another length")
	}
	for i, n := range []*uint64{&f.Sums.Rows, &f.Hits, &f.AtEdge} {
		*n = binary.LittleEndian.Uint64(notes[8*i:])
	}
	f.last = binary.LittleEndian.Uint32(notes[8*3:])
	f.blocks = make([]section, len(places))
	rows := uint64(0)
	var last runs.Key
	for i, p := range places {
		note := notes[sumsBytes+firstBytes*i:]
		n := binary.LittleEndian.Uint32(note)
		key := runs.Key{High: binary.LittleEndian.Uint64(note[4:]), Low: binary.LittleEndian.Uint64(note[12:])}
		if n == 0 || n > partRows || key.Before(last) {
			return f.Damaged("its directory has blocks that cannot be")
		}
		f.blocks[i], rows, last = section{p, n, queryOf(key)}, rows+uint64(n), key
	}
	if rows != f.Sums.Rows || f.last < queryOf(last) {
		return f.Damaged("its blocks have other rows than the directory says")
	}
	return nil
}

// Read reads a block, and keeps an error for Failed.
func (f *File) Read(p runs.Place, memory []byte) (block []byte, err error) {
	read := f.BlockFile.Read
	if f.brief {
		read = f.ReadBriefly
	}
	if block, err = read(p, memory); err != nil {
		f.failed.CompareAndSwap(nil, &err)
	}
	return block, err
}

// Failed returns the first error of Read.
func (f *File) Failed() error {
	if err := f.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// CheckBlocks reads the blocks that may have rows of some query trajectories, and holds each against its checksum.
func (f *File) CheckBlocks(ctx context.Context, q Queries) error {
	var memory []byte
	for _, b := range f.within(q) {
		if err := ctx.Err(); err != nil {
			return err
		}
		block, err := f.Read(b.Place, memory)
		if err != nil {
			return err
		}
		memory = block
	}
	return nil
}
