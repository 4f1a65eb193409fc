package parquet

import "math/bits"

// A RowSet is a set of rows, a bit for each of them; nil is empty.
type RowSet []uint64

// Add puts a row of rows in the set.
func (s *RowSet) Add(row, rows int) {
	if *s == nil {
		*s = make(RowSet, (rows+63)/64)
	}
	(*s)[row>>6] |= 1 << (row & 63)
}

// Has reports whether a row is in the set.
func (s RowSet) Has(row int) bool { return s != nil && s[row>>6]>>(row&63)&1 == 1 }

// Unite adds the rows of another set, over as many rows.
func (s *RowSet) Unite(other RowSet) {
	if *s == nil {
		*s = other
		return
	}
	for i, word := range other {
		(*s)[i] |= word
	}
}

// Len returns the number of rows in the set.
func (s RowSet) Len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// AppendTo appends the rows to list in their order, with first added to each.
func (s RowSet) AppendTo(list []int, first int) []int {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			list = append(list, first+i<<6+bits.TrailingZeros64(word))
		}
	}
	return list
}
