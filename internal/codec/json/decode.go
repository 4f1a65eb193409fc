package json

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/codec"
)

// A decoder makes rows of values. Each goroutine has its own.
type decoder struct {
	*wanted
	cells  [][]byte // [slots] of the row at hand; nil: null
	seen   []int    // [slots] the walk that found a cell
	walks  int
	faults []codec.Fault // of the row at hand, whose Row is a slot
	made   []byte        // texts that are not in the document as they are

	b    *codec.Batch
	rows int         // in b
	full func() bool // is called when b has a row more; false ends the decoding

	atLine int
	prefix []byte // of the paths of rows
	begin  func(prefix []byte, first, line int)
	cause  string // what is wrong with the document
}

// A wanted is the columns that are filled.
type wanted struct {
	top, around *level
	slots       []int // [columns] -1: not wanted
	at          []int // [slots] columns
	digits      []bool
	derived     []deriving // in slots
}

// want returns what fills columns.
func (y *layout) want(columns []int) *wanted {
	w := &wanted{slots: slices.Repeat([]int{-1}, len(y.columns))}
	add := func(column int) int {
		if w.slots[column] < 0 {
			w.slots[column] = len(w.at)
			w.at, w.digits = append(w.at, column), append(w.digits, y.columns[column].Kind == codec.Digits)
		}
		return w.slots[column]
	}
	for _, column := range columns {
		add(column)
	}
	for _, d := range y.derived {
		if d.column = w.slots[d.column]; d.column < 0 {
			continue
		}
		d.from = slices.Clone(d.from)
		for i := range d.from {
			d.from[i] = add(d.from[i])
		}
		w.derived = append(w.derived, d)
	}
	w.top, w.around = y.top.pruned(w.slots), y.around.pruned(w.slots)
	return w
}

// newDecoder returns a decoder that fills a batch.
func (w *wanted) newDecoder() *decoder {
	return &decoder{wanted: w, cells: make([][]byte, len(w.at)), seen: make([]int, len(w.at)), full: func() bool { return true }, begin: func([]byte, int, int) {}}
}

// start makes a batch empty, for a decoder to fill.
func (d *decoder) start(b *codec.Batch) {
	if len(b.Values) != len(d.slots) {
		b.Values = make([]codec.Values, len(d.slots))
	}
	for i := range b.Values {
		b.Values[i].Reset()
	}
	b.Missed, b.Rest = nil, nil
	d.b, d.rows = b, 0
}

// value adds the rows of a value; false ends the decoding. around is the document around the list of values.
func (d *decoder) value(value, around []byte) bool {
	clear(d.cells)
	d.faults = d.faults[:0]
	if d.around != nil {
		var f found
		d.walks++
		d.walk(d.around.plan, around, &f)
	}
	if d.top.isRow() {
		d.beginOne()
	}
	return d.level(d.top, value)
}

// beginOne says that the row at hand is a value or an item by itself.
func (d *decoder) beginOne() {
	path := bytes.TrimSuffix(d.prefix, []byte("."))
	at := bytes.LastIndexByte(path, '.') + 1
	first, err := strconv.Atoi(string(path[at:]))
	if err != nil {
		first = -1 // a line
	}
	d.begin(path[:at], first, d.atLine)
}

// found are the values with roles in an object.
type found [numRoles][]byte

// level adds the rows of a value of a level to rows.
func (d *decoder) level(l *level, value []byte) bool {
	var f found
	d.walks++
	d.walk(l.plan, value, &f)
	switch {
	case l.kind != noTrack:
		return d.track(l, &f)
	case l.rows == nil:
		return d.emit()
	case f[rowList] == nil || f[rowList][0] == 'n':
		return true
	case f[rowList][0] != '[':
		return d.fail(strings.Join(l.path, ".") + " is no list")
	}
	return d.list(l, f[rowList])
}

// list adds the rows of the items of a list.
func (d *decoder) list(l *level, list []byte) bool {
	before, faults, size, i := slices.Clone(d.cells), slices.Clone(d.faults), len(d.prefix), 0
	for _, key := range l.path {
		d.prefix = append(append(d.prefix, key...), '.')
	}
	inside := len(d.prefix)
	if l.rows.isRow() {
		d.begin(d.prefix, 0, d.atLine)
	}
	for m := range members(list) {
		if i++; i > 1 {
			copy(d.cells, before)
			d.faults = append(d.faults[:0], faults...)
		}
		if !l.rows.isRow() {
			d.prefix = append(strconv.AppendInt(d.prefix[:inside], int64(i-1), 10), '.')
		}
		if c := m.value[0]; c != '{' && c != '[' {
			return d.fail(fmt.Sprintf("item %d is neither an object nor a list", i-1))
		}
		if !d.level(l.rows, m.value) {
			return false
		}
	}
	d.prefix = d.prefix[:size]
	return true
}

// fail ends the decoding by an error of the document.
func (d *decoder) fail(cause string) bool {
	d.cause = cause
	return false
}

// walk takes a value by its plan.
func (d *decoder) walk(p *plan, value []byte, f *found) {
	switch c := value[0]; {
	case p.role != noRole:
		f[p.role] = value
		if p.role == placeType || p.role == placeCRS {
			f[p.role] = decoded(nil, bytes.Trim(value, `"`))
		}
	case c != '{' && c != '[':
		d.set(p.column, value)
	case len(p.members) > 0:
		d.walkInside(p, value, f)
	case p.column >= 0:
		d.foul(p.column, string(c), notScalar)
	}
}

// notScalar is the cause of a list or an object where other rows have a single value.
const notScalar = "must be a number, a text or null"

// walkInside takes what is inside of an object or a list. Keys mostly come in the order of the first rows.
func (d *decoder) walkInside(p *plan, value []byte, f *found) {
	next, index := 0, 0
	isList := value[0] == '['
	var number [20]byte
	for m := range members(value) {
		if isList {
			m.key = strconv.AppendInt(number[:0], int64(index), 10)
			index++
		} else if bytes.IndexByte(m.key, '\\') >= 0 {
			m.key = decoded(nil, m.key)
		}
		for i := range p.members {
			at := next + i
			if at >= len(p.members) {
				at -= len(p.members)
			}
			if q := p.members[at]; q.key == string(m.key) {
				d.walk(q, m.value, f)
				next = at + 1
				break
			}
		}
	}
}

// set takes the value of a cell.
func (d *decoder) set(slot int, value []byte) {
	if slot < 0 {
		return
	}
	if d.seen[slot] == d.walks {
		d.faults = append(d.faults, codec.Fault{Row: slot, Value: string(d.cell(value, false)), Cause: "the key stands twice in an object"})
	}
	d.seen[slot], d.cells[slot] = d.walks, d.cell(value, d.digits[slot])
}

// cell returns the text of a value, nil for null. An empty text is no number.
func (d *decoder) cell(value []byte, digits bool) []byte {
	switch value[0] {
	case 'n':
		return nil
	case '"':
		text := inner(value)
		if bytes.IndexByte(text, '\\') >= 0 {
			text = d.keep(func(dst []byte) []byte { return decoded(dst, text) })
		}
		if digits && len(text) == 0 {
			return nil
		}
		return text
	}
	return value
}

// keep returns what a function appends.
func (d *decoder) keep(add func(dst []byte) []byte) []byte {
	from := len(d.made)
	d.made = add(d.made)
	return d.made[from:len(d.made):len(d.made)]
}

// emit adds the row at hand.
func (d *decoder) emit() bool {
	for _, of := range d.derived {
		d.cells[of.column] = d.derivedCell(&of)
	}
	for slot, cell := range d.cells {
		v := &d.b.Values[d.at[slot]]
		if v.Texts = append(v.Texts, cell); cell == nil {
			v.Nulls.Add(d.rows)
		}
	}
	for _, f := range d.faults {
		v := &d.b.Values[d.at[f.Row]]
		v.Faults = append(v.Faults, codec.Fault{Row: d.rows, Value: f.Value, Cause: f.Cause})
	}
	d.rows++
	return d.full()
}

// derivedCell makes a derived cell.
func (d *decoder) derivedCell(of *deriving) []byte {
	var in [][]byte
	for _, slot := range of.from {
		cell := d.cells[slot]
		if of.either && cell != nil {
			return cell
		}
		if in = append(in, cell); cell == nil && !of.either {
			return nil
		}
	}
	if of.either {
		return nil
	}
	return d.keep(func(dst []byte) []byte { return of.make(dst, in) })
}
