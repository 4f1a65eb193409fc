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
	wish     int // the most pairs of all lists together
	Capacity int // pairs that the buffer has room for
}

// NewLists makes a buffer without lists. pairs is the most pairs that all its lists
// together will have room for.
func NewLists(dev *clrt.Device, pairs int) *Lists {
	return &Lists{Array: clrt.Array{Name: "walk.pairs"}, dev: dev, wish: pairs}
}

// LeastList is the least room of a list: enough for all pairs that one pair can open
// into.
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
