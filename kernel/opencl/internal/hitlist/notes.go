package hitlist

import (
	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
)

// MostWaves bounds the waves of a walk.
const MostWaves = 4

// notes is where the counters are copied to: copy k after wave k of a walk, and copy
// MostWaves after the whole walk.
type notes struct {
	Heads  clrt.Array // on the device
	Memory []byte     // of the host: pinned, where there is any
	block  *clrt.Block
	Copied [MostWaves]cl.Event
}

// Open makes the memory of the host ready for a walk.
func (n *notes) Open(l *List) {
	if n.Memory == nil {
		n.Memory = make([]byte, (MostWaves+1)*HeadBytes)
		if b, err := l.dev.Pool.Keep(len(n.Memory)); err == nil {
			n.Memory, n.block = b.Bytes, b
		}
	}
	l.dev.Queues.Hold(n.Memory)
}

// Bytes is the memory of the k-th copy of the counters.
func (n *notes) Bytes(k int) []byte { return n.Memory[k*HeadBytes : (k+1)*HeadBytes] }

// Counters is the k-th copy of the counters. The lists of wave k are counted from
// List[lists] on; in the copy they are from List[0] on, as those of a walk in one go.
func (n *notes) Counters(k, lists int) (c Counters) {
	copy(c.bytes(), n.Bytes(k))
	copy(c.List[:], c.List[lists:])
	return c
}
