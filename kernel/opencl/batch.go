package opencl

import (
	"math"
	"slices"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/trajectory"
)

// tile is TILE of interact.cl.
const tile = 32

// batch is the query segments of one batch on the device.
type batch struct {
	records array // as interact.cl says; without float64 the boxes
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
	padded := (w.Batch.Len() + tile - 1) / tile * tile
	b.host = slices.Grow(b.host[:0], padded*2)[:padded*2]
	for i := range padded {
		b.host[i], b.host[padded+i] = math.Float64bits(math.Inf(1)), math.Float64bits(math.Inf(-1))
	}
	for i, row := range w.Rows[w.Batch.First:w.Batch.Last] {
		q := w.Queries.Segment(int(row))
		b.host[i], b.host[padded+i] = math.Float64bits(q.T0), math.Float64bits(lastOwned(q))
		b.host = appendRecord(b.host, q, row, twinOf(w.Rule, w.Queries.Owner(int(row))))
	}
	if err := d.memory.ensure(&b.records, 8*len(b.host)); err != nil {
		return err
	}
	return write(d.stream, b.records.buffer, 0, b.host)
}

// lastOwned returns the last instant that a segment owns.
func lastOwned(s trajectory.Segment) float64 {
	if s.Last {
		return s.T1
	}
	return math.Nextafter(s.T1, math.Inf(-1))
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
