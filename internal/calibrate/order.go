package calibrate

import (
	"context"
	"math"

	"flyby/internal/hitorder"
	"flyby/kernel"
)

// orders reports whether the hits of searches are sorted.
func (o *Options) orders() bool { return o.Pool != nil || o.finish != nil }

// order sorts the hits of a search, as the engine does, unless they come in order; rows is greater than all their query rows.
func (o *Options) order(ctx context.Context, hits *kernel.Hits, rows int) error {
	if o.finish != nil {
		o.finish(hits, rows)
		return nil
	}
	if o.Pool == nil || hitorder.IsOrdered(hits.Lists) {
		return nil
	}
	_, err := hitorder.Order(ctx, nil, hits.Lists, math.MaxUint32, rows, o.Pool, nil)
	return err
}
