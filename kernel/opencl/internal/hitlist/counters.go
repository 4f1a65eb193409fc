package hitlist

import (
	"reflect"
	"unsafe"

	"flyby/internal/clrt"
)

// Counters is a copy of what kernels count. Each of its fields is a constant of theirs,
// the field's name with _SLOT after it. Counts are modulo 2^32.
type Counters struct {
	Hit, Borderline uint32                    // hits, and the borderline ones among them
	Solve           uint32                    // interactions of a walk
	Tile            uint32                    // tiles of hits to order
	Longest         uint32                    // hits of one query row, where they are more than a tile's
	Head            uint32                    // hits that encounters begin with
	Loose           uint32                    // hits that joining leaves as they are
	Most            uint32                    // heads of one query trajectory, where they are more than FewHeads
	Hard            uint32                    // 1: there are encounters that only the host can make
	Before, Placed  uint32                    // hits placed before the last were, and with these
	List            [CounterWords - 11]uint32 // pairs of each list of a walk
}

// CounterWords is the size of the counters. A list of hits in order begins after a copy
// of them.
const (
	CounterWords = 128
	HeadBytes    = 4 * CounterWords
)

// The places of some counters.
const (
	headSlot = int(unsafe.Offsetof(Counters{}.Head) / 4)
	hardSlot = int(unsafe.Offsetof(Counters{}.Hard) / 4)
	ListSlot = int(unsafe.Offsetof(Counters{}.List) / 4)
)

var _ = [1]struct{}{}[unsafe.Sizeof(Counters{})-HeadBytes]

// CounterConstants tells kernels where the counters are.
func CounterConstants() []clrt.Constant {
	return append(clrt.Slots(reflect.TypeFor[Counters]()), clrt.Constant{Name: "COUNTERS", Value: CounterWords})
}

// bytes is the memory of the counters.
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
