package pointengine

import (
	"context"

	"flyby/cluster"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// Reach is reach.
var Reach = reach

// NewSlabs returns a driver of slabs above another driver.
func NewSlabs(d pointjoin.Driver, c Config) pointjoin.Driver { return &slabs{Driver: d, config: &c} }

// TableIn is Table; again reports whether there is more memory.
func (e *Engine) TableIn(ctx context.Context, again func() bool) (points.Table, points.Stats, error) {
	return e.table(ctx, nil, memoryGrant{e.config.need, again})
}

// Promised returns the bytes of labels reserved for a table: once it is made, and after each of its
// variants.
func (e *Engine) Promised(ctx context.Context, s cluster.Search) (all []uint64, err error) {
	p, t := e.newPipeline(s), &table{eps: s.Eps[0]}
	if err := p.make(ctx, t); err != nil {
		return nil, err
	}
	all = append(all, p.labels.Load())
	for at := range s.MinPoints {
		if _, err := p.variant(ctx, task{t, at}); err != nil {
			return nil, err
		}
		all = append(all, p.labels.Load())
	}
	return all, p.maker.drop()
}

// Waiting returns the parts of a pipeline with some tables in memory: the wait for memory, the freeing of a
// table, and the reservation of memory.
func (e *Engine) Waiting(tables int) (await func(ctx context.Context, bytes uint64) error, free func(left int), promise func(bytes uint64)) {
	p := e.newPipeline(cluster.Search{Eps: []float64{1}, MinPoints: []int{1}})
	for range 1 + tables { // and the one in the making
		p.places <- struct{}{}
	}
	await = func(ctx context.Context, bytes uint64) error { return p.await(ctx, "a table", bytes) }
	free = func(left int) {
		for range len(p.places) - 1 - left {
			<-p.places
		}
		p.signal()
	}
	return await, free, p.labels.Store
}
