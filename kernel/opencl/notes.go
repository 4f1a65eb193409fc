package opencl

import (
	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
)

// mostChunks bounds the chunks of a walk.
const mostChunks = 4

// notes is where the counters of each chunk are copied to, and those of the whole
// walk behind them.
type notes struct {
	heads  clrt.Array // on the device
	memory []byte     // of the host: pinned, where there is any
	block  *clrt.Block
	copied [mostChunks]cl.Event
}

// open makes the memory of the host ready for a walk.
func (n *notes) open(l *List) {
	if n.memory == nil {
		n.memory = make([]byte, (mostChunks+1)*headBytes)
		if b, err := l.dev.Pool.Keep(len(n.memory)); err == nil {
			n.memory, n.block = b.Bytes, b
		}
	}
	l.dev.Queues.Hold(n.memory)
}

// bytes is the memory of the k-th copy of the counters.
func (n *notes) bytes(k int) []byte { return n.memory[k*headBytes : (k+1)*headBytes] }

// counters is the k-th copy, with the counters of lists from slot lists on in the place
// of those of a walk in one go.
func (n *notes) counters(k, lists int) (c counters) {
	copy(c.bytes(), n.bytes(k))
	copy(c.List[:], c.List[lists:])
	return c
}
