package reading

import (
	"cmp"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// heed sets up the parser and the options for the preset of the header, where there is a preset and
// the options do not say otherwise.
func (p *RowParser) heed(o *Options) {
	p.unixUnit = o.UnixUnit()
	p.unix = p.unixUnit != nil || p.Preset != nil && p.Preset.unix && !o.Stamped
	if p.unix {
		p.rules.Times, p.clock = trajectory.Timestamp, "Unix seconds"
		if p.unixUnit != nil {
			p.clock = "Unix " + p.unixUnit.Words
		}
	}
	for kind := range p.given {
		p.given[kind] = o.ColumnUnits[ColumnKey(kind)]
	}
	o.TakeDegrees(&p.FileColumns, &p.PresetMatch)
	if p.Preset == nil {
		return
	}
	p.places, p.times.Dates = "metres", !p.Preset.metres // of SUMO, whose times may be times of day
	switch {
	case p.Preset.sky:
		p.places = "parsecs"
	case o.LonLat:
		p.places = "degrees"
	}
	if p.unix {
		return
	}
	if !p.times.Zone.Known() && slices.Contains(p.Preset.utc, Fold(p.Name[ColT])) {
		p.times.Zone, _ = localtime.ParseZone("UTC") // UTC is always found
	}
	if p.times.Layout == nil && p.Preset.layout != "" && !o.Stamped {
		p.times.Layout, _ = localtime.ParseLayout(p.Preset.layout) // layouts of presets are valid
	}
	p.clock = p.times.Zone.String()
}

// TableLabels are the properties of columns that the header of a table says.
type TableLabels struct {
	Units  format.Units
	Of     func(kind int) (name, unit string)
	Single func(column int) bool // see Feed.Columns
}

// settleUnits finds the units of the file and the factors of its columns, once the kind of times is known.
func (p *RowParser) settleUnits(file string, o *Options) (err error) {
	p.FileColumns.Units, p.FileColumns.Presumed = p.Preset.units()
	of := func(kind int) (name, unit string) { return p.Name[kind], "" }
	if o.Said != nil {
		of = o.Said.Of
		p.FileColumns.adopt(o.Said.Units)
	}
	if p.Preset.isSky() {
		var cause string
		if of, cause = o.skyLabels(&p.FileColumns, of); cause != "" {
			return &format.Error{File: file, Cause: cause}
		}
	}
	if p.times.OfDay() {
		var cause string
		if of, cause = p.FileColumns.TakeOfDay(of); cause != "" {
			return &format.Error{File: file, Cause: cause}
		}
	}
	if name, unit := of(ColT); p.At[ColT] >= 0 {
		if cause := o.UnfitUnix(name, unit, o.Stamped); cause != "" {
			return &format.Error{File: file, Cause: cause}
		}
	}
	_, said := of(ColZ)
	heights := p.Preset != nil && len(p.Preset.heights) > 0 && o.Columns["z"] == ""
	p.FileColumns.Assumed = !heights && o.AssumesHeight(&p.FileColumns, said)
	p.factors, err = o.Factors(file, p.FileColumns.Units, p.rules.Times, &p.FileColumns, of)
	return err
}

// adopt takes the units that a file says; the others are its preset's.
func (l *FileColumns) adopt(said format.Units) {
	l.Presumed = l.Presumed && said.Length == ""
	l.Units.Length, l.Units.Time = cmp.Or(said.Length, l.Units.Length), cmp.Or(said.Time, l.Units.Time)
	l.Units.Scale = said.Scale
}

// unfitText adds to cause, which says what is wrong with a time, that --units takes times for numbers that count since 1970.
func (p *RowParser) unfitText(cause string) string {
	if cause == "" || p.unixUnit == nil {
		return cause
	}
	return cause + ", and --units says t=" + p.unixUnit.Name
}

// leaves counts a row that a preset leaves out, and reports whether it does.
func (p *RowParser) leaves(b *Block, fields [][]byte, plan []int) bool {
	if p.Preset == nil {
		return false
	}
	if p.isAbsent(fields, plan) {
		b.absent++
		return true
	}
	at := p.At[ColZ]
	if p.Preset.sky && isUnplaced(fields[at]) {
		b.unplaced++
		return true
	}
	if flat := len(p.Preset.heights) > 0 && at >= 0 && infile.IsNone(fields[at]); !flat {
		return false
	}
	b.flat++
	return true
}

// isAbsent reports whether a row of a preset has no position, or is not visible.
func (p *RowParser) isAbsent(fields [][]byte, plan []int) bool {
	if p.Preset == nil {
		return false
	}
	for i, kind := range plan {
		switch field := fields[i]; kind {
		case ColVisible:
			if strings.EqualFold(infile.TextOf(infile.Trim(field)), "false") {
				return true
			}
		case ColX, ColY:
			if infile.IsNone(field) || p.Preset.beyond && isBeyond(field, kind) {
				return true
			}
		case ColT:
			if p.Preset.held && infile.IsNone(field) {
				return true
			}
		}
	}
	return false
}

// isBeyond reports whether a field is the longitude 181 or the latitude 91, by which AIS says that there is no position.
func isBeyond(field []byte, kind int) bool {
	v, bad := infile.ParseFloat(field)
	return bad == "" && v == [...]float64{ColX: 181, ColY: 91}[kind]
}
