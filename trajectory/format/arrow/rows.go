package arrow

import (
	"strconv"

	"flyby/trajectory/format"
)

// rows hands on the rows of the current batch.
func (r *reader) rows(n int) (err error) {
	for r.row = 0; r.row < n && err == nil; {
		var taken int
		if taken, err = r.takeBulk(n); taken == 0 && err == nil {
			err = r.takeEach(min(n, r.row+format.FeedBlock))
		}
		r.row += taken
	}
	return err
}

// takeEach hands on the rows from the current one to end, one by one.
func (r *reader) takeEach(end int) (err error) {
	for ; r.row < end && err == nil; r.row++ {
		if r.feed.Misses() {
			continue
		}
		err = r.take()
	}
	return err
}

// take hands on the current row.
func (r *reader) take() error {
	var v [format.NumFloats]float64
	row := r.before + r.row + 1
	for kind := range format.NumFloats {
		at := r.layout.At[kind]
		if at < 0 || kind == format.ColT && r.layout.Still {
			continue
		}
		of := &r.values[at]
		if of.isNull(r.row) {
			return r.feed.Bad(row, &format.Error{Column: of.name, Cause: missing})
		}
		var value, cause string
		if v[kind], value, cause = of.number(r.row); cause != "" {
			return r.feed.Bad(row, &format.Error{Column: of.name, Value: value, Cause: cause})
		}
	}
	if err := r.settleTimes(); err != nil {
		return err
	}
	return r.takeID(row, &v)
}

// settleTimes tells the feed, before the first row, that times in text are times of day, if they are.
func (r *reader) settleTimes() error {
	at := r.layout.At[format.ColT]
	if r.settled || at < 0 || r.layout.Still || !r.values[at].clock.Decided() {
		return nil
	}
	if r.settled = true; !r.values[at].clock.OfDay() {
		return nil
	}
	return r.feed.TakeOfDay(r.o, r.label)
}

// takeID hands on a row whose numbers are known.
func (r *reader) takeID(row int, v *[format.NumFloats]float64) error {
	of := &r.values[r.layout.At[format.ColID]]
	if of.isNull(r.row) {
		return r.feed.Bad(row, &format.Error{Column: of.name, Cause: missing})
	}
	if of.isText() {
		text, cause := of.text(r.row)
		if text == "" && cause == "" {
			cause = missing
		}
		if cause != "" {
			return r.feed.Bad(row, &format.Error{Column: of.name, Cause: cause})
		}
		r.id = append(r.id[:0], text...)
		return r.feed.Named(row, v, r.id)
	}
	n, beyond := of.whole(r.row)
	if beyond {
		r.id = strconv.AppendUint(r.id[:0], uint64(n), 10)
		return r.feed.Named(row, v, r.id)
	}
	return r.feed.Numbered(row, v, n)
}
