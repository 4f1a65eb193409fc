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

// Len returns the number of rows in the set.
func (s RowSet) Len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}
