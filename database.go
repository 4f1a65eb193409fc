package flyby

import (
	"context"
	"errors"
	"fmt"
	"time"

	"flyby/batching"
	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/trajectory"
)

// ErrEmpty says that there is nothing to search.
var ErrEmpty = errors.New("flyby: no trajectories")

// ErrClosed says that a database was closed before.
var ErrClosed = errors.New("flyby: the database is closed")

// ErrMemory says that what a search makes does not fit into the memory of the host. An
// error that is ErrMemory tells how much is needed, how much is left, and what the bound is.
var ErrMemory = memory.ErrNoRoom

// Database is a set of entry segments, indexed and resident on a device. Its
// methods may be called from several goroutines; they take turns. After Close they
// and the results that they gave return ErrClosed. Query memory outlives it.
type Database struct {
	options Options // their defaults filled in
	entries *trajectory.Store
	engine  *engine.Engine
	turn    *engine.Turn
	index   time.Duration
}

// Open indexes entries and makes them resident on the device that the options
// choose. The store must not be changed while the database is open. All
// complaints about the options come back at once.
func Open(ctx context.Context, entries *trajectory.Store, o Options) (*Database, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if entries == nil || entries.Trajectories() == 0 {
		return nil, ErrEmpty
	}
	o = o.filled()
	db := &Database{options: o, entries: entries, turn: engine.NewTurn(ErrClosed)}
	start := time.Now()
	devices, err := o.devices()
	if err == nil {
		db.engine, err = engine.Open(ctx, entries, devices, o.config())
	}
	if err != nil {
		return nil, refusal("open", err)
	}
	db.index = time.Since(start)
	c := db.engine.Choice()
	o.Logger.Info("opened", "method", c.Method, "device", c.Device.Name, "why", c.Reason, "index", db.index)
	return db, nil
}

// Close frees what the database holds on its device, once a search that is on has
// ended; a result that is searched for as it is read ends at once. A second call returns nil.
func (db *Database) Close() error {
	first := db.turn.Close()
	defer db.turn.Give()
	if !first {
		return nil
	}
	return db.engine.Close()
}

// Hits finds the pairs of segments that come within a distance of each other, and
// when. It is refused after Close (ErrClosed), with all complaints of Search.Validate, and
// where positions or times of the queries are of another kind than those of the entries.
func (db *Database) Hits(ctx context.Context, s Search) (*Hits, error) {
	found, stats, err := db.run(ctx, s, false)
	if err != nil {
		return nil, err
	}
	return newHits(result{ctx, db, found, stats}, s.queries(db)), nil
}

// Encounters finds when two objects stay within a distance of each other: the hits of
// each pair of trajectories, joined where they touch in time. Where the device can it
// joins them itself, and sends back encounters in place of hits. Refusals are those of
// Hits.
func (db *Database) Encounters(ctx context.Context, s Search) (*Encounters, error) {
	found, stats, err := db.run(ctx, s, true)
	if err != nil {
		return nil, err
	}
	return &Encounters{result{ctx, db, found, stats}}, nil
}

// run takes its turn on the engine.
func (db *Database) run(ctx context.Context, s Search, encounters bool) (*engine.Found, Stats, error) {
	algorithm, err := db.check(s)
	if err != nil {
		return nil, Stats{}, err
	}
	t := engine.Task{Rule: engine.Ask(s).Rule(db.entries), Queries: s.queries(db), Batching: algorithm, Encounters: encounters}
	if err := db.turn.Take(ctx); err != nil {
		return nil, Stats{}, err
	}
	defer db.turn.Give()
	if t.Queries.Trajectories() == 0 {
		return &engine.Found{}, db.stats(t.Queries, &engine.Found{}), nil
	}
	found, err := db.engine.Search(ctx, t)
	if err != nil {
		return nil, Stats{}, refusal("search", err)
	}
	return found, db.stats(t.Queries, found), nil
}

// check refuses a search of a closed database, and one that it cannot answer. It returns the batching.
func (db *Database) check(s Search) (batching.Algorithm, error) {
	if db.turn.Closed() {
		return nil, ErrClosed
	}
	algorithm, err := s.parse()
	if err != nil {
		return nil, err
	}
	if s.Vertical != nil && !db.entries.Space().Heights {
		return nil, errors.New("flyby: search: vertical: the entries have no heights (trajectory.Columns.H)")
	}
	return algorithm, db.checkKind(s.queries(db))
}

// checkKind refuses queries that cannot be compared with the entries.
func (db *Database) checkKind(queries *trajectory.Store) error {
	if queries.Trajectories() == 0 {
		return nil
	}
	q, e := queries.Space(), db.entries.Space()
	if q.Dim != e.Dim {
		return fmt.Errorf("flyby: search: queries are %d-D, entries %d-D", q.Dim, e.Dim)
	}
	if q.Heights != e.Heights {
		return fmt.Errorf("flyby: search: one of queries and entries has heights beside its positions, the other not")
	}
	if q != e {
		return fmt.Errorf("flyby: search: positions of the queries are %v, of the entries %v", q.Frame, e.Frame)
	}
	if q, e := queries.Times(), db.entries.Times(); q != e {
		return fmt.Errorf("flyby: search: times of the queries are %v, of the entries %v", q, e)
	}
	return nil
}

// refusal is an error of an operation; one for want of the host's memory is told
// without those that passed it on.
func refusal(operation string, err error) error {
	var want *memory.Error
	var least *engine.LeastError
	switch {
	case errors.As(err, &least):
		return fmt.Errorf("flyby: %w", least)
	case errors.As(err, &want):
		return fmt.Errorf("flyby: %s: %w", operation, want)
	}
	return err
}

// queries is the query set: the entries in a join.
func (s Search) queries(db *Database) *trajectory.Store {
	if s.Queries == nil {
		return db.entries
	}
	return s.Queries
}
