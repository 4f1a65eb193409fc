package device

import (
	"flyby/internal/cl"
	"flyby/points"
)

// Points are coordinates on the device: [dimensions][count] float64.
type Points struct {
	Buffer            *cl.Buffer
	Count, Dimensions int
}

// Send copies the coordinates of rows [first, last) to the device.
func (d *Device) Send(name string, s *points.Store, first, last int) (Points, error) {
	p := Points{Count: last - first, Dimensions: s.Dimensions()}
	columns := make([][]byte, p.Dimensions)
	for j := range columns {
		columns[j] = cl.Bytes(s.Column(j)[first:last])
	}
	var err error
	p.Buffer, err = d.SendBytes(name, columns...)
	return p, err
}

// SendBytes copies pieces of data, one behind another, to a buffer of their total size. The caller owns the buffer, also on an
// error.
func (d *Device) SendBytes(name string, data ...[]byte) (*cl.Buffer, error) {
	size := 0
	for _, part := range data {
		size += len(part)
	}
	b, err := d.Memory.Buffer(name, size)
	if err != nil || size == 0 {
		return b, err
	}
	return b, d.Resend(b, data...)
}

// Resend copies pieces of data, one behind another, to the start of a buffer, and waits for them.
func (d *Device) Resend(b *cl.Buffer, data ...[]byte) error {
	return d.ring.Send(d.Queues, b, d.Pool, data...)
}

// Receive reads bytes from the start of a buffer, once all commands are complete, and calls take with each piece of them and its offset.
// Several goroutines call take at once; a piece is good until its call returns. Offsets are multiples of 8.
func (d *Device) Receive(b *cl.Buffer, bytes int, take func(at int, piece []byte)) error {
	return d.ring.Receive(d.Queues, b, d.Pool, bytes, take)
}

// ReceiveWords is Receive that copies words to to.
func (d *Device) ReceiveWords(b *cl.Buffer, to []uint32) error {
	return d.Receive(b, 4*len(to), func(at int, piece []byte) { copy(to[at/4:], cl.View[uint32](piece)) })
}

// Threads returns the number of the host's threads worth using to copy or add up a number of items.
func (d *Device) Threads(items int) int {
	const least = 1 << 15
	return max(1, min(d.Host, items/least))
}
