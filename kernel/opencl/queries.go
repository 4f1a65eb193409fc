package opencl

import (
	_ "embed"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/kernel/cl"
	"flyby/trajectory"
)

//go:embed queries.cl
var queriesText string

// queriesKernel is the kernel of queries.cl.
const queriesKernel = "query_runs"

const (
	flagTwins  = 16      // of queries.cl
	piecePoint = 1 << 31 // as in queries.cl
	pieceWords = 4
)

// flatSide is the query side that the device makes of a query set: the runs in
// row order, and no boxes above theirs. A walk opens the entries' boxes alone:
// a group of runs would save no test, and the host would have to find it.
type flatSide struct {
	pyramid          // samples holds pieces and twins too
	pieces  []uint32 // as queries.cl says
	twins   bool
	staging staging
}

// bringQueries sends a query set to the device and makes room for its query
// side, which is left to makeQueries.
func (d *Driver) bringQueries(w kernel.WalkWork, entries *pyramid) (*flatSide, error) {
	if d.flat == nil {
		d.flat = &flatSide{pyramid: *newPyramid("queries")}
	}
	q := d.flat
	q.Pyramid, q.twins = binindex.Flat(w.Store, entries.Pyramid), w.Twin != nil
	runs := q.cut(w.Store)
	q.level, q.counts = append(q.level[:0], 0), append(q.counts[:0], runs)
	if err := checkRows(w.Store.Samples(), "samples"); err != nil {
		return nil, err
	}
	if err := d.sendQueries(w); err != nil {
		return nil, err
	}
	return q, d.roomForQueries(runs)
}

// cut fills pieces and returns the number of runs.
func (q *flatSide) cut(s *trajectory.Store) (runs int) {
	q.pieces = q.pieces[:0]
	for p := range s.Pieces() {
		n := uint32(p.Segments())
		marked := n
		if p.Samples == 1 {
			marked |= piecePoint
		}
		q.pieces = append(q.pieces, uint32(p.First), marked, uint32(p.Traj), uint32(runs))
		runs += (int(n) + q.Setting.RunLength - 1) / q.Setting.RunLength
	}
	return runs
}

// roomForQueries makes room for a query side of so many runs.
func (d *Driver) roomForQueries(runs int) error {
	q := d.flat
	for _, a := range []struct {
		*array
		size int
	}{{&q.runs, 4 * runWords * runs}, {&q.boxes, 4 * boxWords * runs}, {&q.units, 4 * runs}} {
		if err := d.memory.ensure(a.array, a.size); err != nil {
			return err
		}
	}
	return d.roomForSegments(&q.pyramid, runs)
}

// sendQueries makes room for what the query side is made of and enqueues copies
// of it.
func (d *Driver) sendQueries(w kernel.WalkWork) error {
	q, s := d.flat, w.Store
	data := [][]byte{cl.Bytes(s.T()), cl.Bytes(s.X()), cl.Bytes(s.Y()), cl.Bytes(s.Z()), cl.Bytes(q.pieces), cl.Bytes(w.Twin)}
	size := 0
	for _, d := range data {
		size += len(d)
	}
	if err := d.memory.ensure(&q.samples, size); err != nil {
		return err
	}
	if err := d.uploadRadius(&q.radius, s); err != nil {
		return err
	}
	q.staging.reserve(d.pool, size)
	return q.staging.send(d.stream, q.samples.buffer, d.pool, data...)
}

// makeQueries enqueues the making of the query side that was brought (queries.cl),
// and the emptying of the counters and of hitRows counts of rows.
func (d *Driver) makeQueries(entries *pyramid, rows cl.Arg, hitRows int) error {
	q := d.flat
	origin, scale := q.Affine()
	runs, each := q.counts[0], 1
	if q.segments.buffer != nil {
		each = q.Setting.RunLength
	}
	return d.launch(d.walking.kernels[queriesKernel], uint64(runs*each),
		cl.Mem(q.samples.buffer), cl.Uint32(uint32(q.Store.Samples())), cl.Uint32(uint32(len(q.pieces)/pieceWords)),
		cl.Uint32(uint32(runs)), cl.Uint32(uint32(q.Setting.RunLength)), cl.Uint32(uint32(each)), cl.Mem(q.radius.buffer),
		cl.Mem(entries.instants.buffer), cl.Uint32(uint32(len(q.Instants()))),
		cl.Float64(origin[0]), cl.Float64(origin[1]), cl.Float64(origin[2]), cl.Float64(scale), cl.Uint32(q.flags()),
		cl.Mem(q.runs.buffer), cl.Mem(q.boxes.buffer), cl.Mem(q.units.buffer), cl.Mem(q.segments.buffer),
		cl.Mem(d.counters), cl.Uint32(counterWords), rows, cl.Uint32(uint32(hitRows)))
}

// flags returns the flags of queries.cl.
func (q *flatSide) flags() (flags uint32) {
	if q.Store.HasRadius() {
		flags |= flagRadiusQuery
	}
	if q.Store.Dim() == 3 {
		flags |= flagPlaneZ
	}
	if q.twins {
		flags |= flagTwins
	}
	return flags
}
