package report

import (
	"math"
	"strconv"
	"time"
)

// Table is rows of cells under column heads.
type Table struct {
	Title   string // "Table 2"; "" for a table without a number
	Caption string
	Columns []Column
	Rows    [][]Cell
	Notes   []string // below the table
}

// Column is the head of a column.
type Column struct {
	Head  string
	Left  bool // text: aligned to the left; numbers stand to the right
	Paper bool // the paper's numbers, set apart
}

// Cell is one value of a table.
type Cell struct {
	Text  string
	Bold  bool
	Paper bool // the paper's number in a column of ours
}

// Add appends a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// Strong marks a cell as the best of its kind.
func (c Cell) Strong(best bool) Cell {
	c.Bold = best
	return c
}

// FromPaper marks a cell as the paper's.
func (c Cell) FromPaper() Cell {
	c.Paper = true
	return c
}

// Word returns a cell of text.
func Word(text string) Cell { return Cell{Text: text} }

// None returns the cell of a missing measurement.
func None() Cell { return Word("-") }

// Count returns a whole number with commas.
func Count[T int | uint64](n T) Cell {
	digits := strconv.FormatInt(int64(n), 10)
	text := ""
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && digits[i-1] != '-' {
			text += ","
		}
		text += string(d)
	}
	return Word(text)
}

// Number returns v rounded to a number of decimals; "-" where v is NaN.
func Number(v float64, decimals int) Cell {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return None()
	}
	return Word(strconv.FormatFloat(v, 'f', decimals, 64))
}

// Percent returns v in percent, rounded to a number of decimals.
func Percent(v float64, decimals int) Cell {
	c := Number(v, decimals)
	if c != None() {
		c.Text += " %"
	}
	return c
}

// Seconds returns a time with three significant digits: "1.23 s", "45.6 ms", "7.89 µs".
func Seconds(s float64) Cell {
	if math.IsNaN(s) {
		return None()
	}
	unit, in := "s", s
	switch {
	case math.Abs(s) < 0.9995e-3 && s != 0:
		unit, in = "µs", s*1e6
	case math.Abs(s) < 0.9995 && s != 0:
		unit, in = "ms", s*1e3
	}
	decimals := max(0, 2-int(math.Floor(math.Log10(max(math.Abs(in), 1)+0.0005))))
	return Word(strconv.FormatFloat(in, 'f', decimals, 64) + " " + unit)
}

// Times returns a ratio: "15.2 x".
func Times(ratio float64) Cell {
	switch {
	case math.IsNaN(ratio) || math.IsInf(ratio, 0):
		return None()
	case ratio >= 100:
		return Word(strconv.FormatFloat(ratio, 'f', 0, 64) + " x")
	case ratio >= 10:
		return Word(strconv.FormatFloat(ratio, 'f', 1, 64) + " x")
	}
	return Word(strconv.FormatFloat(ratio, 'f', 2, 64) + " x")
}

// Date returns a time in UTC.
func Date(t time.Time) Cell { return Word(t.UTC().Format("2006-01-02 15:04 UTC")) }
