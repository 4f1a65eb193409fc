package format

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
)

// A parquetChunk is one column of one row group, decoded by one goroutine.
type parquetChunk struct {
	r       *parquetReader
	group   int
	kind    int
	typ     *parquetType
	chunk   *parquet.FileColumnChunk
	names   idSet // of a column of names, merged at the end
	bad     []*Error
	badRows []int // with SkipBadRows
}

// read decodes the chunk to its rows' places in the reader's columns.
func (c *parquetChunk) read() error {
	first, last := c.r.firsts[c.group], c.r.firsts[c.group+1]
	switch {
	case c.kind < numFloats:
		return readChunk(c, c.r.col[c.kind][first:last], c.typ.floats)
	case c.typ.names:
		c.names.name()
		codes := c.r.codes[first:last]
		if err := readChunk(c, codes, c.intern); err != nil {
			return err
		}
		c.merge(codes)
		return nil
	}
	return readChunk(c, c.r.ints[first:last], c.typ.ints)
}

// A fault is a value that the column cannot hold.
type fault struct {
	at           int
	value, cause string
}

// readChunk fills dst with the chunk's values. convert turns as many values as dst
// has and says which of them are bad.
func readChunk[T any](c *parquetChunk, dst []T, convert func(dst []T, v encoding.Values) []fault) error {
	text, err := c.load()
	if err != nil {
		return err
	}
	pages := c.chunk.PagesFrom(text)
	defer pages.Close()
	p := chunkPages[T]{c: c, dst: dst, convert: convert}
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			break
		}
		if err != nil {
			return c.r.broken(fmt.Sprintf("column %s of row group %d is corrupt", c.r.layout.name[c.kind], c.group), err)
		}
		err = p.page(page)
		parquet.Release(page)
		if err != nil {
			return err
		}
	}
	if p.row != len(dst) {
		return c.miscounted(p.row, len(dst))
	}
	return nil
}

func (c *parquetChunk) miscounted(values, rows int) error {
	return &Error{File: c.r.src.name, Cause: fmt.Sprintf("corrupt: column %s has %d values in row group %d of %d rows", c.r.layout.name[c.kind], values, c.group, rows)}
}

// chunkPages fills dst page by page.
type chunkPages[T any] struct {
	c          *parquetChunk
	dst        []T
	convert    func(dst []T, v encoding.Values) []fault
	row        int // of dst, next to fill
	dictionary []T // converted once
	faults     map[int]fault
	scratch    []T
}

// page fills the rows of one page.
func (p *chunkPages[T]) page(page parquet.Page) error {
	rows := int(page.NumRows())
	if rows > len(p.dst)-p.row {
		return p.c.miscounted(p.row+rows, len(p.dst))
	}
	dst := p.dst[p.row : p.row+rows]
	present := rows - int(page.NumNulls())
	values := dst
	if present < rows {
		p.scratch = append(p.scratch[:0], dst[:present]...)
		values = p.scratch
	}
	bad, err := p.values(values, page)
	if err != nil {
		return err
	}
	if present < rows {
		bad = p.spread(dst, values, page.DefinitionLevels(), bad)
	}
	for _, f := range bad {
		p.c.note(p.row+f.at, f)
	}
	p.row += rows
	return nil
}

// values converts the values of a page that are not null.
func (p *chunkPages[T]) values(dst []T, page parquet.Page) (bad []fault, err error) {
	dictionary, data := page.Dictionary(), page.Data()
	if dictionary == nil {
		if n := p.c.typ.count(&data); n != len(dst) {
			return nil, p.c.miscounted(p.row+n, len(p.dst))
		}
		return p.convert(dst, data), nil
	}
	if p.dictionary == nil {
		entries := dictionary.Page().Data()
		p.dictionary = make([]T, p.c.typ.count(&entries))
		for _, f := range p.convert(p.dictionary, entries) {
			if p.faults == nil {
				p.faults = map[int]fault{}
			}
			p.faults[f.at] = f
		}
	}
	indexes := data.Int32()
	if len(indexes) != len(dst) {
		return nil, p.c.miscounted(p.row+len(indexes), len(p.dst))
	}
	for i, index := range indexes {
		if uint(index) >= uint(len(p.dictionary)) {
			return nil, &Error{File: p.c.r.src.name, Cause: fmt.Sprintf("corrupt: column %s has no dictionary entry %d", p.c.r.layout.name[p.c.kind], index)}
		}
		dst[i] = p.dictionary[index]
		if f, ok := p.faults[int(index)]; ok {
			f.at = i
			bad = append(bad, f)
		}
	}
	return bad, nil
}

// spread puts values where the definition levels say that there is one, and adds
// the nulls to what is bad.
func (p *chunkPages[T]) spread(dst, values []T, levels []byte, bad []fault) (all []fault) {
	next := 0
	for row, level := range levels {
		if int(level) < p.c.typ.level {
			all = append(all, fault{row, "", "null"})
			continue
		}
		if len(bad) > 0 && bad[0].at == next {
			bad[0].at = row
			all, bad = append(all, bad[0]), bad[1:]
		}
		dst[row] = values[next]
		next++
	}
	return all
}

// note keeps a bad value of a row of the group.
func (c *parquetChunk) note(row int, f fault) {
	row += c.r.firsts[c.group]
	if c.r.o.SkipBadRows {
		c.badRows = append(c.badRows, row)
	}
	if len(c.bad) < few {
		e := c.r.place(row)
		e.Column, e.Value, e.Cause = c.r.layout.name[c.kind], f.value, f.cause
		c.bad = append(c.bad, &e)
	}
}

// intern codes names among the chunk's own.
func (c *parquetChunk) intern(dst []uint32, v encoding.Values) (bad []fault) {
	c.typ.each(&v, len(dst), func(i int, b []byte) {
		if len(b) == 0 {
			bad = append(bad, fault{i, "", "missing"})
			return
		}
		if names := c.names.names; i > 0 && int(dst[i-1]) < len(names) && names[dst[i-1]] == textOf(b) {
			dst[i] = dst[i-1] // as a rule
			return
		}
		code, known := c.names.index[textOf(b)]
		if !known {
			code = c.names.code(string(b))
		}
		dst[i] = code
	})
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
