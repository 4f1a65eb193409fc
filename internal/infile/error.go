package infile

import (
	"errors"
	"fmt"
	"strings"

	"flyby/internal/printable"
)

// Error is an error in a file, with its place.
type Error struct {
	File   string
	Line   int    // 1-based, a CSV header is line 1; 0: no line
	Row    int    // Parquet: 0-based row of the file, where Group is set
	Group  int    // Parquet: 1 + row group of Row; 0: no row
	Record int    // FITS, VOTable: 1-based row of the table; 0: no row
	Index  int    // NPY: 1 + row, which count from 0; 0: no row
	Path   string // JSON: keys and places in lists that lead to the row; "": none
	Column string // as the file names it; "": the whole row or file
	Value  string
	Cause  string
	Err    error // trajectory.ErrEmpty or a decoder's error, may be nil
}

// Error returns text such as `points.csv:17: column x: "abc": not a number`, printable as it is: characters of names and
// values that would move a cursor are escaped.
func (e *Error) Error() string {
	text := e.Place()
	if e.Column != "" {
		text += fmt.Sprintf(": column %s: %q", e.Column, Shorten(e.Value))
	}
	return printable.Text(text + ": " + e.Cause)
}

// Place names the place of the error, without the column.
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
	if e.Path != "" {
		s.WriteString(": " + e.Path)
	}
	return s.String()
}

// IsOfRow reports whether one row is bad, by a missing value or by a time that its trajectory has had already, so that to
// leave such rows out is likely to help.
func (e *Error) IsOfRow() bool {
	if e.Line == 0 && e.Group == 0 && e.Record == 0 && e.Index == 0 && e.Path == "" {
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

// Shorten cuts a quotation of a message to 60 bytes, which junk may exceed by far.
func Shorten(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}

// MostNames is the greatest number of a file's columns that a message may name.
const MostNames = 100

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

// Inner returns the text of the error that an error of rfc3339.Parse or decimal.Parse wraps.
func Inner(err error) string {
	if e := errors.Unwrap(err); e != nil {
		return e.Error()
	}
	return err.Error()
}

// MostReasons is the number of left-out bad rows whose errors a report quotes.
const MostReasons = 5

// AddReason appends the error of a row, unless reasons are MostReasons already.
func AddReason(reasons []string, e *Error) []string {
	if len(reasons) < MostReasons {
		reasons = append(reasons, e.Error())
	}
	return reasons
}
