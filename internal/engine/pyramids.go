package engine

import (
	"context"

	"flyby/binindex"
	"flyby/internal/parallel"
	"flyby/trajectory"
)

// pyramids makes the pyramid of a query set in the frame of the entries, and keeps the last: choosing
// a device and searching on it need the same one.
type pyramids struct {
	queries *trajectory.Store
	builder binindex.Builder
	last    *binindex.Pyramid
	counted uint64 // bytes for which need found room
}

// keptMemory is the most bytes of pyramids that are kept between searches.
const keptMemory = 32 << 20

func newPyramids(queries *trajectory.Store, pool *parallel.Pool) *pyramids {
	return &pyramids{queries: queries, builder: binindex.Builder{Pool: pool}}
}

// in returns the queries' pyramid in the frame of another.
func (q *pyramids) in(entries *binindex.Pyramid) *binindex.Pyramid {
	if q.last == nil || q.last.Frame != entries.Frame {
		q.last = q.builder.Build(q.queries, entries.Frame, entries.QuerySetting(q.queries))
	}
	return q.last
}

// until stops building when a context ends: the pyramid is then incomplete, and of no use.
func (q *pyramids) until(ctx context.Context) *pyramids {
	q.builder.Stop = ctx.Done()
	return q
}

// ended reports whether the context has ended.
func (q *pyramids) ended() bool {
	select {
	case <-q.builder.Stop:
		return true
	default:
		return false
	}
}

// need refuses the queries' pyramid in the frame of another where there is no memory for it. Once
// there was memory for a pyramid as large, the builder still has it.
func (q *pyramids) need(entries *binindex.Pyramid) error {
	set := entries.QuerySetting(q.queries)
	bytes := set.PyramidBytes(q.queries)
	if q.last != nil || bytes <= q.counted {
		return nil
	}
	err := needPyramid(q.queries, set)
	if err == nil {
		q.counted = bytes
	}
	return err
}

// of sets the queries of the next pyramids, nil for none, and returns q. No pyramid that it gave
// before may still be in use: its memory is used again.
func (q *pyramids) of(queries *trajectory.Store) *pyramids {
	q.queries, q.last, q.builder.Stop = queries, nil, nil
	if q.builder.Memory() > keptMemory {
		q.builder, q.counted = binindex.Builder{Pool: q.builder.Pool}, 0
	}
	return q
}
