package reading

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/states"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A Velocity says what the columns of velocities of a table mean, which Options.States asks for. Their kinds are ColVX to ColVZ.
type Velocity struct {
	polar bool      // a speed, a course and a climb in place of velocities along x, y and z
	ais   bool      // with the values of AIS for what is not available
	names [3]string // of the columns; "" for one that the file lacks
	units [3]string // as far as they are known
	away  float64   // with ais: the speed that is not available, in the unit of the data
	least float64   // with ais: the speed that means itself or more
}

// A velocitySet is columns that have velocities in some files, by folded names, of which the first that a file has count.
type velocitySet struct {
	names [3][]string
	units [3]string // of the speed and the climb
	ais   bool
}

// What AIS says of a speed over ground in knots that is not available, and of one that is this or more.
const (
	awayKnots  = 102.3
	leastKnots = 102.2
)

// velocitiesOfAIS returns the columns of AIS whose names begin with a prefix.
func velocitiesOfAIS(prefix string) *velocitySet {
	return &velocitySet{names: [3][]string{{prefix + "sog"}, {prefix + "cog"}, nil}, units: [3]string{"kn"}, ais: true}
}

// velocitiesOfOpenSky returns the columns of state vectors of OpenSky.
func velocitiesOfOpenSky() *velocitySet {
	return &velocitySet{names: [3][]string{{"velocity"}, {"heading", "true_track"}, {"vertrate", "vertical_rate"}}, units: [3]string{"m/s", "", "m/s"}}
}

// velocitiesOfReadsb returns the columns of aircraft of readsb.
func velocitiesOfReadsb() *velocitySet {
	return &velocitySet{names: [3][]string{{"gs"}, {"track"}, {"baro_rate", "geom_rate"}}, units: [3]string{"kn", "", "ft/min"}}
}

// knownVelocities returns the columns whose names mean one unit in tables of any kind. vx, vy and vz are no speed and course.
func knownVelocities() []*velocitySet {
	return []*velocitySet{
		velocitiesOfAIS(""),
		{names: [3][]string{{"groundspeed"}, {"track"}, {"vertical_rate"}}, units: [3]string{"kn", "", "ft/min"}},
	}
}

// Keys of Options.Columns for velocities.
func vectorKeys() [3]string { return [3]string{"vx", "vy", "vz"} }
func polarKeys() [3]string  { return [3]string{"speed", "course", "climb"} }

// isPolarKey reports whether a key of Options.ColumnUnits is of a speed or a climb.
func isPolarKey(key string) bool { return key == polarKeys()[0] || key == polarKeys()[2] }

// takeVelocities finds the columns of velocities among the names of a table: the columns that Options name, else a preset's, else vx and vy, else columns whose names are known. l stays without where there are none. cause
// says what is missing.
func (o *Options) takeVelocities(t *PresetMatch, names []string, l *FileColumns) (cause string) {
	if l.velocity = nil; !o.States || o.Places != nil {
		return ""
	}
	folded := make([]string, len(names))
	for i, name := range names {
		folded[i] = Fold(name)
	}
	if t.Preset.isSky() {
		return o.takeSkyVelocities(t.Preset, names, folded, l)
	}
	for polar, keys := range [][3]string{vectorKeys(), polarKeys()} {
		if o.Columns[keys[0]]+o.Columns[keys[1]]+o.Columns[keys[2]] != "" {
			return o.namedVelocities(keys, polar == 1, names, l)
		}
	}
	if len(t.objects) > 0 { // a row's kind decides on its columns, and none has velocities
		return ""
	}
	if t.Preset != nil && t.Preset.moves != nil && l.takeSet(t.Preset.moves, names, folded) {
		return ""
	}
	keys := vectorKeys()
	if l.takeSet(&velocitySet{names: [3][]string{{keys[0]}, {keys[1]}, {keys[2]}}}, names, names) {
		l.velocity.polar = false
		return ""
	}
	for _, set := range knownVelocities() {
		if l.takeSet(set, names, folded) {
			break
		}
	}
	return ""
}

// namedVelocities takes the columns that Options name.
func (o *Options) namedVelocities(keys [3]string, polar bool, names []string, l *FileColumns) (cause string) {
	v := &Velocity{polar: polar}
	for axis, key := range keys {
		name := o.Columns[key]
		switch {
		case name == "" && axis < 2:
			return fmt.Sprintf("column %s has no name, and %s has", key, keys[1-axis])
		case name == "":
			continue
		case axis == 2 && l.At[ColZ] < 0:
			return fmt.Sprintf("column %s is named for %s, and positions have no z", name, key)
		}
		at := slices.Index(names, name)
		if at < 0 {
			return fmt.Sprintf("no column %s; there is %s", name, infile.List(names))
		}
		l.At[ColVX+axis], l.Name[ColVX+axis], v.names[axis] = at, name, name
	}
	if v.guess(polar); v.names[2] == "" {
		l.At[ColVZ] = -1
	}
	l.velocity, l.Loose = v, true
	return ""
}

// guess takes the units of a speed that the options name by a name that is known.
func (v *Velocity) guess(polar bool) {
	if !polar {
		return
	}
	for _, set := range append(knownVelocities(), velocitiesOfOpenSky()) {
		if slices.Contains(set.names[0], Fold(v.names[0])) && slices.Contains(set.names[1], Fold(v.names[1])) {
			v.ais, v.units = set.ais, set.units
			return
		}
	}
}

// takeSet takes the columns of a set where the table has the first two, and reports whether it has.
func (l *FileColumns) takeSet(set *velocitySet, names, folded []string) bool {
	v := &Velocity{polar: true, ais: set.ais, units: set.units}
	at := [3]int{-1, -1, -1}
	for axis, all := range set.names {
		for _, name := range all {
			if at[axis] < 0 {
				at[axis] = slices.Index(folded, name)
			}
		}
	}
	if at[0] < 0 || at[1] < 0 {
		return false
	}
	if l.At[ColZ] < 0 {
		at[2] = -1
	}
	for axis, column := range at {
		if l.At[ColVX+axis] = column; column >= 0 {
			l.Name[ColVX+axis], v.names[axis] = names[column], names[column]
		}
	}
	l.velocity, l.Loose = v, true
	return true
}

// velocityFactors finds the factors of velocities from their units to the units of the data, and notes the units in words.
func (o *Options) velocityFactors(file string, u, to format.Units, l *FileColumns, of func(kind int) (name, unit string)) (all *columnFactors, err error) {
	v := *l.velocity // files of one layout share it
	l.velocity = &v
	if !v.polar {
		return o.vectorFactors(file, u, to, l, of)
	}
	v.away, v.least = awayKnots, leastKnots
	for _, axis := range []int{0, 2} {
		if v.names[axis] == "" {
			continue
		}
		_, said := of(ColVX + axis)
		by, cause := v.factor(axis, o.ColumnUnits[polarKeys()[axis]], said, to)
		if cause != "" {
			return nil, &format.Error{File: file, Cause: "column " + v.names[axis] + ": " + cause}
		}
		all = all.with(ColVX+axis, by)
		if axis == 0 && by != nil {
			v.away, v.least = by.Of(awayKnots), by.Of(leastKnots)
		}
	}
	return all, nil
}

// factor returns the factor of a speed or a climb whose unit the options give or the file says, and keeps the unit. cause says why there is none.
func (v *Velocity) factor(axis int, given, said string, to format.Units) (by *measure.Factor, cause string) {
	if over, under, ok := measure.CutSpeed(said); ok {
		said = over + "/" + under
	}
	unit := cmp.Or(given, said, v.units[axis])
	switch key := polarKeys()[axis]; {
	case given != "" && said != "" && given != said:
		return nil, fmt.Sprintf("it is in %s, and --units says %s=%s", infile.Shorten(said), key, given)
	case unit == "":
		return nil, fmt.Sprintf("nothing says its unit: --units %s=kn does", key)
	case speedOf(to) == "":
		return nil, fmt.Sprintf("nothing says the units of lengths and times that %s is converted to: --units m,s,%s=%s does", unit, key, unit)
	}
	v.units[axis] = unit
	return convert(unit, speedOf(to), measure.Speed)
}

// vectorFactors finds the factors of vx, vy and vz that the units of the file ask for. Options.ColumnUnits of these are no matter of it.
func (o *Options) vectorFactors(file string, u, to format.Units, l *FileColumns, of func(kind int) (name, unit string)) (*columnFactors, error) {
	for axis, key := range vectorKeys() {
		if _, said := of(ColVX + axis); l.velocity.names[axis] != "" {
			l.velocity.units[axis] = cmp.Or(l.velocity.units[axis], o.ColumnUnits[key], said, speedOf(to))
		}
	}
	all, err := velocities(file, u, to, l, of)
	if refused, is := err.(*format.CurveError); is { //nolint:errorlint // velocities returns it as it is
		return nil, &format.Error{File: file, Cause: refused.Cause}
	}
	return all, err
}

// fault returns the column of a row and what is wrong with its speed or its course, "" for nothing. v may be nil.
func (v *Velocity) fault(row *[NumFloats]float64) (axis int, cause string) {
	switch {
	case v == nil || !v.polar || v.ais:
		return 0, ""
	case row[ColVX] < 0:
		return 0, "a speed below 0"
	case row[ColVY] < 0 || row[ColVY] > 360:
		return 1, "a course outside 0 to 360 degrees"
	}
	return 0, ""
}

// In returns the velocity of a row as a motion has it. moves is false where it is not available; least says that the speed means itself or more.
func (v *Velocity) In(m states.Motion, c *trajectory.Columns, row int) (of [3]float64, moves, least bool) {
	for axis, col := range c.V {
		if col != nil {
			of[axis] = col[row]
		}
	}
	if math.IsNaN(of[2]) {
		of[2] = 0
	}
	if v.polar {
		return v.polarIn(m, of)
	}
	return m.Vector(of), !math.IsNaN(of[0] + of[1]), false
}

// polarIn is In of a speed, a course and a climb.
func (v *Velocity) polarIn(m states.Motion, of [3]float64) (_ [3]float64, moves, least bool) {
	speed, course := of[0], of[1]
	switch {
	case math.IsNaN(speed) || v.ais && (speed < 0 || speed >= v.away):
		return of, false, false
	case speed == 0:
		course = 0
	case math.IsNaN(course) || v.ais && (course < 0 || course >= 360):
		return of, false, false
	}
	return m.Polar(speed, course, of[2]), true, v.ais && speed >= v.least
}

// String says which columns have velocities, such as "SOG (kn), COG".
func (v *Velocity) String() string {
	var all []string
	for axis, name := range v.names {
		switch {
		case name == "":
		case v.units[axis] == "":
			all = append(all, name)
		default:
			all = append(all, name+" ("+v.units[axis]+")")
		}
	}
	return strings.Join(all, ", ")
}
