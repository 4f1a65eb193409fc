package engine

import (
	"context"
	"errors"

	"flyby/internal/hitbuffer"
	"flyby/internal/memory"
	"flyby/kernel"
)

// within runs a task whose hits have a budget. Where they outgrow it, or early progress shows that
// they will, the error is memory.ErrOver, and times is about how many times as many hits there are
// as fit; 0: unknown.
func (e *Engine) within(ctx context.Context, t task, out *kernel.Hits) (stats kernel.Stats, times float64, err error) {
	if t.HasHeights() {
		t.Encounters = false // a device joins hits as it finds them; heights must cut them before
	}
	if out.Budget == nil {
		stats, err = e.way.search(ctx, t, out)
		return stats, 0, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	part := 0.0
	t.report.watch = func(done float64) {
		part = done
		if share := e.share(out.Budget); share > plainShare && share > plainTimes*done {
			cancel(memory.ErrOver)
		}
	}
	stats, err = e.way.search(ctx, t, out)
	if err == nil {
		return stats, 0, nil
	}
	if errors.Is(context.Cause(ctx), memory.ErrOver) {
		err = memory.ErrOver
	}
	if errors.Is(err, memory.ErrOver) && part > 0 {
		times = e.share(out.Budget) / part
	}
	return stats, times, err
}

const (
	// plainShare is the share of a budget that must be taken before progress is compared with it.
	// Where the share is then more than plainTimes times the done part of the search, the hits
	// will outgrow the budget.
	plainShare = 1.0 / 16
	plainTimes = 1.5
)

// outgrown reports whether hits outgrew their budget, or the memory of the process.
func outgrown(err error) bool {
	return errors.Is(err, memory.ErrOver) || errors.Is(err, memory.ErrNoRoom)
}

// share returns about the part of a budget that hits have filled: the current list of each thread,
// which may be empty yet, is not counted.
func (e *Engine) share(b *memory.Budget) float64 {
	begun := uint64(e.config.Threads) * hitbuffer.ListHits * hitBytes
	taken := b.Taken() // read once: other threads go on taking
	return float64(taken-min(taken, begun)) / float64(max(b.Most(), 1))
}
