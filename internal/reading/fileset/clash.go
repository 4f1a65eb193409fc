package fileset

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Clashes collects rows of several files at one time of one trajectory. It is for one goroutine.
type Clashes struct {
	Files   []File
	Options format.Options
	IDs     reading.IDs    // by the numbers of ReadFileRows
	Report  *format.Report // where they are counted
}

// Repeat counts a row that is dropped because it repeats a row of another file.
func (c *Clashes) Repeat() { c.Report.Repeats++ }

// Add takes a row that is dropped because an earlier file has the trajectory elsewhere at the same time. It
// returns an error with the places in both files, or with Options.SkipBadRows counts the row. To find the
// places it reads the files once more.
func (c *Clashes) Add(ctx context.Context, number uint32, t float64, first, second int) error {
	skip := c.Options.SkipBadRows || c.Options.KeepFirst
	if skip {
		c.Report.Twice++
		if c.Report.Skipped++; len(c.Report.Reasons) >= infile.MostReasons {
			return nil
		}
	}
	there, err := c.find(ctx, first, number, t, false)
	if err != nil {
		return err
	}
	here, err := c.find(ctx, second, number, t, first == second)
	if err != nil {
		return err
	}
	switch {
	case first == second && here.Column == "":
		here.Cause = fmt.Sprintf("trajectory %s is at two places at one time (%v)", infile.Shorten(c.IDs.Text(number)), t)
	case first == second:
		here.Cause = "repeated time within its trajectory"
	default:
		here.Cause = c.elsewhere(number, there)
	}
	if !skip {
		return here
	}
	c.Report.Reasons = infile.AddReason(c.Report.Reasons, here)
	return nil
}

// elsewhere returns the message that a trajectory was at another place before.
func (c *Clashes) elsewhere(number uint32, there *format.Error) string {
	what := "at another place at this time"
	if c.Options.Curve > 0 {
		what = "at another place, or has another velocity, at this time"
	}
	return fmt.Sprintf("trajectory %s is %s in %s", infile.Shorten(c.IDs.Text(number)), what, there.Place())
}

// find returns the place in a file of the first row of a trajectory at a time, or with another the first
// row at another position than that row's.
func (c *Clashes) find(ctx context.Context, file int, number uint32, t float64, another bool) (*format.Error, error) {
	of := c.Files[file]
	if of.Size() == 0 { // it cannot be read again
		return &format.Error{File: of.Shown()}, nil
	}
	o := reading.Options{Options: c.Options, Marked: true, Locating: true}
	o.ID, o.Progress, o.Attributes = of.ID, nil, nil
	look := &rowSearch{id: c.IDs.AsRead(number), t: t, another: another}
	if err := look.knowIDs(ctx, of, o); err != nil {
		return nil, err
	}
	_, _, err := readRows(ctx, of.Path, o, look.take)
	var place *format.Error
	if errors.Is(err, format.ErrChanged) {
		return nil, err
	}
	if look.found && errors.As(err, &place) {
		return place, nil
	}
	return nil, cmp.Or(err, error(&format.Error{File: of.Path, Cause: format.ErrChanged.Error(), Err: format.ErrChanged}))
}

// A rowSearch looks for the row of an id at a time.
type rowSearch struct {
	id    string // as readers have it
	t     float64
	ids   *reading.IDs // where they come late
	found bool

	another bool // the first row at another place than the very first row
	seen    bool
	first   trajectory.Sample
}

// knowIDs learns the ids of a file that has them at its end.
func (s *rowSearch) knowIDs(ctx context.Context, file File, o reading.Options) error {
	if f, ok := formatOf(&o, file.Path); !ok || !f.Late {
		return nil
	}
	ids, _, err := readRows(ctx, file.Path, o, passOver)
	s.ids = &ids
	return err
}

// passOver is a RowsFunc that ignores all rows.
func passOver(*reading.Rows, func(*trajectory.RowError) error) error { return nil }

// take is a RowsFunc.
func (s *rowSearch) take(rows *reading.Rows, bad func(*trajectory.RowError) error) error {
	ids := rows.Known
	if s.ids != nil {
		ids = *s.ids
	}
	for row, t := range rows.T {
		if t == s.t && ids.Text(rows.ID.Code[row]) == s.id && s.wants(rows, row) {
			s.found = true
			return bad(&trajectory.RowError{Row: row, Column: "t", Value: rows.Times.Format(t)})
		}
	}
	return nil
}

// wants reports whether a row of the trajectory at the time is the one to find.
func (s *rowSearch) wants(rows *reading.Rows, row int) bool {
	at := rows.Sample(row)
	if !s.another {
		return true
	}
	if !s.seen {
		s.seen, s.first = true, at
	}
	if rows.Held {
		at.Z = s.first.Z
	}
	return at != s.first
}

// compareMoments orders trajectories at times.
func compareMoments(t float64, number uint32, other float64, otherNumber uint32) int {
	return cmp.Or(cmp.Compare(t, other), cmp.Compare(number, otherNumber))
}
