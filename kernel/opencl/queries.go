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
	pyramid
	piece, trajTwin array
	pieces          []uint32 // as queries.cl says
	staging         staging
}

func newFlatSide() *flatSide {
	return &flatSide{
		pyramid: *newPyramid("queries"),
		piece:   array{name: "queries.piece"}, trajTwin: array{name: "queries.trajtwin"},
	}
}

// bringQueries sends a query set to the device and enqueues the making of its
// query side.
func (d *Driver) bringQueries(w kernel.WalkWork, entries *pyramid) (*pyramid, error) {
	if d.flat == nil {
		d.flat = newFlatSide()
	}
	q := d.flat
	q.Pyramid = binindex.Flat(w.Store, entries.Pyramid)
	runs := q.cut(w.Store)
	q.level, q.counts = append(q.level[:0], 0), append(q.counts[:0], runs)
	if err := checkRows(w.Store.Samples(), "samples"); err != nil {
		return nil, err
	}
	if err := d.roomForQueries(runs, w.Twin); err != nil {
		return nil, err
	}
	if err := d.sendQueries(w); err != nil {
		return nil, err
	}
	if err := d.makeQueries(runs, entries, w.Twin != nil); err != nil {
		return nil, err
	}
	return &q.pyramid, d.makeSegments(&q.pyramid, entries, runs)
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

// roomForQueries makes room for the query side of a set that was cut.
func (d *Driver) roomForQueries(runs int, twin []uint32) error {
	q := d.flat
	s := q.Store
	radii := 0
	if s.HasRadius() {
		radii = s.Trajectories()
	}
	for _, a := range []struct {
		*array
		size int
	}{
		{&q.samples, 8 * (1 + s.Dim()) * s.Samples()}, {&q.radius, 8 * radii},
		{&q.piece, 4 * len(q.pieces)}, {&q.trajTwin, 4 * len(twin)},
		{&q.runs, 4 * runWords * runs}, {&q.boxes, 4 * boxWords * runs}, {&q.units, 4 * runs},
	} {
		if err := d.memory.ensure(a.array, a.size); err != nil {
			return err
		}
	}
	return nil
}

// sendQueries enqueues copies of what the query side is made of.
func (d *Driver) sendQueries(w kernel.WalkWork) error {
	q := d.flat
	s := w.Store
	columns := [][]float64{s.T(), s.X(), s.Y(), s.Z()}[:1+s.Dim()]
	size := 8*len(columns)*s.Samples() + 4*len(q.pieces) + 4*len(w.Twin)
	q.staging.reserve(d.pool, size)
	if err := send(d.stream, &q.staging, q.samples.buffer, columns...); err != nil {
		return err
	}
	if err := d.uploadRadius(&q.radius, s); err != nil {
		return err
	}
	if err := send(d.stream, &q.staging, q.piece.buffer, q.pieces); err != nil {
		return err
	}
	return send(d.stream, &q.staging, q.trajTwin.buffer, w.Twin)
}

// makeQueries enqueues the making of runs and boxes (queries.cl).
func (d *Driver) makeQueries(runs int, entries *pyramid, twins bool) error {
	q := d.flat
	origin, scale := q.Affine()
	flags := uint32(0)
	if q.Store.HasRadius() {
		flags |= flagRadiusQuery
	}
	if q.Store.Dim() == 3 {
		flags |= flagPlaneZ
	}
	if twins {
		flags |= flagTwins
	}
	return d.launch(d.walking.kernels[queriesKernel], uint64(runs),
		cl.Mem(q.piece.buffer), cl.Uint32(uint32(len(q.pieces)/pieceWords)), cl.Uint32(uint32(runs)), cl.Uint32(uint32(q.Setting.RunLength)),
		cl.Mem(q.samples.buffer), cl.Uint32(uint32(q.Store.Samples())), cl.Mem(q.radius.buffer), cl.Mem(q.trajTwin.buffer),
		cl.Mem(entries.instants.buffer), cl.Uint32(uint32(len(q.Instants()))),
		cl.Float64(origin[0]), cl.Float64(origin[1]), cl.Float64(origin[2]), cl.Float64(scale), cl.Uint32(flags),
		cl.Mem(q.runs.buffer), cl.Mem(q.boxes.buffer), cl.Mem(q.units.buffer))
}
