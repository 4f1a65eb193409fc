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
	b, err := d.Memory.Buffer(name, 8*p.Count*p.Dimensions)
	if err != nil {
		return p, err
	}
	p.Buffer = b
	columns := make([][]byte, p.Dimensions)
	for j := range columns {
		columns[j] = cl.Bytes(s.Column(j)[first:last])
	}
	if p.Count == 0 {
		return p, nil
	}
	if err := d.staging.Send(d.Queues, b, d.Pool, columns...); err != nil {
		return p, err
	}
	return p, d.Queues.Finish() // what is staged is written over by the next
}
