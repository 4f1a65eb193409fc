package format

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/points"
)

// keepParquet takes a column of ids by its name, and leaves the candidates that hold numbers, or the one of lists where none does.
// ignored are the others; cause says why there are no coordinates.
func (l *layout) keepParquet(table *parquet.File) (ignored []string, cause string) {
	cause = l.guessID(func(column int) bool { return table.HasIntegers(l.names[column]) },
		func(column int) bool { return table.HasNumbers(l.names[column]) || table.HasLists(l.names[column]) })
	if cause != "" {
		return nil, cause
	}
	var lists []int
	numbers := false
	for _, at := range l.x {
		numbers = numbers || table.HasNumbers(l.names[at])
		if table.HasLists(l.names[at]) {
			lists = append(lists, at)
		}
	}
	switch {
	case len(lists) == 0 || l.open && numbers:
		ignored, cause = l.keep(func(column int) bool { return table.HasNumbers(l.names[column]) })
		for i, name := range ignored {
			if table.HasLists(name) {
				ignored[i] += " (lists)"
			}
		}
		return ignored, cause
	case l.open && len(lists) > 1:
		l.x = lists
		return nil, "no coordinates: " + infile.List(l.coordinates()) + " have lists; --columns x1=NAME says which of them are points"
	case !l.open && len(l.x) > 1:
		return nil, "column " + l.names[lists[0]] + " has lists, which are all coordinates: name it as x1 alone"
	}
	l.list = true
	return l.keep(func(column int) bool { return column == lists[0] })
}

// readLists reads a row group of points that are lists.
func (r *parquetReader) readLists(ctx context.Context, group int, misses parquet.RowSet) error {
	r.firsts = append(r.firsts, r.Rows)
	var ids []parquet.Cells
	if r.ids.given {
		var err error
		if ids, err = r.table.Group(ctx, group, nil, r.layout.idName(), r.options.Times); err != nil {
			return err
		}
	}
	first := r.Rows
	return r.table.Lists(ctx, group, r.layout.names[r.layout.x[0]], points.MaxDimensions, func(list parquet.List) error {
		r.Rows++
		if misses.Has(r.Rows - 1 - first) {
			r.Missed++
			return nil
		}
		e := r.checkList(list)
		if e == nil {
			e = r.checkID(ids, r.Rows-1-first)
		}
		if e != nil {
			return r.drop(e)
		}
		return r.add(list.Values, r.table.Rows())
	})
}

// checkList says what is wrong with a row, nil if nothing is.
func (r *parquetReader) checkList(list parquet.List) *Error {
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

// lengthCause says what is wrong with how many numbers a list has, "" if nothing is.
func (r *parquetReader) lengthCause(list parquet.List) string {
	known := r.columns[0] != nil // then a point has been read, which says how many coordinates all have
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

// shownList is how an error quotes a list: the first of its numbers.
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

// add adds a point, one of most in the file.
func (r *parquetReader) add(values []float64, most int) error {
	if r.columns[0] == nil {
		r.columns = make([][]float64, len(values))
	}
	n := len(r.columns[0])
	if n == cap(r.columns[0]) {
		if err := r.grow(n, most); err != nil {
			return err
		}
	}
	r.places.Add(n, r.Rows-1)
	for k, v := range values {
		r.columns[k] = append(r.columns[k], v)
	}
	return nil
}

// grow makes room for more points after the first n. What a footer claims is believed as rows come.
func (r *parquetReader) grow(n, most int) error {
	const least = 1 << 10
	to := min(max(least, 2*n), max(n+1, n+most-r.Rows+1))
	if err := r.afford(n, to); err != nil {
		return err
	}
	for k := range r.columns {
		r.columns[k] = append(make([]float64, 0, to), r.columns[k]...)
	}
	return nil
}
