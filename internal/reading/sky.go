package reading

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"flyby/internal/angle"
	"flyby/internal/infile"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Numbers of the sky become pc and Myr. A parsec is 648,000/pi AU, so that 1 mas a year at a parallax of 1 mas is 1 AU, pi/648,000 pc, a Julian year. An AU is 149,597,870.7 km.
const (
	acrossSky  = math.Pi / 0.648                               // pc/Myr of a proper motion by its parallax
	alongSight = 31557600e6 / (648000 / math.Pi * 149597870.7) // pc/Myr of 1 km/s
	skyEpoch   = 2016                                          // the ref_epoch, in Julian years, from which times count
)

// skyNote says what is taken of every table of the sky.
const skyNote = "distances are 1000/parallax in pc, no zero point is applied; barycentric, x towards ra 0 and dec 0, z towards dec 90 (ICRS); t in Myr from ref_epoch 2016.0"

// PresetNote says what a preset takes of all its tables, with or without states; "" for nothing.
func PresetNote(name string, states bool) string {
	all := presets()
	if at := slices.IndexFunc(all, func(p preset) bool { return p.name == name }); at < 0 || !all[at].sky {
		return ""
	}
	if states {
		return name + ": " + skyNote
	}
	return name + ": " + skyNote + "; each star is where it was at its epoch, and does not move (--ahead moves it)"
}

// velocitiesOfSky returns the columns of proper motions and radial velocities, which tables of the sky have for velocities along axes.
func velocitiesOfSky() *velocitySet {
	return &velocitySet{names: [3][]string{{"pmra"}, {"pmdec"}, {"radial_velocity"}}, units: [3]string{"mas/yr", "mas/yr", "km/s"}}
}

// isSky reports whether a preset has places of the sky. p may be nil.
func (p *preset) isSky() bool { return p != nil && p.sky }

// skyUnit returns the unit of a kind of column in tables of the sky.
func skyUnit(kind int) string {
	return [NumFloats]string{ColT: "yr", ColX: "deg", ColY: "deg", ColZ: "mas", ColR: "pc", ColVX: "mas/yr", ColVY: "mas/yr", ColVZ: "km/s"}[kind]
}

// unfitSky says which of the options cannot be meant with places of the sky, "" for none.
func (o *Options) unfitSky(p *preset) (cause string) {
	switch {
	case o.Height != "":
		return fmt.Sprintf("preset %s has no height %s", p.name, o.Height)
	case o.LonLat:
		return fmt.Sprintf("preset %s has places in space, and no longitudes and latitudes of the Earth", p.name)
	}
	for _, key := range polarKeys() {
		if o.Columns[key] != "" {
			return fmt.Sprintf("preset %s has proper motions and radial velocities, and no %s", p.name, key)
		}
	}
	return ""
}

// takeSkyVelocities takes the three columns of velocities, which states need.
func (o *Options) takeSkyVelocities(p *preset, names, folded []string, l *FileColumns) (cause string) {
	v := &Velocity{units: p.moves.units}
	for axis, key := range vectorKeys() {
		name := cmp.Or(o.Columns[key], p.moves.names[axis][0])
		at := slices.Index(names, name)
		if o.Columns[key] == "" {
			at = slices.Index(folded, name)
		}
		if at < 0 {
			return fmt.Sprintf("no column %s of preset %s; there is %s", name, p.name, infile.List(names))
		}
		l.At[ColVX+axis], l.Name[ColVX+axis], v.names[axis] = at, names[at], names[at]
	}
	l.velocity, l.Loose = v, true
	return ""
}

// skyLabels returns the labels of columns of the sky once their numbers are in pc and Myr. cause says which column has another unit than such tables have.
func (o *Options) skyLabels(l *FileColumns, of func(kind int) (name, unit string)) (as func(kind int) (name, unit string), cause string) {
	for kind := range NumFloats {
		name, said := of(kind)
		given, unit := o.ColumnUnits[ColumnKey(kind)], skyUnit(kind)
		switch {
		case l.At[kind] < 0 || kind == ColT && l.Still || kind == ColR && given != "":
		case given != "":
			return nil, fmt.Sprintf("column %s is in %s, and --units says %s=%s", name, unit, ColumnKey(kind), given)
		case said != "" && skyLabel(said) != skyLabel(unit):
			return nil, fmt.Sprintf("column %s is in %s, and the preset reads %s", name, infile.Shorten(said), unit)
		}
	}
	return func(kind int) (name, unit string) {
		name, unit = of(kind)
		switch {
		case kind == ColT:
			unit = "Myr"
		case IsVelocity(kind):
			unit = "pc/Myr"
		case kind != ColR:
			unit = "pc"
		}
		return name, unit
	}, ""
}

// skyLabel returns one label for all labels of a unit.
func skyLabel(label string) string {
	if over, under, ok := measure.CutSpeed(label); ok {
		return over + "/" + measure.Label(under, measure.Time)
	}
	if strings.HasPrefix(label, "deg") {
		return "deg"
	}
	return measure.Label(label, measure.Time)
}

// placeSky turns a right ascension, a declination and a parallax into a place, and proper motions and a radial velocity into velocities along the same axes.
func (l *FileColumns) placeSky(v *[NumFloats]float64) *format.Error {
	fault := func(kind int, cause string) *format.Error {
		return &format.Error{Column: l.Name[kind], Value: trajectory.Number.Format(v[kind]), Cause: cause}
	}
	switch {
	case !(v[ColX] >= 0 && v[ColX] <= 360):
		return fault(ColX, "a right ascension outside 0 to 360 degrees")
	case !(math.Abs(v[ColY]) <= 90):
		return fault(ColY, "a declination outside -90 to 90 degrees")
	case !(v[ColZ] > 0 && 1000/v[ColZ] <= trajectory.MaxMagnitude):
		return fault(ColZ, "a parallax without a distance")
	}
	sinA, cosA := angle.Sincos(v[ColX])
	sinD, cosD := angle.Sincos(v[ColY])
	out := [3]float64{cosA * cosD, sinA * cosD, sinD}
	east := [3]float64{-sinA, cosA, 0}
	north := [3]float64{-cosA * sinD, -sinA * sinD, cosD}
	toEast, toNorth, away := acrossSky*v[ColVX]/v[ColZ], acrossSky*v[ColVY]/v[ColZ], alongSight*v[ColVZ]
	distance := 1000 / v[ColZ]
	for axis := range 3 {
		v[ColX+axis] = distance * out[axis]
		v[ColVX+axis] = float64(toEast*east[axis]) + float64(toNorth*north[axis]) + float64(away*out[axis])
	}
	if !l.Still {
		v[ColT] = (v[ColT] - skyEpoch) / 1e6
	}
	return nil
}

// isUnplaced reports whether a field has no parallax above 0, by which a star has no distance.
func isUnplaced(field []byte) bool {
	v, bad := infile.ParseFloat(field)
	return infile.IsNone(field) || bad == "" && v <= 0
}
