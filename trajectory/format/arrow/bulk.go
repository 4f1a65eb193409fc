package arrow

import (
	"github.com/apache/arrow-go/v18/arrow/array"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// bulk is the rows of a batch as the feed takes many at once.
type bulk struct {
	rows  format.Bulk
	made  [format.NumFloats][]float64 // numbers of columns that are not of float64
	whole []int64                     // ids that are integers
	last  int                         // number of the last id in its dictionary, -1: none
}

// takeBulk hands on the rows from the one at hand on, as many as the feed takes at once of those before n. Where it takes none, a row by
// itself tells what is wrong with it.
func (r *reader) takeBulk(n int) (taken int, err error) {
	if !r.feed.TakesBulk() {
		return 0, nil
	}
	n = min(n-r.row, r.feed.Room())
	r.many.rows.Line = r.before + r.row + 1
	for kind := range format.NumFloats {
		if at := r.layout.At[kind]; at >= 0 && !r.column(kind, &r.values[at], n) {
			return 0, nil
		}
	}
	of := &r.values[r.layout.At[format.ColID]]
	switch {
	case of.some:
		return 0, nil
	case of.isText():
		r.many.last = -1
		return r.feed.NamedBulk(&r.many.rows, func(i int) ([]byte, bool) { return r.idOf(of, r.row+i) })
	}
	r.many.whole = infile.Resized(r.many.whole, n)
	for i := range n {
		var beyond bool
		if r.many.whole[i], beyond = of.whole(r.row + i); beyond {
			return 0, nil
		}
	}
	return r.feed.NumberedBulk(&r.many.rows, r.many.whole)
}

// column has the bulk hold n numbers of a column, and reports whether all are there.
func (r *reader) column(kind int, of *values, n int) bool {
	if of.some {
		return false
	}
	if a, ok := of.array.(*array.Float64); ok {
		r.many.rows.Floats[kind] = a.Float64Values()[r.row : r.row+n]
		return true
	}
	all := infile.Resized(r.many.made[kind], n)
	r.many.made[kind], r.many.rows.Floats[kind] = all, all
	for i := range all {
		var cause string
		if all[i], _, cause = of.number(r.row + i); cause != "" {
			return false
		}
	}
	return true
}

// idOf is the id in a row, and whether it is the one asked for before, by its number in a dictionary. There is no text where it is not known.
func (r *reader) idOf(of *values, row int) (text []byte, same bool) {
	if of.index != nil {
		at := of.index.GetValueIndex(row)
		if at == r.many.last {
			return nil, true
		}
		r.many.last = at
	}
	word, cause := of.text(row)
	if cause != "" {
		return nil, false
	}
	r.id = append(r.id[:0], word...)
	return r.id, false
}
