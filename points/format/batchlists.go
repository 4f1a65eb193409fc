package format

import (
	"fmt"
	"strconv"
	"strings"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/points"
)

// A rowPoint has the coordinates of a point in one column.
type rowPoint struct {
	values  []float64
	null    bool
	missing int    // the first of the values that is null, less than 0 where none is
	value   string // of a geometry that is no point
	cause   string
}

// takeLists takes points whose coordinates are in one column.
func (t *taker) takeLists() {
	p := t.part
	var list rowPoint
	check := func(row int) *Error {
		list = t.listIn(row)
		return t.checkList(&list)
	}
	t.eachRow(check, func(int) {
		if p.points == 0 {
			for k := range list.values {
				p.columns = append(p.columns, p.room(k, p.batch.Rows))
			}
			if t.lists == nil {
				t.lists = &listForm{dimensions: len(list.values)}
			}
		}
		for k, v := range list.values {
			p.columns[k][p.points] = v
		}
	})
	for k := range p.columns {
		p.columns[k] = p.columns[k][:p.points]
	}
}

// listIn returns the list in a row, or the coordinates of the point that a geometry is.
func (t *taker) listIn(row int) (l rowPoint) {
	at := t.of.layout.x[0]
	v := &t.part.batch.Values[at]
	l.missing = -1
	if l.null = v.Nulls.Has(row); l.null {
		return l
	}
	if f := v.Fault(row); f != nil {
		l.value, l.cause = f.Value, f.Cause
		return l
	}
	if t.of.file[at].Kind == codec.Bytes {
		return t.pointIn(v.Text(row))
	}
	from := 0
	if row > 0 {
		from = v.Ends[row-1]
	}
	l.values = v.Floats[from:v.Ends[row]]
	for i := 0; i < len(l.values) && !v.ItemNulls.Empty(); i++ {
		if v.ItemNulls.Has(from + i) {
			l.missing = i
			break
		}
	}
	return l
}

// pointIn returns the coordinates of a point in well-known binary.
func (t *taker) pointIn(wkb []byte) (l rowPoint) {
	place, hasZ, value, cause := geoparquet.Point(wkb)
	l.missing, l.value, l.cause = -1, value, cause
	t.list = append(t.list[:0], place[:]...)
	if l.values = t.list; !hasZ || t.of.options.Flat {
		l.values = t.list[:2]
	}
	return l
}

// checkList returns what is wrong with the list of a row, nil if nothing is.
func (t *taker) checkList(l *rowPoint) *Error {
	name := t.of.file[t.of.layout.x[0]].Name
	value, cause := l.value, l.cause
	if cause == "" {
		value, cause = l.shown(), t.lengthCause(l)
	}
	if cause != "" {
		return &Error{Column: name, Value: value, Cause: cause}
	}
	degrees := t.of.options.LonLat
	for k, v := range l.values {
		if k == l.missing {
			return &Error{Column: name, Cause: coordinate(k) + " is missing"}
		}
		dimension := 0
		if degrees {
			dimension = k
		}
		if cause := t.of.checker.cause(dimension, v); cause != "" {
			return &Error{Column: name, Value: strconv.FormatFloat(v, 'g', -1, 64), Cause: coordinate(k) + ": " + cause}
		}
	}
	return nil
}

// lengthCause returns what is wrong with the length of a list, "" if nothing is.
func (t *taker) lengthCause(l *rowPoint) string {
	n := len(l.values)
	switch {
	case l.null:
		return "missing"
	case t.lists == nil && (n < 1 || n > points.MaxDimensions):
		return fmt.Sprintf("a list of %d: a point has 1 to %d coordinates", n, points.MaxDimensions)
	case t.lists == nil && t.of.options.LonLat && n != 2 && n != 3:
		return ofDegrees(n)
	case t.lists != nil && n != t.lists.dimensions && t.of.shape != nil:
		return fmt.Sprintf("%d coordinates, where row %s has %d: all points have as many (%s none leaves heights out)", n, t.lists.first, t.lists.dimensions, t.of.options.Flag("height"))
	case t.lists != nil && n != t.lists.dimensions:
		return fmt.Sprintf("a list of %d, where row %s has one of %d: all points have as many coordinates", n, t.lists.first, t.lists.dimensions)
	}
	return ""
}

// shown returns a list as an error quotes it: its first numbers.
func (l *rowPoint) shown() string {
	const most = 4
	switch {
	case l.null:
		return ""
	case len(l.values) > most:
		return strings.TrimSuffix(fmt.Sprint(l.values[:most]), "]") + " ...]"
	}
	return fmt.Sprint(l.values)
}
