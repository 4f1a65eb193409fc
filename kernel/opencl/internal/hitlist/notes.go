package hitlist

import (
	"flyby/internal/cl"
	"flyby/internal/clrt"
)

// mostWaves bounds the waves of a walk.
const mostWaves = 4

// notes is copies of the counters: copy k as of wave k of a walk, and copy mostWaves as of
// the whole walk.
type notes struct {
	heads  clrt.Array // on the device
	Memory []byte     // on the host: pinned, where the device has pinned memory
	block  *clrt.Block
	copied [mostWaves]cl.Event
}

// open allocates the host's memory and prepares it for a walk.
func (n *notes) open(l *List) {
	if n.Memory == nil {
		n.Memory = make([]byte, (mostWaves+1)*HeadBytes)
		if b, err := l.dev.Pool.Keep(len(n.Memory)); err == nil {
			n.Memory, n.block = b.Bytes, b
		}
	}
	l.dev.Queues.Hold(n.Memory)
}

// bytes returns the host's memory of the k-th copy of the counters.
func (n *notes) bytes(k int) []byte { return n.Memory[k*HeadBytes : (k+1)*HeadBytes] }

// counters returns the k-th copy of the counters. The kernels count the lists of wave k from
// List[lists] on; the result has these counts from List[0] on, as in a walk without waves.
func (n *notes) counters(k, lists int) (c Counters) {
	copy(c.bytes(), n.bytes(k))
	copy(c.List[:], c.List[lists:])
	return c
}
