package format

import (
	"context"
	"unicode/utf8"
)

// A parquetChunk is one column of one row group, decoded by one goroutine.
type parquetChunk struct {
	r     *parquetReader
	group int
	kind  int
	typ   *parquetType
	meta  *parquetMeta
	pages []parquetPage
	names idSet // of a column of names, merged at the end
	bad   []*Error
	skip  rowSet // of the group, with SkipBadRows
}

// rows returns how many rows the chunk's group has.
func (c *parquetChunk) rows() int { return c.r.firsts[c.group+1] - c.r.firsts[c.group] }

// read decodes the chunk to its rows' places in the reader's columns.
func (c *parquetChunk) read(ctx context.Context, u *unpacker) error {
	first, last := c.r.firsts[c.group], c.r.firsts[c.group+1]
	switch {
	case c.kind < numFloats:
		return readPages(ctx, &chunkPages[float64]{c: c, u: u, dst: c.r.col[c.kind][first:last], convert: c.typ.floats})
	case c.typ.names:
		c.names.name()
		codes := c.r.codes[first:last]
		if err := readPages(ctx, &chunkPages[uint32]{c: c, u: u, dst: codes, convert: c.intern}); err != nil {
			return err
		}
		c.merge(codes)
		return nil
	}
	return readPages(ctx, &chunkPages[int64]{c: c, u: u, dst: c.r.ints[first:last], convert: c.typ.ints})
}

// A fault is a value that the column cannot hold.
type fault struct {
	at           int
	value, cause string
}

// note keeps a bad value of a row of the group.
func (c *parquetChunk) note(row int, f fault) {
	if c.r.o.SkipBadRows {
		c.skip.add(row, c.rows())
	}
	if len(c.bad) < few {
		e := c.r.place(c.r.firsts[c.group] + row)
		e.Column, e.Value, e.Cause = c.r.layout.name[c.kind], f.value, f.cause
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
		if names := c.names.names; i > 0 && int(dst[i-1]) < len(names) && names[dst[i-1]] == textOf(b) {
			dst[i] = dst[i-1] // as a rule
			continue
		}
		code, known := c.names.index[textOf(b)]
		if !known {
			if !utf8.Valid(b) {
				bad = append(bad, fault{i, string(b), notUTF8})
				continue
			}
			code = c.names.code(string(b))
		}
		dst[i] = code
	}
	return bad
}

// merge makes the chunk's codes the file's.
func (c *parquetChunk) merge(codes []uint32) {
	global := make([]uint32, len(c.names.names), len(c.names.names)+1)
	c.r.mu.Lock()
	for i, name := range c.names.names {
		global[i] = c.r.names.code(name)
	}
	c.r.mu.Unlock()
	for i, code := range codes {
		if int(code) < len(global) { // else all the chunk's ids are bad
			codes[i] = global[code]
		}
	}
	c.names = idSet{}
}
