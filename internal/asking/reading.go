package asking

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"flyby/internal/cli"
	"flyby/internal/reading"
	measure "flyby/internal/unit"
	"flyby/internal/unixtime"
	pointformat "flyby/points/format"
	"flyby/trajectory/format"
)

// SaidOf returns the name of a field that is said of one side alone, with the side; "" where none is.
func (d *Draft) SaidOf(side Side) string {
	for _, s := range d.said {
		if s.side == side {
			return s.named()
		}
	}
	return ""
}

// HasSides reports whether a field is said of one side alone.
func (d *Draft) HasSides() bool { return d.SaidOf(EntrySide)+d.SaidOf(QuerySide) != "" }

// SaidFor returns the name under which a field was said for a side: "columns", or "query-columns" if it was said for the queries alone; "" for a field that was not said.
func (d *Draft) SaidFor(side Side, name string) string { return saidIn(d.of(side), name) }

// Over returns the names of fields that are said of one side, and of both: the side's holds.
func (d *Draft) Over() (all []string) {
	for _, s := range d.said {
		if s.side != BothSides && d.Has(s.Name) && !slices.Contains(all, s.named()) {
			all = append(all, s.named())
		}
	}
	return all
}

// Reading returns the options that files of trajectories of a side are read with. Threads, Stdin and Folder are not set. Quantities are converted as the units of a file are
// known. The error is a *FieldError, or the error of package format about names of columns.
func (d *Draft) Reading(side Side) (format.Options, error) {
	return d.ReadingOver(format.Options{OrbitCurve: format.DefaultOrbitCurve}, side)
}

// ReadingOver is Reading where other options hold for fields that are not said.
func (d *Draft) ReadingOver(other format.Options, side Side) (format.Options, error) {
	to := d.slots()
	of := d.of(side)
	if err := d.checkReading(of); err != nil {
		return format.Options{}, err
	}
	if to.Read = other; saidIn(of, "where") != "" {
		to.Read.Where = nil
	}
	for _, s := range of {
		if s.Reading {
			if err := s.keep(&to, plainNumber, nil); err != nil {
				return format.Options{}, err
			}
		}
	}
	o := to.Read
	if saidIn(of, "curve") != "" {
		o.OrbitCurve = 0
	}
	if err := d.checkColumns(of, &o); err != nil {
		return format.Options{}, err
	}
	o.NowOf = d.nowOf()
	o.Window = d.window()
	o.UnitsKnown, o.Needs, o.Upright = d.adapt(of, other.UnitsKnown), d.Needs(side), d.Has("vertical")
	return o, nil
}

// PointReading returns the options that files of points are read with, as Reading does for trajectories.
func (d *Draft) PointReading(side Side) (pointformat.Options, error) {
	return d.PointReadingOver(pointformat.Options{}, side)
}

// PointReadingOver is PointReading where other options hold for fields that are not said.
func (d *Draft) PointReadingOver(other pointformat.Options, side Side) (_ pointformat.Options, err error) {
	to := d.slots()
	of := d.of(side)
	if to.PointRead = other; saidIn(of, "where") != "" {
		to.PointRead.Where = nil
	}
	for _, s := range of {
		if s.Reading {
			if err := s.keep(&to, nil, nil); err != nil && s.Type != Condition {
				return pointformat.Options{}, err
			}
		}
	}
	o := to.PointRead
	if err := o.CheckColumns(); err != nil {
		return pointformat.Options{}, wrongColumns(nameIn(of, "columns"), err)
	}
	if err := d.checkReading(of); err != nil {
		return pointformat.Options{}, err
	}
	switch {
	case to.pointHeight != "" && to.pointHeight != format.NoHeight:
		return pointformat.Options{}, wrong(nameIn(of, "height"), " %s: must be none: another height is a coordinate, x3 of %s", to.pointHeight, ref("columns"))
	case saidIn(of, "columns") != "" && len(o.Columns) == 0:
		return pointformat.Options{}, wrong(nameIn(of, "columns"), ": no names, such as id=mmsi,x1=east,x2=north")
	}
	o.Flat = to.pointHeight == format.NoHeight || other.Flat && saidIn(of, "height") == ""
	o.Units, err = pointUnits(&o, of)
	return o, err
}

// PointUnits returns the units of the points, which queries in others are converted to: metres with lonlat.
func (d *Draft) PointUnits() (format.Units, error) {
	o := d.plain(EntrySide).PointRead
	return pointUnits(&o, d.of(EntrySide))
}

// pointUnits returns the units of coordinates that are read as some fields say.
func pointUnits(o *pointformat.Options, of []saying) (format.Units, error) {
	switch {
	case o.LonLat && o.Units.Length != "" && o.Units.Length != "m":
		return format.Units{}, wrong(nameIn(of, "units"), " %s and %s: coordinates are metres then", o.Units.Length, ref(nameIn(of, "lonlat")))
	case o.LonLat:
		return format.Units{Length: "m"}, nil
	}
	return o.Units, nil
}

// saidIn returns the name of a field among sayings, with its side; "" for a field that they lack.
func saidIn(of []saying, name string) string {
	for _, s := range of {
		if s.Name == name {
			return s.named()
		}
	}
	return ""
}

// nameIn is saidIn that returns the name of both sides where the field is not among the sayings.
func nameIn(of []saying, name string) string { return cmp.Or(saidIn(of, name), name) }

// wrongColumns returns an error about names of columns as the error of their field; nil for nil.
func wrongColumns(field string, err error) error {
	if err == nil {
		return nil
	}
	return wrong(field, "%s", strings.TrimPrefix(cli.Message(err), "columns"))
}

// checkReading refuses values that no file can be read with.
func (d *Draft) checkReading(of []saying) error {
	return d.checkValues(slices.DeleteFunc(slices.Clone(of), func(s saying) bool { return !s.Reading }))
}

// checkColumns refuses fields of reading that do not go together.
func (d *Draft) checkColumns(of []saying, o *format.Options) error {
	for _, key := range []string{"vx", "vy", "vz"} {
		if name, named := o.Columns[key]; named && !(o.Curve > 0) && !o.States {
			if d.Paths {
				return wrong(nameIn(of, "columns"), " %s=%s: velocities are read with %s or %s alone", key, name, ref("curve"), ref("ahead"))
			}
			return wrong(nameIn(of, "columns"), " %s=%s: velocities are read with %s alone", key, name, ref("curve"))
		}
	}
	if err := d.checkStates(of, o); err != nil {
		return err
	}
	switch {
	case o.Curve > 0 && o.LonLat:
		return wrong(nameIn(of, "curve"), " and %s: degrees have no velocities, and are split along great circles", ref(nameIn(of, "lonlat")))
	case o.Height == format.NoHeight && o.Columns["z"] != "":
		return wrong(nameIn(of, "height"), " %s and %s z=%s: heights are left out, or taken from a column", o.Height, ref(nameIn(of, "columns")), o.Columns["z"])
	case o.Height == format.NoHeight && d.Has("vertical"):
		return wrong(nameIn(of, "height"), " %s and %s: heights are left out, or compared", o.Height, ref("vertical"))
	case o.TimeLayout != "" && strings.HasPrefix(o.ColumnUnits["t"], unixtime.Seconds):
		return wrong(nameIn(of, "time-layout"), " and %s t=%s: times are text, or count since 1970", ref(nameIn(of, "units")), o.ColumnUnits["t"])
	}
	return nil
}

// adapt returns a function that sets the options of reading that depend on the units of a file, after another such function, which may be nil.
func (d *Draft) adapt(of []saying, other func(string, format.Units, *format.Options) error) func(file string, u format.Units, o *format.Options) error {
	return func(file string, u format.Units, o *format.Options) error {
		if other != nil {
			if err := other(file, u, o); err != nil {
				return err
			}
		}
		of := of
		local := *d // Data names the file
		local.Data = cli.Shown(file)
		if local.count, local.mixed = "", ""; u.Time == "" {
			local.count, local.mixed = reading.GuessUnix(o.SomeTimes...)
		}
		d.count, d.mixed, d.length = local.count, local.mixed, u.Length
		to := slots{Read: *o}
		for _, s := range of {
			if _, is := s.value.(measure.Quantity); !s.Reading || !is && !s.isWord() {
				continue
			}
			if err := s.keep(&to, func(q measure.Quantity) (float64, error) { return local.in(&s, q, u) }, nil); err != nil {
				return err
			}
			if limit := s.slot(&to).(*float64); s.unlimited && *limit == 0 {
				*limit = math.Inf(1)
			}
		}
		*o = to.Read
		return nil
	}
}

// curveRefused returns the error of the field curve for an error that says why there are no curves in a file; other errors as they are.
func (d *Draft) curveRefused(err error) error {
	var refused *format.CurveError
	if !errors.As(err, &refused) {
		return err
	}
	if refused.Fits > 0 {
		unit := ""
		for _, s := range d.said {
			if q, is := s.value.(measure.Quantity); is && s.Name == "curve" && q.HasUnit() {
				unit = d.length
			}
		}
		return wrong("curve", " %s: %s: %s; %s %v%s is enough for all", d.Text("curve"), cli.Shown(refused.File), refused.Cause, ref("curve"), refused.Fits, unit)
	}
	return wrong("curve", " %s: %s: %s", d.Text("curve"), cli.Shown(refused.File), refused.Cause)
}
