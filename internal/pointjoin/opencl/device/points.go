package device

import (
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/parallel"
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

// Resend copies pieces of data, one behind another, to the start of a buffer.
func (d *Device) Resend(b *cl.Buffer, data ...[]byte) error {
	if err := d.staging.Send(d.Queues, b, d.Pool, data...); err != nil {
		return err
	}
	return d.Queues.Finish() // the staging buffer is reused by the next transfer
}

// Receive reads bytes from the start of a buffer, once all commands are complete, and calls take with them. The memory, pinned
// if possible, is reused after take returns.
func (d *Device) Receive(b *cl.Buffer, bytes int, take func([]byte)) error {
	if bytes == 0 {
		return nil
	}
	var data []byte
	if block, err := d.Pool.Keep(bytes); err == nil {
		defer block.Release()
		data = block.Bytes[:bytes]
	} else {
		data = cl.Bytes(make([]uint64, (bytes+7)/8))[:bytes]
	}
	if err := clrt.ReadNow(d.Queues, b, 0, data); err != nil {
		return err
	}
	take(data)
	return nil
}

// ReceiveWords is Receive that copies words to to.
func (d *Device) ReceiveWords(b *cl.Buffer, to []uint32) error {
	return d.Receive(b, 4*len(to), func(data []byte) {
		from := cl.View[uint32](data)
		parallel.Ranges(len(to), d.Threads(len(to)), func(_, first, last int) { copy(to[first:last], from[first:last]) })
	})
}

// Threads returns the number of the host's threads worth using to copy or add up a number of items.
func (d *Device) Threads(items int) int {
	const least = 1 << 15
	return max(1, min(d.Host, items/least))
}
