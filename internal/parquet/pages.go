package parquet

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"unsafe"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/memory"
)

// Pages decode the values of a chunk, page by page, into slices for its rows.
type Pages[T any] struct {
	Chunk    *Chunk // surveyed before
	Unpacker *Unpacker
	// Convert converts len(dst) values to dst, and returns the bad ones.
	Convert func(dst []T, v Values) []Fault
	Null    *T // the value of a null; nil: a null is bad
	// Room returns the slice for the rows of the chunk from row on, at least one; an empty slice stops the reading. It is called before the
	// row's values are read, and again for more rows.
	Room func(row int) []T
	// Took is called after rows from row on were decoded: with their values, the values of them that are not null, and the bad ones; nil: no
	// call.
	Took func(row int, rows, values []T, bad []Fault)
	// Absent is called after rows from row on were decoded of which some are null, which have level 0; nil: no call.
	Absent func(row int, levels []uint32)
	// Keeps says that Convert keeps byte arrays where they stand, in the memory of their page.
	Keeps bool

	coding     bool // values of a dictionary are converted
	coded      bool // the current page has indexes into the dictionary
	row        int  // the next row to decode
	dictionary []T  // converted once
	faults     map[int]Fault
	values     []T // the values of at most decodeAtOnce rows, without nulls
	levels     []uint32
	indexes    []uint32
	scratch    textScratch
}

// ErrStopped is returned by the reading of a chunk that an empty slice of Room stopped.
var ErrStopped = errors.New("format: reading stopped")

// Read decodes all pages of the chunk.
func (p *Pages[T]) Read(ctx context.Context) error {
	pages := p.Chunk.pages
	p.Chunk.pages = nil
	for i := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.page(&pages[i]); err != nil {
			return p.Chunk.blame(i, err)
		}
	}
	return nil
}

// page reads and decodes one page.
func (p *Pages[T]) page(h *page) error {
	p.coded = h.isCoded()
	switch {
	case !h.known():
		return nil
	case p.row < p.Chunk.rows && len(p.Room(p.row)) == 0:
		return ErrStopped
	}
	levels, body, err := p.unpacked(h)
	if err != nil {
		return err
	}
	if p.Keeps {
		defer p.Unpacker.leave()
	}
	switch {
	case h.kind == int64(pqformat.DictionaryPage):
		return p.readDictionary(h, body)
	case p.Chunk.typ.level == 0:
		return p.data(h, nil, body)
	case h.kind == int64(pqformat.DataPageV2):
		return p.data(h, &RunReader{Rest: levels[h.repeats:], Width: p.Chunk.typ.levelBits()}, body)
	}
	nulls, body, err := h.splitLevels(body, p.Chunk.typ.levelBits())
	if err != nil {
		return err
	}
	return p.data(h, nulls, body)
}

// unpacked reads a page: the levels of version 2, repetition levels first, and the rest of its content.
func (p *Pages[T]) unpacked(h *page) (levels, body []byte, err error) {
	packed, err := p.load(h)
	if err != nil {
		return nil, nil, err
	}
	packing := pqformat.CompressionCodec(p.Chunk.meta.codec)
	if h.flat {
		packing = pqformat.Uncompressed
	}
	body, err = p.Unpacker.Unpack(packing, packed[h.repeats+h.levels:], int(h.size))
	return packed[:h.repeats+h.levels], body, err
}

// load reads the bytes of a page.
func (p *Pages[T]) load(h *page) ([]byte, error) {
	if int64(cap(p.Unpacker.Packed)) < h.packed {
		if err := memory.Need("the bytes of a page", uint64(h.packed)); err != nil {
			return nil, err
		}
		p.Unpacker.Packed = make([]byte, h.packed)
	}
	packed := p.Unpacker.Packed[:h.packed]
	if err := p.Chunk.file.readAt(packed, h.at); err != nil {
		return nil, err
	}
	p.Chunk.file.src.Done.Add(h.packed)
	if sum := crc32.ChecksumIEEE(packed); h.crc != 0 && sum != uint32(h.crc) {
		return nil, fmt.Errorf("its checksum is %08x, not %08x", sum, uint32(h.crc))
	}
	return packed, nil
}

// splitLevels cuts the definition levels, of width bits each, off a page of version 1.
func (h *page) splitLevels(body []byte, width uint) (LevelReader, []byte, error) {
	if pqformat.Encoding(h.levelsAs) == pqformat.BitPacked {
		if width > 1 {
			return nil, nil, unread("levels of structs in the packing of old files")
		}
		n := int(h.values+7) / 8
		if n > len(body) {
			return nil, nil, errLevels
		}
		return &BitReader{Bits: body[:n]}, body[n:], nil
	}
	levels, rest, ok := cutLevels(body)
	if !ok {
		return nil, nil, errLevels
	}
	return &RunReader{Rest: levels, Width: width}, rest, nil
}

var (
	errLevels = errors.New("its definition levels are broken")
	errFew    = errors.New("it holds fewer values than it claims")
)

// readDictionary converts a dictionary.
func (p *Pages[T]) readDictionary(h *page, body []byte) error {
	if p.row > 0 || p.dictionary != nil {
		return errors.New("a dictionary that does not come first")
	}
	r, err := p.Chunk.typ.newValueReader(pqformat.Plain, body, 0, &p.scratch)
	if err != nil {
		return err
	}
	p.coding = true
	defer func() { p.coding = false }()
	if err := memory.Need("the entries of a dictionary", memory.Of(int(h.values), int(unsafe.Sizeof(*new(T))))); err != nil {
		return err
	}
	p.dictionary = make([]T, h.values)
	for at := 0; at < len(p.dictionary); at += decodeAtOnce {
		dst := p.dictionary[at:min(at+decodeAtOnce, len(p.dictionary))]
		v, ok := r.next(len(dst))
		if !ok {
			return errFew
		}
		for _, f := range p.Convert(dst, v) {
			if p.faults == nil {
				p.faults = map[int]Fault{}
			}
			p.faults[at+f.At] = f
		}
	}
	return nil
}

// data decodes the values of a page, whose levels are nil where no value is null.
func (p *Pages[T]) data(h *page, levels LevelReader, body []byte) error {
	read, spare, err := p.reader(h, body)
	if err != nil {
		return err
	}
	for left := int(h.values); left > 0; {
		rows := p.Room(p.row)
		if len(rows) == 0 {
			return ErrStopped
		}
		rows = rows[:min(decodeAtOnce, left, len(rows))]
		if err := p.fill(rows, levels, read); err != nil {
			return err
		}
		p.row += len(rows)
		left -= len(rows)
	}
	if spare() {
		return errors.New("it holds more values than it claims")
	}
	return nil
}

// plainDictionary is the encoding of indices into a dictionary in old files.
const plainDictionary pqformat.Encoding = 2

// isCoded reports whether values of a page of data are indexes into a dictionary.
func (h *pageHeader) isCoded() bool {
	return h.encoding == int64(plainDictionary) || h.encoding == int64(pqformat.RLEDictionary)
}

// reader returns a function that reads the next values of a page that are not null, and one that reports whether there are more.
func (p *Pages[T]) reader(h *page, body []byte) (read func(dst []T) ([]Fault, error), spare func() bool, err error) {
	encoding := pqformat.Encoding(h.encoding)
	if h.isCoded() {
		runs, err := p.indexReader(body)
		return func(dst []T) ([]Fault, error) { return p.lookUp(dst, runs) }, func() bool { return false }, err
	}
	// Text whose common prefixes are spelled out is not far above 1000 bytes a value.
	most := 1<<20 + 1024*int(h.values) + 1024*len(body)
	r, err := p.Chunk.typ.newValueReader(encoding, body, most, &p.scratch)
	if err != nil {
		return nil, nil, err
	}
	return func(dst []T) ([]Fault, error) {
		v, ok := r.next(len(dst))
		if !ok {
			return nil, errFew
		}
		return p.Convert(dst, v), nil
	}, r.spare, nil
}

// indexReader reads indexes into the dictionary, after a byte with their width.
func (p *Pages[T]) indexReader(body []byte) (*RunReader, error) {
	const widest = 32
	switch {
	case len(body) == 0:
		return &RunReader{}, nil
	case p.dictionary == nil:
		return nil, errors.New("no dictionary before it")
	case body[0] > widest:
		return nil, fmt.Errorf("indexes of %d bits", body[0])
	}
	return &RunReader{Rest: body[1:], Width: uint(body[0])}, nil
}

// lookUp reads values by their indexes into the dictionary.
func (p *Pages[T]) lookUp(dst []T, runs *RunReader) (bad []Fault, err error) {
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
			f.At = i
			bad = append(bad, f)
		}
	}
	return bad, nil
}

// fill decodes the next len(dst) rows of the chunk.
func (p *Pages[T]) fill(dst []T, levels LevelReader, read func(dst []T) ([]Fault, error)) error {
	present := len(dst)
	if levels != nil {
		p.levels = infile.Resized(p.levels, len(dst))
		if !levels.Next(p.levels) {
			return errLevels
		}
		var ok bool
		if present, ok = flatten(p.levels, uint32(p.Chunk.typ.level)); !ok {
			return errLevels
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
		if p.Absent != nil {
			p.Absent(p.row, p.levels)
		}
		bad = spread(dst, values, p.levels, bad, p.Null)
	}
	if p.Took != nil {
		p.Took(p.row, dst, values, bad)
	}
	return nil
}

// flatten replaces the level of a value by 1, and the level of a null by 0, and returns the number of values. ok is false where a level is
// greater than a value's.
func flatten(levels []uint32, full uint32) (present int, ok bool) {
	for i, level := range levels {
		switch {
		case level > full:
			return 0, false
		case level == full:
			levels[i] = 1
			present++
		default:
			levels[i] = 0
		}
	}
	return present, true
}

// spread puts values into the rows whose level is 1, and null into the others. Where null is nil the nulls are added to bad.
func spread[T any](dst, values []T, levels []uint32, bad []Fault, null *T) (all []Fault) {
	next := 0
	for row, level := range levels {
		if level == 0 && null != nil {
			dst[row] = *null
			continue
		}
		if level == 0 {
			all = append(all, Fault{row, "", codec.Missing})
			continue
		}
		if len(bad) > 0 && bad[0].At == next {
			bad[0].At = row
			all, bad = append(all, bad[0]), bad[1:]
		}
		dst[row] = values[next]
		next++
	}
	return all
}
