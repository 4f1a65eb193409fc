package tiles

import (
	"context"
	"errors"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/internal/pointjoin/tiling"
	"flyby/points"
)

// index is points in tiles, resident on a device.
type index struct {
	dev       *device.Device
	table     *rows.Table
	points    *points.Store
	tiling    tiling.Frame
	eps       float64 // in the unit of offsets
	most      int     // about the number of pairs that a launch compares
	mostMarks int     // bytes
	order     []uint32
	shape     shape
	program   *clrt.Program
	frame     *cl.Buffer
	from      device.Points
	all       *set // nil: there are no points
}

// Greatest number of pairs of a launch: some ten milliseconds, with matrices and without; and of bytes of marks, enough for 10 million
// points.
const (
	mostMatrix = 1 << 38
	mostGPU    = 1 << 36
	mostCPU    = 1 << 26
	mostMarks  = 1 << 30
)

// Load sorts points into tiles on a device.
func Load(_ context.Context, d *device.Device, table *rows.Table, s pointjoin.Set) (pointjoin.Resident, error) {
	x := &index{dev: d, table: table, points: s.Points, most: mostCPU, mostMarks: mostMarks}
	if d.GPU() {
		x.most = mostGPU
	}
	if s.Points.Len() == 0 {
		return x, nil
	}
	if err := x.load(s.Threshold); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}

func (x *index) load(within pointjoin.Threshold) (err error) {
	x.tiling = tiling.NewFrame(x.points, x.dev.Host)
	x.eps = within.Eps() * x.tiling.Scale
	if err := x.build(depth(x.points, &x.tiling, within)); err != nil {
		return err
	}
	if err := x.sendFrame(); err != nil {
		return err
	}
	split := make(chan struct{})
	go func() { // while the points are on their way
		defer close(split)
		x.order = tiling.Split(x.points, &x.tiling, 0, x.points.Len(), tileRows, x.dev.Host)
	}()
	x.from, err = x.dev.Send("tiles.points", x.points, 0, x.points.Len())
	if <-split; err != nil {
		return err
	}
	x.all, err = x.newSet("tiles.set", x.from, x.order)
	return err
}

// build builds the program. A device whose compiler refuses instructions for matrices is taken to have none.
func (x *index) build(dense int) (err error) {
	x.shape = newShape(x.dev, x.points.Dimensions(), dense)
	if x.shape.ptx {
		x.most = mostMatrix
	}
	if x.program, err = x.dev.Program(source(x.shape, groupsOf(x.dev))); err == nil || !x.shape.ptx {
		return err
	}
	x.dev.Log.Debug("no matrices", "device", x.dev.Name, "why", err)
	x.dev.Matrix, x.most = device.NoMatrix, mostGPU
	return x.build(dense)
}

// sendFrame sends the frame of the offsets (set.cl).
func (x *index) sendFrame() (err error) {
	n := len(x.tiling.Order)
	dimensions := make([]uint64, n)
	for place, j := range x.tiling.Order {
		dimensions[place] = uint64(j)
	}
	x.frame, err = x.dev.SendBytes("tiles.frame", cl.Bytes(x.tiling.Centre), cl.Bytes(dimensions))
	return err
}

// Pairs implements pointjoin.Resident.
func (x *index) Pairs(ctx context.Context, w pointjoin.Work, out *pointjoin.Found) (points.Stats, error) {
	return x.search(ctx, w, func(s *rows.Search) (points.Stats, error) { return x.table.Pairs(ctx, s, out) })
}

// Counts implements pointjoin.Resident.
func (x *index) Counts(ctx context.Context, w pointjoin.Work, counts []uint32) (points.Stats, error) {
	return x.search(ctx, w, func(s *rows.Search) (points.Stats, error) { return x.table.Counts(ctx, s, counts) })
}

// search runs a work with a search.
func (x *index) search(ctx context.Context, w pointjoin.Work, run func(*rows.Search) (points.Stats, error)) (stats points.Stats, err error) {
	if none, err := device.Nothing(ctx, w, x.points.Len()); none {
		return stats, err
	}
	j := &tileJoin{index: x, entries: x.all, limits: device.NewLimits(w.Threshold, x.points.Dimensions())}
	own, err := x.asked(w, j)
	defer func() { err = errors.Join(err, x.release(own), x.dev.Memory.Release(j.sent, j.marks)) }()
	if err == nil {
		err = j.mark()
	}
	if err != nil {
		return stats, err
	}
	return run(&rows.Search{Work: w, Points: x.points, Finder: j, Moves: true})
}

// asked sets j.asked, the set whose pairs j finds: all points, some of them in an order of their own, or
// queries. It returns the set if it was made for this work, otherwise nil.
func (x *index) asked(w pointjoin.Work, j *tileJoin) (own *set, err error) {
	switch {
	case !w.Self():
		p, err := x.dev.Send("tiles.queries", w.Queries, w.First, w.Last)
		if j.sent = p.Buffer; err != nil {
			return nil, err
		}
		order := tiling.Split(w.Queries, &x.tiling, w.First, w.Last, tileRows, x.dev.Host)
		for i := range order {
			order[i] -= uint32(w.First)
		}
		own, err = x.newSet("tiles.asked", p, order)
		j.asked = own
		return own, err
	case w.First == 0 && w.Last == x.points.Len():
		j.asked = x.all
		return nil, nil
	}
	j.higher = true
	own, err = x.newSet("tiles.asked", x.from, x.some(w.First, w.Last))
	j.asked = own
	return own, err
}

// some returns the rows of a range in the order of the whole set's tiles.
func (x *index) some(first, last int) []uint32 {
	rows := make([]uint32, 0, last-first)
	for _, row := range x.order {
		if int(row) >= first && int(row) < last {
			rows = append(rows, row)
		}
	}
	return rows
}

// Close frees the points.
func (x *index) Close() error {
	err := errors.Join(x.release(x.all), x.dev.Memory.Release(x.from.Buffer, x.frame))
	x.all, x.frame, x.from.Buffer = nil, nil, nil
	return err
}
