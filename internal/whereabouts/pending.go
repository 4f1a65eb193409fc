package whereabouts

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"slices"

	"flyby/internal/runs"
	"flyby/internal/spill"
	"flyby/trajectory"
)

// Columns are the columns of a chunk of rows, all of one length. A column that is nil in one chunk is nil
// in all.
type Columns struct {
	U32  []*[]uint32
	F64  []*[]float64
	Open *[]trajectory.Open // nil: rows have none
}

// Waiting stores rows in a file while their questions are answered.
type Waiting struct {
	file     *runs.Blocks
	sections []section
	memory   []byte
}

// A section is a chunk of rows: a block of its columns, one after another.
type section struct {
	runs.Place
	rows int
}

// NewWaiting makes a file for rows in a folder.
func NewWaiting(folder *spill.Folder) (*Waiting, error) {
	file, err := runs.NewBlocks(folder)
	if err != nil {
		return nil, err
	}
	return &Waiting{file: file}, nil
}

// Add appends n rows.
func (w *Waiting) Add(c Columns, n int) error {
	w.memory = c.append(slices.Grow(w.memory[:0], n*c.width()+runs.ChecksumBytes))
	at, err := w.file.Write(w.memory)
	w.sections = append(w.sections, section{at, n})
	return err
}

// width returns the bytes of a row.
func (c *Columns) width() int {
	n := 4*len(c.U32) + 8*len(c.F64)
	if c.Open != nil {
		n++
	}
	return n
}

// append appends the bytes of the columns that are not nil.
func (c *Columns) append(to []byte) []byte {
	for _, column := range c.U32 {
		for _, v := range *column {
			to = binary.LittleEndian.AppendUint32(to, v)
		}
	}
	for _, column := range c.F64 {
		for _, v := range *column {
			to = binary.LittleEndian.AppendUint64(to, math.Float64bits(v))
		}
	}
	if c.Open != nil {
		for _, v := range *c.Open {
			to = append(to, byte(v))
		}
	}
	return to
}

// take fills the columns, already of the right lengths, from bytes that append wrote.
func (c *Columns) take(from []byte) {
	for _, column := range c.U32 {
		for i := range *column {
			(*column)[i], from = binary.LittleEndian.Uint32(from), from[4:]
		}
	}
	for _, column := range c.F64 {
		for i := range *column {
			(*column)[i], from = math.Float64frombits(binary.LittleEndian.Uint64(from)), from[8:]
		}
	}
	if c.Open != nil {
		for i := range *c.Open {
			(*c.Open)[i] = trajectory.Open(from[i])
		}
	}
}

// Chunks reads the rows into columns, a chunk at a time, and yields the number of rows. A column must be
// nil if it was nil in Add.
func (w *Waiting) Chunks(to Columns) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for _, p := range w.sections {
			var err error
			if w.memory, err = w.file.Read(p.Place, w.memory); err != nil {
				yield(0, fmt.Errorf("whereabouts: %w", err))
				return
			}
			to.resize(p.rows)
			to.take(w.memory)
			if !yield(p.rows, nil) {
				return
			}
		}
	}
}

// resize makes columns n rows long.
func (c *Columns) resize(n int) {
	for _, column := range c.U32 {
		resize(column, n)
	}
	for _, column := range c.F64 {
		resize(column, n)
	}
	if c.Open != nil {
		resize(c.Open, n)
	}
}

func resize[T any](column *[]T, n int) {
	if cap(*column) < n {
		*column = make([]T, n)
	}
	*column = (*column)[:n]
}

// Close frees the file.
func (w *Waiting) Close() error { return w.file.Close() }
