package pair

import (
	"flyby/binindex"
	"flyby/internal/clrt"
)

// PairBytes is the size of a pair in memory.
const PairBytes = 8

// Lists is the buffer of lists of pairs, cut in equal parts.
type Lists struct {
	clrt.Array
	dev      *clrt.Device
	wish     int // pairs that there may be room for, of all lists together
	Capacity int // pairs there is room for
}

// NewLists makes a buffer of no lists, which has room for a number of pairs once it
// has some.
func NewLists(dev *clrt.Device, pairs int) *Lists {
	return &Lists{Array: clrt.Array{Name: "walk.pairs"}, dev: dev, wish: pairs}
}

// LeastList is the room that a list needs: all that one pair can open into.
const LeastList = 2 * binindex.Fan * binindex.Fan

// Room makes the buffer for n lists and returns the room of each.
func (l *Lists) Room(n int) (pairs int, err error) {
	least := n * LeastList
	if l.Capacity < least {
		l.Capacity = 0
		wish := max(l.wish, least)
		l.Capacity, err = l.dev.Memory.Shrink(wish, least, clrt.Plane{Array: &l.Array, Item: PairBytes})
		if err != nil {
			l.Capacity = 0
			return 0, err
		}
		l.dev.Log.Debug("allocated", "buffer", l.Name, "room", l.Capacity)
	}
	return l.Capacity / n, nil
}
