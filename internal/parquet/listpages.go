package parquet

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
)

// listPages reads the lists of a chunk, page by page. A list may go on from one page to the next.
type listPages struct {
	Pages[float64]
	list      *listType
	width     uint // bits of a definition level
	deep      uint // bits of a repetition level; 0: 1
	rows      int  // of the row group
	most      int  // values of a list that are kept
	take      func(List) error
	raw       func(repeats, levels []uint32, values []float64) // takes what pages have, in place of take; nil: take does
	takeError error                                            // the error of take

	begunRows int      // number of rows whose lists have begun
	last      List     // the list of the last such row
	repeats   []uint32 // 0 where a list begins
}

var errStray = errors.New("its levels tell of a value in no list")

// read reads all pages.
func (p *listPages) read(ctx context.Context) error {
	for i := range p.Chunk.pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := p.page(ctx, &p.Chunk.pages[i])
		switch {
		case p.takeError != nil:
			return p.takeError
		case err != nil && err == ctx.Err():
			return err
		case err != nil:
			return p.Chunk.blame(i, err)
		}
	}
	if p.raw != nil {
		return nil
	}
	if p.begunRows != p.rows {
		return p.Chunk.corrupt("it has %d lists in %d rows", p.begunRows, p.rows)
	}
	return p.end()
}

// page reads one page.
func (p *listPages) page(ctx context.Context, h *page) error {
	if !h.known() {
		return nil
	}
	levels, body, err := p.unpacked(h)
	if err != nil {
		return err
	}
	switch {
	case h.kind == int64(pqformat.DictionaryPage):
		return p.readDictionary(h, body)
	case h.kind == int64(pqformat.DataPageV2):
		return p.lists(ctx, h, levels[:h.repeats], levels[h.repeats:], body)
	case pqformat.Encoding(h.levelsAs) == pqformat.BitPacked:
		return unread("levels of lists in the packing of old files")
	}
	repeats, body, ok := cutLevels(body)
	if !ok {
		return errLevels
	}
	if levels, body, ok = cutLevels(body); !ok {
		return errLevels
	}
	return p.lists(ctx, h, repeats, levels, body)
}

// cutLevels cuts levels, which stand after their length, off a page of version 1.
func cutLevels(body []byte) (levels, rest []byte, ok bool) {
	const head = 4
	if len(body) < head {
		return nil, nil, false
	}
	n := int64(binary.LittleEndian.Uint32(body))
	if n > int64(len(body)-head) {
		return nil, nil, false
	}
	return body[head:][:n], body[head+n:], true
}

// lists decodes a page of data.
func (p *listPages) lists(ctx context.Context, h *page, repeats, levels, body []byte) error {
	read, spare, err := p.reader(h, body)
	if err != nil {
		return err
	}
	begins, defined := &RunReader{Rest: repeats, Width: max(p.deep, 1)}, &RunReader{Rest: levels, Width: p.width}
	for left := int(h.values); left > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(decodeAtOnce, left)
		p.repeats, p.levels = infile.Resized(p.repeats, n), infile.Resized(p.levels, n)
		if !begins.Next(p.repeats) || !defined.Next(p.levels) {
			return errLevels
		}
		if err := p.decode(read); err != nil {
			return err
		}
		p.row += n
		left -= n
	}
	if spare() {
		return errors.New("it holds more values than it claims")
	}
	return nil
}

// decode reads the values that p.levels count, and puts them into their lists.
func (p *listPages) decode(read func(dst []float64) ([]Fault, error)) error {
	present := 0
	for _, level := range p.levels {
		if level > uint32(p.list.level) {
			return errLevels
		}
		if level == uint32(p.list.level) {
			present++
		}
	}
	p.values = infile.Resized(p.values, present)
	values := p.values
	if _, err := read(values); err != nil { // numbers have no faults
		return err
	}
	if p.raw != nil {
		p.raw(p.repeats, p.levels, values)
		return nil
	}
	for i, level := range p.levels {
		first := p.repeats[i] == 0
		if first {
			if err := p.begin(); err != nil {
				return err
			}
		}
		switch {
		case p.begunRows == 0 || !first && (level < p.list.filled || p.last.Null):
			return errStray
		case level == uint32(p.list.level):
			p.add(values[0])
			values = values[1:]
		case level >= p.list.filled:
			if p.last.Len < p.most {
				p.last.Nulls = append(p.last.Nulls, p.last.Len)
			}
			p.add(math.NaN())
		default:
			p.last.Null = level+1 < p.list.filled // otherwise it is empty
		}
	}
	return nil
}

// begin begins the list of the next row.
func (p *listPages) begin() error {
	if err := p.end(); err != nil {
		return err
	}
	if p.begunRows == p.rows {
		return fmt.Errorf("it has more lists than the %d rows", p.rows)
	}
	p.begunRows++
	p.last = List{Values: p.last.Values[:0], Nulls: p.last.Nulls[:0]}
	return nil
}

// add adds a value to the list.
func (p *listPages) add(v float64) {
	if p.last.Len++; p.last.Len <= p.most {
		p.last.Values = append(p.last.Values, v)
	}
}

// end passes the list of the last row to take.
func (p *listPages) end() error {
	if p.begunRows > 0 {
		p.takeError = p.take(p.last)
	}
	return p.takeError
}
