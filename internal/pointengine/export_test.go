package pointengine

import (
	"context"

	"flyby/cluster"
	"flyby/points"
	"flyby/points/pointjoin"
)

// Reach is reach.
var Reach = reach

// NewSlabs is a driver of slabs, with a driver below it.
func NewSlabs(d pointjoin.Driver, c Config) pointjoin.Driver { return &slabs{Driver: d, config: &c} }

// TableIn is Table, of which again says whether there is more memory.
func (e *Engine) TableIn(ctx context.Context, again func() bool) (points.Table, pointjoin.Stats, error) {
	return e.table(ctx, nil, granting{e.config.need, again})
}

// Promised is the bytes of labels that a table is sure of: once it is made, and after each of its variants.
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

// Waiting is a pipeline of tables that has some in memory, with what frees one, and what promises memory.
func (e *Engine) Waiting(tables int) (await func(ctx context.Context, bytes uint64) error, free func(left int), promise func(bytes uint64)) {
	p := e.newPipeline(cluster.Search{Eps: []float64{1}, MinPoints: []int{1}})
	for range 1 + tables { // and that in the making
		p.places <- struct{}{}
	}
	await = func(ctx context.Context, bytes uint64) error { return p.await(ctx, "a table", bytes) }
	free = func(left int) {
		for range len(p.places) - 1 - left {
			<-p.places
		}
		p.tell()
	}
	return await, free, p.labels.Store
}
