package format

import (
	"errors"
	"fmt"
	"strings"

	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/geo"
)

// build turns columns into a store.
func (p *parsed) build(name string, o *Options) (*trajectory.Store, Report, error) {
	if err := p.settleIDs(name); err != nil {
		return nil, Report{}, err
	}
	report := Report{Rows: p.rows, Skipped: p.skipped, Missed: p.missed, Reasons: p.reasons, Heights: p.columns.Z != nil, Radii: p.at[colR] >= 0, Preset: p.preset, Motion: p.motion, LeftOut: p.left, Renamed: p.renamed, Attributes: p.attributes, Presumed: p.isPresumed(o), Assumed: p.assumed, LonLat: p.pair}
	var err error
	if report.Units, err = o.settle(name, p.units, p.columns.Times, p.columns.Frame); err == nil {
		err = o.Adapt(name, report.Units)
	}
	if err != nil {
		return nil, report, err
	}
	rules := trajectory.BuildOptions{MaxGap: o.MaxGap, MaxSpeed: o.MaxSpeed, Radius: o.Radius, SkipBadRows: o.SkipBadRows}
	c := p.columns
	if err := p.double(&c, o, &report); err != nil {
		return nil, report, err
	}
	if o.Upright {
		if err := checkUpright(name, &c); err != nil {
			return nil, report, err
		}
	}
	p.columns = trajectory.Columns{} // so that New can let go of what it reorders
	if o.Within(&c) > 0 {            // of z, too, be it a height or not
		if c, err = p.bend(name, c, rules, o, &report); err != nil {
			return nil, report, err
		}
	}
	if o.Upright {
		c.Z, c.H = nil, c.Z
	}
	if o.LonLat {
		if c, err = p.onEarth(name, c, rules, o, &report); err != nil {
			return nil, report, err
		}
	}
	store, err := trajectory.New(c, rules)
	if err != nil {
		return nil, report, p.explain(name, err)
	}
	report.Skipped += store.Skipped()
	report.LeftOut.Add(store.LeftOut())
	for _, bad := range store.SkippedRows() {
		report.Reasons = infile.AddReason(report.Reasons, p.locate(bad))
	}
	return store, report, nil
}

// onEarth turns degrees into metres, or leaves them where Options.KeepDegrees says so.
func (p *parsed) onEarth(name string, c trajectory.Columns, rules trajectory.BuildOptions, o *Options, report *Report) (trajectory.Columns, error) {
	take := geo.FromLonLat
	if report.Degrees = o.KeepDegrees; report.Degrees {
		take = geo.Check
	}
	c, done, err := take(c, rules)
	if err != nil {
		return c, p.explain(name, err)
	}
	p.addSplit(report, done)
	return c, nil
}

// explain turns an error of packages trajectory and geo into an *Error of the file name.
func (p *parsed) explain(name string, err error) error {
	var bad *trajectory.RowError
	switch {
	case errors.As(err, &bad):
		return p.locate(bad)
	case errors.Is(err, trajectory.ErrEmpty):
		return p.empty(name)
	}
	cause := err.Error()
	for _, own := range []string{"trajectory: ", "geo: ", "curve: ", "new: "} {
		cause = strings.TrimPrefix(cause, own)
	}
	return &Error{File: name, Cause: cause, Err: err}
}

// empty says that no row is left.
func (p *parsed) empty(name string) *Error {
	e := &Error{File: name, Cause: "no rows", Err: trajectory.ErrEmpty}
	switch left := p.preset.left() + p.missed; {
	case p.missed > 0 && left == p.rows && p.preset.left() == 0:
		e.Cause = fmt.Sprintf("none of %d rows holds the conditions of --where", p.rows)
	case p.missed > 0 && left == p.rows:
		e.Cause = fmt.Sprintf("none of %d rows that hold the conditions of --where has a position", p.preset.left())
	case left > 0 && left == p.rows:
		e.Cause = fmt.Sprintf("none of %d rows has a position", p.rows)
	case p.rows > 0:
		e.Cause = fmt.Sprintf("every one of %d rows is bad", p.rows-left)
		if len(p.reasons) > 0 {
			e.Cause += ", such as " + p.reasons[0]
		}
	}
	return e
}
