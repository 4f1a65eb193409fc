package main

import (
	"context"
	"errors"
	"math"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/pointengine"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/trajectory/output"
)

func (a *app) knnCommand() *cobra.Command {
	var f pointSearchFlags
	var k int
	c := a.equip(&cobra.Command{
		Use:   "knn --points FILE [--queries FILE] -k K [flags]",
		Short: "the points nearest to each point",
		Long: folded(`Finds the K nearest points of each query point, or without queries of each point of
the data set, none of which is its own neighbour. Distances are compared exactly; of equal ones the
point of the lower row comes first. Where there are fewer than K, all are given. Input files are ` + pointKinds() + ". " + severalPoints),
		Example: `  flyby generate supernovae --scale 0.1 --out supernovae.csv
  flyby knn --points supernovae.csv --columns x1=x,x2=y,x3=z -k 3 --out nearest.csv`,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case !c.Flags().Changed("neighbours"):
				return cli.Usage(c, "--neighbours K is missing: 1 or more")
			case k < 1:
				return cli.Usage(c, "--neighbours %d: must be 1 or more", k)
			}
			if err := f.check(c, nearestMethod); err != nil {
				return err
			}
			j, err := a.newPointJob(c, &f, &askedNearest{k: k, self: !f.queries.given()})
			if err != nil {
				return err
			}
			return j.run(c)
		},
	})
	addPoints(c, &f.points, "points", "`FILE` of points to search; required")
	addPoints(c, &f.queries, "queries", "`FILE` of points to search them with; without it those of --points")
	cli.AddShortWhole(c, &k, "neighbours", "k", 0, "`K` points nearest to each, 1 or more; required")
	f.addMethod(c, nearestMethod, pointjoin.Everything)
	f.add(c, "searched a slab of points at a time, and for the neighbours of some points after others; points are held whole")
	a.addAll(c)
	return c
}

// askedNearest are nearest points that are wanted.
type askedNearest struct {
	k    int
	self bool // of the points' own
	each int

	query, rank, entry []uint32
	distance           []float64
}

func (s *askedNearest) tell(m *pointSummary) { m.Neighbours, m.Pairs = s.each, m.Rows }

func (s *askedNearest) demand(d *pointengine.Demand) { d.Nearest = s.k }

func (s *askedNearest) columns(j *pointJob) []output.Column {
	return []output.Column{
		output.IDColumn("query", &s.query, j.queries.IDs()), output.CountColumn("rank", &s.rank),
		output.IDColumn("entry", &s.entry, j.points.IDs()), output.NumberColumn("distance", &s.distance),
	}
}

// write writes a table where it fits memory, else one of some queries after another.
func (s *askedNearest) write(ctx context.Context, j *pointJob, set *flyby.Points, to *output.TableWriter) (flyby.PointStats, error) {
	var queries *points.Store
	if !s.self {
		queries = j.queries.Store
	}
	near, stats, err := set.Nearest(ctx, queries, s.k)
	var full *hostmemory.Error
	if errors.As(err, &full) {
		j.display.logger().Info("nearest points outgrow memory", "why", err)
		return s.ranges(ctx, j, set, to, stats, full.Room)
	}
	if err != nil {
		return stats, err
	}
	return stats, s.put(j, near, 0, to)
}

// ranges searches and writes as many queries at a time as have half of a room: the table of those before may still be there.
// Where that is too many, it is half as many from then on. all is what was spent before, on an index.
func (s *askedNearest) ranges(ctx context.Context, j *pointJob, set *flyby.Points, to *output.TableWriter, all flyby.PointStats, room uint64) (flyby.PointStats, error) {
	const part = 2
	each := pointjoin.NearestWork{K: s.k}.Each(j.points.Len()) + 1
	index := all.Index
	most := max(1, int(room/part/hostmemory.Of(each, 4)))
	for first := 0; first < j.queries.Len(); {
		last := min(first+most, j.queries.Len())
		j.offset = first
		near, stats, err := s.nearest(ctx, j, set, first, last)
		if errors.Is(err, hostmemory.ErrNoRoom) && most > 1 {
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

// nearest finds those of the queries of a range. Points that are queries find themselves, too, or k+1 that are as near, of which the last is
// one too many.
func (s *askedNearest) nearest(ctx context.Context, j *pointJob, set *flyby.Points, first, last int) (points.Nearest, flyby.PointStats, error) {
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

// appendOthers appends a number of rows, but not one of them.
func appendOthers(to, rows []uint32, but uint32, most int) []uint32 {
	for _, row := range rows {
		if row != but && most > 0 {
			to, most = append(to, row), most-1
		}
	}
	return to
}

// put writes the neighbours of queries from a row on.
func (s *askedNearest) put(j *pointJob, near points.Nearest, from int, to *output.TableWriter) error {
	if s.each = near.Each; s.each < s.k && from == 0 {
		whose := "other point"
		if !s.self {
			whose = "point"
		}
		j.display.warn("--neighbours %d: all are given: %s each", s.k, plural(s.each, whose))
	}
	const rows = 1 << 16 // of the file, at a time
	most := max(1, rows/max(near.Each, 1))
	end := j.queries.Len()
	if near.Each > 0 {
		end = from + len(near.Rows)/near.Each
	}
	for first := from; first < end; first += most {
		s.fill(j, near, from, first, min(first+most, end))
		j.rows += uint64(len(s.query))
		if err := to.Write(len(s.query)); err != nil {
			return err
		}
	}
	return nil
}

// fill makes the columns of a range of queries, of neighbours of those from a row on.
func (s *askedNearest) fill(j *pointJob, near points.Nearest, from, first, last int) {
	s.query, s.rank, s.entry, s.distance = s.query[:0], s.rank[:0], s.entry[:0], s.distance[:0]
	var p, q []float64
	for query := first; query < last; query++ {
		p = j.queries.Append(p[:0], query)
		for i, row := range near.Of(query - from) {
			q = j.points.Append(q[:0], int(row))
			s.query, s.rank = append(s.query, uint32(query)), append(s.rank, uint32(i+1))
			s.entry, s.distance = append(s.entry, row), append(s.distance, pointjoin.Distance(p, q))
		}
	}
}
