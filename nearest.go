package flyby

import (
	"context"
	"errors"
	"iter"
	"math"

	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/nearest"
	"flyby/internal/source"
	"flyby/kernel"
	"flyby/trajectory"
)

// Nearest is the result of Database.Nearest: for each query the entries that come closest to it, ordered by query trajectory and rank. It is for one
// goroutine at a time.
type Nearest struct {
	result
	rows trajectory.Nearest
}

// Nearest finds the Search.K entries that come closest to each query, ever or within the window, however far that is: docs/answers.md has the definition. Of a join
// each trajectory is a query, and never an entry of its own; two may be among the nearest of each other. A query has fewer
// rows where fewer entries share an instant with it, or come within Search.MaxDistance. It fails where Hits does, and where the data outgrow Options.Memory.
func (db *Database) Nearest(ctx context.Context, s Search) (*Nearest, error) {
	if s.K == 0 {
		return nil, errors.New("flyby: nearest: K is 0: want the number of entries for each query, 1 or more")
	}
	q, err := db.question(ctx, s)
	if err != nil {
		return nil, err
	}
	defer db.turn.Give()
	n := &Nearest{result: result{ctx: ctx, db: db, found: &engine.Result{}}}
	if q.pair.Outgrows() {
		return nil, db.refusal("nearest", q.outgrown("nearest entries are found"))
	}
	if q.pair.Queries.Trajectories() > 0 && q.pair.Entries.Trajectories() > 0 {
		n.rows, err = db.nearest(ctx, q, n.found)
	}
	if err != nil {
		return nil, db.refusal("nearest", err)
	}
	n.stats = db.stats(q.pair, n.found)
	return n, nil
}

// outgrown returns the error of data that are not in memory, as an answer wants them, what says which: with the memory of their samples, and of an index.
func (q *question) outgrown(what string) error {
	bytes := q.quota.Usage()
	for _, of := range []*source.Set{q.pair.Entries, q.pair.Queries} {
		samples, _ := of.Size()
		bytes += samples * uint64(8*(1+of.Space().Dim)+segmentBytes)
	}
	return q.quota.Little(what+" in memory, which the data take:", bytes)
}

// segmentBytes is the memory of a segment in the index of entries, or in the boxes of queries.
const segmentBytes = 64

// nearest finds the nearest entries by searches of the engine, whose costs are added to sum.
func (db *Database) nearest(ctx context.Context, q question, sum *engine.Result) (trajectory.Nearest, error) {
	if err := db.indexed(ctx); err != nil {
		return trajectory.Nearest{}, err
	}
	s := nearest.Search{
		Queries: q.pair.Queries.Store, Entries: q.pair.Entries.Store, Rule: q.rule(), K: min(q.K, q.pair.Entries.Trajectories()), MaxDistance: math.Inf(1), Threads: db.options.Threads,
		Wide: db.engine.Choice().Device.Kind == kernel.GPU,
	}
	if q.MaxDistance != nil {
		s.MaxDistance = *q.MaxDistance
	}
	s.Find = func(ctx context.Context, queries *trajectory.Store, r interaction.Rule, give func(trajectory.Encounters) error) error {
		found, err := db.search(ctx, engine.Task{Rule: r, Queries: queries, Batching: q.batching, Encounters: true, Hits: roundBytes, Quota: q.quota})
		if err != nil {
			return err
		}
		return found.Each(ctx, func(f *engine.Result) error {
			sum.Add(f)
			return give(f.Encounters)
		})
	}
	bytes := s.Bytes()
	if err := q.quota.Need("the nearest of "+memory.Count(s.Queries.Trajectories())+" queries take", bytes); err != nil {
		return trajectory.Nearest{}, err
	}
	q.quota.Take(bytes)
	defer q.quota.Give(bytes)
	return s.Run(ctx)
}

// roundBytes is the most bytes of hits that a round finds at a time: 40 million hits.
const roundBytes = 1 << 30

// Chunks yields the rows in order, in chunks that share memory with the columns of Collect. QueryTraj is an index of the query set, in a join of the
// entries. After the database's Close the error is ErrClosed.
func (n *Nearest) Chunks() iter.Seq2[trajectory.Nearest, error] {
	return func(yield func(trajectory.Nearest, error) bool) {
		if rows, err := n.Collect(); err != nil || rows.Len() > 0 {
			yield(rows, err)
		}
	}
}

// Collect returns all rows in order. After the database's Close the error is ErrClosed.
func (n *Nearest) Collect() (trajectory.Nearest, error) {
	if err := n.good(); err != nil {
		return trajectory.Nearest{}, err
	}
	return n.rows, nil
}
