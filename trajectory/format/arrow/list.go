package arrow

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"flyby/internal/infile"
	"flyby/internal/parquet"
)

// items returns the column of the numbers in lists, nil where values are no such lists.
func (c *column) items() *column {
	switch c.typ.ID() {
	case arrow.LIST, arrow.LARGE_LIST, arrow.FIXED_SIZE_LIST:
	default:
		return nil
	}
	of := &column{name: c.name, typ: c.typ.(arrow.ListLikeType).Elem(), part: -1}
	if !of.isWhole() && !of.isFloat() {
		return nil
	}
	return of
}

// list returns the list in a row, cut to length most, in scratch where they are not float64.
func (v *values) list(scratch *[]float64, row, most int) parquet.List {
	l := parquet.List{Missing: -1}
	if v.isNull(row) {
		l.Null = true
		return l
	}
	from, to := v.array.(array.ListLike).ValueOffsets(row)
	l.Len = int(to - from)
	n := min(l.Len, most)
	if all, ok := v.items.floats(scratch, int(from), n); ok {
		l.Values = all
		return l
	}
	*scratch = infile.Resized(*scratch, n)
	l.Values = *scratch
	for i := range l.Values {
		if v.items.isNull(int(from) + i) {
			l.Values[i] = 0
			if l.Missing < 0 {
				l.Missing = i
			}
			continue
		}
		l.Values[i], _, _ = v.items.number(int(from) + i)
	}
	return l
}
