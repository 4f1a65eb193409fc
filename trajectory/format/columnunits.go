package format

import (
	"fmt"
	"math"
	"slices"

	"flyby/internal/infile"
	measure "flyby/internal/unit"
	"flyby/trajectory"
)

// Units of t in Options.ColumnUnits that make timestamps of numbers.
const (
	UnixSeconds      = "unix"   // since 1970-01-01T00:00:00Z
	UnixMilliseconds = "unixms" // since then
)

// isUnix reports whether times are numbers that count since 1970.
func (o *Options) isUnix() bool {
	return slices.Contains([]string{UnixSeconds, UnixMilliseconds}, o.ColumnUnits["t"])
}

// kindOf is what times are that are of some kind in the file: timestamps, where numbers count since 1970.
func (o *Options) kindOf(times trajectory.TimeKind) trajectory.TimeKind {
	if o.isUnix() {
		return trajectory.Timestamp
	}
	return times
}

// unixUnit is the unit of numbers that count since 1970.
func (o *Options) unixUnit() string {
	return map[string]string{UnixSeconds: "s", UnixMilliseconds: "ms"}[o.ColumnUnits["t"]]
}

// unixFactor makes seconds of numbers that count since 1970; nil where they are.
func (o *Options) unixFactor() *measure.Factor {
	if o.ColumnUnits["t"] != UnixMilliseconds {
		return nil
	}
	from, _ := measure.Find("ms", measure.Time)
	to, _ := measure.Find("s", measure.Time) // which there are
	by := measure.Between(from, to)
	return &by
}

// unfitUnix says why a column cannot hold numbers that count since 1970, "" where nobody says that it does: it holds times
// already, or is in a unit, "" for one that is not known, in which they do not count.
func (o *Options) unfitUnix(name, unit string, isTime bool) (cause string) {
	switch {
	case !o.isUnix():
		return ""
	case isTime:
		return fmt.Sprintf("column %s holds dates and times, and --units says t=%s", name, o.ColumnUnits["t"])
	case unit != "" && label(unit, measure.Time) != o.unixUnit():
		return fmt.Sprintf("column %s is in %s, and --units says t=%s", name, infile.Shorten(unit), o.ColumnUnits["t"])
	}
	return ""
}

// CheckColumnUnits says what is wrong with an Options.ColumnUnits whatever the files are.
func CheckColumnUnits(units map[string]string) error {
	for column, unit := range units {
		if column != "t" || unit != UnixSeconds && unit != UnixMilliseconds {
			return fmt.Errorf("format: unit %s=%s: must be t=%s or t=%s", column, unit, UnixSeconds, UnixMilliseconds)
		}
	}
	return nil
}

// beyondYears says what is wrong with finite seconds since 1970 that no calendar has, "" for nothing.
func beyondYears(sec float64) (cause string) {
	if sec >= firstYear && sec < endYears || math.IsNaN(sec) || math.IsInf(sec, 0) {
		return ""
	}
	return "as seconds since 1970 outside the years 0 to 9999; milliseconds are --units t=unixms"
}

// The seconds since 1970 at which the years 0 and 10000 begin.
const (
	firstYear = -62167219200
	endYears  = 253402300800
)

// checkColumnUnits says what is wrong with Options.ColumnUnits, for a file of some format.
func (o *Options) checkColumnUnits(path string, f Format) error {
	if err := CheckColumnUnits(o.ColumnUnits); err != nil {
		return err
	}
	for column, unit := range o.ColumnUnits {
		switch {
		case f.fixed:
			return fmt.Errorf("format: read %s: %s says its units by itself: --units %s=%s is for files that do not", path, f.Name, column, unit)
		case o.TimeLayout != "":
			return fmt.Errorf("format: units of columns: t=%s counts since 1970, and a layout of times is for text", unit)
		}
	}
	return nil
}
