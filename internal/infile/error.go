package infile

import (
	"errors"
	"fmt"
	"strings"

	"flyby/internal/printable"
)

// Error says what is wrong in a file and where.
type Error struct {
	File   string
	Line   int    // 1-based, a CSV header is line 1; 0: no line
	Row    int    // Parquet: 0-based row of the file, where Group is set
	Group  int    // Parquet: 1 + row group of Row; 0: no row
	Record int    // FITS, VOTable: 1-based row of the table; 0: no row
	Index  int    // NPY: 1 + row, which count from 0; 0: no row
	Column string // as the file names it; "": the whole row or file
	Value  string
	Cause  string
	Err    error // trajectory.ErrEmpty or what a decoder said, may be nil
}

// Error returns such as `points.csv:17: column x: "abc": not a number`, printable as
// it is: what names and values hold that would move a cursor is escaped.
func (e *Error) Error() string {
	text := e.Place()
	if e.Column != "" {
		text += fmt.Sprintf(": column %s: %q", e.Column, Shorten(e.Value))
	}
	return printable.Text(text + ": " + e.Cause)
}

// Place says where it is, without the column.
func (e *Error) Place() string {
	var s strings.Builder
	s.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&s, ":%d", e.Line)
	}
	if e.Group > 0 {
		fmt.Fprintf(&s, ": row %d (row group %d)", e.Row, e.Group-1)
	}
	if e.Record > 0 {
		fmt.Fprintf(&s, ": row %d", e.Record)
	}
	if e.Index > 0 {
		fmt.Fprintf(&s, ": row %d", e.Index-1)
	}
	return s.String()
}

// IsOfRow reports whether one row is wrong, by a value that it has not or by a time that its trajectory has had, so that to
// leave such rows out is likely to help.
func (e *Error) IsOfRow() bool {
	if e.Line == 0 && e.Group == 0 && e.Record == 0 && e.Index == 0 {
		return false
	}
	switch e.Cause {
	case "missing", "not a finite number", "repeated time within its trajectory":
		return true
	}
	return strings.HasPrefix(e.Cause, "trajectory ") && strings.Contains(e.Cause, " is at ") // two places at one time
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Shorten cuts what a message quotes to 60 bytes, which junk may exceed by far.
func Shorten(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}

// List quotes names for an error message.
func List(names []string) string {
	const most = 30
	var s strings.Builder
	for i, name := range names {
		if i == most {
			fmt.Fprintf(&s, ", ... (%d in all)", len(names))
			break
		}
		if i > 0 {
			s.WriteString(", ")
		}
		fmt.Fprintf(&s, "%q", Shorten(name))
	}
	return s.String()
}

// Inner returns what an error of rfc3339.Parse or decimal.Parse wraps.
func Inner(err error) string {
	if e := errors.Unwrap(err); e != nil {
		return e.Error()
	}
	return err.Error()
}

// MostReasons is how many bad rows a report names, of those that are left out.
const MostReasons = 5

// AddReason appends what is wrong with a row to the first few of these.
func AddReason(reasons []string, e *Error) []string {
	if len(reasons) < MostReasons {
		reasons = append(reasons, e.Error())
	}
	return reasons
}
