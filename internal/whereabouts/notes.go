package whereabouts

import (
	"fmt"
	"unsafe"

	"flyby/internal/spill"
)

// notes are records of each cell in one file. Those of a cell are written, and then read, in order.
type notes[T any] struct {
	file     *spill.File
	buffers  [][]T // [cells] what is not written yet; then what is read and not taken
	at       []int // [cells] of these, how many are taken
	sections [][]section
	each     int // records of a buffer, at most
}

// A section is where some records of a cell are in the file.
type section struct {
	at int64
	n  int
}

// Buffers hold this many bytes, where they have room for one record at least.
const (
	leastBuffer = 512
	mostBuffer  = 1 << 18
)

// newNotes makes notes of some cells, whose buffers take some bytes.
func newNotes[T any](folder *spill.Folder, n int, bytes uint64) (*notes[T], error) {
	file, err := folder.Create()
	if err != nil {
		return nil, err
	}
	size := min(max(leastBuffer, bytes/uint64(n)), mostBuffer)
	each := max(1, int(size)/int(unsafe.Sizeof(*new(T))))
	return &notes[T]{file: file, buffers: make([][]T, n), at: make([]int, n), sections: make([][]section, n), each: each}, nil
}

// add appends a record to those of a cell.
func (n *notes[T]) add(cell int, r T) error {
	if len(n.buffers[cell]) == n.each {
		if err := n.flush(cell); err != nil {
			return err
		}
	}
	if n.buffers[cell] == nil {
		n.buffers[cell] = make([]T, 0, n.each)
	}
	n.buffers[cell] = append(n.buffers[cell], r)
	return nil
}

// flush writes what a buffer holds.
func (n *notes[T]) flush(cell int) error {
	b := n.buffers[cell]
	if len(b) == 0 {
		return nil
	}
	n.sections[cell] = append(n.sections[cell], section{n.file.Size(), len(b)})
	n.buffers[cell] = b[:0]
	if _, err := n.file.Write(bytesOf(b)); err != nil {
		return fmt.Errorf("whereabouts: %w", err)
	}
	return nil
}

// end writes the rest of a cell and frees its buffer. The cell can be read then.
func (n *notes[T]) end(cell int) error {
	err := n.flush(cell)
	n.buffers[cell] = nil
	return err
}

// next returns the next record of a cell; ok is false behind the last.
func (n *notes[T]) next(cell int) (r T, ok bool, err error) {
	if n.at[cell] == len(n.buffers[cell]) {
		if len(n.sections[cell]) == 0 {
			n.buffers[cell], n.at[cell] = nil, 0
			return r, false, nil
		}
		if err := n.read(cell); err != nil {
			return r, false, err
		}
	}
	n.at[cell]++
	return n.buffers[cell][n.at[cell]-1], true, nil
}

// read fills the buffer of a cell with its next section.
func (n *notes[T]) read(cell int) error {
	p := n.sections[cell][0]
	n.sections[cell], n.at[cell] = n.sections[cell][1:], 0
	if cap(n.buffers[cell]) < p.n {
		n.buffers[cell] = make([]T, p.n)
	}
	n.buffers[cell] = n.buffers[cell][:p.n]
	if _, err := n.file.ReadAt(bytesOf(n.buffers[cell]), p.at); err != nil {
		return fmt.Errorf("whereabouts: %w", err)
	}
	return nil
}

func (n *notes[T]) close() error { return n.file.Close() }

// bytesOf returns the bytes of values as they lie in memory. No other machine reads them.
func bytesOf[T any](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(values[0])))
}
