package format

import (
	"cmp"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/trajectory"
)

// heed has a parser and the options read as the preset of the header says, where there is one and
// the options do not say otherwise.
func (p *csvParser) heed(o *Options) {
	p.unix, p.unixUnit = o.isUnix() || p.preset != nil && p.preset.unix && !o.stamped, o.ColumnUnits["t"]
	if p.unix {
		p.rules.Times, p.clock = trajectory.Timestamp, "Unix seconds"
		if o.unixUnit() == "ms" {
			p.clock = "Unix milliseconds"
		}
	}
	for kind := range p.given {
		p.given[kind] = o.ColumnUnits[columnKey(kind)]
	}
	o.takeDegrees(&p.layout, &p.taken)
	if p.preset == nil {
		return
	}
	p.places = "metres"
	if o.LonLat {
		p.places = "degrees"
	}
	if p.unix {
		return
	}
	if !p.times.Zone.Known() && slices.Contains(p.preset.utc, fold(p.name[colT])) {
		p.times.Zone, _ = localtime.ParseZone("UTC") // which there is
	}
	if p.times.Layout == nil && p.preset.layout != "" && !o.stamped {
		p.times.Layout, _ = localtime.ParseLayout(p.preset.layout) // which is one
	}
	p.clock = p.times.Zone.String()
}

// tableLabels are the units that the header of a table in text says.
type tableLabels struct {
	units Units
	of    func(kind int) (name, unit string)
}

// settleUnits finds the units of the file and the factors of its columns, once it is known what times are.
func (p *csvParser) settleUnits(file string, o *Options) (err error) {
	p.layout.units, p.layout.presumed = p.preset.units()
	of := func(kind int) (name, unit string) { return p.name[kind], "" }
	if o.said != nil {
		of = o.said.of
		p.layout.adopt(o.said.units)
	}
	if name, unit := of(colT); p.at[colT] >= 0 {
		if cause := o.unfitUnix(name, unit, o.stamped); cause != "" {
			return &Error{File: file, Cause: cause}
		}
	}
	_, said := of(colZ)
	heights := p.preset != nil && len(p.preset.heights) > 0 && o.Columns["z"] == ""
	p.layout.assumed = !heights && o.assumesHeight(&p.layout, said)
	p.factors, err = o.factors(file, p.layout.units, p.rules.Times, &p.layout, of)
	return err
}

// adopt takes the units that a file says; its preset knows the others.
func (l *layout) adopt(said Units) {
	l.presumed = l.presumed && said.Length == ""
	l.units.Length, l.units.Time = cmp.Or(said.Length, l.units.Length), cmp.Or(said.Time, l.units.Time)
	l.units.Scale = said.Scale
}

// unfitText adds to cause, what is wrong with a number that counts since 1970, who said that it does.
func (p *csvParser) unfitText(cause string) string {
	if cause == "" || p.unixUnit == "" {
		return cause
	}
	return cause + ", and --units says t=" + p.unixUnit
}

// leaves counts a row that a preset leaves out, and reports whether it does.
func (p *csvParser) leaves(b *block, fields [][]byte, plan []int) bool {
	if p.preset == nil {
		return false
	}
	if p.isAbsent(fields, plan) {
		b.absent++
		return true
	}
	at := p.at[colZ]
	if flat := len(p.preset.heights) > 0 && at >= 0 && infile.IsNone(fields[at]); !flat {
		return false
	}
	b.flat++
	return true
}

// isAbsent reports whether a row of a preset has no position, or is not visible.
func (p *csvParser) isAbsent(fields [][]byte, plan []int) bool {
	if p.preset == nil {
		return false
	}
	for i, kind := range plan {
		switch field := fields[i]; kind {
		case visible:
			if strings.EqualFold(infile.TextOf(infile.Trim(field)), "false") {
				return true
			}
		case colX, colY:
			if infile.IsNone(field) || p.preset.beyond && isBeyond(field, kind) {
				return true
			}
		case colT:
			if p.preset.held && infile.IsNone(field) {
				return true
			}
		}
	}
	return false
}

// isBeyond reports whether a field is the longitude or latitude that AIS has for none.
func isBeyond(field []byte, kind int) bool {
	v, bad := infile.ParseFloat(field)
	return bad == "" && v == [...]float64{colX: 181, colY: 91}[kind]
}
