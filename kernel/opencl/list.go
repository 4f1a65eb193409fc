package opencl

import "flyby/kernel/opencl/internal/clrt"

// lists is the buffer of the lists of a walk, cut in equal parts.
type lists struct {
	clrt.Array
	capacity int  // pairs, of all lists together
	outgrown bool // by a walk in chunks, and by all in one go since then
}

func newLists() lists {
	return lists{Array: clrt.Array{Name: "walk.pairs"}}
}

// leastList is the room that a list needs: all that one pair can open into.
const leastList = 2 * openBoth

// roomForLists makes the buffer for n lists and returns the room of each.
func (d *Driver) roomForLists(n int) (room int, err error) {
	l := &d.lists
	least := n * leastList
	if l.capacity < least {
		l.capacity = 0
		wish := max(d.options.PairCapacity, least)
		l.capacity, err = d.dev.Memory.Shrink(wish, max(least, min(wish, minItems)), clrt.Plane{Array: &l.Array, Item: pairBytes})
		if err != nil {
			l.capacity = 0
			return 0, err
		}
		d.dev.Log.Debug("allocated", "buffer", l.Name, "room", l.capacity)
	}
	return l.capacity / n, nil
}
