package speed

import (
	"context"
	"fmt"
	"slices"

	"flyby"
)

// wantedOfSearch is the most that the nearest may take, times the time of a search for encounters at the largest K-th distance: processor time on cores, the clock's on a GPU.
const wantedOfSearch = 2.5

// nearestItem returns a row that measures the k nearest of a workload with itself beside the search at the largest of their distances.
func nearestItem(w workload, k int) item {
	return item{
		name: fmt.Sprintf("nearest-%d", k), group: joinGroup, what: fmt.Sprintf("nearest %d of %s with itself", k, w),
		measure: func(ctx context.Context, l *lab, r *Row) error { return l.nearestRow(ctx, w, k, r) },
	}
}

func (l *lab) nearestRow(ctx context.Context, w workload, k int, r *Row) error {
	db, _, err := l.prepare(ctx, w)
	if err != nil {
		return err
	}
	farthest := 0.0
	if err := r.run(ctx, l.Trials, nearest(db, k, &farthest)); err != nil {
		return err
	}
	of, err := repeat(ctx, l.Trials, joining(db, farthest, true))
	if err != nil {
		return err
	}
	l.claimTime(r, targets{})
	c := Claim{What: "x the search", Unit: "x", Got: r.Median() / median(of.seconds), Note: fmt.Sprintf("of encounters within %.3g", farthest)}
	if len(r.CPU) > 0 && !l.gpu() {
		c.Got, c.Note = median(r.CPU)/median(of.cpu), c.Note+", in processor time"
	}
	if l.full() {
		c.Most = wantedOfSearch
	}
	r.Claims = append(r.Claims, c)
	return nil
}

// nearest returns a question for the k nearest, which sets the largest distance of a row.
func nearest(db *flyby.Database, k int, farthest *float64) trial {
	return func(ctx context.Context) (o outcome, err error) {
		watch := startWatch()
		found, err := db.Nearest(ctx, flyby.Search{K: k})
		if err != nil {
			return o, err
		}
		o = watch.stop()
		o.hits = found.Stats().Hits
		rows, err := found.Collect()
		if rows.Len() > 0 {
			*farthest = slices.Max(rows.Distance)
		}
		return o, err
	}
}
