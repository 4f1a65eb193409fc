package parquet

import (
	"context"
	"errors"
	"fmt"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
	"flyby/internal/memory"
)

// A Chunk is a column of a row group, whose pages are decoded once.
type Chunk struct {
	Group int

	file  *File
	label string // the column's name in messages
	typ   *Type
	meta  *chunkMeta
	rows  int // values, nulls included
	pages []page
	place int // of the column among those wanted
}

// Chunk returns a column of a row group; messages name it label. A chunk that is encrypted or in another file is an error.
func (f *File) Chunk(group int, label string, t *Type) (*Chunk, error) {
	g := &f.Groups[group]
	c := &Chunk{Group: group, file: f, label: label, typ: t, meta: &g.chunks[t.index], rows: int(g.Rows)}
	switch {
	case c.meta.encrypted:
		return nil, f.errorf("column %s is encrypted, which flyby does not read", label)
	case c.meta.elsewhere:
		return nil, f.errorf("column %s is in another file", label)
	}
	return c, nil
}

// Bounds returns the least and the greatest value of a column in a row group from its statistics, encoded as values are; nil where
// there are none.
func (f *File) Bounds(group int, t *Type) (least, most []byte) {
	var oldMost, oldLeast []byte
	r := &ThriftReader{Rest: f.Groups[group].chunks[t.index].statistics}
	if !r.Structure(0, &oldMost, &oldLeast, nil, nil, &most, &least) {
		return nil, nil
	}
	if most == nil || least == nil {
		return oldLeast, oldMost
	}
	return least, most
}

// blame adds the place, the chunk and its page, to an error of decoding that has none.
func (c *Chunk) blame(page int, err error) error {
	var placed *infile.Error
	switch {
	case errors.Is(err, memory.ErrNoRoom):
		return c.file.Outgrown(err)
	case err == ErrStopped, errors.As(err, &placed):
		return err
	}
	return c.corruptPage(page, err)
}

// Survey lists the pages of the chunk. It refuses a chunk whose pages do not claim as many
// values as the group has rows, before memory for these rows is allocated.
func (c *Chunk) Survey(ctx context.Context) error {
	m, rows := c.meta, c.rows
	at := m.data
	if m.dictionary != 0 {
		at = m.dictionary
	}
	if m.values != int64(rows) {
		return c.miscounted(m.values)
	}
	if m.size > c.file.end || at > c.file.end-m.size {
		return c.corrupt("bytes %d to %d are outside of the file", at, uint64(at)+uint64(m.size))
	}
	w, end, values := window{f: c.file}, at+m.size, int64(0)
	for at < end {
		if err := ctx.Err(); err != nil {
			return err
		}
		h, n, err := c.header(&w, at, end)
		if err != nil {
			return err
		}
		at += int64(n)
		if cause := h.check(c.typ, m.codec, end-at); cause != "" {
			return c.corruptPage(len(c.pages), errors.New(cause))
		}
		if c.pages = append(c.pages, page{at, h}); h.kind == int64(pqformat.DataPage) || h.kind == int64(pqformat.DataPageV2) {
			if values += h.values; values > int64(rows) {
				return c.miscounted(values)
			}
		}
		at += h.packed
	}
	if values != int64(rows) {
		return c.miscounted(values)
	}
	return nil
}

// header reads the header of a page at an offset of the file, in a chunk that
// ends at end. Few are longer than 256 bytes.
func (c *Chunk) header(w *window, at, end int64) (h pageHeader, n int, err error) {
	for size := int64(256); ; size *= 16 {
		text, err := w.read(at, min(size, end-at))
		if err != nil {
			return h, 0, err
		}
		h, n, ok := parseHeader(text)
		if ok {
			return h, n, nil
		}
		if size >= end-at {
			return h, 0, c.corruptPage(len(c.pages), errors.New("its header is broken"))
		}
	}
}

func (c *Chunk) miscounted(values int64) error {
	return c.file.errorf("corrupt: column %s has %d values in row group %d of %d rows", c.label, values, c.Group, c.rows)
}

func (c *Chunk) corrupt(cause string, args ...any) error {
	err, state := fmt.Errorf(cause, args...), "is corrupt"
	if other := unread(""); errors.As(err, &other) {
		state = "cannot be read"
	}
	return &infile.Error{File: c.file.src.Name, Cause: fmt.Sprintf("column %s of row group %d %s (%v)", c.label, c.Group, state, err), Err: err}
}

// corruptPage returns an error about a page of the chunk.
func (c *Chunk) corruptPage(page int, cause error) error {
	return c.corrupt("page %d: %w", page, cause)
}

// A window is a range of the file, read at once, of which parts are used one after another.
type window struct {
	f    *File
	from int64
	text []byte
}

// read returns n bytes of the file, valid until the next call.
func (w *window) read(at, n int64) ([]byte, error) {
	if at < w.from || at+n > w.from+int64(len(w.text)) {
		const least = 4096
		size := min(max(n, least), w.f.end-at)
		if int64(cap(w.text)) < size {
			w.text = make([]byte, size)
		}
		w.from, w.text = at, w.text[:size]
		if err := w.f.readAt(w.text, at); err != nil {
			w.text = nil
			return nil, err
		}
	}
	return w.text[at-w.from:][:n], nil
}
