package pointpapers

import (
	"context"
	"math"

	"flyby"
	"flyby/points"
)

// join opens the points, runs the join of the case's level and closes them.
func (l *lab) join(ctx context.Context, c Case, entries *points.Store, s flyby.PointSearch) (stats flyby.PointStats, err error) {
	o := flyby.Options{Method: flyby.Method(c.Method), Settings: c.Settings, Threads: c.Threads, Device: l.device}
	if baseline(c.Method) {
		o.Device = hostDevice
	}
	p, err := flyby.OpenPoints(ctx, entries, o)
	if err != nil {
		return stats, err
	}
	defer p.Close() // no error is lost: all results are read
	switch c.Level {
	case Counts, Sample:
		return countNeighbours(ctx, p, s)
	case Warm:
		if _, err := readPairs(ctx, p, s); err != nil {
			return stats, err
		}
	case Larger:
		one, err := points.New(onePoint(s.Queries), points.RowIDs(1))
		if err != nil {
			return stats, err
		}
		_, first, err := p.Nearest(ctx, one, 1)
		if err != nil {
			return stats, err
		}
		stats, err = readPairs(ctx, p, s)
		stats.Search += first.Search
		return stats, err
	}
	return readPairs(ctx, p, s)
}

// countNeighbours counts neighbours; the statistics have their number as pairs, each pair of a self-join
// once.
func countNeighbours(ctx context.Context, p *flyby.Points, s flyby.PointSearch) (flyby.PointStats, error) {
	counts, stats, err := p.Counts(ctx, s)
	stats.Pairs = 0
	for _, n := range counts {
		stats.Pairs += uint64(n)
	}
	if s.Queries == nil {
		stats.Pairs /= 2
	}
	return stats, err
}

// readPairs reads all pairs and drops them.
func readPairs(ctx context.Context, p *flyby.Points, s flyby.PointSearch) (flyby.PointStats, error) {
	found, err := p.Pairs(ctx, s)
	if err != nil {
		return flyby.PointStats{}, err
	}
	pairs := uint64(0)
	for chunk, err := range found.Chunks() {
		if err != nil {
			return flyby.PointStats{}, err
		}
		pairs += uint64(len(chunk.First))
	}
	stats := found.Stats()
	stats.Pairs = pairs
	return stats, nil
}

// onePoint returns the columns of the first point of a set.
func onePoint(s *points.Store) [][]float64 {
	columns := make([][]float64, s.Dimensions())
	for j := range columns {
		columns[j] = s.Column(j)[:1]
	}
	return columns
}

// sampleQueries returns the queries of a Sample: points evenly spaced by row.
func sampleQueries(s *points.Store) (*points.Store, error) {
	n := max(1, int(math.Round(sampleShare*float64(s.Len()))))
	columns := make([][]float64, s.Dimensions())
	for j := range columns {
		for i := range n {
			columns[j] = append(columns[j], s.Column(j)[i*s.Len()/n])
		}
	}
	return points.New(columns, points.RowIDs(n))
}
