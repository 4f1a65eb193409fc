package arrow

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/trajectory/format"
)

// A Table is a stream or a file of any columns, whose values are read in their own types, or as text.
type Table struct{ r *reader }

// OpenTable reads the schema of a table. clock reads times in text, and has the zone of times without one.
func OpenTable(ctx context.Context, src *infile.Source, clock localtime.Reader) (*Table, error) {
	r, err := open(ctx, src, &format.Options{Reading: format.Reading{Times: clock}})
	if err != nil {
		return nil, err
	}
	r.values, r.wants = make([]values, len(r.columns)), make([]bool, len(r.columns))
	for i := range r.columns {
		r.values[i] = values{column: &r.columns[i], clock: r.o.Times}
		if of := r.columns[i].items(); of != nil {
			r.values[i].items = &values{column: of}
		}
	}
	return &Table{r}, nil
}

// Names returns the names of the columns.
func (t *Table) Names() []string { return namesOf(t.r.columns) }

// Note returns the value of a key of the metadata, "" where there is none.
func (t *Table) Note(key string) string {
	said, _ := t.r.schema.Metadata().GetValue(key)
	return said
}

// Fields yields the rows, with the values of some columns as in CSV; a row is valid until the next one. It is called once.
func (t *Table) Fields(names []string) iter.Seq2[[]string, error] {
	stopped := errors.New("no more is asked for")
	return func(yield func([]string, error) bool) {
		at, err := t.find(names)
		if err == nil {
			fields := make([]string, len(at))
			err = t.r.batches(func(n int) error {
				for row := range n {
					for i, column := range at {
						fields[i] = t.r.values[column].cell(row).String()
					}
					if !yield(fields, nil) {
						return stopped
					}
				}
				return nil
			})
		}
		if err != nil && err != stopped {
			yield(nil, err)
		}
	}
}

// find finds columns, and marks their values as used.
func (t *Table) find(names []string) (at []int, err error) {
	for _, name := range names {
		i := slices.Index(t.Names(), name)
		if i < 0 {
			return nil, fmt.Errorf("no column %s", name)
		}
		if !t.r.columns[i].single() && !t.r.columns[i].isBytes() {
			return nil, fmt.Errorf("column %s: type %v is not one that flyby reads here", name, t.r.columns[i].typ)
		}
		t.r.wants[i] = true
		at = append(at, i)
	}
	return at, nil
}
