package reading

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"flyby/internal/infile"
	measure "flyby/internal/unit"
	"flyby/internal/unixtime"
	"flyby/trajectory"
)

// UnixUnit returns the unit in which times count since 1970, nil where Options name none.
func (o *Options) UnixUnit() *unixtime.Unit { return unixtime.Find(o.ColumnUnits["t"]) }

// GuessUnix returns the unit of t by which all of some times lie in the years 1990 to 2100, "" where there is none. mixed says which two units
// times have where there are two.
func GuessUnix(times ...float64) (unit, mixed string) {
	of, mixed := unixtime.Guess(times...)
	if of == nil {
		return "", mixed
	}
	return of.Name, ""
}

// IsUnix reports whether times are numbers that count since 1970.
func (o *Options) IsUnix() bool { return o.UnixUnit() != nil }

// KindOf returns the kind of times of the data, given their kind in the file: timestamps, where numbers count since 1970.
func (o *Options) KindOf(times trajectory.TimeKind) trajectory.TimeKind {
	if o.IsUnix() {
		return trajectory.Timestamp
	}
	return times
}

// UnfitUnix says why a column cannot hold numbers that count since 1970, though the options say so: it holds times already, or has
// another unit. unit is "" where it is not known. UnfitUnix returns "" where the options do not say so.
func (o *Options) UnfitUnix(name, unit string, isTime bool) (cause string) {
	switch {
	case !o.IsUnix() || o.Places != nil: // x stands for the times of places
		return ""
	case isTime:
		return fmt.Sprintf("column %s holds dates and times, and --units says t=%s", name, o.ColumnUnits["t"])
	case unit != "" && measure.Label(unit, measure.Time) != measure.Label(o.UnixUnit().Symbol, measure.Time):
		return fmt.Sprintf("column %s is in %s, and --units says t=%s", name, infile.Shorten(unit), o.ColumnUnits["t"])
	}
	return ""
}

// CheckColumnUnits refuses an Options.ColumnUnits that is wrong for files of any format.
func CheckColumnUnits(units map[string]string) error {
	for column, unit := range units {
		if err := checkColumnUnit(column, unit); err != nil {
			return fmt.Errorf("format: unit %s=%s: %w", column, unit, err)
		}
	}
	return nil
}

// checkColumnUnit returns an error where a column cannot have a unit.
func checkColumnUnit(column, unit string) error {
	dimensions := []measure.Dimension{measure.Length, measure.Time, measure.Speed} // of attributes any
	switch kind := kindOfKey(column); {
	case column == "id" || column == "":
		return fmt.Errorf("%q counts nothing", column)
	case kind == ColT && unixtime.Find(unit) != nil:
		return nil
	case kind == ColT:
		dimensions = dimensions[1:2]
	case IsVelocity(kind):
		dimensions = dimensions[2:]
	case kind >= 0:
		dimensions = dimensions[:1]
	}
	var causes []string
	for _, d := range dimensions {
		u, err := measure.Find(unit, d)
		switch {
		case err == nil && u.IsScale():
			return fmt.Errorf("dates of a scale are told for all times, as --units ,%s", unit)
		case err == nil:
			return nil
		}
		causes = append(causes, fmt.Sprintf("of %v: %s", d, measure.Names(d)))
	}
	if column == "t" {
		causes = append(causes, "or "+strings.Join(unixtime.Names(), ", "))
	}
	return fmt.Errorf("%q is no unit %s%s", unit, strings.Join(causes, "; "), measure.Meant(unit, dimensions...))
}

// kindOfKey returns the kind of a key of Options.Columns whose column has a unit, -1 for none.
func kindOfKey(key string) int {
	for kind := range NumFloats {
		if ColumnKey(kind) == key {
			return kind
		}
	}
	return -1
}

// misfit says why the unit that options give for a column contradicts the file, "" where it does not. has says whether the file has
// the column, name is the column's name, said the unit that the file says, "" for none.
func (o *Options) misfit(kind int, has bool, name, said string) (cause string) {
	key := ColumnKey(kind)
	given := o.ColumnUnits[key]
	switch {
	case given == "" || kind == ColR && !has || kind == ColT && (o.IsUnix() || o.Places != nil):
		return ""
	case !has:
		return fmt.Sprintf("no column %s, whose unit --units %s=%s says", key, key, given)
	case o.LonLat && (kind == ColX || kind == ColY):
		return fmt.Sprintf("column %s is in degrees, and --units says %s=%s", name, key, given)
	case said != "" && !sameUnit(kind, said, given):
		return fmt.Sprintf("column %s is in %s, and --units says %s=%s", name, infile.Shorten(said), key, given)
	}
	return ""
}

// sameUnit reports whether two labels of a kind of column name one unit.
func sameUnit(kind int, a, b string) bool {
	switch {
	case kind == ColT:
		return measure.Label(a, measure.Time) == measure.Label(b, measure.Time)
	case IsVelocity(kind):
		over, under, _ := measure.CutSpeed(a)
		return a == b || over+"/"+under == b
	}
	return measure.Label(a, measure.Length) == measure.Label(b, measure.Length)
}

// strange returns an error's cause for a column in o.ColumnUnits that is not read, "" for none.
func (o *Options) strange(l *FileColumns) (cause string) {
	for _, column := range slices.Sorted(maps.Keys(o.ColumnUnits)) {
		if kindOfKey(column) >= 0 || slices.Contains(o.Attributes, column) || l.velocity != nil && l.velocity.polar && isPolarKey(column) {
			continue
		}
		for kind := range NumFloats {
			if key := ColumnKey(kind); l.At[kind] >= 0 && l.Name[kind] == column {
				return fmt.Sprintf("column %s is %s: --units %s=%s", column, key, key, o.ColumnUnits[column])
			}
		}
		return fmt.Sprintf("column %s, whose unit --units says, is not read; --with %s does", column, column)
	}
	return ""
}

// AssumesHeight reports whether z beside degrees is taken for metres, though neither its name nor the unit that the file says nor
// the options give a unit.
func (o *Options) AssumesHeight(l *FileColumns, said string) bool {
	if !o.LonLat || l.At[ColZ] < 0 || said != "" || o.ColumnUnits["z"] != "" || o.Units.Length != "" {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(l.Name[ColZ]), func(c rune) bool { return !unicode.IsLetter(c) })
	return len(words) == 0 || !slices.Contains([]string{"m", "metre", "metres", "meter", "meters"}, words[len(words)-1])
}

// CheckColumnUnits returns the fault of Options.ColumnUnits for a file of some format, nil if there is none.
func (o *Options) CheckColumnUnits(path string, f Format) error {
	if err := CheckColumnUnits(o.ColumnUnits); err != nil {
		return err
	}
	for column, unit := range o.ColumnUnits {
		switch {
		case f.Fixed:
			return fmt.Errorf("format: read %s: %s says its units by itself: --units %s=%s is for files that do not", path, f.Name, column, unit)
		case o.TimeLayout != "" && column == "t" && o.IsUnix():
			return fmt.Errorf("format: units of columns: t=%s counts since 1970, and a layout of times is for text", unit)
		}
	}
	return nil
}
