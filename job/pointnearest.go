package job

import (
	"context"
	"errors"
	"math"

	"flyby"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// nearestPoints finds nearest points.
type nearestPoints struct {
	k    int
	self bool // the points are the queries
}

func (s *nearestPoints) demand(d *pointengine.Demand) { d.Nearest = s.k }

func (s *nearestPoints) columns(j *pointJob) []output.Column {
	t := &j.table
	return []output.Column{
		output.IDColumn("query", &t.Rows, j.queries.IDs()), output.CountColumn("rank", &t.Ranks),
		output.IDColumn("entry", &t.Others, j.points.IDs()), output.NumberColumn("distance", &t.Distances),
	}
}

// find hands over one table where it fits memory, otherwise tables of ranges of the queries, one after another.
func (s *nearestPoints) find(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int]) (flyby.PointStats, error) {
	stats, err := s.table(ctx, j, set, to)
	stats.Pairs = j.rows // each row is one
	return stats, err
}

// table is find without the number of pairs in its stats.
func (s *nearestPoints) table(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int]) (flyby.PointStats, error) {
	var queries *points.Store
	if !s.self {
		queries = j.queries.Store
	}
	near, stats, err := set.Nearest(ctx, queries, s.k)
	var full *memory.Error
	if errors.As(err, &full) {
		j.ask.Machine.Logger.Info("nearest points outgrow memory", "why", err)
		return s.ranges(ctx, j, set, to, stats, full.Room)
	}
	if err != nil {
		return stats, err
	}
	return stats, s.put(j, near, 0, to)
}

// ranges searches and hands over ranges of queries whose table fits half of a room: the table of the range before may still be there.
// Where a range does not fit, it and all later ones have half as many queries. all is the cost so far, of an index.
func (s *nearestPoints) ranges(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int], all flyby.PointStats, room uint64) (flyby.PointStats, error) {
	const part = 2
	each := pointjoin.NearestWork{K: s.k}.Each(j.points.Len()) + 1
	index := all.Index
	most := max(1, int(room/part/memory.Of(each, 4)))
	for first := 0; first < j.queries.Len(); {
		last := min(first+most, j.queries.Len())
		j.offset = first
		near, stats, err := s.nearest(ctx, j, set, first, last)
		if errors.Is(err, memory.ErrNoRoom) && most > 1 {
			most = (last - first + 1) / 2
			continue
		}
		all.Add(stats.Stats)
		all.Search += stats.Search
		all.Index += stats.Index - index
		if err != nil {
			return all, err
		}
		if err := s.put(j, near, first, to); err != nil {
			return all, err
		}
		first = last
	}
	return all, nil
}

// nearest finds the points nearest to the queries of a range. Points that are queries find k+1 points: themselves too, or where k+1 others are as near
// a last one too many.
func (s *nearestPoints) nearest(ctx context.Context, j *pointJob, set *flyby.Points, first, last int) (points.Nearest, flyby.PointStats, error) {
	columns := make([][]float64, j.queries.Dimensions())
	for axis := range columns {
		columns[axis] = j.queries.Column(axis)[first:last]
	}
	some, err := points.New(columns, points.RowIDs(last-first))
	if err != nil {
		return points.Nearest{}, flyby.PointStats{}, err
	}
	if !s.self {
		return set.Nearest(ctx, some, s.k)
	}
	near, stats, err := set.Nearest(ctx, some, min(s.k, math.MaxInt-1)+1)
	if err != nil {
		return near, stats, err
	}
	others := points.Nearest{Each: min(s.k, j.points.Len()-1)}
	others.Rows = near.Rows[:0]
	for i := range last - first {
		others.Rows = appendOthers(others.Rows, near.Of(i), uint32(first+i), others.Each)
	}
	return others, stats, nil
}

// appendOthers appends rows other than but, at most a number of them.
func appendOthers(to, rows []uint32, but uint32, most int) []uint32 {
	for _, row := range rows {
		if row != but && most > 0 {
			to, most = append(to, row), most-1
		}
	}
	return to
}

// put hands over the neighbours of a range of queries that begins at a row.
func (s *nearestPoints) put(j *pointJob, near points.Nearest, from int, to rowWriter[int]) error {
	const rows = 1 << 16 // of the file, at a time
	j.found.Each = near.Each
	most := max(1, rows/max(near.Each, 1))
	end := j.queries.Len()
	if near.Each > 0 {
		end = from + len(near.Rows)/near.Each
	}
	for first := from; first < end; first += most {
		j.fillNearest(near, from, first, min(first+most, end))
		n := len(j.table.Rows)
		j.rows += uint64(n)
		if err := to.Write(n); err != nil {
			return err
		}
	}
	return nil
}

// fillNearest fills in the table for the queries [first, last); near begins at query from.
func (j *pointJob) fillNearest(near points.Nearest, from, first, last int) {
	t := &j.table
	t.Rows, t.Ranks, t.Others, t.Distances = t.Rows[:0], t.Ranks[:0], t.Others[:0], t.Distances[:0]
	var p, q []float64
	for query := first; query < last; query++ {
		p = j.queries.Append(p[:0], query)
		for i, row := range near.Of(query - from) {
			q = j.points.Append(q[:0], int(row))
			t.Rows, t.Ranks = append(t.Rows, uint32(query)), append(t.Ranks, uint32(i+1))
			t.Others, t.Distances = append(t.Others, row), append(t.Distances, pointjoin.Distance(p, q))
		}
	}
}
