package reading

import (
	"fmt"
	"strings"

	"flyby/internal/infile"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Unsaid says which units of a data set are not known, beside another data set whose units are: "lengths" or "times", "" for none, with the unit of the
// other, and the flag that says the units of the other for this one, which was read with the options.
func Unsaid(o *format.Options, own, other format.Units) (what, unit, try string) {
	add := other
	if own.Time != "" {
		add.Time = ""
	}
	switch {
	case own.Length == "" && other.Length != "":
		what, unit = "lengths", other.Length
	case add.Time != "":
		what, unit = "times", other.Time
		if own.Length != "" {
			add.Length = ""
		}
	default:
		return "", "", ""
	}
	return what, unit, o.Flag("units") + " " + quotedWord(UnitsText(o.Units.Or(add), o.ColumnUnits, ""))
}

// Settle returns the units of a file that says u, whose times are of some kind and whose positions
// are in a frame: with the units of o.Units where the file says none. The error is an *Error where the
// file says others.
func (o *Options) Settle(file string, u format.Units, times trajectory.TimeKind, frame trajectory.Frame) (format.Units, error) {
	if o.Places != nil {
		u.Time, u.Scale = o.Places.Units.Time, o.Places.Units.Scale
	}
	u = u.Of(times, frame)
	if o.LonLat {
		u.Length = trajectory.EarthCentred.Unit()
	}
	if u.Time == "d" && measure.IsScale(o.Units.Time) && times == trajectory.Number {
		u.Time = o.Units.Time // jd or mjd
	}
	if what, said, given := u.Differ(o.Units); what != "" {
		cause := fmt.Sprintf("%s are in %s, and --units says %s", what, infile.Shorten(said), given)
		if o.LonLat && what == "lengths" {
			cause += "; of heights alone --units z=" + given + " says it"
		}
		return u, &format.Error{File: file, Cause: cause}
	}
	return u.Or(o.Units), nil
}

// turned returns the units among o.Into that numbers of a file in units u, whose times are of some kind, are converted to: they are known, and others.
func (o *Options) turned(u format.Units, times trajectory.TimeKind) (to format.Units) {
	if !o.LonLat && measure.Turn(u.Length, o.Into.Length, measure.Length) != nil {
		to.Length = o.Into.Length
	}
	if o.Places == nil && o.KindOf(times) == trajectory.Number && measure.Turn(u.Time, o.Into.Time, measure.Time) != nil {
		to.Time = o.Into.Time
	}
	return to
}

// Converted returns the units of numbers after their conversion.
func (l *FileColumns) Converted() format.Units { return l.Into.Or(l.Units) }

// Adapt calls UnitsKnown, if it is not nil, to set the options that depend on the units of a file, and clears the options that are not
// for Places. times holds times of rows of the file, nil if none is known.
func Adapt(o *format.Options, file string, u format.Units, times []float64) error {
	defer o.Still()
	if o.UnitsKnown == nil {
		return nil
	}
	o.SomeTimes = times[:min(len(times), FeedBlock)]
	return o.UnitsKnown(file, u, o)
}

// UnitsOf returns the units that columns name; of returns the name and the unit of a kind of column,
// "" where the file lacks them. cause says which units do not agree with each other, or with degrees. Columns of the sky have units of their own, which
// skyLabels checks.
func UnitsOf(o *Options, taken *PresetMatch, of func(kind int) (name, unit string)) (u format.Units, cause string) {
	if taken.Preset.isSky() {
		return u, ""
	}
	first := ""
	for _, kind := range []int{ColX, ColY, ColZ, ColR} {
		name, unit := of(kind)
		wanted := u.Length
		switch angle := strings.HasPrefix(unit, "deg"); {
		case unit == "" || o.ColumnUnits[ColumnKey(kind)] != "": // misfit checks these columns
			continue
		case o.LonLat && kind <= ColY && !angle:
			return u, fmt.Sprintf("column %s is in %s: --lonlat needs degrees", name, unit)
		case o.LonLat && kind > ColY && unit != "m":
			return u, fmt.Sprintf("column %s is in %s: --lonlat needs metres", name, unit)
		case o.LonLat:
			wanted = unit
		}
		if wanted != "" && wanted != unit {
			return u, fmt.Sprintf("column %s is in %s, column %s in %s", first, wanted, name, unit)
		}
		if u.Length == "" {
			u.Length, first = unit, name
		}
	}
	if o.LonLat {
		u.Length = "m"
	}
	if o.Places == nil && (o.ColumnUnits["t"] == "" || o.IsUnix()) {
		_, u.Time = of(ColT)
	}
	return u, ""
}

// ScaleOf returns the scale of time that a file names, "" for UTC.
func ScaleOf(name string) string {
	if name == "UTC" {
		return ""
	}
	return name
}

// IsPresumed reports whether nothing but the format says the unit of length.
func (p *Parsed) IsPresumed(o *Options) bool {
	return p.Presumed && !o.LonLat && o.Units.Length == ""
}
