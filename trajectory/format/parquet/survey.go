package parquet

import (
	"context"
	"errors"
	"fmt"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/trajectory/format"
)

// survey lists the pages of the chunk. It refuses a chunk whose pages do not claim as many
// values as the group has rows, before memory for these rows is allocated.
func (c *parquetChunk) survey(ctx context.Context) error {
	m, rows := c.meta, c.rows()
	at := m.data
	if m.dictionary != 0 {
		at = m.dictionary
	}
	if m.values != int64(rows) {
		return c.miscounted(m.values)
	}
	if m.size > c.r.end || at > c.r.end-m.size {
		return c.corrupt("bytes %d to %d are outside of the file", at, uint64(at)+uint64(m.size))
	}
	w, end, values := window{r: c.r}, at+m.size, int64(0)
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
		if c.pages = append(c.pages, parquetPage{at, h}); h.kind == int64(pqformat.DataPage) || h.kind == int64(pqformat.DataPageV2) {
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
func (c *parquetChunk) header(w *window, at, end int64) (h pageHeader, n int, err error) {
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

func (c *parquetChunk) miscounted(values int64) error {
	return &format.Error{File: c.r.src.Name, Cause: fmt.Sprintf("corrupt: column %s has %d values in row group %d of %d rows", c.label, values, c.group, c.rows())}
}

func (c *parquetChunk) corrupt(cause string, args ...any) error {
	err := fmt.Errorf(cause, args...)
	return &format.Error{File: c.r.src.Name, Cause: fmt.Sprintf("column %s of row group %d is corrupt (%v)", c.label, c.group, err), Err: err}
}

// corruptPage says what is wrong with a page of the chunk.
func (c *parquetChunk) corruptPage(page int, cause error) error {
	return c.corrupt("page %d: %w", page, cause)
}

// A window is a range of the file, read at once for what is read of it bit by
// bit.
type window struct {
	r    *parquetReader
	from int64
	text []byte
}

// read returns n bytes of the file, valid until the next call.
func (w *window) read(at, n int64) ([]byte, error) {
	if at < w.from || at+n > w.from+int64(len(w.text)) {
		const least = 4096
		size := min(max(n, least), w.r.end-at)
		if int64(cap(w.text)) < size {
			w.text = make([]byte, size)
		}
		w.from, w.text = at, w.text[:size]
		if err := w.r.readAt(w.text, at); err != nil {
			w.text = nil
			return nil, err
		}
	}
	return w.text[at-w.from:][:n], nil
}
