package format

import (
	"flyby/internal/infile"
	"flyby/internal/memory"
)

// A table collects blocks in order.
type table struct {
	gathering
	infile.Ledger
	header *csvHeader
}

func newTable(src *infile.Source, h *csvHeader, o *Options) *table {
	const parsed, beside = 2, 2 // memory of a block as a multiple of its text, and blocks beyond one a thread
	return &table{
		gathering: gathering{src: src, options: o, columns: make([][]float64, len(h.x)), ids: idColumn{given: h.id >= 0}, beside: memory.Of(o.Threads+beside, parsed*src.Block())},
		Ledger:    infile.Ledger{Source: src, Next: 1 + h.lines}, header: h,
	}
}

// merge appends a block's points. It returns the error of the block's first bad row, with its place in
// the file.
func (t *table) merge(b *block) error {
	if b.Fatal != nil {
		return t.Placed(b.Fatal)
	}
	estimate, err := t.room(b.rows, t.Source.Estimate(t.points+b.rows))
	if err != nil {
		return err
	}
	if t.refused == nil {
		for k := range t.columns {
			t.columns[k] = append(t.columns[k], b.columns[k]...)
		}
		if t.ids.given {
			t.ids.appendAll(&b.ids, estimate)
		}
		t.Lines.AddAll(b.Lines, t.points, t.Next)
		t.Leave(&b.Block)
	}
	t.points += b.rows
	t.Source.Progress()
	return nil
}

// contents returns the columns as the points of the file.
func (t *table) contents(names []string) *contents {
	p := &contents{columns: t.columns, ids: t.ids, points: t.points, layout: &t.header.layout, place: t.Place}
	p.report = Report{Tally: t.Tally, Columns: names}
	p.report.Rows = t.points + t.Skipped + t.Missed
	return p
}
