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
	"flyby/internal/pointjoin"
	"flyby/points"
	"flyby/trajectory"
)

// Points is a set of points, to find exactly which are within a distance of each other or of other
// points. Its methods may be called from several goroutines; they take turns. After Close
// they return ErrClosed.
type Points struct {
	store  *points.Store
	engine *pointengine.Engine
	turn   *engine.Turn
	done   func() // gives the memory back
}

// OpenPoints makes a set of points ready to be joined. The first search indexes them, and
// where the method's index is for one threshold each search with another. All complaints about the options come back at once; a device that is
// not here is ErrNoDevice.
func OpenPoints(ctx context.Context, s *points.Store, o Options) (*Points, error) {
	if err := o.ValidatePoints(); err != nil {
		return nil, err
	}
	if s == nil {
		return nil, errors.New("flyby: no points")
	}
	quota, done := memory.QuotaOf(ctx, o.Memory)
	config := o.pointConfig(quota)
	drivers, err := o.pointDrivers(&config)
	if err != nil {
		done()
		return nil, err
	}
	return &Points{s, pointengine.New(s, config, drivers...), engine.NewTurn(ErrClosed), done}, nil
}

// Close frees the index, once a running search has ended. A second call returns nil.
func (p *Points) Close() error {
	first := p.turn.Close()
	defer p.turn.Give()
	if !first {
		return nil
	}
	p.done()
	return p.engine.Close()
}

// PointSearch says which pairs are searched for.
type PointSearch struct {
	// Queries are compared with the points. nil asks for a self-join: the points with each other, each
	// unordered pair once, the lower row first.
	Queries *points.Store
	// Eps is the distance that pairs are within: finite, and 0 or more; 0 finds equal points.
	Eps float64
	// Distances asks for the distance of each pair, in addition to its rows.
	Distances bool
	// Mirrored asks for each pair of a self-join in both orders: the neighbours of each row, row by row. All pairs are found before the
	// first is yielded.
	Mirrored bool
	// Foretold, if set, is called with about how many pairs there are, by the neighbours of a sample of rows, once the points are indexed and before
	// pairs are searched for; never for less than 10,000 rows. slabs says that the points are searched a slab at a time.
	Foretold func(pairs float64, slabs bool)
}

// PointStats describes a search of points, and its cost.
type PointStats struct {
	points.Stats
	Points, Queries int // numbers of points; in a self-join both are the same
	Method, Device  string
	Index           time.Duration // to index the points, all of them or slab by slab
	Search          time.Duration // to find the result, and put it in order
	Slabs           bool          // points were indexed a slab at a time
	Instead         string        // the device that was asked for, where the cores of the host found nearest points in its place; "": they did not
	Why             string        // the reason for which auto took the device or left another one closed, by predicted seconds; "": it had no choice
}

// Pairs returns the pairs within a distance. An error of the search's fields comes back at once. The points are indexed, unless their index
// serves the search, and the pairs searched for, when the result is read.
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

// Counts returns the number of points within the distance of each query, in a self-join of each point, itself
// not counted. No pairs are kept.
func (p *Points) Counts(ctx context.Context, s PointSearch) ([]uint32, PointStats, error) {
	return found(ctx, p, s, 0, (*pointengine.Engine).Counts)
}

// Neighbours returns the rows of the points within the distance of each query, in a self-join of each
// point, itself not among them. Where the table outgrows memory, Pairs of a search with Mirrored has the same neighbours in the same order.
func (p *Points) Neighbours(ctx context.Context, s PointSearch) (points.Table, PointStats, error) {
	return found(ctx, p, s, 0, (*pointengine.Engine).Table)
}

// Nearest returns the rows of the k points nearest to each query, or, where queries is nil, nearest to each point, itself
// not counted; all points where there are fewer. Distances are compared exactly; of equal distances the lower row
// comes first. A named method that finds no nearest points on a named device is an error.
func (p *Points) Nearest(ctx context.Context, queries *points.Store, k int) (points.Nearest, PointStats, error) {
	if k < 1 {
		return points.Nearest{}, PointStats{}, fmt.Errorf("flyby: %d nearest points: must be at least 1", k)
	}
	find := func(e *pointengine.Engine, ctx context.Context, queries *points.Store) (points.Nearest, points.Stats, error) {
		return e.Nearest(ctx, queries, k)
	}
	return found(ctx, p, PointSearch{Queries: queries}, k, find)
}

// Clusters finds the clusters of DBSCAN, and yields the variants of the search one after another as the caller asks for the next: eps by eps, and for each
// eps MinPoints by MinPoints. An error of the search's fields is yielded at once, a device without the method as a
// *cluster.MethodError. The caller may keep the variants. Method and Settings of Options are for joins alone: Clusters ignores
// them. The search keeps the turn of the points until it ends, at the latest where the caller stops. Its error is
// yielded last.
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

// found calls find in the search's turn on the engine.
func found[T any](ctx context.Context, p *Points, s PointSearch, nearest int, find func(*pointengine.Engine, context.Context, *points.Store) (T, points.Stats, error)) (all T, stats PointStats, err error) {
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

// prepare checks a search, takes the turn and has the points indexed. Without an error the caller has
// the turn, and gives it back.
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

// foretell calls Foretold with the estimated number of pairs, if the search has one.
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

// stats describes a search before it runs.
func (p *Points) stats(queries *points.Store) PointStats {
	s := PointStats{Points: p.store.Len(), Queries: p.store.Len(), Method: p.engine.Method(), Device: p.engine.Device().Name, Index: p.engine.Index(), Slabs: p.engine.InSlabs(), Instead: p.engine.Instead(), Why: p.engine.Why()}
	if queries != nil {
		s.Queries = queries.Len()
	}
	return s
}

// At returns the positions of the database's objects at the time t, in the order of their
// ids: see points.At.
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
