package runs

import (
	"encoding/binary"
	"fmt"
	"io"
)

// atOnce is how many bytes are written at a time, or a block if it is more.
const atOnce = 32 << 10

// Writer writes a run file.
type Writer struct {
	to     io.Writer
	head   Head
	sum    uint32 // of the head
	buffer []byte
	block  int    // start of the current block in buffer
	rows   int    // of the current block
	blocks uint64 // before the current one
}

// NewWriter begins a run file with a head, whose width, rows and block must be right: Close refuses another number of rows.
func NewWriter(to io.Writer, h Head) *Writer {
	w := &Writer{to: to, head: h, buffer: make([]byte, 0, headBytes+max(atOnce, h.blockBytes())+h.blockBytes())}
	w.buffer, w.sum = h.append(w.buffer)
	w.block = len(w.buffer)
	return w
}

// Add appends a row, which has the width of the head.
func (w *Writer) Add(row []byte) error {
	if len(row) != w.head.Width {
		return fmt.Errorf("runs: a row of %d bytes in a file of rows of %d", len(row), w.head.Width)
	}
	w.buffer = append(w.buffer, row...)
	if w.rows++; w.rows < w.head.Block {
		return nil
	}
	w.seal()
	if len(w.buffer) < atOnce {
		return nil
	}
	return w.flush()
}

// seal ends the current block with its checksum.
func (w *Writer) seal() {
	w.buffer = binary.LittleEndian.AppendUint32(w.buffer, checksum(w.sum, w.blocks, w.buffer[w.block:]))
	w.blocks, w.rows, w.block = w.blocks+1, 0, len(w.buffer)
}

// flush writes the buffer, which ends with a block.
func (w *Writer) flush() error {
	_, err := w.to.Write(w.buffer)
	w.buffer, w.block = w.buffer[:0], 0
	return err
}

// Close writes the rest. It does not close the underlying writer.
func (w *Writer) Close() error {
	rows := w.blocks*uint64(w.head.Block) + uint64(w.rows)
	if rows != w.head.Rows {
		return fmt.Errorf("runs: %d rows in a file of %d", rows, w.head.Rows)
	}
	if w.rows > 0 {
		w.seal()
	}
	return w.flush()
}
