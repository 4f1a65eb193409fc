package parquet

import (
	"context"
	"fmt"
	"math"
	"unicode/utf8"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/trajectory/format"
)

// A parquetChunk is one column of one row group, decoded by one goroutine.
type parquetChunk struct {
	r      *parquetReader
	group  int
	kind   int
	label  string // the file's name of the column
	missed rowSet // rows that do not count, for they do not hold the conditions
	typ    *parquetType
	meta   *parquetMeta
	pages  []parquetPage
	row    int          // of the group, next to decode
	names  format.IDSet // of a column of names
	global []uint32     // the file's codes of those names
	bad    []*format.Error
	skip   rowSet // of the group, with SkipBadRows
	stage
}

// release frees what only reading the chunk took: its dictionary may have all names of the file,
// as those of other row groups.
func (c *parquetChunk) release() { c.pages, c.names, c.global = nil, format.IDSet{}, nil }

// readable says why the chunk cannot be read wherever it is.
func (c *parquetChunk) readable() error {
	switch {
	case c.meta.encrypted:
		return &format.Error{File: c.r.src.Name, Cause: fmt.Sprintf("column %s is encrypted, which flyby does not read", c.label)}
	case c.meta.elsewhere:
		return &format.Error{File: c.r.src.Name, Cause: fmt.Sprintf("column %s is in another file", c.label)}
	}
	return nil
}

// rows returns how many rows the chunk's group has.
func (c *parquetChunk) rows() int { return c.r.firsts[c.group+1] - c.first() }

// first returns the row of the file that the chunk begins with.
func (c *parquetChunk) first() int { return c.r.firsts[c.group] }

// read decodes the chunk to its rows' places in the reader's columns, step by step as s
// lets it.
func (c *parquetChunk) read(ctx context.Context, u *parquet.Unpacker, s *steps) error {
	if len(c.r.tests) > 0 {
		missed, err := c.r.missed(ctx, c.group)
		if err != nil || missed.all {
			return err
		}
		c.missed = missed.rows
	}
	switch {
	case c.kind < format.NumFloats:
		return readPages(ctx, &chunkPages[float64]{c: c, u: u, s: s, column: c.r.col[c.kind], convert: c.typ.floats, sound: c.sound(s)})
	case c.typ.names:
		c.names.Name()
		return readPages(ctx, &chunkPages[uint32]{c: c, u: u, s: s, column: c.r.codes, convert: c.intern, finish: c.merge})
	}
	return readPages(ctx, &chunkPages[int64]{c: c, u: u, s: s, column: c.r.ints, convert: c.typ.ints})
}

// sound returns what reports whether values of the chunk keep the rules, nil where rows
// are not checked as they come.
func (c *parquetChunk) sound(s *steps) func(values []float64) bool {
	if s.onward == nil {
		return nil
	}
	least, greatest := s.rules.Range(format.ColumnKey(c.kind))
	return func(values []float64) bool {
		for _, v := range values {
			if !(v >= least && v <= greatest) {
				return false
			}
		}
		return true
	}
}

// A fault is a value that the column cannot hold.
type fault struct {
	at           int
	value, cause string
}

// note keeps a bad value of a row of the group.
func (c *parquetChunk) note(row int, f fault) {
	if c.missed.has(row) {
		return
	}
	if c.r.onward != nil {
		c.faulty = append(c.faulty, c.first()+row)
	} else if c.r.o.SkipBadRows {
		c.skip.add(row, c.rows())
	}
	if !c.r.o.SkipBadRows {
		c.spoiled = true
	}
	if len(c.bad) < infile.MostReasons {
		e := c.r.place(c.r.firsts[c.group] + row)
		e.Column, e.Value, e.Cause = c.label, f.value, f.cause
		c.bad = append(c.bad, &e)
	}
}

// intern codes names among the chunk's own.
func (c *parquetChunk) intern(dst []uint32, v parquetValues) (bad []fault) {
	for i, b := range v.text {
		if len(b) == 0 {
			bad = append(bad, fault{i, "", "missing"})
			continue
		}
		if names := c.names.Names; i > 0 && int(dst[i-1]) < len(names) && names[dst[i-1]] == infile.TextOf(b) {
			dst[i] = dst[i-1] // as a rule
			continue
		}
		code, known := c.names.Index[infile.TextOf(b)]
		if !known {
			if !utf8.Valid(b) {
				bad = append(bad, fault{i, string(b), format.NotUTF8})
				continue
			}
			code = c.names.Code(string(b))
		}
		dst[i] = code
	}
	return bad
}

// merge makes codes the file's that are the chunk's.
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

// columnValues says how values of a column are read.
type columnValues[T any] struct {
	typ     *parquetType
	name    string
	convert func(dst []T, v parquetValues) []fault
	null    T // stands for none
}

// chunkOf returns the chunk of a column in a row group, whose pages claim as many values as there are rows.
func (of columnValues[T]) chunkOf(ctx context.Context, r *parquetReader, group int) (*parquetChunk, error) {
	c := &parquetChunk{r: r, group: group, kind: format.ColIgnored, label: of.name, typ: of.typ, meta: &r.footer.groups[group].columns[of.typ.index]}
	if err := c.readable(); err != nil {
		return nil, err
	}
	return c, c.survey(ctx)
}

// scan hands on the values of a chunk, some rows at a time, until take wants no more. Chunks of other columns in the row group are
// handed on in the same rows. The values lie in scratch, and are valid until take returns.
func (of columnValues[T]) scan(ctx context.Context, c *parquetChunk, u *parquet.Unpacker, take func(values []T) (more bool)) error {
	s := &steps{r: c.r, pace: pace{step: decodeAtOnce, ahead: 1}, stop: math.MaxInt} // for which no other chunk waits
	c.begun = c.first()
	err := readPages(ctx, &chunkPages[T]{
		c: c, u: u, s: s, column: make([]T, decodeAtOnce), convert: of.convert, null: &of.null,
		finish: func(values []T) {
			if s.stop > 0 && !take(values) {
				s.stop = 0
			}
		},
	})
	if s.stop == 0 && err == errStopped {
		return nil
	}
	return err
}
