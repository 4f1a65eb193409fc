package format

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/localtime"
)

// A FirstCell tells the text of a column in the first row, or in one that is as good; "" where that is not known. It is asked where a
// file lacks columns, and for nothing else.
type FirstCell func(column int) string

// FirstRowOf returns the FirstCell of rows of text whose fields a byte separates.
func FirstRowOf(rows []byte, sep byte) FirstCell {
	return func(column int) string {
		row := bytes.TrimLeft(rows, "\r\n")
		end, _ := infile.RecordEnd(row, 0, sep, true)
		fields, broken := infile.SplitRecord(nil, infile.Chomp(row[:end]), sep)
		if broken != "" || column >= len(fields) {
			return ""
		}
		return string(infile.Trim(fields[column]))
	}
}

// timeFlags are the flags by which a text is a time: a zone, or since when numbers count.
func (o *Options) timeFlags(text string) []string {
	if v, bad := infile.ParseFloat([]byte(text)); bad == "" && o.Times.Layout == nil {
		if unit := since1970(v); unit != "" && o.ColumnUnits["t"] == "" && slices.Contains([]string{"", "s"}, o.Units.Time) {
			return []string{"--units", quotedWord(o.unitsWith(unit))}
		}
		return nil
	}
	there := o.Times
	if there.Zone.Known() {
		return nil
	}
	_, here := there.Parse(text)
	there.Zone, _ = localtime.ParseZone("UTC") // which there is
	if _, err := there.Parse(text); here == nil || err != nil {
		return nil
	}
	return []string{"--tz", "UTC"}
}

// since1970 is the unit of t of a number that counts since 1970 and is of 2001 to 2033, "" for another one.
func since1970(v float64) string {
	switch {
	case v >= 1e9 && v <= 2e9:
		return UnixSeconds
	case v >= 1e12 && v <= 2e12:
		return UnixMilliseconds
	}
	return ""
}

// unitsWith is what --units is, and a unit of t.
func (o *Options) unitsWith(t string) string {
	var parts []string
	if o.Units.Length+o.Units.Time != "" {
		parts = append(parts, strings.TrimSuffix(o.Units.Length+","+o.Units.Time, ","))
	}
	for _, column := range slices.Sorted(maps.Keys(o.ColumnUnits)) {
		parts = append(parts, column+"="+o.ColumnUnits[column])
	}
	return strings.Join(append(parts, "t="+t), ",")
}
