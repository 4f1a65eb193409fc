package json

import (
	"fmt"
	"slices"
	"strconv"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// track adds the rows of an object with positions.
func (d *decoder) track(l *level, f *found) bool {
	if l.kind == motion {
		return d.motion(l, f)
	}
	switch kind, at := string(f[placeType]), f[coordinates]; {
	case at == nil || at[0] != '[':
		return d.single(l, nil, nil)
	case kind == "Point":
		return d.single(l, at, nil)
	case kind == "MultiPoint" || kind == "LineString":
		return d.line(l, "geometry.coordinates.", at, f[times], 0)
	case kind == "MultiLineString":
		return d.lines(l, at, f[times])
	default:
		d.foul(l.columns[columnX], kind, "no position: points and lines are read, and polygons by flyby visits --zones")
		return d.single(l, nil, nil)
	}
}

// foul notes the fault of a cell of the row at hand, if its column is wanted. The value stands in the cell, so that it is not taken for null.
func (d *decoder) foul(slot int, value, cause string) {
	if slot >= 0 {
		d.cells[slot] = []byte(value)
		d.faults = append(d.faults, codec.Fault{Row: slot, Value: value, Cause: cause})
	}
}

// motion adds the rows of motion of MF-JSON.
func (d *decoder) motion(l *level, f *found) bool {
	for _, key := range l.base {
		d.prefix = append(append(d.prefix, key...), '.')
	}
	if cause := l.unlike(f); cause != "" {
		return d.fail(cause)
	}
	if f[sequences] == nil || f[sequences][0] != '[' {
		return d.sequence(l, "", f, 0)
	}
	i := 0
	for m := range members(f[sequences]) {
		if m.value[0] != '{' {
			return d.fail(fmt.Sprintf("item %d of sequences is no object", i))
		}
		of := found{steps: f[steps]}
		for inside := range members(m.value) {
			if role := roleOfMotion([]string{keyText(inside.key)}); role != noRole && role != placeType {
				of[role] = inside.value
			}
		}
		if !d.sequence(l, "sequences."+strconv.Itoa(i)+".", &of, i) {
			return false
		}
		i++
	}
	return true
}

// unlike returns what is wrong with an object of motion: another type, or a CRS that is not the first object's.
func (l *level) unlike(f *found) (cause string) {
	kind, crs := string(f[placeType]), string(f[placeCRS])
	switch {
	case kind != "" && kind != "MovingPoint" && kind != "MovingGeomPoint" && kind != "MovingGeogPoint":
		return fmt.Sprintf("type %q: moving points are read", infile.Shorten(kind))
	case crs != l.crs && !(crs == "" && l.crs == world):
		return fmt.Sprintf("crs %q, and the first is %q", infile.Shorten(crs), infile.Shorten(l.crs))
	}
	return ""
}

// sequence adds the rows of one piece of motion.
func (d *decoder) sequence(l *level, path string, f *found, piece int) bool {
	at := f[coordinates]
	if at == nil || at[0] != '[' {
		return true
	}
	if isNumber(firstOf(at)) {
		of := f[times]
		if of != nil && of[0] == '[' {
			of = firstOf(of)
		}
		return d.single(l, at, of)
	}
	if how := stepsOf(f[steps]); how != "" && isList(secondOf(at)) {
		return d.fail(fmt.Sprintf("interpolation %q: between two positions flyby's motion is linear, and steps, which hold until the next position, are not read", infile.Shorten(how)))
	}
	return d.line(l, path+"coordinates.", at, f[times], piece)
}

// stepsOf returns the interpolation that is not linear, "" for none.
func stepsOf(value []byte) string {
	if isList(value) {
		value = firstOf(value)
	}
	if len(value) == 0 || value[0] != '"' {
		return ""
	}
	if how := string(decoded(nil, inner(value))); how != "Linear" {
		return how
	}
	return ""
}

// firstOf and secondOf return an item of a list, nil for none.
func firstOf(list []byte) []byte {
	for m := range members(list) {
		return m.value
	}
	return nil
}

func secondOf(list []byte) []byte {
	i := 0
	for m := range members(list) {
		if i++; i == 2 {
			return m.value
		}
	}
	return nil
}

func isList(value []byte) bool   { return len(value) > 0 && value[0] == '[' }
func isNumber(value []byte) bool { return len(value) > 0 && (value[0] == '-' || value[0]-'0' <= 9) }

// single adds the row of one position, nil for none, at a time.
func (d *decoder) single(l *level, at, time []byte) bool {
	d.beginOne()
	d.clock(l, time)
	d.position(l, at)
	return d.emit()
}

// lines adds the rows of several lines, with lists of times for each of them.
func (d *decoder) lines(l *level, at, times []byte) bool {
	var clocks [][]byte
	if isList(times) {
		for m := range members(times) {
			clocks = append(clocks, m.value)
		}
	}
	i := 0
	for m := range members(at) {
		var of []byte
		switch {
		case !isList(m.value):
			return d.fail(fmt.Sprintf("item %d of coordinates is no list", i))
		case i < len(clocks):
			of = clocks[i]
		case clocks != nil:
			return d.fail(fmt.Sprintf("times of %d lines, and there are more", len(clocks)))
		}
		if !d.line(l, "geometry.coordinates."+strconv.Itoa(i)+".", m.value, of, i) {
			return false
		}
		i++
	}
	return true
}

// line adds a row for each position of a list, with the time of the same place in a list of times, if the line has one.
func (d *decoder) line(l *level, path string, at, times []byte, piece int) bool {
	var clocks [][]byte
	if isList(times) {
		for m := range members(times) {
			clocks = append(clocks, m.value)
		}
	}
	d.begin(append(slices.Clone(d.prefix), path...), 0, d.atLine)
	if slot := l.columns[columnPiece]; slot >= 0 {
		d.cells[slot] = strconv.AppendInt(nil, int64(piece), 10)
	}
	faults, i := len(d.faults), 0
	for m := range members(at) {
		d.faults = d.faults[:faults]
		if clocks != nil && i < len(clocks) {
			d.clock(l, clocks[i])
		} else {
			d.clock(l, nil)
		}
		if d.position(l, m.value); !d.emit() {
			return false
		}
		i++
	}
	if clocks != nil && i != len(clocks) {
		return d.fail(fmt.Sprintf("%d times of %d positions", len(clocks), i))
	}
	return true
}

// clock sets the time of the row at hand.
func (d *decoder) clock(l *level, time []byte) {
	slot := l.columns[columnT]
	if slot < 0 {
		return
	}
	if d.cells[slot] = nil; time == nil {
		return
	}
	if time[0] == '[' || time[0] == '{' {
		d.foul(slot, string(time[:1]), notScalar)
		return
	}
	d.cells[slot] = d.cell(time, d.digits[slot])
}

// position sets the coordinates of the row at hand.
func (d *decoder) position(l *level, at []byte) {
	for _, slot := range l.columns[:columnT] {
		if slot >= 0 {
			d.cells[slot] = nil
		}
	}
	if at == nil {
		return
	}
	i := 0
	if isList(at) {
		for m := range members(at) {
			if i < columnPiece {
				d.coordinate(l, i, m.value)
			}
			i++
		}
	}
	if i < 2 || i > columnPiece {
		d.foul(l.columns[columnX], infile.Shorten(string(at)), "a position is a list of two to four numbers")
	}
}

// coordinate sets a coordinate of the row at hand; the fourth is its time where nothing else is.
func (d *decoder) coordinate(l *level, i int, value []byte) {
	slot := l.columns[i]
	if slot < 0 || i == columnT && d.cells[slot] != nil {
		return
	}
	if !isNumber(value) && value[0] != 'n' {
		d.foul(slot, infile.Shorten(string(value)), "not a number")
		return
	}
	d.cells[slot] = d.cell(value, true)
}
