package speed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"flyby"
)

// wantedReturn is the most time a cancelled search may take to return, in seconds.
const wantedReturn = 0.1

// cancels is the number of joins that are cancelled, at moments spread evenly over the time of a whole one.
const cancels = 16

// cancel measures how long a join for encounters takes to return once it is cancelled: the longest time counts.
func (l *lab) cancel(ctx context.Context, w workload, d float64, r *Row) error {
	db, skip, err := l.prepare(ctx, w)
	if r.Skipped = skip; skip != "" || err != nil {
		return err
	}
	whole, err := joining(db, d, true)(ctx)
	if err == nil && whole.took < longRun { // the memory and programs that the first run makes are ready for others
		whole, err = joining(db, d, true)(ctx)
	}
	if err != nil {
		return err
	}
	for i := range cancels {
		seconds, err := cancelled(ctx, db, d, whole.took*time.Duration(i+1)/(cancels+1))
		if err != nil {
			return err
		}
		if seconds >= 0 {
			r.Seconds = append(r.Seconds, seconds)
		}
	}
	if len(r.Seconds) == 0 {
		r.Skipped = fmt.Sprintf("a join of %v is over before it is cancelled", whole.took)
		return nil
	}
	c := Claim{What: "longest", Unit: "s", Got: slices.Max(r.Seconds), Note: fmt.Sprintf("a whole join takes %.3g s", whole.took.Seconds())}
	if l.full() {
		c.Most = wantedReturn
	}
	r.Claims = append(r.Claims, c)
	return nil
}

// cancelled begins a join, cancels it after a while, and returns the seconds from the cancellation to the join's return;
// less than 0 where the join ended before.
func cancelled(ctx context.Context, db *flyby.Database, d float64, after time.Duration) (seconds float64, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	at := make(chan time.Time, 1)
	timer := time.AfterFunc(after, func() {
		at <- time.Now()
		cancel()
	})
	_, err = db.Encounters(ctx, flyby.Search{Distance: d})
	returned := time.Now()
	switch {
	case timer.Stop(), err == nil:
		return -1, err
	case errors.Is(err, context.Canceled):
		return returned.Sub(<-at).Seconds(), nil
	}
	return 0, err
}
