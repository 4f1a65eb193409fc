package parquet

import "math/bits"

// A rowSet is a set of rows, a bit for each of them; nil is empty.
type rowSet []uint64

// add puts a row of rows in the set.
func (s *rowSet) add(row, rows int) {
	if *s == nil {
		*s = make(rowSet, (rows+63)/64)
	}
	(*s)[row>>6] |= 1 << (row & 63)
}

// has reports whether a row is in the set.
func (s rowSet) has(row int) bool { return s != nil && s[row>>6]>>(row&63)&1 == 1 }

// unite adds the rows of another set of as many.
func (s *rowSet) unite(other rowSet) {
	if *s == nil {
		*s = other
		return
	}
	for i, word := range other {
		(*s)[i] |= word
	}
}

// len returns how many rows the set has.
func (s rowSet) len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// appendTo appends the rows to list in their order, with first added to each.
func (s rowSet) appendTo(list []int, first int) []int {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			list = append(list, first+i<<6+bits.TrailingZeros64(word))
		}
	}
	return list
}

// without removes sorted rows from a column, in place.
func without[T any](col []T, rows []int) []T {
	if len(rows) == 0 || col == nil {
		return col
	}
	n := rows[0]
	for i, row := range rows {
		end := len(col)
		if i+1 < len(rows) {
			end = rows[i+1]
		}
		n += copy(col[n:], col[row+1:end])
	}
	return col[:n]
}
