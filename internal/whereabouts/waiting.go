package whereabouts

import (
	"fmt"
	"iter"

	"flyby/internal/spill"
	"flyby/trajectory"
)

// Columns are those of a chunk of rows, all of one length. A column that is nil in a chunk is in all.
type Columns struct {
	U32  []*[]uint32
	F64  []*[]float64
	Open *[]trajectory.Open // nil: rows have none
}

// Waiting are rows in a file, which wait for what they asked.
type Waiting struct {
	file     *spill.File
	sections []section // chunks
}

// NewWaiting makes a file for rows in a folder.
func NewWaiting(folder *spill.Folder) (*Waiting, error) {
	file, err := folder.Create()
	if err != nil {
		return nil, err
	}
	return &Waiting{file: file}, nil
}

// Add appends n rows.
func (w *Waiting) Add(c Columns, n int) error {
	w.sections = append(w.sections, section{w.file.Size(), n})
	return c.each(func(bytes []byte) error {
		_, err := w.file.Write(bytes)
		return err
	})
}

// each calls do with the bytes of columns that are there.
func (c *Columns) each(do func([]byte) error) error {
	for _, column := range c.U32 {
		if err := do(bytesOf(*column)); err != nil {
			return err
		}
	}
	for _, column := range c.F64 {
		if err := do(bytesOf(*column)); err != nil {
			return err
		}
	}
	if c.Open == nil {
		return nil
	}
	return do(bytesOf(*c.Open))
}

// Chunks reads the rows to columns, a chunk at a time, and yields how many they are. Columns that were nil
// must be.
func (w *Waiting) Chunks(to Columns) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for _, p := range w.sections {
			to.resize(p.n)
			at := p.at
			err := to.each(func(bytes []byte) error {
				_, err := w.file.ReadAt(bytes, at)
				at += int64(len(bytes))
				return err
			})
			if err != nil {
				yield(0, fmt.Errorf("whereabouts: rows at byte %d: %w", p.at, err))
				return
			}
			if !yield(p.n, nil) {
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

// Close frees what the file holds.
func (w *Waiting) Close() error { return w.file.Close() }
