package parquet

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/parquet"
	"flyby/trajectory/format"
)

// chunkPages fills the rows of a chunk, page by page.
type chunkPages[T any] struct {
	c *parquetChunk
	u *parquet.Unpacker
	s *steps
	// convert turns as many values as dst has, and says which of them are bad.
	convert func(dst []T, v parquetValues) []fault
	// finish is called with rows of the column before others may see them, nil for nothing.
	finish func(dst []T)
	// sound reports whether values keep the rules for this column, nil if all do.
	sound      func(values []T) bool
	null       *T  // what stands for none; nil: none is bad
	column     []T // [rows] of the file, or those of a window that moves with them
	finished   int // rows of the chunk
	dictionary []T // converted once
	faults     map[int]fault
	values     []T // of decodeAtOnce rows with nulls
	levels     []uint32
	indexes    []uint32
}

// readPages decodes all pages of the chunk.
func readPages[T any](ctx context.Context, p *chunkPages[T]) error {
	for i := range p.c.pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.page(ctx, &p.c.pages[i]); err != nil {
			return p.c.blame(i, err)
		}
	}
	p.finishRows()
	return nil
}

// blame says of an error that decoding a page gave where it is, unless it says so itself.
func (c *parquetChunk) blame(page int, err error) error {
	var placed *format.Error
	switch {
	case errors.Is(err, memory.ErrNoRoom):
		return c.r.outgrown(err)
	case err == errStopped, errors.As(err, &placed):
		return err
	}
	return c.corruptPage(page, err)
}

// goOn is called with each row. At the first row of a step it waits until that may be
// read, and reports false if reading has stopped (see steps.await).
func (p *chunkPages[T]) goOn(ctx context.Context) bool {
	row := p.c.first() + p.c.row
	if row%p.s.pace.step != 0 || row == p.c.begun {
		return true
	}
	p.finishRows()
	return p.s.await(ctx, p.c, row)
}

// rows returns the places of the rows [first, last) of the chunk, which must be of one step.
func (p *chunkPages[T]) rows(first, last int) []T {
	at := (p.c.first() + first) % len(p.column)
	return p.column[at : at+last-first]
}

// finishRows calls finish with the rows that were decoded since it was called last.
func (p *chunkPages[T]) finishRows() {
	if p.finish != nil && p.finished < p.c.row {
		p.finish(p.rows(p.finished, p.c.row))
	}
	p.finished = p.c.row
}

// page reads and decodes one page.
func (p *chunkPages[T]) page(ctx context.Context, h *parquetPage) error {
	switch {
	case !h.known():
		return nil
	case p.c.row < p.c.rows() && !p.goOn(ctx):
		return errStopped
	}
	levels, body, err := p.unpacked(h)
	if err != nil {
		return err
	}
	switch {
	case h.kind == int64(pqformat.DictionaryPage):
		return p.readDictionary(h, body)
	case p.c.typ.level == 0:
		return p.data(ctx, h, nil, body)
	case h.kind == int64(pqformat.DataPageV2):
		return p.data(ctx, h, &parquet.RunReader{Rest: levels[h.repeats:], Width: 1}, body)
	}
	nulls, body, err := h.splitLevels(body)
	if err != nil {
		return err
	}
	return p.data(ctx, h, nulls, body)
}

// unpacked reads a page: the levels of version 2, those of repetition first, and what else it holds.
func (p *chunkPages[T]) unpacked(h *parquetPage) (levels, body []byte, err error) {
	packed, err := p.load(h)
	if err != nil {
		return nil, nil, err
	}
	codec := pqformat.CompressionCodec(p.c.meta.codec)
	if h.flat {
		codec = pqformat.Uncompressed
	}
	body, err = p.u.Unpack(codec, packed[h.repeats+h.levels:], int(h.size))
	return packed[:h.repeats+h.levels], body, err
}

// load reads the bytes of a page.
func (p *chunkPages[T]) load(h *parquetPage) ([]byte, error) {
	if int64(cap(p.u.Packed)) < h.packed {
		if err := memory.Need("the bytes of a page", uint64(h.packed)); err != nil {
			return nil, err
		}
		p.u.Packed = make([]byte, h.packed)
	}
	packed := p.u.Packed[:h.packed]
	if err := p.c.r.readAt(packed, h.at); err != nil {
		return nil, err
	}
	p.c.r.src.Done.Add(h.packed)
	if sum := crc32.ChecksumIEEE(packed); h.crc != 0 && sum != uint32(h.crc) {
		return nil, fmt.Errorf("its checksum is %08x, not %08x", sum, uint32(h.crc))
	}
	return packed, nil
}

// splitLevels cuts the definition levels off a page of version 1.
func (h *parquetPage) splitLevels(body []byte) (parquet.LevelReader, []byte, error) {
	if pqformat.Encoding(h.levelsAs) == pqformat.BitPacked {
		n := int(h.values+7) / 8
		if n > len(body) {
			return nil, nil, errLevels
		}
		return &parquet.BitReader{Bits: body[:n]}, body[n:], nil
	}
	const head = 4
	if len(body) < head {
		return nil, nil, errLevels
	}
	n := int(binary.LittleEndian.Uint32(body))
	if n > len(body)-head {
		return nil, nil, errLevels
	}
	return &parquet.RunReader{Rest: body[head:][:n], Width: 1}, body[head+n:], nil
}

var (
	errLevels = errors.New("its definition levels are broken")
	errFew    = errors.New("it holds fewer values than it claims")
)

// readDictionary converts a dictionary.
func (p *chunkPages[T]) readDictionary(h *parquetPage, body []byte) error {
	if p.c.row > 0 || p.dictionary != nil {
		return errors.New("a dictionary that does not come first")
	}
	r, err := p.c.typ.newValueReader(pqformat.Plain, body, 0)
	if err != nil {
		return err
	}
	if err := memory.Need("the entries of a dictionary", memory.Of(int(h.values), 8)); err != nil {
		return err
	}
	p.dictionary = make([]T, h.values)
	for at := 0; at < len(p.dictionary); at += decodeAtOnce {
		dst := p.dictionary[at:min(at+decodeAtOnce, len(p.dictionary))]
		v, ok := r.next(len(dst))
		if !ok {
			return errFew
		}
		for _, f := range p.convert(dst, v) {
			if p.faults == nil {
				p.faults = map[int]fault{}
			}
			p.faults[at+f.at] = f
		}
	}
	return nil
}

// data decodes the values of a page, whose levels are nil where none is null.
func (p *chunkPages[T]) data(ctx context.Context, h *parquetPage, levels parquet.LevelReader, body []byte) error {
	read, spare, err := p.reader(h, body)
	if err != nil {
		return err
	}
	for left := int(h.values); left > 0; {
		if !p.goOn(ctx) {
			return errStopped
		}
		at := p.c.row
		n := min(decodeAtOnce, left, p.s.stepEnd(p.c.first()+at)-p.c.first()-at)
		if err := p.fill(p.rows(at, at+n), levels, read); err != nil {
			return err
		}
		p.c.row += n
		left -= n
	}
	if spare() {
		return errors.New("it holds more values than it claims")
	}
	return nil
}

// plainDictionary is what old files call the indices of a dictionary.
const plainDictionary pqformat.Encoding = 2

// reader returns how to read the next values of a page that are not null, and
// whether there are more.
func (p *chunkPages[T]) reader(h *parquetPage, body []byte) (read func(dst []T) ([]fault, error), spare func() bool, err error) {
	encoding := pqformat.Encoding(h.encoding)
	if encoding == plainDictionary || encoding == pqformat.RLEDictionary {
		runs, err := p.indexReader(body)
		return func(dst []T) ([]fault, error) { return p.lookUp(dst, runs) }, func() bool { return false }, err
	}
	// Text with what it has in common spelled out is not far above 1000 bytes a
	// value.
	most := 1<<20 + 1024*int(h.values) + 1024*len(body)
	r, err := p.c.typ.newValueReader(encoding, body, most)
	if err != nil {
		return nil, nil, err
	}
	return func(dst []T) ([]fault, error) {
		v, ok := r.next(len(dst))
		if !ok {
			return nil, errFew
		}
		return p.convert(dst, v), nil
	}, r.spare, nil
}

// indexReader reads indexes into the dictionary, after a byte with their width.
func (p *chunkPages[T]) indexReader(body []byte) (*parquet.RunReader, error) {
	const widest = 32
	switch {
	case p.dictionary == nil:
		return nil, errors.New("no dictionary before it")
	case len(body) == 0:
		return &parquet.RunReader{}, nil
	case body[0] > widest:
		return nil, fmt.Errorf("indexes of %d bits", body[0])
	}
	return &parquet.RunReader{Rest: body[1:], Width: uint(body[0])}, nil
}

// lookUp reads values by their indexes into the dictionary.
func (p *chunkPages[T]) lookUp(dst []T, runs *parquet.RunReader) (bad []fault, err error) {
	p.indexes = infile.Resized(p.indexes, len(dst))
	if !runs.Next(p.indexes) {
		return nil, errFew
	}
	for i, index := range p.indexes {
		if int(index) >= len(p.dictionary) {
			return nil, fmt.Errorf("no entry %d in a dictionary of %d", index, len(p.dictionary))
		}
		dst[i] = p.dictionary[index]
	}
	if p.faults == nil {
		return nil, nil
	}
	for i, index := range p.indexes {
		if f, ok := p.faults[int(index)]; ok {
			f.at = i
			bad = append(bad, f)
		}
	}
	return bad, nil
}

// fill decodes the next len(dst) rows of the chunk.
func (p *chunkPages[T]) fill(dst []T, levels parquet.LevelReader, read func(dst []T) ([]fault, error)) error {
	present := len(dst)
	if levels != nil {
		p.levels = infile.Resized(p.levels, len(dst))
		if !levels.Next(p.levels) {
			return errLevels
		}
		present = 0
		for _, level := range p.levels {
			if level > 1 {
				return errLevels
			}
			present += int(level)
		}
	}
	values := dst
	if present < len(dst) {
		p.values = infile.Resized(p.values, present)
		values = p.values
	}
	bad, err := read(values)
	if err != nil {
		return err
	}
	if present < len(dst) {
		bad = spread(dst, values, p.levels, bad, p.null)
	}
	for _, f := range bad {
		p.c.note(p.c.row+f.at, f)
	}
	if p.sound != nil && !p.sound(values) {
		p.c.unsound = true
	}
	return nil
}

// spread puts values where the definition levels say that there is one, and null where there is
// none. Where null is nil it adds these to what is bad.
func spread[T any](dst, values []T, levels []uint32, bad []fault, null *T) (all []fault) {
	next := 0
	for row, level := range levels {
		if level == 0 && null != nil {
			dst[row] = *null
			continue
		}
		if level == 0 {
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
