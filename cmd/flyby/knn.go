package main

import (
	"context"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/trajectory/format"
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
	f.add(c, "refused; points, their index and the nearest are held whole")
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

func (s *askedNearest) columns(j *pointJob) []format.Column {
	return []format.Column{
		format.IDColumn("query", &s.query, j.queries.IDs()), format.CountColumn("rank", &s.rank),
		format.IDColumn("entry", &s.entry, j.points.IDs()), format.NumberColumn("distance", &s.distance),
	}
}

func (s *askedNearest) write(ctx context.Context, j *pointJob, set *flyby.Points, to *format.TableWriter) (flyby.PointStats, error) {
	var queries *points.Store
	if !s.self {
		queries = j.queries.Store
	}
	near, stats, err := set.Nearest(ctx, queries, s.k)
	if err != nil {
		return stats, err
	}
	s.each = near.Each
	if near.Each < s.k {
		whose := "other point"
		if !s.self {
			whose = "point"
		}
		j.display.warn("--neighbours %d: all are given: %s each", s.k, plural(near.Each, whose))
	}
	const most = 1 << 12
	for first := 0; first < j.queries.Len(); first += most {
		s.fill(j, near, first, min(first+most, j.queries.Len()))
		j.rows += uint64(len(s.query))
		if err := to.Write(len(s.query)); err != nil {
			return stats, err
		}
	}
	return stats, nil
}

// fill makes the columns of a range of queries.
func (s *askedNearest) fill(j *pointJob, near points.Nearest, first, last int) {
	s.query, s.rank, s.entry, s.distance = s.query[:0], s.rank[:0], s.entry[:0], s.distance[:0]
	var p, q []float64
	for query := first; query < last; query++ {
		p = j.queries.Append(p[:0], query)
		for i, row := range near.Of(query) {
			q = j.points.Append(q[:0], int(row))
			s.query, s.rank = append(s.query, uint32(query)), append(s.rank, uint32(i+1))
			s.entry, s.distance = append(s.entry, row), append(s.distance, pointjoin.Distance(p, q))
		}
	}
}
