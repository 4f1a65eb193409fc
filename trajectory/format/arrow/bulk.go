package arrow

import (
	"github.com/apache/arrow-go/v18/arrow/array"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// bulk has rows of a batch in the form in which the feed takes many at once.
type bulk struct {
	rows  format.Bulk
	made  [format.NumFloats][]float64 // numbers of columns of other types than float64
	whole []int64                     // ids that are integers
	last  int                         // number of the last id in its dictionary, -1: none
}

// takeBulk hands on rows from the current one on, as many before n as the feed takes at once. Where the feed takes none, handing on the row
// by itself returns its fault.
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
	if err := r.settleTimes(); err != nil {
		return 0, err
	}
	of := &r.values[r.layout.At[format.ColID]]
	switch {
	case of.some || !r.feed.TakesBulk(): // times of day may be converted
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

// floats returns n numbers of a column from a row on, in scratch where they are not float64; ok says that none is missing.
func (v *values) floats(scratch *[]float64, row, n int) (all []float64, ok bool) {
	if v.some {
		return nil, false
	}
	if a, isFloat := v.array.(*array.Float64); isFloat && v.unixUnit == nil {
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

// integers returns n integers of a column without nulls from a row on, in scratch; ok says that all are within int64.
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

// idOf returns the id in a row; same says, by its number in a dictionary, that it equals the id of the call before. text is nil where the
// id is missing.
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
