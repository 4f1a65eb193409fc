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

// Searches search slabs on devices: an engine indexes and loads each slab. The drivers stay
// open.
type Searches struct {
	devices []engine.Device
	config  engine.Config
	batches batching.Algorithm
	cost    Cost
	ahead   *aheadIndexer // nil: no slab is indexed before it is searched
}

// Cost is the cost of all searches of slabs so far.
type Cost struct {
	Found  engine.Result // its counts and its time, without the time of the consumer of hits; hits of overhang with overhang count
	Index  time.Duration // time to index entries and make them resident
	Choice engine.Choice // of the last search
	Ahead  int           // searches whose entries were indexed before
}

// OnDevices returns searches on devices. batches is for the method temporal; nil: in the
// size that the model finds best.
func OnDevices(devices []engine.Device, c engine.Config, batches batching.Algorithm) *Searches {
	s := &Searches{config: c, batches: batches}
	for _, d := range devices {
		d.Driver = keepOpen(d.Driver)
		s.devices = append(s.devices, d)
	}
	return s
}

// Cost returns the cost of the searches so far. It must not be called during a search.
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

// run gives the hits that one engine finds.
func (s *Searches) run(ctx context.Context, e *engine.Engine, t engine.Task, give func([]interaction.HitRow) error) error {
	f, err := e.Search(ctx, t)
	if err != nil {
		return err
	}
	if f.Stream != nil {
		s.cost.Found.Took += f.Took // the part until hits outgrow memory is known
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

// lentDriver is a driver that its borrower does not close.
type lentDriver struct{ kernel.Driver }

func (lentDriver) Close() error { return nil }

// poolOwner is a driver that has a worker pool.
type poolOwner interface{ Pool() *parallel.Pool }

// lentPoolOwner is a lent driver whose pool is lent, too.
type lentPoolOwner struct {
	lentDriver
	poolOwner
}

func keepOpen(d kernel.Driver) kernel.Driver {
	if p, ok := d.(poolOwner); ok {
		return lentPoolOwner{lentDriver{d}, p}
	}
	return lentDriver{d}
}
