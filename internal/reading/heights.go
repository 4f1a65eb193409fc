package reading

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"flyby/internal/height"
	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// leaveHeights notes the columns of heights that a layout does not take, where it has no z and Options do not say that heights are left out.
func (o *Options) leaveHeights(names []string, l *FileColumns) {
	if l.aside = nil; l.At[ColZ] < 0 && o.Height != format.NoHeight {
		taken := func(at int) bool { return slices.Contains(l.At[:], at) }
		l.aside = height.Beside(names, taken, l.Name[ColX], l.Name[ColY])
	}
}

// asideOf says that no flag takes the columns of heights of a table of several kinds of objects: another kind has none.
func (l *FileColumns) asideOf(kinds int) {
	for i := range l.aside {
		l.aside[i].Nameable = l.aside[i].Nameable && kinds < 2
	}
}

// AsideText returns a text with columns as in Report.Aside and the flags that take the likeliest for z, such as
// "z not taken: alt_ft (--columns z=alt_ft --units z=ft)", beside lengths in a unit, "" where it is not known. The text is "" where there are no columns.
func AsideText(all []height.Column, length string) string {
	if len(all) == 0 {
		return ""
	}
	text := "z not taken: " + height.List(all)
	c, ok := height.First(all)
	if !ok {
		return text
	}
	text += " (--columns " + quotedWord("z="+c.Name)
	if units := unitsForHeight(length, c.Unit); len(units) > 0 {
		text += " --units " + strings.Join(units, ",")
	}
	if c.In != "" {
		text += ", in " + c.In
	}
	return text + ")"
}

// unitsForHeight returns the parts of --units for data whose heights are in unit and whose other lengths are in length; "" is a unit that is not
// known. If length is not known, the parts say it too: metres if unit is a unit of the Earth, otherwise unit.
func unitsForHeight(length, unit string) (parts []string) {
	if length == "" && unit != "" {
		length = unit
		if slices.Contains([]string{"m", "ft", "km", "nmi", "mi"}, unit) {
			length = "m"
		}
		parts = append(parts, length)
	}
	if unit != "" && !sameUnit(ColZ, length, unit) {
		parts = append(parts, "z="+unit)
	}
	return parts
}

// suggestHeight adds the first column that surely has heights to a suggestion, where no column is z. others are the columns of heights that it does
// not take.
func (o *Options) suggestHeight(names []string, s *suggestion, glance GlanceFunc) (others []height.Column) {
	trial := *o
	trial.LonLat = o.LonLat || s.degrees
	l, _, _ := trial.Look(names)
	for kind, at := range s.at {
		if at >= 0 {
			l.At[kind], l.Name[kind] = at, names[at]
		}
	}
	trial.leaveHeights(names, &l)
	taken, ok := height.First(l.aside)
	if !ok || !taken.Sure || o.names(ColZ) || !allNumbers(glance, taken.At) {
		return nil
	}
	s.at[ColZ], s.heightUnit = taken.At, taken.Unit
	return slices.DeleteFunc(l.aside, func(c height.Column) bool { return c.At == taken.At })
}

// allNumbers reports whether the first rows have a number in a column, as far as they are known.
func allNumbers(glance GlanceFunc, at int) bool {
	return glance == nil || !slices.ContainsFunc(glance(at).Cells, func(text string) bool {
		_, bad := infile.ParseFloat([]byte(text))
		return bad != ""
	})
}

// withHeight returns options with the unit of a suggested height: its name says the unit, or the file does. length is the unit of x and y that the
// suggestion has to say too, because the data do not; otherwise "".
func (o *Options) withHeight(l *FileColumns, s *suggestion, glance GlanceFunc) (own *Options, length string) {
	known, unit := o.Units.Length, s.heightUnit
	if glance != nil && s.at[ColZ] >= 0 {
		unit = cmp.Or(glance(s.at[ColZ]).Unit, unit)
		if x := max(s.at[ColX], l.At[ColX]); x >= 0 {
			known = cmp.Or(known, glance(x).Unit)
		}
	}
	if o.LonLat || s.degrees {
		known = "m"
	}
	if o.ColumnUnits["z"] != "" {
		return o, ""
	}
	with := *o
	for _, part := range unitsForHeight(known, unit) {
		z, isZ := strings.CutPrefix(part, "z=")
		if !isZ {
			length = part
			continue
		}
		with.ColumnUnits = map[string]string{}
		maps.Copy(with.ColumnUnits, o.ColumnUnits)
		with.ColumnUnits["z"] = z
	}
	return &with, length
}
