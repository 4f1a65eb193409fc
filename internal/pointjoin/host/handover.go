package host

import (
	"context"
	"errors"
	"sync"

	"flyby/internal/parallel"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// errMissing is a bug of this module: pairs that were handed over cannot be taken back.
var errMissing = errors.New("host: a method had no memory for pairs that are handed over")

// handOver does ordered tasks, and hands over their pairs, in order, to take in the calling goroutine
// (docs/decisions/0060-pairs-are-handed-over.md). Several threads find the next pairs meanwhile; a single
// thread finds and hands over in turn. An error of take stops the work.
func handOver(ctx context.Context, stop context.CancelCauseFunc, tasks finder.Tasks, finders []*finder.Finder, tally *parallel.Tally, take func(points.Pairs) error) {
	hand := func(chunk points.Pairs) (points.Pairs, bool) {
		if err := take(chunk); err != nil {
			stop(err)
		}
		return chunk, ctx.Err() == nil
	}
	do := func(task int, f *finder.Finder, hand finder.Hand) {
		f.HandOver(hand)
		doTask(tasks, task, f, tally)
		if f.Stopped() {
			stop(errMissing) // unless it has stopped already
		}
	}
	if len(finders) == 1 {
		for task := 0; task < tasks.Len() && ctx.Err() == nil; task++ {
			do(task, finders[0], hand)
		}
		return
	}
	l := newLane(ctx, len(finders))
	var wg sync.WaitGroup
	for _, f := range finders {
		wg.Go(func() {
			for task := l.begin(); task < tasks.Len(); task = l.begin() {
				do(task, f, l.hand(task))
				l.end(task)
			}
		})
	}
	l.pass(tasks.Len(), hand)
	wg.Wait()
}
