package gpujoin

import (
	"context"

	"flyby/internal/clrt"
	"flyby/internal/papers/pointindex"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/points"
)

// atOnce is the number of units of a launch that counts: a work may be cancelled between
// launches.
const atOnce = 1 << 18

// counts adds the number of pairs of each row to counts.
func (s *search) counts(ctx context.Context, counts []uint32) (stats points.Stats, err error) {
	l := s.lanes[0]
	if err := l.make(s.dev, s.Rows(), 1); err != nil {
		return stats, err
	}
	if err := l.notes.Run(func() error { return s.countOnce(ctx, l) }); err != nil {
		return stats, err
	}
	own := make([]uint32, s.Rows())
	if err := clrt.ReadNow(s.dev.Queues, l.starts.Buffer, 0, own); err != nil {
		return stats, err
	}
	doubts, err := l.notes.Pairs()
	if err != nil {
		return stats, err
	}
	for _, p := range s.Settle(doubts, s.dev.Host) {
		own[p.Row]++
		if s.Self() && s.layout.Visits != pointindex.AllNeighbours { // found once for both points
			own[p.Other]++
		}
	}
	stats = l.notes.Stats()
	stats.Pairs = rows.Add(counts[s.Base():], own, s.Self(), s.dev.Threads(len(own)))
	return stats, nil
}

// countOnce enqueues counting into a lane's starts.
func (s *search) countOnce(ctx context.Context, l *lane) error {
	if err := s.dev.Queues.Zero(l.starts.Buffer, 0, 4*(s.Rows()+2)); err != nil {
		return err
	}
	for first := 0; first < s.units(); first += atOnce {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n := min(atOnce, s.units()-first)
		if err := s.launch(strided{first, 1, n}, s.Scope(true, l.notes.Room), counting, 0, l.starts.Buffer, l.notes); err != nil {
			return err
		}
		if err := s.dev.Queues.Finish(); err != nil {
			return err
		}
		s.ReportProgress(float64(first+n), float64(s.units()))
	}
	return nil
}
