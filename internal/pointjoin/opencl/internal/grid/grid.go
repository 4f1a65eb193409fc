package grid

import (
	"context"
	"errors"
	"math/bits"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/internal/pointjoin/rowgrid"
	"flyby/points"
)

// index is points in cells, resident on a device.
type index struct {
	dev       *device.Device
	table     *rows.Table
	points    *points.Store
	threshold pointjoin.Threshold
	layout    rowgrid.Layout
	program   *clrt.Program
	slots     int // of the table of cells, or of their hashes
	frame     *cl.Buffer
	steps     *cl.Buffer
	stepCount int
	cells     *cells // nil: there are no points
}

// Load sorts points into cells on a device.
func Load(_ context.Context, d *device.Device, table *rows.Table, s pointjoin.Set) (pointjoin.Resident, error) {
	g := &index{dev: d, table: table, points: s.Points, threshold: s.Threshold}
	if s.Points.Len() == 0 {
		return g, nil
	}
	if err := g.load(); err != nil {
		return nil, errors.Join(err, g.Close())
	}
	return g, nil
}

// load finds the layout while the points are on their way.
func (g *index) load() (err error) {
	laidOut := make(chan struct{})
	go func() {
		defer close(laidOut)
		g.layout = rowgrid.NewLayout(g.points, g.threshold.Eps(), cost)
	}()
	g.cells = &cells{}
	g.cells.points, err = g.dev.Send("grid.points", g.points, 0, g.points.Len())
	if <-laidOut; err != nil {
		return err
	}
	if g.slots = int(g.layout.IDs); g.layout.IDs > int64(max(g.dev.Cuts.Table, slotsPerPoint*g.points.Len())) {
		g.slots = 1 << bits.Len(uint(2*g.points.Len()))
	}
	if g.program, err = g.dev.Program(source(g.layout, g.dev.Groups)); err != nil {
		return err
	}
	if err := g.sendFrame(); err != nil {
		return err
	}
	if err := g.sendSteps(); err != nil {
		return err
	}
	return g.fill(g.cells, "grid")
}

// slotsPerPoint is the number of cells for each point up to which cells have a table.
const slotsPerPoint = 8

// hashed returns 1 where cells are looked up by a hash of their ids, otherwise 0.
func (g *index) hashed() uint32 {
	if int64(g.slots) == g.layout.IDs {
		return 0
	}
	return 1
}

// cost returns the cost of a join, in comparisons of two coordinates, with the given number of dimensions indexed.
func cost(s rowgrid.Sample) float64 {
	const perRow = 20
	rows := 1.0
	for range s.Indexed - 1 {
		rows *= 3
	}
	return s.Points * (float64(rows*perRow) + float64(s.Near*float64(1+s.Dimensions)))
}

// Predict returns about the number of seconds of a GPU for a self-join of points: sending them, and comparing them
// twice (docs/performance.md).
func Predict(s *points.Store, within pointjoin.Threshold) float64 {
	if s.Len() == 0 {
		return 0
	}
	const launches, bytes, comparisons = 10e-3, 8e9, 1e12 // seconds, and work in a second
	return launches + float64(8*s.Len()*s.Dimensions())/bytes + 2*rowgrid.NewLayout(s, within.Eps(), cost).Predicted/comparisons
}

// sendFrame sends the frame of the cells (cells.cl).
func (g *index) sendFrame() (err error) {
	n := len(g.layout.Order)
	numbers := make([]uint64, 3*n)
	for place, j := range g.layout.Order {
		numbers[place], numbers[n+place] = uint64(j), uint64(g.layout.Cells[place])
		if place < g.layout.Indexed {
			numbers[2*n+place] = uint64(g.layout.Stride[place])
		}
	}
	g.frame, err = g.dev.SendBytes("grid.frame", cl.Bytes(g.layout.Low), cl.Bytes(numbers))
	return err
}

// sendSteps sends the steps from a cell to the rows of its neighbour cells (near.cl).
func (g *index) sendSteps() (err error) {
	var steps []int64
	var digits []uint32
	g.stepCount = 1
	for range g.layout.Indexed - 1 {
		g.stepCount *= 3
	}
	for number := range g.stepCount {
		step, digit := int64(0), uint32(0)
		for place := 1; place < g.layout.Indexed; place++ {
			step += int64(number%3-1) * g.layout.Stride[place]
			digit |= uint32(number%3) << (2 * place)
			number /= 3
		}
		steps, digits = append(steps, step), append(digits, digit)
	}
	g.steps, err = g.dev.SendBytes("grid.steps", cl.Bytes(steps), cl.Bytes(digits))
	return err
}

// Pairs implements pointjoin.Resident.
func (g *index) Pairs(ctx context.Context, w pointjoin.Work, out *pointjoin.Found) (points.Stats, error) {
	return g.find(ctx, w, func(s *rows.Search) (points.Stats, error) { return g.table.Pairs(ctx, s, out) })
}

// Counts implements pointjoin.Resident.
func (g *index) Counts(ctx context.Context, w pointjoin.Work, counts []uint32) (points.Stats, error) {
	return g.find(ctx, w, func(s *rows.Search) (points.Stats, error) { return g.table.Counts(ctx, s, counts) })
}

// find runs a work with a search.
func (g *index) find(ctx context.Context, w pointjoin.Work, run func(*rows.Search) (points.Stats, error)) (stats points.Stats, failed error) {
	if none, err := device.Nothing(ctx, w, g.points.Len()); none {
		return stats, err
	}
	s := &search{index: g, asked: g.cells, limits: device.NewLimits(w.Threshold, g.points.Dimensions())}
	if !w.Self() {
		var err error
		s.asked, err = g.newCells("grid.queries", w.Queries, w.First, w.Last)
		defer func() { failed = errors.Join(failed, g.release(s.asked)) }()
		if err != nil {
			return stats, err
		}
	}
	expected := g.layout.Pairs
	if !w.Self() {
		expected *= 2 * float64(w.Last-w.First) / float64(g.points.Len())
	}
	return run(&rows.Search{Work: w, Points: g.points, Finder: s, Every: true, Keeps: true, Expected: expected})
}

// Close frees the points.
func (g *index) Close() error {
	err := errors.Join(g.release(g.cells), g.dev.Memory.Release(g.frame, g.steps))
	g.cells, g.frame, g.steps = nil, nil, nil
	return err
}
