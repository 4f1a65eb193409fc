package gpujoin

import (
	"context"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/memory"
	"flyby/internal/papers/pointindex"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/points"
)

// search is a work on an index.
type search struct {
	*index
	rows.Search
	asked   device.Points
	limits  device.Limits
	program *clrt.Program
	whole   bool // in a self-join each row finds all of its neighbours
}

// newSearch builds the program of a work, and sends its queries.
func (x *index) newSearch(w pointjoin.Work) (s *search, err error) {
	s = &search{index: x, Search: rows.Search{Work: w, Points: x.points}, asked: x.values, limits: device.NewLimits(w.Threshold, x.points.Dimensions()), program: x.joining}
	if !w.Self() {
		if s.program, err = x.dev.Program(x.source(false)); err != nil {
			return s, err
		}
		s.asked.Count = w.Last - w.First
		values := x.layout.Place(w.Queries.Columns(), nil, w.First, w.Last)
		if s.asked.Buffer, err = x.dev.SendBytes("gpujoin.queries", cl.Bytes(values)); err != nil {
			return s, err
		}
	}
	return s, nil
}

// close frees the queries.
func (s *search) close() error {
	if s.Self() {
		return nil
	}
	return s.dev.Memory.Release(s.asked.Buffer)
}

// launch enqueues the kernel for some units.
func (s *search) launch(of strided, scope rows.Scope, how, room int, found *cl.Buffer, notes *device.Notes) error {
	turns, visits, by := s.turns, s.layout.Visits, s.points.Dimensions()
	switch {
	case !s.Self():
		turns, visits = nil, pointindex.AllNeighbours
	case s.whole:
		visits = pointindex.AllNeighbours
	}
	if s.layout.Sorted {
		by = s.layout.By
	}
	args := &joinArgs{
		asked: s.asked.Buffer, turns: turns, values: s.values.Buffer, rows: s.rows, ids: s.ids, places: s.places, frame: s.frame,
		batch: batch{
			s.Threshold.Eps(), uint32(of.first), uint32(of.stride), uint32(of.count), bit(s.Self()), uint32(s.layout.Grid.Cells()),
			uint32(room), uint32(how), uint32(visits), uint32(by), bit(s.layout.Short),
		},
		limits: s.limits, scope: scope, found: found, notes: notes.Buffer,
	}
	if s.tiled() {
		return joinCells.Launch(s.program, clrt.In(of.count), args)
	}
	return joinPoints.Launch(s.program, clrt.Over(uint64(of.count)), args)
}

// tiled reports whether the search is by tiles, which only the grid's own points can be.
func (s *search) tiled() bool { return s.Self() && s.layout.Tiled }

// units returns the number of units that batches are made of: points that search, or by tiles their cells.
func (s *search) units() int {
	if s.tiled() {
		return s.layout.Grid.Cells()
	}
	return s.asked.Count
}

// find enqueues a search for the pairs of some units, into a lane's room.
func (s *search) find(l *lane, of strided, room, doubts int) error {
	if err := l.notes.Clear(); err != nil {
		return err
	}
	if err := s.dev.Queues.Zero(l.found.Buffer, 0, 8); err != nil {
		return err
	}
	return s.launch(of, s.Scope(s.whole, doubts), finding, room, l.found.Buffer, l.notes)
}

// estimate counts the pairs of a sample of the units, and plans the batches.
func (s *search) estimate(most int) (plan, error) {
	sample, l := sampleOf(s.units()), s.lanes[0]
	if sample.count == 0 {
		return newPlan(s.units(), 0, 0, most), nil
	}
	if err := l.make(s.dev, s.Rows(), min(groupRoom, most)); err != nil {
		return plan{}, err
	}
	if err := s.find(l, sample, 0, 0); err != nil {
		return plan{}, err
	}
	hits, err := s.pairCount(l)
	return newPlan(s.units(), sample.count, hits, most), err
}

// all finds all pairs.
func (s *search) all(ctx context.Context, t table) (*batches, error) {
	most := max(1, s.dev.Cuts.Room/roomShare)
	plan, err := s.estimate(most)
	b := &batches{search: s, plan: plan, most: most, table: t}
	if err != nil {
		return b, err
	}
	b.waiting = strided{0, 1, s.units()}.cut(plan.batches)
	if err := b.run(ctx); err != nil {
		return b, err
	}
	first, last := s.Limits()
	b.table.settle(s.Self() && !s.whole, first, last-first)
	b.stats.Pairs = b.table.pairs()
	return b, nil
}

// pairs finds all pairs, in order.
func (s *search) pairs(ctx context.Context, out *pointjoin.Found) (points.Stats, error) {
	t := table{threads: s.dev.Host, budget: out.Budget}
	if out.Take == nil {
		t.made = pointjoin.PairBytes
	}
	b, err := s.all(ctx, t)
	if err != nil {
		return b.stats, err
	}
	first, last := s.Limits()
	giver := out.Giver(b.stats.Pairs)
	if err = b.table.each(last-first, s.First, s.dev.Cuts.Pairs, giver.Give); err == nil {
		giver.End()
	}
	s.ReportProgress(1, 1)
	return b.stats, err
}

// neighbours finds the neighbours of every row.
func (s *search) neighbours(ctx context.Context, budget *memory.Budget, need func(neighbours uint64) error) (points.Table, points.Stats, error) {
	s.whole = true
	b, err := s.all(ctx, table{threads: s.dev.Host, budget: budget})
	if err != nil {
		return points.Table{}, b.stats, err
	}
	b.stats.Pairs /= 2 // each was found at both points
	t, err := b.table.flat(s.Rows(), need)
	s.ReportProgress(1, 1)
	return t, b.stats, err
}

// roomShare is the ratio of the device's room for pairs to the room of a lane: a pair of a lane takes twice the memory,
// and there are three lanes.
const roomShare = 6
