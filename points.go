package flyby

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"flyby/cluster"
	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/pointengine"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/trajectory"
)

// Points is a set of points that is joined with itself and with others: which are within a distance of each
// other, exactly. Its methods may be called from several goroutines; they take turns. After Close
// they return ErrClosed.
type Points struct {
	store  *points.Store
	engine *pointengine.Engine
	turn   *engine.Turn
	done   func() // gives the memory back
}

// OpenPoints makes a set of points ready to be joined. They are indexed by the first search, and
// again where the method's index is for one threshold. All complaints about the options come back at once; a device that is
// not here is ErrNoDevice.
func OpenPoints(ctx context.Context, s *points.Store, o PointOptions) (*Points, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if s == nil {
		return nil, errors.New("flyby: no points")
	}
	quota, done := memory.QuotaOf(ctx, o.Memory)
	config := o.config(quota)
	drivers, err := o.drivers(&config)
	if err != nil {
		done()
		return nil, err
	}
	return &Points{s, pointengine.New(s, config, drivers...), engine.NewTurn(ErrClosed), done}, nil
}

// Close frees the index, once a search that is on has ended. A second call returns nil.
func (p *Points) Close() error {
	first := p.turn.Close()
	defer p.turn.Give()
	if !first {
		return nil
	}
	p.done()
	return p.engine.Close()
}

// PointSearch says which pairs are wanted.
type PointSearch struct {
	// Queries are compared with the points. nil asks for a self-join: the points with each other, each
	// unordered pair once, the lower row first.
	Queries *points.Store
	// Eps is the distance that pairs are within: finite, and 0 or more; 0 joins what is equal.
	Eps float64
	// Distances asks for the distance of each pair, beside its rows.
	Distances bool
	// Mirrored asks for each pair of a self-join in both orders: the neighbours of each row, row by row. They are all found before the
	// first is handed over.
	Mirrored bool
	// Foretold, if set, is told about how many pairs there are, by the neighbours of a sample of rows, once the points are indexed and before
	// pairs are searched for; of less than 10,000 rows never. slabs says that the points are searched a slab at a time.
	Foretold func(pairs float64, slabs bool)
}

// PointStats says what a search was and what it cost.
type PointStats struct {
	pointjoin.Stats
	Points, Queries int // both the points' in a self-join
	Method, Device  string
	Index           time.Duration // to index the points, all of them or slab by slab
	Search          time.Duration // to find what was asked for, and put it in order
	Slabs           bool          // points were indexed a slab at a time
}

// Pairs returns the pairs within a distance. What is wrong with the search comes back at once. The points are indexed, where they are
// not for that, and the pairs searched for as they are read.
func (p *Points) Pairs(ctx context.Context, s PointSearch) (*PointPairs, error) {
	if _, err := p.threshold(s); err != nil {
		return nil, err
	}
	if p.turn.Closed() {
		return nil, ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &PointPairs{ctx: ctx, of: p, search: s}, nil
}

// Counts returns how many points are within the distance of each query, in a self-join of each point, itself
// not counted. No pairs are kept.
func (p *Points) Counts(ctx context.Context, s PointSearch) ([]uint32, PointStats, error) {
	return found(ctx, p, s, 0, (*pointengine.Engine).Counts)
}

// Neighbours returns the rows of the points within the distance of each query, in a self-join of each
// point, itself not among them. Where the table outgrows memory, pairs that are Mirrored have the same in the same order.
func (p *Points) Neighbours(ctx context.Context, s PointSearch) (points.Table, PointStats, error) {
	return found(ctx, p, s, 0, (*pointengine.Engine).Table)
}

// Nearest returns the rows of the k points nearest to each query, of queries nil to each point but
// itself; all there are where they are fewer. Distances are compared exactly; of equal ones the lower row
// comes first. A method that is named and finds no nearest points is an error.
func (p *Points) Nearest(ctx context.Context, queries *points.Store, k int) (points.Nearest, PointStats, error) {
	if k < 1 {
		return points.Nearest{}, PointStats{}, fmt.Errorf("flyby: %d nearest points: must be at least 1", k)
	}
	find := func(e *pointengine.Engine, ctx context.Context, queries *points.Store) (points.Nearest, pointjoin.Stats, error) {
		return e.Nearest(ctx, queries, k)
	}
	return found(ctx, p, PointSearch{Queries: queries}, k, find)
}

// Clusters finds the clusters of DBSCAN, and yields the variants of the search as they are asked for: eps by eps, and of each
// MinPoints by MinPoints. What is wrong with the search comes back at once, a device that has not the method as a
// *cluster.MethodError. The caller may keep the variants. Method and Settings of PointOptions are of joins: they play no
// part. The search has the turn of the points until it ends, at the latest where the caller stops. Its error is the last
// that is yielded.
func (p *Points) Clusters(ctx context.Context, s cluster.Search) iter.Seq2[cluster.Variant, error] {
	return func(yield func(cluster.Variant, error) bool) {
		err := s.Check()
		if err == nil {
			err = p.turn.Take(ctx)
		}
		if err != nil {
			yield(cluster.Variant{}, err)
			return
		}
		defer p.turn.Give()
		for v, err := range p.engine.Clusters(ctx, s) {
			if !yield(v, refusal("points", err)) {
				return
			}
		}
	}
}

// found takes its turn on the engine.
func found[T any](ctx context.Context, p *Points, s PointSearch, nearest int, find func(*pointengine.Engine, context.Context, *points.Store) (T, pointjoin.Stats, error)) (all T, stats PointStats, err error) {
	if err := p.prepare(ctx, s, nearest); err != nil {
		return all, stats, err
	}
	defer p.turn.Give()
	start, before := time.Now(), p.engine.Indexing()
	stats = p.stats(s.Queries)
	all, stats.Stats, err = find(p.engine, ctx, s.Queries)
	slabs := p.engine.Indexing() - before
	stats.Index, stats.Search = stats.Index+slabs, time.Since(start)-slabs
	return all, stats, refusal("points", err)
}

// threshold checks a search, and returns its threshold.
func (p *Points) threshold(s PointSearch) (pointjoin.Threshold, error) {
	if s.Queries != nil && s.Queries.Dimensions() != p.store.Dimensions() {
		return pointjoin.Threshold{}, fmt.Errorf("flyby: queries have %d coordinates, points %d", s.Queries.Dimensions(), p.store.Dimensions())
	}
	within, err := pointjoin.NewThreshold(s.Eps)
	if err != nil {
		return within, fmt.Errorf("flyby: eps %v: must be finite and not negative", s.Eps)
	}
	return within, nil
}

// prepare checks a search, takes the turn and has the points indexed. The turn is the caller's where there
// is no error.
func (p *Points) prepare(ctx context.Context, s PointSearch, nearest int) error {
	within, err := p.threshold(s)
	if err != nil {
		return err
	}
	if err := p.turn.Take(ctx); err != nil {
		return err
	}
	queries := 0
	if s.Queries != nil {
		queries = s.Queries.Len()
	}
	err = p.engine.Prepare(ctx, queries, within, nearest)
	if err == nil {
		err = p.foretell(ctx, s)
	}
	if err != nil {
		p.turn.Give()
		return refusal("points", err)
	}
	return nil
}

// foretell foretells pairs, where that is asked for.
func (p *Points) foretell(ctx context.Context, s PointSearch) error {
	if s.Foretold == nil {
		return nil
	}
	pairs, ok, err := p.engine.Foretell(ctx, s.Queries)
	if ok {
		s.Foretold(pairs, p.engine.InSlabs())
	}
	return err
}

// stats says what a search will be.
func (p *Points) stats(queries *points.Store) PointStats {
	s := PointStats{Points: p.store.Len(), Queries: p.store.Len(), Method: p.engine.Method(), Device: p.engine.Device().Name, Index: p.engine.Index(), Slabs: p.engine.InSlabs()}
	if queries != nil {
		s.Queries = queries.Len()
	}
	return s
}

// At returns where the objects of the database are at the time t: points.At, in the order of their
// ids.
func (db *Database) At(ctx context.Context, t float64) (*points.Store, error) {
	if err := db.good(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !db.entries.Outgrows() {
		return points.At(db.entries.Store, t), nil
	}
	if err := db.turn.Take(ctx); err != nil {
		return nil, err
	}
	defer db.turn.Give()
	var there *points.Store
	err := db.entries.Around(ctx, t, func(s *trajectory.Store, of []uint32) {
		there = points.AtOf(s, t, db.entries.Store, of)
	})
	return there, db.refusal("at", err)
}
