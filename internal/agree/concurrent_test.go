package agree_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/several"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// crowd is goroutines that use one database at once, until one of them closes it.
type crowd struct {
	t                *testing.T
	db               *flyby.Database
	entries, queries *trajectory.Store
	joins, searches  trajectory.Hits // expected hits
}

// TestConcurrent: many goroutines search, join, cancel, change the batching, release and close at
// once, and each gets its answer, or the error that explains why not. The race detector runs it
// (make race).
func TestConcurrent(t *testing.T) {
	tier.Full(t)
	entries, queries, err := datasets.Searches()[3].Load(0.01, 1)
	if err != nil {
		t.Fatal(err)
	}
	cpu := flyby.Options{Device: "cpu"}
	joins, searches := search(t, cpu, entries, nil, 25).hits, search(t, cpu, entries, queries, 25).hits
	for name, o := range concurrentOptions(t) {
		for _, o.Method = range []flyby.Method{flyby.MethodSpatiotemporal, flyby.MethodTemporal} {
			t.Run(fmt.Sprint(name, " ", o.Method), func(t *testing.T) {
				db, err := flyby.Open(context.Background(), entries, o)
				if err != nil {
					t.Fatal(err)
				}
				c := crowd{t, db, entries, queries, joins, searches}
				c.run()
			})
		}
	}
}

// concurrentOptions returns options for the cpu, for each OpenCL device, and for two
// devices at once.
func concurrentOptions(t *testing.T) map[string]flyby.Options {
	all := map[string]flyby.Options{"two": withDriver(flyby.Options{}, several.New("two", newFake(), newFake()))}
	for _, device := range devices(t) {
		all[device] = flyby.Options{Device: device}
	}
	return all
}

// run starts all goroutines, closes the database in their midst, and wants every later call
// refused.
func (c *crowd) run() {
	var wg, some sync.WaitGroup
	for k := range 12 {
		some.Add(1)
		wg.Go(func() {
			for i := 0; ; i++ {
				if i == 2 {
					some.Done()
				}
				if err := c.act(k + i); errors.Is(err, flyby.ErrClosed) && i >= 2 {
					return
				} else if err != nil {
					c.t.Error(err)
					if i < 2 {
						some.Done()
					}
					return
				}
			}
		})
	}
	some.Wait() // each has made two calls, and makes more
	if err := c.db.Close(); err != nil {
		c.t.Error(err)
	}
	wg.Wait()
	if err := c.db.Close(); err != nil {
		c.t.Error(err)
	}
}

// act makes the k-th kind of call.
func (c *crowd) act(k int) error {
	switch k % 5 {
	case 0:
		return c.find(flyby.Search{Distance: 25}, c.joins)
	case 1:
		return c.cancel()
	case 2:
		return c.find(flyby.Search{Queries: c.queries, Distance: 25, Batching: fmt.Sprint("periodic:", 60+k)}, c.searches)
	case 3:
		return c.ownMemory()
	}
	return c.find(flyby.Search{Queries: c.queries, Distance: 25}, c.searches)
}

// find asks for hits, releases them, and asks for encounters.
func (c *crowd) find(s flyby.Search, want trajectory.Hits) error {
	a, err := find(context.Background(), c.db, s)
	if err != nil {
		return err
	}
	if got := a.hits; got.Len() != want.Len() || got.Len() > 0 && got.Enter[got.Len()-1] != want.Enter[want.Len()-1] {
		return fmt.Errorf("%d hits, want %d", got.Len(), want.Len())
	}
	_, _, err = meet(context.Background(), c.db, s)
	return err
}

// cancel cancels a join while it waits or runs.
func (c *crowd) cancel() error {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { _, err := c.db.Hits(ctx, flyby.Search{Distance: 25}); done <- err }()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// ownMemory searches with query memory, which outlives a close.
func (c *crowd) ownMemory() error {
	m, err := c.db.NewQueryMemory(c.queries.Samples())
	if err != nil {
		return err
	}
	defer m.Close()
	queries, err := m.Copy(c.queries)
	if err != nil {
		return err
	}
	return c.find(flyby.Search{Queries: queries, Distance: 25}, c.searches)
}
