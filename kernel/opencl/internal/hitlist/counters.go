package hitlist

import (
	"reflect"
	"unsafe"

	"flyby/internal/clrt"
)

// Counters is a copy of the counters that kernels add to. Each field is a constant of the
// kernels, named like the field with _SLOT after it. Counts are modulo 2^32.
type Counters struct {
	Hit, Borderline uint32                    // hits, and the borderline ones among them
	Solve           uint32                    // interactions of a walk
	Tile            uint32                    // tiles of hits to order
	Longest         uint32                    // hits of the longest query row, if they fill more than a tile
	Head            uint32                    // hits that begin an encounter
	Loose           uint32                    // hits that joining leaves as hits
	Most            uint32                    // the most heads of one query trajectory, if more than FewHeads
	Hard            uint32                    // 1: there are encounters that only the host can make
	Before, Placed  uint32                    // hits placed before the last placing, and after it
	List            [CounterWords - 11]uint32 // pairs of each list of a walk
}

// CounterWords is the size of the counters. A list of ordered hits begins after a copy of
// the counters.
const (
	CounterWords = 128
	HeadBytes    = 4 * CounterWords
)

// Places of counters, in words.
const (
	headSlot = int(unsafe.Offsetof(Counters{}.Head) / 4)
	hardSlot = int(unsafe.Offsetof(Counters{}.Hard) / 4)
	ListSlot = int(unsafe.Offsetof(Counters{}.List) / 4)
)

var _ = [1]struct{}{}[unsafe.Sizeof(Counters{})-HeadBytes]

// CounterConstants returns the constants by which kernels find the counters.
func CounterConstants() []clrt.Constant {
	return append(clrt.Slots(reflect.TypeFor[Counters]()), clrt.Constant{Name: "COUNTERS", Value: CounterWords})
}

// bytes returns the memory of the counters, not a copy.
func (c *Counters) bytes() []byte { return (*[HeadBytes]byte)(unsafe.Pointer(c))[:] }

// Clear sets the counters [first, last) to 0.
func (l *List) Clear(first, last int) error {
	return l.dev.Queues.Zero(l.Counters, 4*first, 4*(last-first))
}

// Count reads the counters, which waits for all commands.
func (l *List) Count() (Counters, error) {
	c := new(Counters)
	err := clrt.ReadNow(l.dev.Queues, l.Counters, 0, c.bytes())
	return *c, err
}
