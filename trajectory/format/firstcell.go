package format

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/localtime"
)

// A FirstCell returns the text of a column in the first row, or in another row that serves as well; "" where it is not known. It is
// called only where a file lacks columns.
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

// timeFlags returns the flags with which a text can be read as a time: a zone, or a unit of numbers that count since 1970.
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
	there.Zone, _ = localtime.ParseZone("UTC") // UTC is always found
	if _, err := there.Parse(text); here == nil || err != nil {
		return nil
	}
	return []string{"--tz", "UTC"}
}

// since1970 returns the unit of t by which a number is a time from 2001 to 2033, counted since 1970; "" for any other number.
func since1970(v float64) string {
	switch {
	case v >= 1e9 && v <= 2e9:
		return UnixSeconds
	case v >= 1e12 && v <= 2e12:
		return UnixMilliseconds
	}
	return ""
}

// unitsWith returns the value of --units with a unit of t added, "" for none.
func (o *Options) unitsWith(t string) string {
	var parts []string
	if o.Units.Length+o.Units.Time != "" {
		parts = append(parts, strings.TrimSuffix(o.Units.Length+","+o.Units.Time, ","))
	}
	for _, column := range slices.Sorted(maps.Keys(o.ColumnUnits)) {
		parts = append(parts, column+"="+o.ColumnUnits[column])
	}
	if t != "" {
		parts = append(parts, "t="+t)
	}
	return strings.Join(parts, ",")
}
