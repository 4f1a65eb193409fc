package spool

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"unsafe"

	"flyby/internal/memory"
	"flyby/internal/spill"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// A row is one of several files.
type row struct {
	t, x, y, z, r       float64
	v                   [3]float64
	number, piece, file uint32
	order               uint32 // in its buffer
}

const oneRow = int(unsafe.Sizeof(row{}))

// byTime orders rows by time, then by trajectory, then by file. Those of one file that are equal stay in
// its order: of a buffer they are told apart by order, and piles by which comes first.
func byTime(a, b *row) int {
	return cmp.Or(cmp.Compare(a.t, b.t), cmp.Compare(a.number, b.number), cmp.Compare(a.file, b.file))
}

// byTrajectory orders rows by trajectory, then by time.
func byTrajectory(a, b *row) int {
	return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.t, b.t))
}

// A rowSorter puts the rows of several files in order of time. Rows fill a buffer; a full one is sorted and
// written as a pile, and piles are merged.
type rowSorter struct {
	folder  *spill.Folder
	memory  uint64
	rows    uint64
	buffer  []row
	first   format.Rows // what is the same for all rows, and how many ids there are
	held    []bool      // [files] see format.Rows.Held
	piles   []pile
	file    *spill.File // of the piles, nil: none was written
	clashes *input.Clashes
	compare func(a, b *row) int
}

// A pile is some sorted rows of a file.
type pile struct {
	at   int64
	rows int
}

// Rows that a pile is read by at a time, at least; and those of a buffer, and those handed on.
const (
	leastPilePage = 64
	leastRows     = 1 << 10
	mostHandedOn  = 1 << 12
)

// newRowSorter makes a sorter of some rows, about; 0: nobody knows how many.
func newRowSorter(folder *spill.Folder, memory, rows uint64) *rowSorter {
	most := min(1<<31, memory/uint64(oneRow))
	if rows > 0 {
		most = min(most, rows+rows/4)
	}
	return &rowSorter{folder: folder, memory: memory, buffer: make([]row, 0, max(leastRows, most)), compare: byTime}
}

// take is a format.RowsFunc.
func (s *rowSorter) take(rows *format.Rows, _ func(*trajectory.RowError) error) error {
	s.first = *rows
	if ids := uint64(rows.IDBytes); ids > s.memory {
		return fmt.Errorf("spool: %w", &memory.Error{What: "ids of the files", Bytes: 2 * ids, Room: 2 * s.memory, By: "--memory"})
	}
	s.rows += uint64(len(rows.T))
	for len(s.held) <= rows.File {
		s.held = append(s.held, false)
	}
	s.held[rows.File] = rows.Held
	for i, number := range rows.ID.Code {
		of := rows.Sample(i)
		r := row{t: of.T + 0, x: of.X, y: of.Y, z: of.Z, r: of.R, number: number, piece: rows.Piece[i], file: uint32(rows.File)}
		r.v, _ = rows.Velocity(i)
		if err := s.add(r); err != nil {
			return err
		}
	}
	return nil
}

// add takes a row.
func (s *rowSorter) add(r row) error {
	if len(s.buffer) == cap(s.buffer) {
		if err := s.flush(); err != nil {
			return err
		}
	}
	r.order = uint32(len(s.buffer))
	s.buffer = append(s.buffer, r)
	return nil
}

// sort puts the buffer in order.
func (s *rowSorter) sort() {
	slices.SortFunc(s.buffer, func(a, b row) int { return cmp.Or(s.compare(&a, &b), cmp.Compare(a.order, b.order)) })
}

// flush writes the buffer as a pile.
func (s *rowSorter) flush() (err error) {
	s.sort()
	if s.file == nil {
		if s.file, err = s.folder.Create(); err != nil {
			return err
		}
	}
	full := pile{s.file.Size(), len(s.buffer)}
	if _, err := s.file.Write(bytesOf(s.buffer)); err != nil {
		return err
	}
	s.piles, s.buffer = append(s.piles, full), s.buffer[:0]
	return nil
}

// end is called after the last row. It merges piles until what is left can be read at once.
func (s *rowSorter) end() error {
	if s.file == nil {
		s.sort()
		return nil
	}
	if len(s.buffer) > 0 {
		if err := s.flush(); err != nil {
			return err
		}
	}
	s.buffer = nil
	fan := max(2, int(s.memory/uint64(leastPilePage*oneRow))-1)
	for len(s.piles) > fan {
		if err := s.round(fan); err != nil {
			return err
		}
	}
	return nil
}

// round merges piles to fewer, in another file.
func (s *rowSorter) round(fan int) error {
	to, err := s.folder.Create()
	if err != nil {
		return err
	}
	var merged []pile
	page := make([]row, 0, leastPilePage)
	for piles := range slices.Chunk(s.piles, fan) {
		one := pile{at: to.Size()}
		err := s.mergePiles(piles, func(r *row) error {
			one.rows++
			if page = append(page, *r); len(page) < cap(page) {
				return nil
			}
			_, err := to.Write(bytesOf(page))
			page = page[:0]
			return err
		})
		if err == nil && len(page) > 0 {
			_, err = to.Write(bytesOf(page))
			page = page[:0]
		}
		if err != nil {
			to.Close() //nolint:errcheck // nobody reads it
			return err
		}
		merged = append(merged, one)
	}
	s.close()
	s.file, s.piles = to, merged
	return nil
}

// close frees the piles.
func (s *rowSorter) close() {
	if s.file != nil {
		s.file.Close() //nolint:errcheck // nobody reads it
		s.file = nil
	}
}

// each hands all rows on, in order, some thousand at a time. Of rows of one trajectory at one time it
// hands on the first, and tells of the others.
func (s *rowSorter) each(ctx context.Context, do func(*format.Rows) error) error {
	out := newRowsOut(&s.first, do)
	var last row
	some := false
	add := func(r *row) error {
		if some && last.t == r.t && last.number == r.number {
			if s.repeats(&last, r) {
				s.clashes.Repeat()
				return nil
			}
			return s.clashes.Add(ctx, r.number, r.t, int(last.file), int(r.file))
		}
		last, some = *r, true
		return out.add(ctx, r)
	}
	if err := s.walk(add); err != nil {
		return err
	}
	return out.flush(ctx)
}

// repeats reports whether two rows of a trajectory at one time are at one place.
func (s *rowSorter) repeats(a, b *row) bool {
	return a.x == b.x && a.y == b.y && (a.v == b.v || s.first.Loose) && (a.z == b.z || s.held[a.file] && s.held[b.file])
}

// walk calls do with all rows, in order.
func (s *rowSorter) walk(do func(*row) error) error {
	if s.file != nil {
		return s.mergePiles(s.piles, do)
	}
	for i := range s.buffer {
		if err := do(&s.buffer[i]); err != nil {
			return err
		}
	}
	return nil
}

// mergePiles calls do with the rows of some piles, in order.
func (s *rowSorter) mergePiles(piles []pile, do func(*row) error) error {
	page := max(leastPilePage, int(s.memory/uint64(oneRow*(len(piles)+1))))
	heap := pileHeap{compare: s.compare}
	for i, one := range piles {
		r := &pileReader{from: s.file, left: one, page: min(page, one.rows), pile: i}
		if err := r.next(); err != nil {
			return err
		}
		heap.piles = append(heap.piles, r)
	}
	for i := len(heap.piles)/2 - 1; i >= 0; i-- {
		heap.sink(i)
	}
	for len(heap.piles) > 0 {
		r := heap.piles[0]
		if err := do(r.row()); err != nil {
			return err
		}
		switch err := r.next(); err {
		case nil:
		case io.EOF:
			last := len(heap.piles) - 1
			heap.piles[0] = heap.piles[last]
			heap.piles = heap.piles[:last]
		default:
			return err
		}
		heap.sink(0)
	}
	return nil
}

// A pileReader reads a pile page by page.
type pileReader struct {
	from io.ReaderAt
	left pile // what is not read yet
	page int
	rows []row
	at   int // 1 + the row at hand
	pile int // how many piles come before
}

// row is the row at hand.
func (r *pileReader) row() *row { return &r.rows[r.at-1] }

// next goes to the next row. The error is io.EOF after the last.
func (r *pileReader) next() error {
	if r.at < len(r.rows) {
		r.at++
		return nil
	}
	if r.left.rows == 0 {
		return io.EOF
	}
	r.rows = resized(r.rows, min(r.page, r.left.rows))
	text := bytesOf(r.rows)
	if n, err := r.from.ReadAt(text, r.left.at); n < len(text) {
		return fmt.Errorf("spool: rows at byte %d: %w", r.left.at, err)
	}
	r.left = pile{r.left.at + int64(len(text)), r.left.rows - len(r.rows)}
	r.at = 1
	return nil
}

// A pileHeap has the pile with the first row at its top.
type pileHeap struct {
	piles   []*pileReader
	compare func(a, b *row) int
}

// before reports whether the row at hand of a pile comes before that of another.
func (h *pileHeap) before(a, b *pileReader) bool {
	return cmp.Or(h.compare(a.row(), b.row()), cmp.Compare(a.pile, b.pile)) < 0
}

// sink restores the order below i.
func (h *pileHeap) sink(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h.piles); child++ {
			if h.before(h.piles[child], h.piles[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		h.piles[i], h.piles[least] = h.piles[least], h.piles[i]
		i = least
	}
}

// rowsOut makes blocks of rows.
type rowsOut struct {
	rows format.Rows
	do   func(*format.Rows) error
}

func newRowsOut(like *format.Rows, do func(*format.Rows) error) *rowsOut {
	o := &rowsOut{rows: *like, do: do}
	o.rows.ID = trajectory.IDColumn{Code: make([]uint32, 0, mostHandedOn)}
	o.rows.Piece = make([]uint32, 0, mostHandedOn)
	for _, col := range o.floats() {
		if *col != nil {
			*col = make([]float64, 0, mostHandedOn)
		}
	}
	return o
}

// floats are the columns of numbers.
func (o *rowsOut) floats() [8]*[]float64 {
	c := &o.rows
	return [...]*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.R, &c.V[0], &c.V[1], &c.V[2]}
}

// add appends a row.
func (o *rowsOut) add(ctx context.Context, r *row) error {
	c := &o.rows
	c.T, c.X, c.Y = append(c.T, r.t), append(c.X, r.x), append(c.Y, r.y)
	if c.Z != nil {
		c.Z = append(c.Z, r.z)
	}
	if c.R != nil {
		c.R = append(c.R, r.r)
	}
	for k, col := range c.V {
		if col != nil {
			c.V[k] = append(col, r.v[k])
		}
	}
	c.Piece, c.ID.Code = append(c.Piece, r.piece), append(c.ID.Code, r.number)
	if len(c.T) < mostHandedOn {
		return nil
	}
	return o.flush(ctx)
}

// flush hands the block on.
func (o *rowsOut) flush(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c := o.rows
	err := o.do(&c)
	for _, col := range o.floats() {
		if *col != nil {
			*col = (*col)[:0]
		}
	}
	o.rows.Piece, o.rows.ID.Code = o.rows.Piece[:0], o.rows.ID.Code[:0]
	return err
}
