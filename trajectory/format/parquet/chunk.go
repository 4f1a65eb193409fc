package parquet

import (
	"context"
	"unicode/utf8"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/trajectory/format"
)

// A parquetChunk is one column of one row group, decoded by one goroutine.
type parquetChunk struct {
	*parquet.Chunk
	r      *parquetReader
	kind   int
	missed parquet.RowSet // rows that do not count, since they fail the conditions
	typ    *parquetType
	names  format.IDSet // of a column of names
	global []uint32     // by code of names: the file's code
	bad    []*format.Error
	skip   parquet.RowSet // of the group, with SkipBadRows
	stage
}

// release frees the memory that only reading the chunk needs: its dictionary, like other row groups', may have all names of the
// file.
func (c *parquetChunk) release() { c.names, c.global = format.IDSet{}, nil }

// first returns the first row of the chunk in the file.
func (c *parquetChunk) first() int { return c.r.file.Firsts[c.Group] }

// read decodes the chunk to its rows' places in the reader's columns, step by step as s permits.
func (c *parquetChunk) read(ctx context.Context, u *parquet.Unpacker, s *steps) error {
	missed, all, err := c.r.where.Missed(ctx, c.Group)
	if err != nil || all {
		return err
	}
	c.missed = missed
	switch {
	case c.typ.place != nil:
		return c.fillPlaces(ctx, u, s)
	case c.kind < format.NumFloats:
		return fill(ctx, c, s, c.r.col[c.kind], parquet.Pages[float64]{Unpacker: u, Convert: c.typ.floats}, c.sound(s))
	case c.typ.Text:
		c.names.Name()
		return fill(ctx, c, s, c.r.codes, parquet.Pages[uint32]{Unpacker: u, Convert: c.intern}, func(rows, _ []uint32) { c.merge(rows) })
	}
	return fill(ctx, c, s, c.r.ints, parquet.Pages[int64]{Unpacker: u, Convert: c.typ.Ints}, nil)
}

// fill decodes the pages of a chunk to a column, of all rows of the file or of a window that moves with them. At the first row of a
// step it waits until the step may be read (see steps.await). took is called with rows and their values; it may be nil.
func fill[T any](ctx context.Context, c *parquetChunk, s *steps, column []T, p parquet.Pages[T], took func(rows, values []T)) error {
	p.Chunk = c.Chunk
	p.Room = func(row int) []T {
		at, end := c.room(ctx, s, row, len(column))
		return column[at:end]
	}
	p.Took = func(row int, rows, values []T, bad []parquet.Fault) {
		for _, f := range bad {
			c.note(row+f.At, f)
		}
		if took != nil {
			took(rows, values)
		}
	}
	return p.Read(ctx)
}

// room returns the places in a column of a size for rows of the chunk from row on, once these may be read; none where they may not.
func (c *parquetChunk) room(ctx context.Context, s *steps, row, size int) (at, end int) {
	row += c.first()
	if row%s.pace.step == 0 && row != c.begun && !s.await(ctx, c, row) {
		return 0, 0
	}
	at = row % size
	return at, min(at+s.stepEnd(row)-row, size)
}

// sound returns a function that notes whether values of the chunk break the rules, nil where rows are not checked as they come.
func (c *parquetChunk) sound(s *steps) func(_, values []float64) {
	if s.handover == nil {
		return nil
	}
	least, greatest := s.rules.Range(format.ColumnKey(c.kind))
	return func(_, values []float64) {
		for _, v := range values {
			if !(v >= least && v <= greatest) {
				c.unsound = true
				return
			}
		}
	}
}

// note keeps a bad value of a row of the group.
func (c *parquetChunk) note(row int, f parquet.Fault) {
	if c.missed.Has(row) {
		return
	}
	if c.r.handover != nil {
		c.faulty = append(c.faulty, c.first()+row)
	} else if c.r.o.SkipBadRows {
		c.skip.Add(row, c.Rows())
	}
	if !c.r.o.SkipBadRows {
		c.spoiled = true
	}
	if len(c.bad) < infile.MostReasons {
		e := c.r.file.Locate(c.first() + row)
		e.Column, e.Value, e.Cause = c.Label(), f.Value, f.Cause
		c.bad = append(c.bad, &e)
	}
}

// intern codes names among the chunk's own.
func (c *parquetChunk) intern(dst []uint32, v parquet.Values) (bad []parquet.Fault) {
	for i, b := range v.Text {
		if len(b) == 0 {
			bad = append(bad, parquet.Fault{At: i, Cause: "missing"})
			continue
		}
		if names := c.names.Names; i > 0 && int(dst[i-1]) < len(names) && names[dst[i-1]] == infile.TextOf(b) {
			dst[i] = dst[i-1] // the usual case
			continue
		}
		code, known := c.names.Index[infile.TextOf(b)]
		if !known {
			if !utf8.Valid(b) {
				bad = append(bad, parquet.Fault{At: i, Value: string(b), Cause: format.NotUTF8})
				continue
			}
			code = c.names.Code(string(b))
		}
		dst[i] = code
	}
	return bad
}

// merge replaces the chunk's codes by the file's.
func (c *parquetChunk) merge(codes []uint32) {
	if fresh := c.names.Names[len(c.global):]; len(fresh) > 0 {
		c.r.mu.Lock()
		for _, name := range fresh {
			c.global = append(c.global, c.r.numbers.AddName(name))
		}
		c.r.mu.Unlock()
	}
	for i, code := range codes {
		if int(code) < len(c.global) { // else all ids so far are bad
			codes[i] = c.global[code]
		}
	}
}
