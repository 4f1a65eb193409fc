package points

import (
	"fmt"
	"strconv"
)

// IDs are the ids of points, by row: integers or names, in any order and each of them once, or
// the numbers of the rows. They do not change.
type IDs struct {
	rows  int
	ints  []int64  // [rows], or nil
	names []string // [rows], or nil
}

// RowIDs returns the numbers of rows, from 0.
func RowIDs(rows int) IDs { return IDs{rows: rows} }

// IntIDs returns integer ids, and keeps the slice. An id that is there twice is a *RepeatedIDError.
func IntIDs(ids []int64) (IDs, error) {
	if err := unique(ids); err != nil {
		return IDs{}, err
	}
	return IDs{rows: len(ids), ints: ids}, nil
}

// NameIDs returns ids that are names, and keeps the slice. A name that is there twice is a
// *RepeatedIDError.
func NameIDs(names []string) (IDs, error) {
	if err := unique(names); err != nil {
		return IDs{}, err
	}
	return IDs{rows: len(names), names: names}, nil
}

// Len returns the number of rows.
func (s IDs) Len() int { return s.rows }

// IntIDs reports whether ids are integers, given or numbers of rows; otherwise they are names.
func (s IDs) IntIDs() bool { return s.names == nil }

// IntID returns the id of a row, where ids are integers.
func (s IDs) IntID(row int) int64 {
	if s.ints == nil {
		return int64(row)
	}
	return s.ints[row]
}

// ID returns the id of a row as text, integers in decimal.
func (s IDs) ID(row int) string {
	if s.names != nil {
		return s.names[row]
	}
	return strconv.FormatInt(s.IntID(row), 10)
}

// A RepeatedIDError says that two rows have one id.
type RepeatedIDError struct {
	ID            string
	First, Second int // rows, from 0
}

func (e *RepeatedIDError) Error() string {
	return fmt.Sprintf("points: row %d: id %q is that of row %d too", e.Second, e.ID, e.First)
}

// unique refuses repeated ids. The error names the first row whose id an earlier row has.
func unique[T comparable](ids []T) error {
	rows := make(map[T]int, len(ids))
	for row, id := range ids {
		if first, known := rows[id]; known {
			return &RepeatedIDError{fmt.Sprint(id), first, row}
		}
		rows[id] = row
	}
	return nil
}
