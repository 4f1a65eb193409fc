package hitlist

import (
	"flyby/internal/clrt"
	"flyby/kernel/cl"
)

// mostWaves bounds the waves of a walk.
const mostWaves = 4

// notes is where the counters are copied to: copy k after wave k of a walk, and copy
// mostWaves after the whole walk.
type notes struct {
	heads  clrt.Array // on the device
	Memory []byte     // of the host: pinned, where there is any
	block  *clrt.Block
	copied [mostWaves]cl.Event
}

// open makes the memory of the host ready for a walk.
func (n *notes) open(l *List) {
	if n.Memory == nil {
		n.Memory = make([]byte, (mostWaves+1)*HeadBytes)
		if b, err := l.dev.Pool.Keep(len(n.Memory)); err == nil {
			n.Memory, n.block = b.Bytes, b
		}
	}
	l.dev.Queues.Hold(n.Memory)
}

// bytes is the memory of the k-th copy of the counters.
func (n *notes) bytes(k int) []byte { return n.Memory[k*HeadBytes : (k+1)*HeadBytes] }

// counters is the k-th copy of the counters. The lists of wave k are counted from
// List[lists] on; in the copy they are from List[0] on, as those of a walk in one go.
func (n *notes) counters(k, lists int) (c Counters) {
	copy(c.bytes(), n.bytes(k))
	copy(c.List[:], c.List[lists:])
	return c
}
