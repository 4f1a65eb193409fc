package reading

import (
	"flyby/internal/codec"
	"flyby/internal/infile"
)

// bulkRows has the numbers of the rows of a batch, which a block takes all at once.
type bulkRows struct {
	floats [NumFloats][]float64 // by kind; nil where the layout lacks the column
	made   [NumFloats][]float64 // memory for numbers that are not the batch's own
	kept   [NumFloats][]float64 // memory of the block, which has the batch's own numbers in place of it
	lent   bool
	codes  []uint32 // by code of a batch: code of the block and 1; 0: it has none yet
}

// takeBulk takes the first rows all at once, and returns their number: no row where conditions, attributes or pieces ask for cells, an id has parts, or a number is missing or may
// break a rule, otherwise the rows up to the first whose id is missing or wrong.
func (p *parcel) takeBulk() (taken int) {
	n, f := p.batch.Rows, &p.feed
	if f.Asks() || f.Cut || p.r.layout.velocity != nil || p.r.layout.Parts != nil || !p.batch.Missed.Empty() || len(p.batch.Broken) > 0 || n == 0 {
		return 0
	}
	for kind := range NumFloats {
		if p.r.layout.At[kind] >= 0 && !p.numbers(kind, n) {
			return 0
		}
	}
	if !p.within() {
		return 0
	}
	if taken = p.bulkIDs(n); taken > 0 {
		p.bulk.lend(f.block, &p.r.layout, taken)
	}
	return taken
}

// numbers sets the numbers of a kind, and reports whether none is missing.
func (p *parcel) numbers(kind, n int) bool {
	b, by := &p.bulk, p.feed.Factors.Of(kind)
	if kind == ColT && p.r.layout.Still {
		b.made[kind] = infile.Resized(b.made[kind], n)
		for i := range b.made[kind] {
			b.made[kind][i] = p.feed.Table.first
		}
		b.floats[kind] = b.made[kind]
		return true
	}
	c, v := p.column(kind)
	if !v.Nulls.Empty() || len(v.Faults) > 0 {
		return false
	}
	s := &p.senses[kind]
	if c.Kind == codec.Float && !s.Counting && by == nil && !p.isTwice(kind) {
		b.floats[kind] = v.Floats[:n]
		return true
	}
	b.made[kind] = infile.Resized(b.made[kind], n)
	b.floats[kind] = b.made[kind]
	for i := range b.made[kind] {
		x, _, cause := s.Number(c, v, i)
		if cause != "" {
			return false
		}
		if by != nil {
			x = by.Of(x)
		}
		b.made[kind][i] = x
	}
	return true
}

// isTwice reports whether a kind before has the same column: whoever takes the rows may write to them.
func (p *parcel) isTwice(kind int) bool {
	l := &p.r.layout
	for other := range kind {
		if l.At[other] == l.At[kind] && !(other == ColT && l.Still) {
			return true
		}
	}
	return false
}

// within reports whether Feed.check surely accepts all numbers.
func (p *parcel) within() bool {
	f := &p.feed
	for kind, all := range p.bulk.floats {
		least, greatest := f.Rules.Range(ColumnKey(kind))
		if p.r.layout.At[kind] < 0 {
			if 0 < least || 0 > greatest {
				return false
			}
			continue
		}
		if !allWithin(all, least, greatest) {
			return false
		}
	}
	return !f.unix || allInYears(p.bulk.floats[ColT])
}

// bulkIDs adds the ids of n rows up to the first that is missing or wrong, and returns their number.
func (p *parcel) bulkIDs(n int) (taken int) {
	c, v := p.column(ColID)
	switch ids := &p.feed.block.ids; {
	case !v.Nulls.Empty() || len(v.Faults) > 0:
		return 0
	case c.Kind == codec.Text && v.Codes != nil && len(v.Texts) <= 4*n:
		return p.codedIDs(v, n)
	case c.Kind == codec.Text || c.Untyped:
		for ; taken < n; taken++ {
			if text := v.Text(taken); len(text) == 0 || !p.feed.block.addID(p.feed.Kind, text) {
				break
			}
		}
		return taken
	case c.Kind == codec.Whole && c.Unsigned:
		for ; taken < n && v.Wholes[taken] >= 0; taken++ {
			ids.addInt(v.Wholes[taken])
		}
		return taken
	case c.Kind == codec.Whole:
		ids.ints = append(ids.ints, v.Wholes[:n]...)
		return n
	}
	return 0
}

// codedIDs is bulkIDs for the words of a dictionary, of which the block takes each once.
func (p *parcel) codedIDs(v *codec.Values, n int) (taken int) {
	b, block := &p.bulk, p.feed.block
	b.codes = infile.Resized(b.codes, len(v.Texts))
	clear(b.codes)
	block.ids.codes = infile.Reserve(block.ids.codes, n, n)
	for _, word := range v.Codes[:n] {
		code := b.codes[word]
		if code == 0 {
			text := v.Texts[word]
			if len(text) == 0 || !block.addID(p.feed.Kind, text) {
				return taken
			}
			code = block.ids.codes[taken] + 1
			b.codes[word] = code
		} else {
			block.ids.codes = append(block.ids.codes, code-1)
		}
		taken++
	}
	return taken
}

// lend gives the numbers of the first n rows to a block without rows.
func (b *bulkRows) lend(to *Block, l *FileColumns, n int) {
	b.lent, b.kept = true, to.col
	for kind := range to.col {
		if l.At[kind] >= 0 {
			to.col[kind] = b.floats[kind][:n:n] // rows that follow go to other memory
		}
	}
	to.Lines.Add(0, 1)
}

// release gives a block its own memory back.
func (b *bulkRows) release(to *Block) {
	if b.lent {
		b.lent, to.col = false, b.kept
	}
}
