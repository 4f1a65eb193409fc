package engine

import (
	"context"
	"errors"

	"flyby/internal/hitbuffer"
	"flyby/internal/memory"
	"flyby/kernel"
)

// within runs a task whose hits have a budget. Where they outgrow it, or it is plain early on
// that they will, the error is memory.ErrOver, and times is how many times as many hits as fit
// there are, about; 0: unknown.
func (e *Engine) within(ctx context.Context, t task, out *kernel.Hits) (stats kernel.Stats, times float64, err error) {
	if t.Vertical != nil {
		t.Encounters = false // a device joins hits as it finds them, which are cut before
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
	// plainShare is the share of a budget that is taken before it is asked whether it will
	// do, and plainTimes by how many times it must not do then.
	plainShare = 1.0 / 16
	plainTimes = 1.5
)

// outgrown reports whether hits outgrew their budget, or what there is of memory.
func outgrown(err error) bool {
	return errors.Is(err, memory.ErrOver) || errors.Is(err, memory.ErrNoRoom)
}

// share is the part of a budget that hits have filled, about: the list that each thread is at may be
// empty yet.
func (e *Engine) share(b *memory.Budget) float64 {
	begun := uint64(e.config.Threads) * hitbuffer.ListHits * hitBytes
	taken := b.Taken() // read once: others go on taking
	return float64(taken-min(taken, begun)) / float64(max(b.Most(), 1))
}
