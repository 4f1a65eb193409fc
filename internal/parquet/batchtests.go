package parquet

import (
	"context"
	"sync"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/memory"
)

// batchTests find the rows of row groups that fail conditions; nil has no conditions.
type batchTests struct {
	b      *tableReader
	tests  []codec.Test
	groups []missedOnce
}

// missedOnce are the rows of a row group that fail, found once.
type missedOnce struct {
	once sync.Once
	missedBy
}

// missedBy has the rows of a row group that fail conditions, or the error of finding them.
type missedBy struct {
	rows codec.Set
	all  bool // every row fails
	err  error
}

// newTests returns the tests that the columns of b can be held against, nil for none.
func (b *tableReader) newTests(tests []codec.Test) *batchTests {
	w := &batchTests{b: b}
	for _, t := range tests {
		if c := &b.columns[t.Column]; c.Single() && !c.Local {
			w.tests = append(w.tests, t)
		}
	}
	if len(w.tests) == 0 {
		return nil
	}
	w.groups = make([]missedOnce, len(b.file.Groups))
	return w
}

// of returns the rows of a row group that fail, found once.
func (w *batchTests) of(ctx context.Context, group int) missedBy {
	if w == nil {
		return missedBy{}
	}
	g := &w.groups[group]
	g.once.Do(func() {
		g.err = w.b.file.broken("reading it stopped", ErrStopped) // stays if look does not return
		g.err = w.look(ctx, group, &g.missedBy)
	})
	return g.missedBy
}

// look reads the columns of the conditions in a row group.
func (w *batchTests) look(ctx context.Context, group int, m *missedBy) error {
	left, u := int(w.b.file.Groups[group].Rows), new(Unpacker)
	if err := memory.Need("a bit for each row of a row group", uint64(left/8)); err != nil {
		return w.b.file.Outgrown(err)
	}
	for i := range w.tests {
		t, row := &w.tests[i], 0
		c := &w.b.columns[t.Column]
		err := w.b.file.decodeGroup(ctx, c, group, u, sink{atOnce: codec.MostRows, reuses: true, give: func(p columnRows) bool {
			left -= missed(&m.rows, row, t, &c.Column, &p)
			row += p.rows
			return true
		}})
		if err != nil {
			return err
		}
	}
	m.all = left == 0
	return nil
}

// missed adds the rows of a part that fail a condition, from row on, to a set, and returns how many are new.
func missed(rows *codec.Set, row int, t *codec.Test, c *codec.Column, p *columnRows) (n int) {
	const yes, no = 1, 2
	var s codec.Sense
	none, known := t.Holds(infile.Cell{}), make([]uint8, len(p.values.Texts)) // by code; 0: not asked yet
	for i := range p.rows {
		holds := none
		switch {
		case p.values.Nulls.Has(i):
		case p.values.Codes == nil:
			holds = t.Holds(s.Cell(c, &p.values, i))
		default:
			of := &known[p.values.Codes[i]]
			if *of == 0 {
				if *of = no; t.Holds(s.Cell(c, &p.values, i)) {
					*of = yes
				}
			}
			holds = *of == yes
		}
		if !holds && !rows.Has(row+i) {
			rows.Add(row + i)
			n++
		}
	}
	return n
}
