package sweep

import (
	"context"
	"errors"
	"iter"

	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/trajectory"
)

// OnDevices returns the Searcher that indexes each slab and loads it on devices, as an engine
// does. The drivers stay open.
func OnDevices(devices []engine.Device, c engine.Config) Searcher {
	lent := make([]engine.Device, len(devices))
	for i, d := range devices {
		lent[i] = engine.Device{Driver: keepOpen(d.Driver), Reason: d.Reason}
	}
	return func(ctx context.Context, queries, entries *trajectory.Store, rule interaction.Rule) iter.Seq2[[]interaction.HitRow, error] {
		return func(yield func([]interaction.HitRow, error) bool) {
			e, err := engine.Open(ctx, entries, lent, c)
			if err != nil {
				yield(nil, err)
				return
			}
			f, err := e.Search(ctx, engine.Task{Rule: rule, Queries: queries})
			if err != nil {
				yield(nil, errors.Join(err, e.Close()))
				return
			}
			more := yield(f.Hits, nil)
			if f.Release != nil {
				f.Release()
			}
			if err := e.Close(); err != nil && more {
				yield(nil, err)
			}
		}
	}
}

// lent is a driver that its borrower does not close.
type lent struct{ kernel.Driver }

func (lent) Close() error { return nil }

// pooled is a driver that has a worker pool.
type pooled interface{ Pool() *parallel.Pool }

// lentPooled is one whose pool is lent too.
type lentPooled struct {
	lent
	pooled
}

func keepOpen(d kernel.Driver) kernel.Driver {
	if p, ok := d.(pooled); ok {
		return lentPooled{lent{d}, p}
	}
	return lent{d}
}
