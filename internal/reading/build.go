package reading

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/curve"
	"flyby/internal/geo"
	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Build turns columns into a store.
func (p *Parsed) Build(name string, o *Options) (*trajectory.Store, format.Report, error) {
	if err := p.SettleIDs(name); err != nil {
		return nil, format.Report{}, err
	}
	report := format.Report{Tally: p.Tally, Heights: p.Columns.Z != nil, Radii: p.At[ColR] >= 0, Preset: p.Preset, Motion: p.Motion, RefFrame: p.RefFrame, LeftOut: p.Left, Renamed: p.renamed, Attributes: p.Attributes, Presumed: p.IsPresumed(o), Assumed: p.Assumed, Unzoned: p.Unzoned, OfDay: p.OfDay, LonLat: p.pair, Geometry: p.Geometry, Aside: p.aside}
	p.Attributes.Close()
	var err error
	if report.Said, err = o.Settle(name, p.Units, p.Columns.Times, p.Columns.Frame); err == nil {
		report.Units = p.Into.Or(report.Said)
		err = Adapt(&o.Options, name, report.Units, p.Columns.T)
	}
	if err != nil {
		return nil, report, err
	}
	c := p.Columns
	if err := p.checkHeights(o, name, &c, report.Units.Length); err != nil {
		return nil, report, err
	}
	c = Built(&o.Options, c)
	p.Columns = trajectory.Columns{} // so that New can free columns as it reorders them
	if o.Places != nil {             // errors about places name the id
		p.Columns.ID = trajectory.IDColumn{Int: slices.Clone(c.ID.Int), Code: slices.Clone(c.ID.Code), Name: c.ID.Name}
	}
	rules, err := Rules(&o.Options, name, &c)
	if err != nil {
		return nil, report, err
	}
	store, err := trajectory.New(c, rules)
	if bad := (*trajectory.RowError)(nil); errors.As(err, &bad) {
		return nil, format.Report{}, p.Explain(name, err)
	} else if err != nil {
		return nil, report, p.Explain(name, err)
	}
	report.Split, report.Added = store.Split()
	report.Degrees, report.Skipped = o.LonLat && o.KeepDegrees, report.Skipped+store.Skipped()
	report.Twice += store.Twice()
	report.SetCurve(rules.Path)
	if rules.Until != nil {
		report.Places = store.Trajectories()
	}
	report.FarApart = store.FarApart()
	report.Jumps = NewJumps(store.Jumps(), store.ID)
	report.LeftOut.Add(store.LeftOut())
	for _, bad := range store.SkippedRows() {
		report.Reasons = infile.AddReason(report.Reasons, p.locate(bad))
	}
	return store, report, nil
}

// Rules returns the BuildOptions of a store or a Builder for columns of the file name, which were read with the options.
func Rules(o *format.Options, name string, c *trajectory.Columns) (trajectory.BuildOptions, error) {
	rules := trajectory.BuildOptions{MaxGap: o.MaxGap, MaxSpeed: o.MaxSpeed, Radius: o.Radius, SkipBadRows: o.SkipBadRows, KeepFirst: o.KeepFirst}
	if o.Places != nil {
		rules.Until = &o.Places.Last
	}
	switch within := within(o, c); {
	case within > 0 && c.V[0] != nil:
		rules.Path = curve.Path(within)
	case within > 0 && len(c.T) > 0: // an error about no rows at all is New's
		return rules, NoVelocities(name)
	case o.LonLat && o.KeepDegrees:
		rules.Path = geo.Degrees()
	case o.LonLat:
		rules.Path = geo.GreatCircles()
	}
	return rules, nil
}

// Built returns columns, read with the options, as a store or a Builder takes them: with Upright z is the height.
func Built(o *format.Options, c trajectory.Columns) trajectory.Columns {
	if o.Upright || o.Feet && o.LonLat && c.Z != nil {
		c.Z, c.H = nil, c.Z
	}
	return c
}

// Explain turns an error of packages trajectory, geo and curve into an *Error of the file name.
func (p *Parsed) Explain(name string, err error) error {
	var bad *trajectory.RowError
	var refused *curve.Error
	switch {
	case errors.As(err, &refused):
		return NewCurveError(name, refused)
	case errors.As(err, &bad):
		return p.locate(bad)
	case errors.Is(err, trajectory.ErrEmpty):
		return p.Empty(name)
	}
	cause := err.Error()
	for _, own := range []string{"trajectory: ", "new: ", "geo: ", "curve: "} {
		cause = strings.TrimPrefix(cause, own)
	}
	return &format.Error{File: name, Cause: cause, Err: err}
}

// Empty returns the error that no row is left.
func (p *Parsed) Empty(name string) *format.Error {
	e := &format.Error{File: name, Cause: "no rows", Err: trajectory.ErrEmpty}
	switch left := p.Preset.Omitted() + p.Missed; {
	case p.Missed > 0 && left == p.Rows && p.Preset.Omitted() == 0:
		e.Cause = fmt.Sprintf("none of %d rows holds the conditions of --where", p.Rows)
	case p.Missed > 0 && left == p.Rows:
		e.Cause = fmt.Sprintf("none of %d rows that hold the conditions of --where has a position", p.Preset.Omitted())
	case left > 0 && left == p.Rows:
		e.Cause = fmt.Sprintf("none of %d rows has a position", p.Rows)
	case p.Rows > 0:
		e.Cause = p.AllBad(left)
	}
	return e
}

// locate turns an error of trajectory.New about a row into an error with the row's place in
// the file.
func (p *Parsed) locate(bad *trajectory.RowError) *format.Error {
	e := p.Place(bad.Row)
	e.Column, e.Value, e.Cause = p.DescribeBadRow(bad, func() string { return p.idOf(bad.Row) })
	return &e
}

// causeOf returns the cause of a bad row, with advice where there is any.
func causeOf(bad *trajectory.RowError) string {
	if bad.IsEarly() {
		return bad.Cause + "; --sort-times puts rows in order"
	}
	return bad.Cause
}

// idOf returns the id of a row, "" where it is not known any more.
func (p *Parsed) idOf(row int) string {
	switch id := &p.Columns.ID; {
	case row < len(id.Int):
		return strconv.FormatInt(id.Int[row], 10)
	case row < len(id.Code):
		return id.Name[id.Code[row]]
	}
	return ""
}

// checkHeights refuses positions that are not what Upright or Feet needs.
func (p *Parsed) checkHeights(o *Options, name string, c *trajectory.Columns, length string) error {
	switch {
	case len(c.T) == 0: // New refuses columns without rows
		return nil
	case o.Upright:
		return CheckUpright(name, c, &p.FileColumns, length)
	case o.Feet && c.Frame != trajectory.Plain:
		return &format.Error{File: name, Cause: "positions are " + c.Frame.String() + ": zones are for longitudes and latitudes, and for plain coordinates"}
	}
	return nil
}

// CheckUpright refuses positions of a file that have no heights: Options.Upright takes z for the height. length is the unit of lengths, "" where it is
// not known.
func CheckUpright(name string, c *trajectory.Columns, l *FileColumns, length string) error {
	switch {
	case c.Frame != trajectory.Plain:
		return &format.Error{File: name, Cause: "positions are " + c.Frame.String() + ", whose z is no height, which a vertical threshold needs", Err: format.ErrNoHeights}
	case c.Z == nil:
		cause := "positions have no height z, which a vertical threshold needs"
		if text := AsideText(l.aside, length); text != "" {
			cause += "; " + text
		}
		return &format.Error{File: name, Cause: cause, Err: format.ErrNoHeights}
	}
	return nil
}
