package sweep

import (
	"context"
	"errors"
	"iter"
	"time"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/trajectory"
)

// Searches are those of slabs on devices: each slab is indexed and loaded as an engine does.
// The drivers stay open.
type Searches struct {
	devices []engine.Device
	config  engine.Config
	batches batching.Algorithm
	cost    Cost
	ahead   *ahead // nil: no slab is indexed before it is searched
}

// Cost is what the searches of all slabs so far took.
type Cost struct {
	Found  engine.Found  // its counts and its time, which is without that of whoever takes hits; hits of overhang with overhang count
	Index  time.Duration // to index entries and make them resident
	Choice engine.Choice // of the last
	Ahead  int           // searches whose entries were indexed before
}

// OnDevices returns searches on devices. batches is of the method temporal; nil: of the size
// that the model finds best.
func OnDevices(devices []engine.Device, c engine.Config, batches batching.Algorithm) *Searches {
	s := &Searches{config: c, batches: batches}
	for _, d := range devices {
		d.Driver = keepOpen(d.Driver)
		s.devices = append(s.devices, d)
	}
	return s
}

// Cost returns what the searches so far took. No search may be on.
func (s *Searches) Cost() Cost {
	c := s.cost
	if s.ahead != nil {
		c.Index += s.ahead.took
	}
	return c
}

// Search is a Searcher.
func (s *Searches) Search(ctx context.Context, queries, entries *trajectory.Store, rule interaction.Rule) iter.Seq2[[]interaction.HitRow, error] {
	return func(yield func([]interaction.HitRow, error) bool) {
		start, c := time.Now(), s.config
		if c.Indexed = s.ahead.take(entries); c.Indexed != nil {
			s.cost.Ahead++
		}
		e, err := engine.Open(ctx, entries, s.devices, c)
		if err != nil {
			yield(nil, err)
			return
		}
		s.cost.Index += time.Since(start)
		more, err := s.run(ctx, e, engine.Task{Rule: rule, Queries: queries, Batching: s.batches, Part: true}, yield)
		if err = errors.Join(err, e.Close()); err != nil && more {
			yield(nil, err)
		}
	}
}

// run yields what one engine finds. more is false once yield wants no more.
func (s *Searches) run(ctx context.Context, e *engine.Engine, t engine.Task, yield func([]interaction.HitRow, error) bool) (more bool, err error) {
	f, err := e.Search(ctx, t)
	if err != nil {
		return true, err
	}
	if f.Stream != nil {
		s.cost.Found.Took += f.Took // to see that the hits outgrow memory
	}
	for part, err := range f.Parts(ctx, engine.NewTurn(nil)) {
		if err != nil {
			return true, err
		}
		s.cost.Found.Add(part)
		s.cost.Choice = e.Choice()
		if !yield(part.Hits, nil) {
			return false, nil
		}
	}
	if f.Release != nil {
		f.Release()
	}
	return true, nil
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
