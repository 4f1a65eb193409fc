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
		at := r.layout.At[kind]
		if at < 0 {
			continue
		}
		var ok bool
		if r.many.rows.Floats[kind], ok = r.values[at].floats(&r.many.made[kind], r.row, n); !ok {
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
	whole, ok := of.integers(&r.many.whole, r.row, n)
	if !ok {
		return 0, nil
	}
	return r.feed.NumberedBulk(&r.many.rows, whole)
}

// floats are n numbers of a column from a row on, in scratch where they are not of float64; ok says that all are there.
func (v *values) floats(scratch *[]float64, row, n int) (all []float64, ok bool) {
	if v.some {
		return nil, false
	}
	if a, isFloat := v.array.(*array.Float64); isFloat {
		return a.Float64Values()[row : row+n], true
	}
	all = infile.Resized(*scratch, n)
	*scratch = all
	for i := range all {
		var cause string
		if all[i], _, cause = v.number(row + i); cause != "" {
			return nil, false
		}
	}
	return all, true
}

// integers are n integers of a column without nulls from a row on, in scratch; ok says that all are within int64.
func (v *values) integers(scratch *[]int64, row, n int) (all []int64, ok bool) {
	all = infile.Resized(*scratch, n)
	*scratch = all
	for i := range all {
		var beyond bool
		if all[i], beyond = v.whole(row + i); beyond {
			return nil, false
		}
	}
	return all, true
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
