package spool

import (
	"fmt"
	"io"
	"unsafe"

	"github.com/klauspost/compress/zstd"
)

// The columns of a page, in this order: trajectories, as differences of 32 bits; flags;
// segment numbers, as differences; start and end times; end positions; start positions, which only segments that begin a piece
// have, since any other starts where the segment before it ends. A column is packed with zstd where
// that pays.
const (
	colTraj = iota
	colFlags
	colNumber
	colStart
	colEnd
	colTo
	mostColumns = colTo + 2*len(position{})
)

// A page is the place of some segments of a reel in the file.
type page struct {
	at          int64
	first, last float64             // start times of the first and the last segment
	rows        int32               // segments
	packed      [mostColumns]uint32 // bytes of each column; a column with the bytes of its values is not packed
}

const pageBytes = uint64(unsafe.Sizeof(page{}))

// bytes returns the size of the page.
func (p *page) bytes() (n int64) {
	for _, size := range p.packed {
		n += int64(size)
	}
	return n
}

// A pager makes the bytes of pages.
type pager struct {
	dim    int
	whole  [2][]uint32
	flags  []uint8
	floats [mostColumns - colStart][]float64 // start, end, to, from
	begun  int                               // segments that begin a piece
	pays   [mostColumns]int                  // pages for which a column is not tried any more, since it did not pay
	out    []byte
	zstd   *zstd.Encoder
}

func newPager(dim, rows int) *pager {
	g := &pager{dim: dim, flags: make([]uint8, rows)}
	g.whole = [2][]uint32{make([]uint32, rows), make([]uint32, rows)}
	for k := range 2 + 2*dim {
		g.floats[k] = make([]float64, rows)
	}
	var err error
	g.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(false), zstd.WithWindowSize(64<<10), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // the options are constant
	}
	return g
}

// page makes a page of some rows of a buffer. The bytes are valid until the next call.
func (g *pager) page(b *buffer, rows []uint32) (p page, text []byte) {
	g.gather(b, rows)
	n := len(rows)
	p.rows, p.first, p.last = int32(n), g.floats[0][0], g.floats[0][n-1]
	g.out = g.out[:0]
	for column := range colTo + 2*g.dim {
		if column == colTo+g.dim {
			n = g.begun
		}
		before := len(g.out)
		g.pack(column, g.column(column, n))
		p.packed[column] = uint32(len(g.out) - before)
	}
	return p, g.out
}

// gather fills the columns.
func (g *pager) gather(b *buffer, rows []uint32) {
	w := 1 + 2*b.dim
	traj, number := uint32(0), uint32(0)
	ends, starts := g.floats[1:2+b.dim], g.floats[2+b.dim:]
	g.begun = 0
	for i, row := range rows {
		who := b.who[row]
		t, n := uint32(who>>32), uint32(who)
		g.whole[0][i], g.whole[1][i] = t-traj, n-number
		traj, number = t, n
		flags := b.flags[row]
		g.flags[i] = flags
		g.floats[0][i] = b.start[row]
		rest := b.rest[int(row)*w:][:w]
		for k, v := range rest[:1+b.dim] {
			ends[k][i] = v
		}
		if flags&begins == 0 {
			continue
		}
		for k, v := range rest[1+b.dim:] {
			starts[k][g.begun] = v
		}
		g.begun++
	}
}

// column returns the bytes of n values of a column.
func (g *pager) column(column, n int) []byte {
	switch column {
	case colTraj:
		return bytesOf(g.whole[0][:n])
	case colFlags:
		return g.flags[:n]
	case colNumber:
		return bytesOf(g.whole[1][:n])
	}
	return bytesOf(g.floats[column-colStart][:n])
}

// pack appends a column to the page, packed if that leaves at most a quarter of it: a repetitive or
// counting column is packed as fast as it is copied, any other takes longer to pack than its text to
// parse. A column that was not packed is not tried for some pages.
func (g *pager) pack(column int, plain []byte) {
	const again = 32
	if g.pays[column] > 0 {
		g.pays[column]--
		g.out = append(g.out, plain...)
		return
	}
	before := len(g.out)
	g.out = g.zstd.EncodeAll(plain, g.out)
	if len(g.out)-before > len(plain)/4 {
		g.out = append(g.out[:before], plain...)
		g.pays[column] = again
	}
}

// bytesOf returns the bytes of values as they lie in memory. No other machine reads them.
func bytesOf[T uint32 | float64](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(values[0])))
}

// An opener reads pages.
type opener struct {
	from   io.ReaderAt
	dim    int
	packed []byte
	zstd   *zstd.Decoder
	traj   []uint32
	number []uint32
	flags  []uint8
	floats [mostColumns - colStart][]float64 // start, end, to, from
}

func newOpener(from io.ReaderAt, dim, rows int) *opener {
	o := &opener{from: from, dim: dim, traj: make([]uint32, rows), number: make([]uint32, rows), flags: make([]uint8, rows)}
	for k := range 2 + 2*dim {
		o.floats[k] = make([]float64, rows)
	}
	var err error
	if o.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true)); err != nil {
		panic(err) // the options are constant
	}
	return o
}

// open reads the columns of a page up to one, that column included.
func (o *opener) open(p *page, upTo int) error {
	size := 0
	for _, n := range p.packed[:upTo+1] {
		size += int(n)
	}
	if cap(o.packed) < size {
		o.packed = make([]byte, size)
	}
	text := o.packed[:size]
	if n, err := o.from.ReadAt(text, p.at); n < size {
		return fmt.Errorf("spool: page at byte %d: %w", p.at, err)
	}
	rows := int(p.rows)
	values := rows
	for column := range upTo + 1 {
		if column == colTo+o.dim {
			values = begun(o.flags[:rows])
		}
		n := int(p.packed[column])
		if err := o.unpack(o.column(column, values), text[:n]); err != nil {
			return fmt.Errorf("spool: page at byte %d, column %d: %w", p.at, column, err)
		}
		text = text[n:]
	}
	for i := 1; i < rows; i++ {
		o.traj[i] += o.traj[i-1]
	}
	if upTo >= colNumber {
		for i := 1; i < rows; i++ {
			o.number[i] += o.number[i-1]
		}
	}
	return nil
}

// begun returns how many segments begin a piece.
func begun(flags []uint8) (n int) {
	for _, f := range flags {
		n += int(f & begins)
	}
	return n
}

// position sets the end position of a row, and its start position if it is the n-th segment that begins a piece.
func (o *opener) position(row, n int, from, to *position) {
	for k := range o.dim {
		to[k] = o.floats[2+k][row]
		if o.flags[row]&begins != 0 {
			from[k] = o.floats[2+o.dim+k][n]
		}
	}
}

// column returns the memory of a column as bytes.
func (o *opener) column(column, n int) []byte {
	switch column {
	case colTraj:
		return bytesOf(o.traj[:n])
	case colNumber:
		return bytesOf(o.number[:n])
	case colFlags:
		return o.flags[:n]
	}
	return bytesOf(o.floats[column-colStart][:n])
}

// unpack fills a column from its text in the page.
func (o *opener) unpack(column, text []byte) error {
	if len(text) == len(column) {
		copy(column, text)
		return nil
	}
	out, err := o.zstd.DecodeAll(text, column[:0])
	if err == nil && len(out) != len(column) {
		err = fmt.Errorf("%d bytes, want %d", len(out), len(column))
	}
	if err == nil && &out[0] != &column[0] {
		copy(column, out) // the text was unpacked to other memory
	}
	return err
}
