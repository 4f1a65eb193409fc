package device

import (
	"flyby/kernel/cl"
	"flyby/points"
)

// Points are coordinates on the device: [dimensions][count] float64.
type Points struct {
	Buffer            *cl.Buffer
	Count, Dimensions int
}

// Send copies the coordinates of rows [first, last).
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

// SendBytes copies data to a buffer of their size, one after another. The buffer is the caller's, whatever the error.
func (d *Device) SendBytes(name string, data ...[]byte) (*cl.Buffer, error) {
	size := 0
	for _, part := range data {
		size += len(part)
	}
	b, err := d.Memory.Buffer(name, size)
	if err != nil || size == 0 {
		return b, err
	}
	if err := d.staging.Send(d.Queues, b, d.Pool, data...); err != nil {
		return b, err
	}
	return b, d.Queues.Finish() // what is staged is written over by the next
}
