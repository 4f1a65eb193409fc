package opencl

import (
	"math"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/trajectory"
)

// recordWords is the size of a record of interact.cl in words of 64 bits.
const recordWords = 10

// batch is the query segments of one batch on the device.
type batch struct {
	records array // [queries] of interact.cl; without float64 the boxes
	twins   array // [queries] without float64
	host    []uint64

	boxed    *trajectory.Store // the queries whose boxes are kept, in frame
	frame    *binindex.Frame
	rows     *uint32 // the first of the rows they are sorted by
	boxes    []binindex.Box
	excluded []uint32
}

func newBatch() batch {
	return batch{records: array{name: "batch.records"}, twins: array{name: "batch.twins"}}
}

// sendRecords enqueues a copy of a batch's query segments.
func (d *Driver) sendRecords(w *kernel.RangeWork) error {
	b := &d.batch
	b.host = b.host[:0]
	for _, row := range w.Rows[w.Batch.First:w.Batch.Last] {
		b.host = appendRecord(b.host, w.Queries.Segment(int(row)), row, twinOf(w.Rule, w.Queries.Owner(int(row))))
	}
	if err := d.memory.ensure(&b.records, 8*len(b.host)); err != nil {
		return err
	}
	return write(d.stream, b.records.buffer, 0, b.host)
}

// appendRecord appends one record.
func appendRecord(r []uint64, q trajectory.Segment, row, twin uint32) []uint64 {
	for _, v := range [...]float64{q.T0, q.T1, q.P0[0], q.P0[1], q.P0[2], q.P1[0], q.P1[1], q.P1[2], q.R} {
		r = append(r, math.Float64bits(v))
	}
	if q.Last {
		row |= ownsEnd
	}
	return append(r, uint64(row)|uint64(twin)<<32)
}

// twinOf returns the entry trajectory that a query trajectory is not compared
// with.
func twinOf(r kernel.Rule, traj int) uint32 {
	switch {
	case r.Join:
		return uint32(traj)
	case r.Twin != nil:
		return r.Twin[traj]
	}
	return kernel.NoTwin
}
