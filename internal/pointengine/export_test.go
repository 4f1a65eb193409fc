package pointengine

import (
	"context"

	"flyby/cluster"
	"flyby/points/pointjoin"
)

// Reach is reach.
var Reach = reach

// NewSlabs is a driver of slabs, with a driver below it.
func NewSlabs(d pointjoin.Driver, c Config) pointjoin.Driver { return &slabs{Driver: d, config: &c} }

// Waiting is a pipeline of tables that has some in memory, with what frees one.
func (e *Engine) Waiting(tables int) (await func(ctx context.Context, bytes uint64) error, free func(left int)) {
	p := e.newPipeline(cluster.Search{Eps: []float64{1}, MinPoints: []int{1}})
	p.held.Store(int32(tables))
	await = func(ctx context.Context, bytes uint64) error { return p.await(ctx, "a table", bytes) }
	return await, func(left int) {
		p.held.Store(int32(left))
		p.tell()
	}
}
