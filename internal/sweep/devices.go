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
	"flyby/internal/push"
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
	return push.Seq(func(give func([]interaction.HitRow) error) error {
		start, c := time.Now(), s.config
		if c.Indexed = s.ahead.take(entries); c.Indexed != nil {
			s.cost.Ahead++
		}
		e, err := engine.Open(ctx, entries, s.devices, c)
		if err != nil {
			return err
		}
		s.cost.Index += time.Since(start)
		err = s.run(ctx, e, engine.Task{Rule: rule, Queries: queries, Batching: s.batches, Part: true}, give)
		return errors.Join(err, e.Close())
	})
}

// run gives what one engine finds.
func (s *Searches) run(ctx context.Context, e *engine.Engine, t engine.Task, give func([]interaction.HitRow) error) error {
	f, err := e.Search(ctx, t)
	if err != nil {
		return err
	}
	if f.Stream != nil {
		s.cost.Found.Took += f.Took // to see that the hits outgrow memory
	}
	for part, err := range f.Parts(ctx, engine.NewTurn(nil)) {
		if err != nil {
			return err
		}
		s.cost.Found.Add(part)
		s.cost.Choice = e.Choice()
		if err := give(part.Hits); err != nil {
			return err
		}
	}
	if f.Release != nil {
		f.Release()
	}
	return nil
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
