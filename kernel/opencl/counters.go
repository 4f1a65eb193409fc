package opencl

import "flyby/kernel/opencl/internal/clrt"

// The counters buffer holds the numbers of hits, of borderline ones among them
// (hits.cl has the two together), of interactions (modulo 2^32),
// of tiles of hits to order and of the longest row (order.cl has the two together),
// of the hits that were in order before the last were placed and of all placed
// (again together),
// of heads of encounters and what goes with them (encounters.cl has the four together),
// and the lengths of the lists of a walk, list k in slot listSlot + k.
const (
	hitSlot = iota
	borderlineSlot
	solveSlot
	tileSlot
	longestSlot
	headSlot
	looseSlot
	mostSlot
	hardSlot
	placedSlot
	_
	listSlot
	counterWords = 128
)

// counters is a copy of the counters.
type counters [counterWords]uint32

// clear sets the counters [first, last) to 0.
func (d *Driver) clear(first, last int) error {
	return d.dev.Queues.Zero(d.counters, 4*first, 4*(last-first))
}

// count reads the counters, which waits for all commands.
func (d *Driver) count() (c counters, err error) {
	data := make([]uint32, counterWords)
	err = clrt.ReadNow(d.dev.Queues, d.counters, 0, data)
	return counters(data), err
}
