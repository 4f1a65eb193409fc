package format

import (
	"cmp"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/points"
)

// tooMany is the cause of a file with more points than 32 bits count.
const tooMany = "more than 4,294,967,294 points, which no store counts: join them in slabs, ranges of a coordinate that overlap by eps"

// A table collects blocks in order.
type table struct {
	infile.Ledger
	options *Options
	header  *csvHeader
	columns [][]float64
	ids     idColumn
	rows    int
	refused error // the error of Options.Afford, after which rows are counted and not kept
}

func newTable(src *infile.Source, h *csvHeader, o *Options) *table {
	return &table{Ledger: infile.Ledger{Source: src, Next: 1 + h.lines}, options: o, header: h, columns: make([][]float64, len(h.x)), ids: idColumn{given: h.id >= 0}}
}

// merge appends a block's points. It returns the error of the block's first bad row, with its place in
// the file.
func (t *table) merge(b *block) error {
	if b.Fatal != nil {
		return t.Placed(b.Fatal)
	}
	if t.rows+b.rows > points.MaxPoints {
		return &Error{File: t.Source.Name, Cause: tooMany}
	}
	if t.refused != nil {
		t.rows += b.rows
		t.Source.Progress()
		return nil
	}
	estimate, err := t.afford(b.rows, t.Source.Estimate(t.rows+b.rows))
	if err != nil {
		return err
	}
	if b.rows > 0 {
		for k := range t.columns {
			t.columns[k] = append(infile.Reserve(t.columns[k], b.rows, estimate), b.columns[k]...)
		}
	}
	if t.ids.given {
		t.ids.appendAll(&b.ids, estimate)
	}
	t.Lines.AddAll(b.Lines, t.rows, t.Next)
	t.rows += b.rows
	t.Leave(&b.Block)
	t.Source.Progress()
	return nil
}

// afford checks, before columns grow, that there is memory for more rows. It returns the estimate of all
// rows by which the columns may grow: 0 if there is memory for the rows at hand but not for estimate
// rows.
func (t *table) afford(more, estimate int) (int, error) {
	if t.rows+more <= cap(t.columns[0]) {
		return estimate, nil
	}
	each := 8 * len(t.columns)
	if t.ids.given {
		each += idBytes
	}
	g := Growth{Points: infile.Grown(t.rows, more, estimate), Dimensions: len(t.columns), Freed: memory.Of(cap(t.columns[0]), each) + t.blocks()}
	if g.Bytes = memory.Of(g.Points, each); memory.Need("points", g.Bytes) == nil {
		if t.refused = t.options.ask(g); t.refused != nil {
			t.columns, t.ids, estimate = make([][]float64, len(t.columns)), idColumn{given: t.ids.given}, 0
		}
		return estimate, nil
	}
	g.Points = infile.Grown(t.rows, more, 0)
	g.Bytes = memory.Of(g.Points, each)
	return 0, t.options.afford(t.Source, g)
}

// refusal returns the refusal for all rows of the file, once they have been counted; nil where nothing was
// refused.
func (t *table) refusal() error {
	if t.refused == nil {
		return nil
	}
	each := 8 * len(t.columns)
	if t.ids.given {
		each += idBytes
	}
	freed := t.blocks() + memory.Of(t.rows, each)
	if t.ids.given {
		freed += memory.Of(t.rows, repeatedBytes)
	}
	g := Growth{Points: t.rows, Dimensions: len(t.columns), Bytes: freed + memory.Of(infile.Grown(t.rows, 0, 0), each), Freed: freed}
	return cmp.Or(t.options.ask(g), t.refused)
}

// blocks returns about the memory of blocks, their text and the points parsed from it, while a file is
// read.
func (t *table) blocks() uint64 {
	const parsed, beside = 2, 2 // memory of a block as a multiple of its text, and blocks beyond one a thread
	return memory.Of(t.options.Threads+beside, parsed*t.Source.Block())
}

// contents returns the columns as the points of the file.
func (t *table) contents(names []string) *contents {
	p := &contents{columns: t.columns, ids: t.ids, points: t.rows, layout: &t.header.layout, place: t.Place}
	p.report = Report{Tally: t.Tally, Columns: names}
	p.report.Rows = t.rows + t.Skipped + t.Missed
	return p
}
