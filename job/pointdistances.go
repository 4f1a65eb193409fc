package job

import (
	"context"
	"fmt"

	"flyby"
	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/pointengine"
)

// pointDistances finds the distance of each point to its neighbour number minPoints - 1.
type pointDistances struct{ minPoints int }

func (s *pointDistances) demand(d *pointengine.Demand) { d.Nearest, d.Kept = s.minPoints-1, true }

func (s *pointDistances) columns(j *pointJob) []output.Column {
	return []output.Column{output.IDColumn("id", &j.table.Rows, j.points.IDs()), output.NumberColumn("distance", &j.table.Distances)}
}

func (s *pointDistances) find(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int]) (flyby.PointStats, error) {
	all, stats, err := j.distances(ctx, set, s.minPoints)
	if err != nil {
		return stats, err
	}
	err = eachChunk(j, len(all), func(first, last int) error {
		j.table.Distances = all[first:last]
		return to.Write(last - first)
	})
	if err == nil {
		j.ask.Curve(cluster.NewDistances(s.minPoints, all))
	}
	return stats, err
}

// distances returns the distances of points to their neighbours number minPoints - 1, by row.
func (j *pointJob) distances(ctx context.Context, set *flyby.Points, minPoints int) ([]float64, flyby.PointStats, error) {
	n := j.points.Len()
	if n < minPoints {
		return nil, flyby.PointStats{}, &cluster.NoKneeError{MinPoints: minPoints, Why: fmt.Sprintf("there are %s", plural(n, "point"))}
	}
	j.quota.Take(memory.Of(n, 8))
	defer j.quota.Give(memory.Of(n, 8))
	near := &nearestPoints{k: minPoints - 1, self: true}
	to := &lastDistances{of: &j.table, rank: minPoints - 1, all: make([]float64, n)}
	rows, found := j.rows, j.found // nearest points do not count as its rows
	stats, err := near.find(ctx, j, set, to)
	j.table, j.rows, j.found, j.offset = PointRows{}, rows, found, 0
	stats.Pairs = 0
	return to.all, stats, err
}

// lastDistances keeps each point's distance to the last of its nearest points.
type lastDistances struct {
	nowhere
	of   *PointRows
	rank int // of the last of the nearest points
	all  []float64
}

func (d *lastDistances) Write(int) error {
	for i, rank := range d.of.Ranks {
		if int(rank) == d.rank {
			d.all[d.of.Rows[i]] = d.of.Distances[i]
		}
	}
	return nil
}

// findEps finds the eps of AutoEps: the knee of the distances.
func (s *pointClusters) findEps(ctx context.Context, j *pointJob, set *flyby.Points) (stats flyby.PointStats, err error) {
	if !s.auto {
		return stats, nil
	}
	all, stats, err := j.distances(ctx, set, s.MinPoints[0])
	if err != nil {
		return stats, err
	}
	d := cluster.NewDistances(s.MinPoints[0], all)
	j.ask.Curve(d)
	eps, err := d.Knee()
	s.Eps = []float64{eps}
	return stats, err
}
