package speed

import (
	"context"
	"errors"
	"fmt"

	"flyby"
	"flyby/cluster"
	"flyby/datasets"
	"flyby/points"
)

// The question that points are measured with: their density is that of syn-uniform, 200 points a unit of area to 2 million.
const (
	pointEps   = 0.2
	pointLeast = 16 // minpts
)

// pointItems returns the rows of points in memory.
func pointItems() (all []item) {
	all = append(all, item{
		name: "points-index", group: pointsGroup, what: "index of 2*10^6 points for a self-join on the cores, one thread and all", measure: func(ctx context.Context, l *lab, r *Row) error { return l.pointIndex(ctx, r) },
	})
	for _, c := range []struct {
		row, name string
		millions  float64
	}{{"2e6", "2*10^6", 2}, {"1e7", "10^7", 10}} {
		all = append(all, item{
			name: "clusters-" + c.row, group: pointsGroup, large: c.millions > 2, what: fmt.Sprintf("clusters of %s points, eps %v, minpts %d, memory to labels", c.name, pointEps, pointLeast),
			measure: func(ctx context.Context, l *lab, r *Row) error { return l.clusters(ctx, c.millions, r) },
		})
	}
	return all
}

// evenPoints makes points of syn-uniform, their number in millions.
func (l *lab) evenPoints(millions float64) (*points.Store, error) {
	const set = 2 // million points at scale 1
	return datasets.GeneratePoints("syn-uniform", 1, millions*l.Scale/set, datasets.PointOptions{})
}

// pointIndex measures the index of points by one thread and by all. The row's times are of all.
func (l *lab) pointIndex(ctx context.Context, r *Row) error {
	s, err := l.evenPoints(2)
	if err != nil {
		return err
	}
	one, err := l.indexBy(ctx, s, 1)
	if err != nil {
		return err
	}
	all, err := l.indexBy(ctx, s, 0)
	if err != nil {
		return err
	}
	r.take(all.index)
	l.claimTime(r, targets{})
	for _, c := range []struct {
		what string
		of   trials
	}{{"index, one thread", one.index}, {"counts, one thread", one.search}, {"counts, all threads", all.search}} {
		r.Claims = append(r.Claims, Claim{What: c.what, Unit: "s", Got: median(c.of.seconds)})
	}
	return nil
}

// indexing has the trials of an index and of the search after it.
type indexing struct{ index, search trials }

// indexBy measures the index of points, and the counts of neighbours after it, by a number of threads; 0: by all.
func (l *lab) indexBy(ctx context.Context, s *points.Store, threads int) (all indexing, err error) {
	for i := range l.Trials + warmUps {
		set, err := flyby.OpenPoints(ctx, s, flyby.Options{Device: "cpu", Threads: threads})
		if err != nil {
			return all, err
		}
		_, stats, err := set.Counts(ctx, flyby.PointSearch{Eps: pointEps})
		if err = errors.Join(err, set.Close()); err != nil {
			return all, err
		}
		if i >= warmUps {
			all.index.add(outcome{took: stats.Index}, 1)
			all.search.add(outcome{took: stats.Search}, 1)
		}
	}
	return all, nil
}

// clusters measures DBSCAN on the lab's device, open and warm, from points in memory to labels; and the first time in a set of points.
func (l *lab) clusters(ctx context.Context, millions float64, r *Row) error {
	s, err := l.evenPoints(millions)
	if err != nil {
		return err
	}
	set, err := flyby.OpenPoints(ctx, s, flyby.Options{Device: l.machine.Device.Selector})
	if err != nil {
		return err
	}
	defer set.Close() //nolint:errcheck // nothing is written
	label := func(ctx context.Context) (o outcome, err error) {
		watch := startWatch()
		for v, err := range set.Clusters(ctx, cluster.Search{Eps: []float64{pointEps}, MinPoints: []int{pointLeast}}) {
			if err != nil {
				return o, err
			}
			o.hits = uint64(v.Labels.Clusters)
		}
		clusters := o.hits
		o = watch.stop()
		o.hits = clusters
		return o, nil
	}
	first, err := label(ctx)
	if err != nil {
		return err
	}
	err = r.run(ctx, l.Trials, label)
	l.claimTime(r, targets{})
	r.Claims = append(r.Claims, Claim{What: "the first time", Unit: "s", Got: first.took.Seconds()}, Claim{What: "rate", Unit: "points/s", Got: float64(s.Len()) / r.Median()})
	return err
}
