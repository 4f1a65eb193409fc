package reading

import (
	"math"
	"math/bits"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// ValueRows have readers keep all rows of some trajectories for Attributes.SettleRows, and no others: IDs has the ids of the trajectories. With nil IDs rows of
// all trajectories are kept, beside the changes of their values.
type ValueRows struct{ IDs map[string]bool }

// A Noter adds the values in the rows of a file to Attributes, some rows at a time: Begin, Value for each, End. Its methods do nothing for nil.
type Noter struct {
	to       *format.Attributes
	settling *ValueRows // nil: no row is kept
	told     int        // bytes that memory was found for

	numbers *Coder  // of ids of blocks
	slots   []int32 // by number of an id: the number in the attributes plus 1, less than 0: its rows are not wanted; 0: not known yet
	wrong   []bool  // by number of an id: the last row was dropped

	// Of the rows at hand:

	id     func(number uint32) string
	ids    []uint32
	times  []float64
	places []uint64
	codes  []uint32 // [rows][attributes] of the texts of the attributes
	kept   []int    // rows that are not left out as repeats of the row before, where only some is true
	some   bool
	drops  []int // among kept rows, or all
	local  []uint32
}

// NewNoter returns a Noter of the attributes that options ask for, nil if there are none.
func NewNoter(o *Options) *Noter {
	a := o.NewAttributes(o.ValueRows != nil)
	if a == nil {
		return nil
	}
	return &Noter{to: a, settling: o.ValueRows, numbers: &Coder{}}
}

// share has the numbers of blocks' ids come from a Coder that numbers these ids anyway.
func (n *Noter) share(numbers *Coder) {
	if n != nil {
		n.numbers = numbers
	}
}

// Attributes returns the attributes; nil: there are none.
func (n *Noter) Attributes() *format.Attributes {
	if n == nil {
		return nil
	}
	return n.to
}

// Bytes returns the memory of the attributes, about.
func (n *Noter) Bytes() int {
	if n == nil {
		return 0
	}
	const change = 16 // at most, of a value in the rows at hand
	return n.to.Bytes() + 5*len(n.slots) + change*len(n.codes)
}

// beginBlock is Begin for the rows of a block, with their values.
func (n *Noter) beginBlock(b *Block, held, loose bool) {
	c := trajectory.Columns{Loose: loose}
	for kind, col := range FloatsOf(&c) {
		*col = b.col[kind]
	}
	n.Begin(&c, n.numbers.set(&b.ids), held, n.numbers.Known().Text)
	n.local = infile.Resized(n.local, len(b.values.texts))
	for i, text := range b.values.texts {
		n.local[i] = n.to.CodeOf(text)
	}
	for i, code := range b.values.codes {
		n.codes[i] = n.local[code]
	}
}

// Begin takes the ids, the times and the places of rows: ids has the number of each row's trajectory, and id returns the id of a number, for rows
// whose columns may be overwritten before End. With held, z is not part of a place.
func (n *Noter) Begin(c *trajectory.Columns, ids []uint32, held bool, id func(number uint32) string) {
	if n == nil {
		return
	}
	n.id, n.ids, n.times = id, append(n.ids[:0], ids...), append(n.times[:0], c.T...)
	n.codes, n.drops, n.some = infile.Resized(n.codes, len(ids)*len(n.to.Names)), n.drops[:0], false
	n.places = n.places[:0]
	if n.settling == nil {
		return
	}
	for row := range c.T {
		n.places = append(n.places, placeOf(c, row, held))
	}
}

// placeOf returns a number of a row's place, and velocity, that equal places share.
func placeOf(c *trajectory.Columns, row int, held bool) (place uint64) {
	const odd = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio, as in Knuth's multiplicative hashing
	for i, col := range [...][]float64{c.X, c.Y, c.Z, c.V[0], c.V[1], c.V[2]} {
		if len(col) > 0 && !(i == 2 && held) && !(i > 2 && c.Loose) {
			place = bits.RotateLeft64(place^math.Float64bits(col[row]+0), 29) * odd // + 0: -0 is 0
		}
	}
	return place
}

// Set sets the value of an attribute in a row of those that Begin took, as a code of CodeOf.
func (n *Noter) Set(row, attribute int, code uint32) { n.codes[row*len(n.to.Names)+attribute] = code }

// Kept says which rows are not left out as repeats of the row of their trajectory before.
func (n *Noter) Kept(rows []int) {
	if n != nil {
		n.kept, n.some = rows, true
	}
}

// Drop says that a row, one of Kept if that was called, is bad and dropped.
func (n *Noter) Drop(row int) {
	if n != nil {
		n.drops = append(n.drops, row)
	}
}

// End adds the values of the rows that were not dropped. The error is a *memory.Error.
func (n *Noter) End() error {
	if n == nil {
		return nil
	}
	slices.Sort(n.drops)
	kept, drops, next := n.kept, n.drops, 0 // next: the place among kept rows
	for row, number := range n.ids {
		n.grow(number)
		if isKept := !n.some || len(kept) > 0 && kept[0] == row; isKept {
			n.wrong[number] = len(drops) > 0 && drops[0] == next
			if n.wrong[number] {
				drops = drops[1:]
			}
			if n.some {
				kept = kept[1:]
			}
			next++
		}
		if !n.wrong[number] {
			n.add(row, number)
		}
	}
	n.codes = n.codes[:0]
	bytes := n.Bytes()
	if bytes <= n.told {
		return nil
	}
	n.told = 2 * bytes
	return memory.Need("values of --with and as many to come (--with first:NAME keeps one value a trajectory)", uint64(bytes))
}

// grow makes room for a number.
func (n *Noter) grow(number uint32) {
	if int(number) >= len(n.slots) {
		more := max(int(number)+1, 2*len(n.slots)) - len(n.slots)
		n.slots, n.wrong = append(n.slots, make([]int32, more)...), append(n.wrong, make([]bool, more)...)
	}
}

// add adds the values of a row.
func (n *Noter) add(row int, number uint32) {
	if n.slots[number] == 0 {
		n.slots[number] = n.slotOf(n.id(number))
	}
	traj := int(n.slots[number]) - 1
	if traj < 0 {
		return
	}
	codes := n.codes[row*len(n.to.Names):][:len(n.to.Names)]
	n.to.Add(traj, n.times[row], codes)
	if n.settling != nil {
		n.to.Keep(traj, n.times[row], n.places[row], codes)
	}
}

// slotOf returns the number of an id in the attributes plus 1, less than 0 where the id is not wanted.
func (n *Noter) slotOf(id string) int32 {
	if s := n.settling; s != nil && s.IDs != nil && !s.IDs[id] {
		return -1
	}
	return int32(n.to.Trajectory(id)) + 1
}

// blockValues has the values of attributes in the rows of a block.
type blockValues struct {
	codes []uint32 // [rows][attributes] of texts
	texts []string // the first is ""
	index map[string]uint32
}

func (v *blockValues) reset() {
	clear(v.texts)
	v.codes, v.texts = v.codes[:0], v.texts[:0]
	clear(v.index)
}

// add adds the value of an attribute in the next row, after the values of the attributes before it.
func (v *blockValues) add(attributes int, c infile.Cell) {
	if v.index == nil {
		v.index = map[string]uint32{}
	}
	if len(v.texts) == 0 {
		v.texts, v.index[""] = append(v.texts, ""), 0
	}
	text, isText := c.Text()
	if !isText {
		text = []byte(c.String())
	}
	if before := len(v.codes) - attributes; before >= 0 {
		if code := v.codes[before]; v.texts[code] == string(text) { // the usual case
			v.codes = append(v.codes, code)
			return
		}
	}
	code, known := v.index[string(text)]
	if !known {
		one := string(text)
		code = uint32(len(v.texts))
		v.texts, v.index[one] = append(v.texts, one), code
	}
	v.codes = append(v.codes, code)
}
