package whereabouts

import (
	"fmt"

	"flyby/internal/runs"
	"flyby/internal/spill"
)

// notes stores rows of each cell in one file, in blocks. Rows of a cell are written, and then read, in
// order.
type notes[T any] struct {
	layout  runs.Layout[T]
	file    *runs.Blocks
	buffers [][]byte // [cells] encoded rows that are not written yet; later the rows of a block that was read
	at      []int    // [cells] bytes of a buffer that next has returned
	blocks  [][]runs.Place
	most    int // bytes of a buffer, at most
}

// leastBuffer and mostBuffer bound the bytes of a buffer, which has room for one row at least.
const (
	leastBuffer = 512
	mostBuffer  = 1 << 18
)

// newNotes makes notes of n cells, whose buffers take some bytes.
func newNotes[T any](folder *spill.Folder, n int, bytes uint64, l runs.Layout[T]) (*notes[T], error) {
	file, err := runs.NewBlocks(folder)
	if err != nil {
		return nil, err
	}
	size := int(min(max(leastBuffer, bytes/uint64(n)), mostBuffer))
	most := max(1, size/l.Width) * l.Width
	return &notes[T]{layout: l, file: file, buffers: make([][]byte, n), at: make([]int, n), blocks: make([][]runs.Place, n), most: most}, nil
}

// add appends a row to a cell.
func (n *notes[T]) add(cell int, r T) error {
	b := n.buffers[cell]
	if len(b) == n.most {
		if err := n.flush(cell); err != nil {
			return err
		}
		b = n.buffers[cell]
	}
	if b == nil {
		b = make([]byte, 0, n.most+runs.ChecksumBytes)
	}
	at := len(b)
	b = b[:at+n.layout.Width]
	n.layout.Encode(&r, b[at:])
	n.buffers[cell] = b
	return nil
}

// flush writes the rows in a buffer.
func (n *notes[T]) flush(cell int) error {
	b := n.buffers[cell]
	if len(b) == 0 {
		return nil
	}
	n.buffers[cell] = b[:0]
	at, err := n.file.Write(b)
	if err != nil {
		return fmt.Errorf("whereabouts: %w", err)
	}
	n.blocks[cell] = append(n.blocks[cell], at)
	return nil
}

// end writes the rest of a cell and frees its buffer. The cell can be read then.
func (n *notes[T]) end(cell int) error {
	err := n.flush(cell)
	n.buffers[cell] = nil
	return err
}

// next returns the next row of a cell; ok is false after the last.
func (n *notes[T]) next(cell int) (r T, ok bool, err error) {
	if n.at[cell] == len(n.buffers[cell]) {
		if len(n.blocks[cell]) == 0 {
			n.buffers[cell], n.at[cell] = nil, 0
			return r, false, nil
		}
		if err := n.read(cell); err != nil {
			return r, false, err
		}
	}
	from := n.buffers[cell][n.at[cell]:][:n.layout.Width]
	n.at[cell] += n.layout.Width
	n.layout.Decode(&r, from)
	return r, true, nil
}

// read fills the buffer of a cell with its next block.
func (n *notes[T]) read(cell int) (err error) {
	p := n.blocks[cell][0]
	n.blocks[cell], n.at[cell] = n.blocks[cell][1:], 0
	if n.buffers[cell], err = n.file.Read(p, n.buffers[cell]); err != nil {
		return fmt.Errorf("whereabouts: %w", err)
	}
	return nil
}

func (n *notes[T]) close() error { return n.file.Close() }
