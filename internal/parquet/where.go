package parquet

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/memory"
)

// Where tests the rows of a file by conditions, one row group after another; nil has none.
type Where struct {
	file   *File
	tests  []*Scan[bool]
	groups []missedRows
}

// missedRows has the rows of a row group that fail the conditions, found once.
type missedRows struct {
	once sync.Once
	rows RowSet
	all  bool // every row fails
	err  error
}

// Where finds the columns of conditions, and returns nil for none. Times without a zone are compared as clocks of the zone of clock show them, else
// as times of UTC.
func (f *File) Where(tests []infile.CellTest, clock localtime.Reader) (*Where, error) {
	at, err := infile.BindTests(tests, f.src.Name, f.Names())
	if err != nil || len(tests) == 0 {
		return nil, err
	}
	w := new(Where)
	for i := range tests {
		t := &tests[i]
		typ, cause := f.columns[at[i]].Type(AsCell)
		if cause != "" {
			return nil, infile.NoCell(f.src.Name, fmt.Sprintf("column %q, which --where %s names: %s", t.Column, t.String(), cause))
		}
		typ.Clock = clock
		w.tests = append(w.tests, ScanCells(t.Column, typ, t.Holds))
	}
	return w.Of(f), nil
}

// Of returns w for a part of the file.
func (w *Where) Of(part *File) *Where {
	if w == nil {
		return nil
	}
	return &Where{part, w.tests, make([]missedRows, len(part.Groups))}
}

// Missed returns the rows of a row group that fail the conditions, counted from its first, and whether all rows do.
func (w *Where) Missed(ctx context.Context, group int) (rows RowSet, all bool, err error) {
	if w == nil {
		return nil, false, nil
	}
	m := &w.groups[group]
	m.once.Do(func() {
		m.err = w.file.broken("reading it stopped", ErrStopped) // stays if look does not return
		m.err = w.look(ctx, group, m)
	})
	return m.rows, m.all, m.err
}

// look reads the columns of the conditions in a row group.
func (w *Where) look(ctx context.Context, group int, m *missedRows) (err error) {
	defer Recover(w.file.src.Name, &err)()
	rows := int(w.file.Groups[group].Rows)
	if err := memory.Need("a bit for each row of a row group", uint64(rows/8)); err != nil {
		return w.file.Outgrown(err)
	}
	for _, t := range w.tests {
		row := 0
		err := t.Read(ctx, w.file, group, rows, func(holds []bool) (more bool) {
			for _, ok := range holds {
				if !ok {
					m.rows.Add(row, rows)
				}
				row++
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	m.all = m.rows.Len() == rows
	return nil
}

// Misses appends the rows of the file from first to last that fail the conditions, counted from first, to a list. The rows of row groups
// that end there are freed.
func (w *Where) Misses(list []int, first, last int) []int {
	if w == nil {
		return list
	}
	group, _ := slices.BinarySearch(w.file.Firsts, first+1)
	for group--; group < len(w.groups) && w.file.Firsts[group] < last; group++ {
		begin, end := w.file.Firsts[group], w.file.Firsts[group+1]
		for row := max(first, begin); row < min(last, end); row++ {
			if w.groups[group].rows.Has(row - begin) {
				list = append(list, row-first)
			}
		}
		if last >= end {
			w.groups[group].rows = nil
		}
	}
	return list
}
