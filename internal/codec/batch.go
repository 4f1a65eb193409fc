package codec

import (
	"cmp"
	"context"
	"io"
	"slices"

	"flyby/internal/infile"
)

// The most rows and the most bytes of a batch. One row may have more bytes.
const (
	MostRows  = 1 << 16
	MostBytes = 4 << 20
)

// A Reader reads the rows of a file in batches. Columns, Note and Claims are known once it is open.
type Reader interface {
	// Columns returns the columns of the file, which do not change.
	Columns() []Column
	// Note returns what the file says of itself under a key; ok is false where it says nothing.
	Note(key string) (text string, ok bool)
	// Claims returns the number of rows that the file says it has, less than 0 where it does not say.
	Claims() int
	// Want says which columns Next fills, by their numbers, and which conditions rows have to meet: a Reader may leave the values of other rows
	// undecoded and set Batch.Missed. It is called once, before Next.
	Want(columns []int, tests []Test)
	// Next reads the next rows into a batch, whose memory it may use again. The error is io.EOF behind the last row; any other, an
	// *infile.Error as a rule, is the error of the file behind the rows so far.
	Next(ctx context.Context, b *Batch) error
	// Place returns the place of a row, which counts from 0, as errors name it. It may be called while Next and Rest work on rows behind it.
	Place(row int) infile.Error
	io.Closer
}

// A Peeker is a Reader that shows its first rows ahead: Next returns them again. Peek may be called several times before Want, and fills the
// values of some columns, as Next does. The error is io.EOF where there are no rows.
type Peeker interface {
	Peek(ctx context.Context, columns []int, b *Batch) error
}

// A Sized is a Reader that knows the bytes of a column in the file.
type Sized interface {
	Size(column int) int64
}

// A Test is a condition on a column.
type Test struct {
	Column int
	infile.CellTest
}

// A Tables is a Reader of a file that may have several tables. It is opened at the first one.
type Tables interface {
	Reader
	// Turn goes to the next table, to be read as after opening. The error is io.EOF behind the last table.
	Turn(ctx context.Context) error
	// Table returns the number of the table, as Both names it.
	Table() int
	// Both returns the error of a file in which this table and an earlier one, which was read, have the columns that are asked for.
	Both(earlier int) error
}

// A Batch is consecutive rows of a file.
type Batch struct {
	First  int // the number of the first row in the file
	Rows   int
	Group  int      // the row group of the rows, in files that have such groups
	Values []Values // [columns]; empty for columns that nobody wants
	Missed Set      // rows that do not meet the conditions, as far as the Reader knows
	Broken []Fault  // rows of which no value counts, such as rows of too few cells, by ascending row; conditions that cells there fail are in Missed
	Ahead  int      // rows behind these whose bytes were read: Source.Done counts them
	Raw    []byte   // memory of the Reader, for Rest
	// Rest decodes what Next left undecoded, on any goroutine; nil: nothing is left. Values are there once it has returned nil.
	Rest func() error
}

// Values are the values of a column in the rows of a batch. Slices may be memory of the file's reader, and are not changed.
type Values struct {
	Floats    []float64
	Wholes    []int64
	Nanos     []int32  // of Stamp: nanoseconds behind Wholes, which count seconds; nil: none
	Texts     [][]byte // [rows]; with Codes [words]
	Codes     []uint32 // [rows] of Texts; nil: Texts are of rows
	Ends      []int    // of Numbers: where in Floats the list of a row ends
	ItemNulls Set      // of Numbers: numbers that are null
	Nulls     Set      // rows without a value, or without a list
	Faults    []Fault  // values that the file has and its type cannot have, by ascending row
}

// A Fault is the reason why a row has no value.
type Fault struct {
	Row          int // of the batch
	Value, Cause string
}

// In returns the error of a row, whose place it has not; "" stands for no column.
func (f *Fault) In(column string) *infile.Error {
	return &infile.Error{Column: column, Value: f.Value, Cause: f.Cause}
}

// Text returns the text in a row. It is valid as long as the batch.
func (v *Values) Text(row int) []byte {
	if v.Codes != nil {
		row = int(v.Codes[row])
	}
	return v.Texts[row]
}

// Fault returns the fault of a row, nil where it has none.
func (v *Values) Fault(row int) *Fault {
	if len(v.Faults) == 0 {
		return nil
	}
	return FaultOf(v.Faults, row)
}

// FaultOf returns the fault of a row among faults by ascending row, nil where it has none.
func FaultOf(all []Fault, row int) *Fault {
	i, ok := slices.BinarySearchFunc(all, row, func(f Fault, row int) int { return cmp.Compare(f.Row, row) })
	if !ok {
		return nil
	}
	return &all[i]
}

// lack returns the reason why a row has no value, "" where it has one, and quotes the cell.
func (v *Values) lack(row int) (value, cause string) {
	if f := v.Fault(row); f != nil {
		return f.Value, f.Cause
	}
	if v.Nulls.Has(row) {
		return "", Missing
	}
	return "", ""
}

// Reset empties values and keeps their memory.
func (v *Values) Reset() {
	*v = Values{
		Floats: v.Floats[:0], Wholes: v.Wholes[:0], Texts: v.Texts[:0], Ends: v.Ends[:0],
		Nulls: v.Nulls[:0], ItemNulls: v.ItemNulls[:0], Faults: v.Faults[:0],
	}
}

// Resized returns empty values of n columns, in the memory of all.
func Resized(all []Values, n int) []Values {
	all = slices.Grow(all[:0], n)[:n]
	for i := range all {
		all[i].Reset()
	}
	return all
}

// MostTexts returns the most rows of a batch whose rows have some texts: they take memory beside the bytes that they stand in.
func MostTexts(texts int) int {
	const each, bytes = 24, 1 << 19
	return min(MostRows, bytes/(each*(texts+1)))
}

// A Set is a set of rows, a bit each. The zero Set is empty.
type Set []uint64

// Has reports whether a row is in the set.
func (s Set) Has(row int) bool { return row>>6 < len(s) && s[row>>6]>>(row&63)&1 != 0 }

// Add adds a row.
func (s *Set) Add(row int) {
	for row>>6 >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[row>>6] |= 1 << (row & 63)
}

// Empty reports whether no row is in the set.
func (s Set) Empty() bool {
	for _, word := range s {
		if word != 0 {
			return false
		}
	}
	return true
}

// An OpenFunc opens the rows of a source in one format. The error says what is no such file, as an *infile.Error.
type OpenFunc = func(ctx context.Context, src *infile.Source, threads int) (Reader, error)
