package runs

import (
	"encoding/binary"
	"fmt"
	"io"
)

// File is a run file that is open for reading, by itself or as a part of another file. Any number of goroutines may use it.
type File struct {
	Head
	from io.ReaderAt
	at   int64
	sum  uint32 // of the head
	name string
}

// Open opens the run file at the bytes [at, at+size) of a file; errors call the file by name. It checks the head and the
// size.
func Open(from io.ReaderAt, at, size int64, name string) (*File, error) {
	f := &File{from: from, at: at, name: name}
	if size < headBytes {
		return nil, f.headError(errCut)
	}
	var text [headBytes]byte
	if n, err := from.ReadAt(text[:], at); n < len(text) {
		return nil, f.headError(err)
	}
	var err error
	if f.sum, err = f.parse(text[:]); err != nil {
		return nil, f.headError(err)
	}
	if want, ok := f.size(); !ok || size != want {
		return nil, f.headError(fault(fmt.Sprintf("%d bytes are not the size of %d rows of %d bytes", size, f.Rows, f.Width)))
	}
	return f, nil
}

// headError returns the error of the head.
func (f *File) headError(cause error) error {
	return partError(f.name, fmt.Sprintf("head at byte %d", f.at), cause)
}

// Reader reads the rows of a file in their order. It is for one goroutine.
type Reader struct {
	file   *File
	page   []byte // blocks that are read but not yet checked
	memory []byte
	rows   []byte // rows of the current block that are not taken
	left   uint64 // rows of the blocks behind the current one
	block  uint64 // number of the next block
	blocks int    // blocks that are read at a time
}

// Reader begins to read, as many blocks at a time as fit some bytes, at least one.
func (f *File) Reader(bytes uint64) *Reader {
	size := uint64(f.blockBytes())
	all := (f.Rows + uint64(f.Block) - 1) / uint64(f.Block)
	return &Reader{file: f, left: f.Rows, blocks: int(min(max(1, bytes/size), all))}
}

// Next returns the next row, which is valid until the next call. The error is io.EOF after the last, and an ErrDamaged where
// the file is not as it was written.
func (r *Reader) Next() (row []byte, err error) {
	if len(r.rows) == 0 {
		if r.left == 0 {
			return nil, io.EOF
		}
		if err := r.open(); err != nil {
			return nil, err
		}
	}
	row, r.rows = r.rows[:r.file.Width], r.rows[r.file.Width:]
	return row, nil
}

// open goes on to the next block.
func (r *Reader) open() error {
	if len(r.page) == 0 {
		if err := r.read(); err != nil {
			return err
		}
	}
	rows := min(r.left, uint64(r.file.Block))
	n := int(rows) * r.file.Width
	if checksum(r.file.sum, r.block, r.page[:n]) != binary.LittleEndian.Uint32(r.page[n:]) {
		return blockError(r.file.name, r.block, r.place(), nil)
	}
	r.rows, r.page = r.page[:n], r.page[n+ChecksumBytes:]
	r.left, r.block = r.left-rows, r.block+1
	return nil
}

// place returns the offset of the next block.
func (r *Reader) place() int64 {
	return r.file.at + headBytes + int64(r.block)*int64(r.file.blockBytes())
}

// read reads the next page.
func (r *Reader) read() error {
	blocks := min(uint64(r.blocks), (r.left+uint64(r.file.Block)-1)/uint64(r.file.Block))
	rows := min(r.left, blocks*uint64(r.file.Block))
	n := int(rows)*r.file.Width + int(blocks)*ChecksumBytes
	if r.memory == nil {
		r.memory = make([]byte, n) // later pages are no larger
	}
	r.page = r.memory[:n]
	if n, err := r.file.from.ReadAt(r.page, r.place()); n < len(r.page) {
		r.page = nil
		whole := n / r.file.blockBytes()
		return blockError(r.file.name, r.block+uint64(whole), r.place()+int64(whole*r.file.blockBytes()), err)
	}
	return nil
}
