package output

import (
	"math"
	"slices"

	"flyby/internal/infile"
)

// A distinct numbers values in the order of their first appearance, as the dictionary of a column does. It is
// for one goroutine at a time.
type distinct struct {
	slots  []distinctSlot
	after  []int32  // of codes below lowCodes: their numbers + 1
	values []uint64 // by number
	number []int32  // of each value that was added
}

type distinctSlot struct {
	value uint64
	after int32 // its number + 1; 0: none
}

const (
	// mostDistinct is the most values of a dictionary. Columns of more values gain little from one.
	mostDistinct  = 1 << 14
	slotBits      = 15
	distinctSlots = 1 << slotBits
	// lowCodes is the bound below which codes need no hashing: most files have no more trajectories.
	lowCodes = 1 << 15
)

// empty forgets all values.
func (d *distinct) empty() {
	if d.slots == nil {
		d.slots = make([]distinctSlot, distinctSlots)
	}
	clear(d.slots)
	d.values, d.number = d.values[:0], d.number[:0]
}

// add returns the number of a value; ok is false where there are too many.
func (d *distinct) add(value uint64) (number int32, ok bool) {
	const spread = 0x9E3779B97F4A7C15                     // 2^64 by the golden ratio
	for at := value * spread >> (64 - slotBits); ; at++ { // whole numbers differ in their high bits
		s := &d.slots[at%distinctSlots]
		switch {
		case s.after > 0 && s.value == value:
			return s.after - 1, true
		case s.after > 0:
			continue
		case len(d.values) == mostDistinct:
			return 0, false
		}
		d.values = append(d.values, value)
		s.value, s.after = value, int32(len(d.values))
		return s.after - 1, true
	}
}

// few reports whether a dictionary is shorter than all values as they are.
func (d *distinct) few() bool { return 2*len(d.values) <= len(d.number) }

// addFloats adds numbers, which are equal if their bits are. It reports whether they are few enough.
func (d *distinct) addFloats(values []float64) bool {
	d.empty()
	var last uint64
	var number int32
	for i, v := range values {
		if bits := math.Float64bits(v); i == 0 || bits != last {
			ok := false
			if number, ok = d.add(bits); !ok {
				return false
			}
			last = bits
		}
		d.number = append(d.number, number)
	}
	return d.few()
}

// addCodes is addFloats for trajectories.
func (d *distinct) addCodes(values []uint32) bool {
	if len(values) > 0 && slices.Max(values) < lowCodes {
		return d.addLow(values)
	}
	d.empty()
	var last uint32
	var number int32
	for i, v := range values {
		if i == 0 || v != last {
			ok := false
			if number, ok = d.add(uint64(v)); !ok {
				return false
			}
			last = v
		}
		d.number = append(d.number, number)
	}
	return d.few()
}

// addLow is addCodes for codes below lowCodes.
func (d *distinct) addLow(values []uint32) bool {
	d.after = infile.Resized(d.after, lowCodes)
	clear(d.after)
	d.values, d.number = d.values[:0], infile.Resized(d.number, len(values))
	after, number := (*[lowCodes]int32)(d.after), d.number[:len(values)]
	for i, v := range values {
		at := &after[v%lowCodes]
		if *at == 0 {
			if len(d.values) == mostDistinct {
				return false
			}
			d.values = append(d.values, uint64(v))
			*at = int32(len(d.values))
		}
		number[i] = *at - 1
	}
	return d.few()
}
