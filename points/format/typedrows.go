package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/parquet"
	"flyby/points"
	"flyby/trajectory/format"
)

// typedColumns tells the types of a file's columns.
type typedColumns interface {
	// HasNumbers reports whether a column holds numbers.
	HasNumbers(name string) bool
	// HasIntegers reports whether a column holds integers, which may be ids.
	HasIntegers(name string) bool
	// HasLists reports whether a column holds lists of numbers.
	HasLists(name string) bool
	// LacksZone reports whether a column holds times by its type, and does not say their zone.
	LacksZone(name string) bool
}

// typedRows collects the points of a file whose columns have types.
type typedRows struct {
	format.Tally // of the rows so far
	src          *infile.Source
	layout       layout
	options      *Options
	checker      checker
	columns      [][]float64
	ids          idColumn
	places       infile.LineMap // file rows of the points
	first        int            // number of the file's first row
	at           func(number int) Error
}

// columnsOf returns the kinds of columns.
func columnsOf(table typedColumns, names []string) []codec.Column {
	all := make([]codec.Column, len(names))
	for i, name := range names {
		all[i].Name = name
		switch {
		case table.HasIntegers(name):
			all[i].Kind = codec.Whole
		case table.HasNumbers(name):
			all[i].Kind = codec.Float
		case table.HasLists(name):
			all[i].Kind = codec.Numbers
		}
	}
	return all
}

// number returns the number of the row that was read last.
func (r *typedRows) number() int { return r.first + r.Rows - 1 }

// drop leaves out the row that was read last, or returns e with its place.
func (r *typedRows) drop(e *Error) error {
	place := r.at(r.number())
	place.Column, place.Value, place.Cause = e.Column, e.Value, e.Cause
	if !r.options.SkipBadRows || r.layout.isGuess(e) {
		return &place
	}
	r.Skip(&place)
	return nil
}

// place returns the place of a point in the file.
func (r *typedRows) place(point int) Error { return r.at(r.places.Line(point)) }

// contents returns the columns as the points of the file.
func (r *typedRows) contents(table typedColumns, ignored []string) *contents {
	p := &contents{columns: r.columns, ids: r.ids, points: r.Rows - r.Skipped - r.Missed, layout: &r.layout, place: r.place}
	p.report = Report{Tally: r.Tally, Columns: r.layout.coordinates(), Ignored: ignored}
	if at := slices.IndexFunc(p.report.Columns, table.LacksZone); at >= 0 && !r.options.Times.Zone.Known() {
		p.report.Unzoned = p.report.Columns[at]
	}
	return p
}

// each returns the memory of a point in bytes.
func (r *typedRows) each() int {
	if r.ids.given {
		return 8*len(r.columns) + idBytes
	}
	return 8 * len(r.columns)
}

// afford checks that there is memory for columns to grow from some points to others, before more rows of the file. It asks Options.Afford for the
// memory of all points of the file at once, with the last growth of their columns, by a quarter.
func (r *typedRows) afford(from, to, more int) error {
	each := r.each()
	if err := memory.Need(memory.Count(to)+" points", memory.Of(to, each)); err != nil {
		return r.src.Outgrown(err)
	}
	all := max(to, from+more)
	grown := memory.Of(all+all/4, each)
	return r.options.ask(Growth{Points: all, Dimensions: len(r.columns), Bytes: memory.Of(all-from, each) + grown, Freed: memory.Of(all, each)})
}

// checkList returns what is wrong with the list of a row, nil if nothing is.
func (r *typedRows) checkList(list parquet.List) *Error {
	if cause := r.lengthCause(list); cause != "" {
		return &Error{Column: r.layout.names[r.layout.x[0]], Value: shownList(list), Cause: cause}
	}
	for k, v := range list.Values {
		if k == list.Missing {
			return &Error{Column: r.layout.names[r.layout.x[0]], Cause: coordinate(k) + " is missing"}
		}
		if cause := r.checker.cause(0, v); cause != "" {
			return &Error{Column: r.layout.names[r.layout.x[0]], Value: strconv.FormatFloat(v, 'g', -1, 64), Cause: coordinate(k) + ": " + cause}
		}
	}
	return nil
}

// lengthCause returns what is wrong with the length of a list, "" if nothing is.
func (r *typedRows) lengthCause(list parquet.List) string {
	known := r.columns[0] != nil // a point has been read, which fixes the number of coordinates
	switch {
	case list.Null:
		return "missing"
	case !known && (list.Len < 1 || list.Len > points.MaxDimensions):
		return fmt.Sprintf("a list of %d: a point has 1 to %d coordinates", list.Len, points.MaxDimensions)
	case known && list.Len != len(r.columns):
		return fmt.Sprintf("a list of %d, where row %d has one of %d: all points have as many coordinates", list.Len, r.places.Line(0), len(r.columns))
	}
	return ""
}

// shownList returns a list as an error quotes it: its first numbers.
func shownList(list parquet.List) string {
	const most = 4
	switch {
	case list.Null:
		return ""
	case list.Len > most:
		return strings.TrimSuffix(fmt.Sprint(list.Values[:most]), "]") + " ...]"
	}
	return fmt.Sprint(list.Values)
}

// addList adds the coordinates of a point, with more rows of the file behind it.
func (r *typedRows) addList(values []float64, more int) error {
	if r.columns[0] == nil {
		r.columns = make([][]float64, len(values))
	}
	n := len(r.columns[0])
	if n == cap(r.columns[0]) {
		if err := r.grow(n, more); err != nil {
			return err
		}
	}
	r.places.Add(n, r.number())
	for k, v := range values {
		r.columns[k] = append(r.columns[k], v)
	}
	return nil
}

// grow makes room for points behind the first n, of which the file claims more. A footer's claim is believed only as rows arrive.
func (r *typedRows) grow(n, more int) error {
	const least = 1 << 10
	to := min(max(least, 2*n), max(n+1, n+more+1))
	if err := r.afford(n, to, more); err != nil {
		return err
	}
	for k := range r.columns {
		r.columns[k] = append(make([]float64, 0, to), r.columns[k]...)
	}
	return nil
}
