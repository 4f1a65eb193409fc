package spool

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"flyby/internal/memory"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/runs"
	"flyby/internal/spill"
	"flyby/trajectory"
)

// A row is a row of one of several files.
type row struct {
	t, x, y, z, r       float64
	v                   [3]float64
	number, piece, file uint32
}

// rowBytesInRun is the bytes of a row in a run file: its numbers one after another.
const rowBytesInRun = 8*8 + 3*4

// encode writes a row.
func (r *row) encode(to []byte) {
	_ = to[rowBytesInRun-1]
	for i, v := range [...]float64{r.t, r.x, r.y, r.z, r.r, r.v[0], r.v[1], r.v[2]} {
		binary.LittleEndian.PutUint64(to[8*i:], math.Float64bits(v))
	}
	for i, v := range [...]uint32{r.number, r.piece, r.file} {
		binary.LittleEndian.PutUint32(to[64+4*i:], v)
	}
}

// decode reads a row that encode wrote.
func (r *row) decode(from []byte) {
	_ = from[rowBytesInRun-1]
	for i, v := range [...]*float64{&r.t, &r.x, &r.y, &r.z, &r.r, &r.v[0], &r.v[1], &r.v[2]} {
		*v = math.Float64frombits(binary.LittleEndian.Uint64(from[8*i:]))
	}
	for i, v := range [...]*uint32{&r.number, &r.piece, &r.file} {
		*v = binary.LittleEndian.Uint32(from[64+4*i:])
	}
}

// byTime orders rows by time, then by trajectory, then by file.
func byTime(r *row) runs.Key {
	return runs.Key{High: runs.Ascending(r.t), Low: uint64(r.number)<<32 | uint64(r.file)}
}

// byTrajectory orders rows by trajectory, then by time.
func byTrajectory(r *row) runs.Key { return runs.Key{High: uint64(r.number), Low: runs.Ascending(r.t)} }

// A rowSorter puts the rows of several files in an order. Equal rows stay as they came.
type rowSorter struct {
	*runs.Sorter[row]
	memory  uint64
	rows    uint64
	first   reading.Rows // properties of all rows, and the number of ids
	held    []bool       // [files] see reading.Rows.Held
	clashes *fileset.Clashes
}

// mostHandedOn is the most rows that are handed on at a time.
const mostHandedOn = 1 << 12

// newRowSorter makes a sorter of about some rows; 0: unknown.
func newRowSorter(folder *spill.Folder, memory, rows uint64, order func(*row) runs.Key) *rowSorter {
	layout := runs.Layout[row]{Width: rowBytesInRun, Encode: (*row).encode, Decode: (*row).decode, Key: order}
	return &rowSorter{Sorter: runs.NewSorter(folder, memory, rows, layout), memory: memory}
}

// take is a reading.RowsFunc.
func (s *rowSorter) take(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
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
		if err := s.Add(&r); err != nil {
			return err
		}
	}
	return nil
}

// each hands all rows on, in order, some thousand at a time. Of rows of one trajectory at one time it
// hands on the first, and reports the others.
func (s *rowSorter) each(ctx context.Context, do func(*reading.Rows) error) error {
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
	if err := s.Walk(add); err != nil {
		return err
	}
	return out.flush(ctx)
}

// repeats reports whether two rows of a trajectory at one time are at one place.
func (s *rowSorter) repeats(a, b *row) bool {
	return a.x == b.x && a.y == b.y && (a.v == b.v || s.first.Loose) && (a.z == b.z || s.held[a.file] && s.held[b.file])
}

// rowsOut makes blocks of rows.
type rowsOut struct {
	rows reading.Rows
	do   func(*reading.Rows) error
}

func newRowsOut(like *reading.Rows, do func(*reading.Rows) error) *rowsOut {
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

// floats returns the columns of numbers.
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
