package format

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"flyby/internal/infile"
	"flyby/trajectory"
)

// NoTimes stands for t in Options.Columns: a file without a column t is a file of places, as one is whose t is empty in every row.
// Other files are read by their column t as they are without it.
const NoTimes = "none"

// Places say when the places of a file without times are there: from the first to the last instant of the data that they are
// searched with. See Options.Places.
type Places struct {
	First, Last float64
	Times       trajectory.TimeKind // of both
	Units       Units               // of which the time and the scale are taken
}

// check says what is wrong with the instants.
func (p *Places) check() error {
	if p != nil && !(p.First <= p.Last && math.Abs(p.First) <= trajectory.MaxMagnitude && math.Abs(p.Last) <= trajectory.MaxMagnitude) {
		return errors.New("format: places: the last instant is before the first, or one is not a number")
	}
	return nil
}

// lasts reports whether there is a second instant, so that a place is a trajectory of two samples and no point event.
func (p *Places) lasts() bool { return p != nil && p.Last > p.First }

// still leaves out of the options what is for motion, where there are places.
func (o *Options) still() {
	if o.Places != nil {
		o.MaxGap, o.MaxSpeed, o.Curve, o.SortTimes = 0, 0, 0, false
	}
}

// timesName is what the column of times is called, which a file of places may have.
func (o *Options) timesName() string {
	if name := o.Columns[columnKey(colT)]; name != "" && name != NoTimes {
		return name
	}
	return columnKey(colT)
}

// noTimes reports whether a file without a column of times is one of places.
func (o *Options) noTimes() bool { return o.Columns[columnKey(colT)] == NoTimes }

// checkPlaces says what is wrong with places, which a format with times of its own has none of.
func (o *Options) checkPlaces(path string, f Format) error {
	if err := o.Places.check(); err != nil {
		return err
	}
	if o.still(); o.Places != nil && f.fixed {
		return fmt.Errorf("format: read %s: %s has times, and no places", path, f.Name)
	}
	return nil
}

// stand has x stand for the times of a layout, which a file of places does not have: every reader has a number there that is
// good, and takes Places.First for it.
func (o *Options) stand(l *layout, kind int) {
	if l.still = o.Places != nil; l.still && kind == colX {
		l.at[colT], l.name[colT] = l.at[colX], l.name[colX]
	}
}

// told is what is wrong with a row, as its file names it.
func (l *layout) told(bad *trajectory.RowError, id func() string) (column, value, cause string) {
	if l.still && bad.Column == columnKey(colT) {
		return l.name[colID], id(), "repeated id: a place has one row"
	}
	return l.label(bad.Column), bad.Value, causeOf(bad)
}

// idOf is the id of a row.
func (r *Rows) idOf(row int) string {
	ids, at := IDs{Int: r.ID.Int, Name: r.ID.Name}, row
	if r.ID.Code != nil {
		at = int(r.ID.Code[row])
	}
	if ids.Int == nil && ids.Name == nil {
		ids = r.known
	}
	if ids.Int != nil {
		return strconv.FormatInt(ids.Int[at], 10)
	}
	return ids.Name[at]
}

// errTimes ends the looking for times where there is one.
var errTimes = errors.New("format: a time")

// ArePlaces reports whether files that cannot be read, since they have no times, are files of places: whether t is empty in
// every row that holds Options.Where, or with NoTimes there is no column t. It reads the files, which have to be
// regular ones, up to the first time.
func ArePlaces(ctx context.Context, files []File, o Options) bool {
	for _, file := range files {
		if file.Size() == 0 {
			return false
		}
	}
	o.Places, o.SkipBadRows, o.Progress, o.Attributes = &Places{}, true, nil, nil
	o.still()
	timed := o
	timed.SkipBadRows = false // a bad row that has a time tells as much
	timed.Where = append(slices.Clip(o.Where), Condition{Column: o.timesName(), Operator: "!="})
	found := func(*Rows, func(*trajectory.RowError) error) error { return errTimes }
	_, _, err := ReadFileRows(ctx, files, timed, found)
	switch {
	case errors.Is(err, ErrNoCell):
		if !o.noTimes() {
			return false
		}
	case !errors.Is(err, trajectory.ErrEmpty):
		return false
	}
	_, _, err = ReadFileRows(ctx, files, o, found)
	return errors.Is(err, errTimes)
}

// double has each place at both instants, where rows are places, once rows that repeat an id are left out of columns.
func (p *parsed) double(c *trajectory.Columns, o *Options, report *Report) error {
	if o.Places == nil {
		return nil
	}
	kept, err := p.single(c, o, report)
	if err != nil {
		return err
	}
	n, place := len(c.T), p.place
	p.place = func(row int) Error { return place(kept[row%n]) }
	if report.Places = n; !o.Places.lasts() {
		return nil
	}
	for _, col := range floatsOf(c) {
		*col = append(*col, *col...)
	}
	c.ID.Int, c.ID.Code, c.Piece = append(c.ID.Int, c.ID.Int...), append(c.ID.Code, c.ID.Code...), append(c.Piece, c.Piece...)
	for row := n; row < 2*n; row++ {
		c.T[row] = o.Places.Last
	}
	return nil
}

// single leaves one row an id in columns, and returns which rows stay.
func (p *parsed) single(c *trajectory.Columns, o *Options, report *Report) (kept []int, err error) {
	next, rows := 0, len(c.T)
	keep := func(end int) {
		for ; next < end; next++ {
			kept = append(kept, next)
		}
	}
	err = trajectory.NewChecker(trajectory.Rules{Times: c.Times}).Keep(c, 0, func(row int, bad *trajectory.RowError) error {
		keep(row)
		next++
		switch {
		case bad == nil:
			report.Repeats++
			return nil
		case !o.SkipBadRows:
			return p.locate(bad)
		}
		report.Skipped++
		report.Reasons = infile.AddReason(report.Reasons, p.locate(bad))
		return nil
	})
	keep(rows)
	return kept, err
}
