package flyby

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/source"
)

// ErrEmpty is the error of a data set without trajectories.
var ErrEmpty = errors.New("flyby: no trajectories")

// ErrClosed is the error of a database that was closed before.
var ErrClosed = errors.New("flyby: the database is closed")

// ErrMemory is the error of a search that needs more memory of the host than there is. An
// error that is ErrMemory tells how much is needed, how much is left, and what the bound is.
var ErrMemory = memory.ErrNoRoom

// MemoryError is an ErrMemory that says how large an Options.Memory would do.
type MemoryError = memory.LittleError

// Database is a data set of entries to search: indexed and resident on a device where it fits memory, otherwise in files of Options.Tmp and
// searched slab by slab. Its methods may be called from several goroutines; they take turns. After Close its methods and
// its results return ErrClosed. Query memory outlives it.
type Database struct {
	options Options // their defaults filled in
	quota   *memory.Quota
	sources *source.Sources
	entries *source.Set
	engine  *engine.Engine // nil: entries outgrow memory, or nothing was searched yet
	turn    *engine.Turn

	prepared time.Duration // that opening a device and loading the entries there took, of searches since; under turn, as entries have copies
}

// Open makes a data set ready to be searched. A store is indexed and made resident on the device that the options
// choose, and must not be changed while the database is open. The rows of files (input.Open) are read once, first: into memory where they fit
// Options.Memory, otherwise into files of Options.Tmp. Only Parquet files whose row groups hold separate intervals of time are left in place, and read by
// each search again. All complaints about the options come back at once.
func Open(ctx context.Context, entries Source, o Options) (*Database, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if isNothing(entries) {
		return nil, ErrEmpty
	}
	db := &Database{quota: quotaOf(entries, o.Memory), turn: engine.NewTurn(ErrClosed)}
	db.options = o.filled(db.quota)
	if err := db.open(ctx, entries); err != nil {
		return nil, errors.Join(db.refusal("open", err), db.sources.Close())
	}
	return db, nil
}

// open takes over the entries, and indexes them if they are in memory.
func (db *Database) open(ctx context.Context, entries Source) (err error) {
	db.sources, err = source.Open(ctx, db.options.reading(), entries, func(done, total int64) { db.options.reportProgress("read", float64(done), float64(total)) })
	if db.entries = db.sources.Entries; err != nil {
		return err
	}
	if db.entries.Trajectories() == 0 {
		return ErrEmpty
	}
	if db.entries.Outgrows() || db.entries.Later {
		return nil
	}
	return db.makeIndex(ctx)
}

// quotaOf returns the memory quota of a database: the quota of the job that read the entries, or its own of bytes.
func quotaOf(entries Source, bytes uint64) *memory.Quota {
	if set, ok := entries.(*source.Set); ok {
		return set.Reader().Quota
	}
	return memory.NewQuota(bytes)
}

// makeIndex indexes the entries in memory.
func (db *Database) makeIndex(ctx context.Context) error {
	start := time.Now()
	db.options.Threads = db.threads()
	o := db.options
	config := o.config()
	if providers(o.Providers).Pending() {
		config.Indexed = engine.Index(ctx, db.entries.Store, config, math.MaxUint64)
	}
	devices, err := o.devices(&config)
	if err != nil {
		return err
	}
	if db.engine, err = engine.Open(ctx, db.entries.Store, devices, config); err != nil {
		return err
	}
	c := db.engine.Choice()
	db.entries.Index = source.Index{Choice: c, Bytes: db.engine.Bytes(), Took: time.Since(start)}
	o.Logger.Info("opened", "method", c.Method, "device", c.Device.Name, "why", c.Reason, "index", db.entries.Index.Took)
	return nil
}

// threads returns the number of threads for which the index of the entries leaves memory, where the memory is bound.
func (db *Database) threads() int {
	const index = 32 // bytes a segment, at most
	o := &db.options
	if o.Memory == 0 || db.quota.IsShare() {
		return o.Threads
	}
	left := db.quota.Remaining()
	few := engine.Threads(o.Threads, left-min(left, index*uint64(db.entries.Store.Segments())))
	engine.WarnFewer(o.Logger, few, o.Threads)
	return min(few, o.Threads)
}

// indexed indexes the entries if that was left to the first search.
func (db *Database) indexed(ctx context.Context) error {
	if db.engine == nil {
		return db.makeIndex(ctx)
	}
	return nil
}

// search indexes the entries, unless they are, and searches. To open a device for it and to load the entries there counts as indexing.
func (db *Database) search(ctx context.Context, t engine.Task) (*engine.Result, error) {
	if err := db.indexed(ctx); err != nil {
		return nil, err
	}
	took, err := db.engine.Prepare(ctx, t)
	if err != nil {
		return nil, err
	}
	db.prepared += took
	return db.engine.Search(ctx, t)
}

// Entries returns the entries, by whose numbers results name trajectories, with the ids and the kinds of positions and times that were read.
func (db *Database) Entries() Source { return db.entries }

// Close frees the memory of the database on its device, once a running search has
// ended; a result that is searched for while it is read ends at once. A second call returns nil.
func (db *Database) Close() error {
	first := db.turn.Close()
	defer db.turn.Give()
	if !first {
		return nil
	}
	if db.engine == nil {
		return db.sources.Close()
	}
	return errors.Join(db.engine.Close(), db.sources.Close())
}

// Hits finds the pairs of segments that come within a distance of each other, and
// when. It fails after Close (ErrClosed), with all complaints of Search.Validate, and
// where queries and entries differ in the kind of positions or of times.
func (db *Database) Hits(ctx context.Context, s Search) (*Hits, error) {
	r, q, err := db.run(ctx, s, false)
	if err != nil {
		return nil, err
	}
	return newHits(r, q.pair.Queries.Store), nil
}

// Encounters finds when two objects stay within a distance of each other: the hits of
// each pair of trajectories, joined where they touch in time. A device that can
// joins them itself, and sends back encounters in place of hits. It fails where Hits does.
func (db *Database) Encounters(ctx context.Context, s Search) (*Encounters, error) {
	r, _, err := db.run(ctx, s, true)
	if err != nil {
		return nil, err
	}
	return &Encounters{r}, nil
}

// A question is a search with the data sets that it reads.
type question struct {
	Search
	pair     source.Pair
	batching batching.Algorithm
	quota    *memory.Quota // its memory is taken from it
}

// rule returns the rule of the data sets.
func (q *question) rule() interaction.Rule {
	queries := q.pair.Queries.Store
	if q.pair.Join {
		queries = nil
	}
	return q.Rule().Between(queries, q.pair.Entries.Store, q.ExcludeSameID)
}

// task is the engine's task: to find hits, or encounters.
func (q *question) task(encounters bool) engine.Task {
	return engine.Task{Rule: q.rule(), Queries: q.pair.Queries.Store, Batching: q.batching, Encounters: encounters, Quota: q.quota}
}

// question checks a search, and reads its queries if they are in files. Without an error the caller has the turn, and gives it back.
func (db *Database) question(ctx context.Context, s Search) (q question, err error) {
	q.Search, q.quota = s, memory.QuotaIn(ctx, db.quota)
	if q.batching, err = db.check(s); err != nil {
		return q, err
	}
	if err = db.turn.Take(ctx); err != nil {
		return q, err
	}
	if q.pair, err = db.sources.Pair(ctx, s.Queries); err == nil {
		err = q.pair.CheckKinds("flyby: search")
	}
	if err == nil && q.pair.Outgrows() {
		q.pair = q.pair.Cut()
		err = engine.FitBatches(string(db.options.Method), q.batching, q.pair.Queries.Segments())
	}
	if err == nil && s.Plan != nil {
		err = s.Plan.check(q.pair)
	}
	if err != nil {
		db.turn.Give()
		return q, db.refusal("search", err)
	}
	return q, nil
}

// run searches in its turn on the engine, or plans slabs, to be searched while the result is read.
func (db *Database) run(ctx context.Context, s Search, encounters bool) (r result, q question, err error) {
	if s.K != 0 || len(s.Zones.Files) > 0 || s.Zones.opened != nil {
		return r, q, fmt.Errorf("flyby: search: K %d, zones %q: they are for Database.Nearest and Database.Visits", s.K, s.Zones.Files)
	}
	if q, err = db.question(ctx, s); err != nil {
		return r, q, err
	}
	defer db.turn.Give()
	r = result{ctx: ctx, db: db, found: &engine.Result{}}
	switch {
	case q.pair.Queries.Trajectories() == 0 || q.pair.Entries.Trajectories() == 0:
	case q.pair.Outgrows():
		r.slabs, err = db.planned(ctx, q)
	default:
		r.found, err = db.search(ctx, q.task(encounters))
	}
	if err != nil {
		return r, q, db.refusal("search", err)
	}
	r.stats = db.stats(q.pair, r.found)
	return r, q, nil
}

// planned returns a question with its plan of slabs.
func (db *Database) planned(ctx context.Context, q question) (*slabbed, error) {
	s := &slabbed{question: q}
	if q.Plan != nil {
		s.plan = q.Plan.slabs()
		return s, nil
	}
	if _, err := q.pair.Reader.Devices(); err != nil {
		return nil, err
	}
	var err error
	s.plan, err = q.pair.Plan(ctx)
	return s, err
}

// check refuses a search of a closed database, and a search that the database cannot answer. It returns the batching.
func (db *Database) check(s Search) (batching.Algorithm, error) {
	if err := db.good(); err != nil {
		return nil, err
	}
	algorithm, err := s.parse(db.options.Settings)
	if err != nil {
		return nil, err
	}
	if s.Rule().HasHeights() && !db.entries.Space().Heights {
		return nil, errors.New("flyby: search: vertical: the entries have no heights (trajectory.Columns.H)")
	}
	return algorithm, nil
}

// good returns nil, or the reason why the database answers nothing any more.
func (db *Database) good() error {
	if db.turn.Closed() {
		return ErrClosed
	}
	return db.sources.Err()
}

// refusal returns the error of an operation; a lack of the host's memory is named without the
// packages that passed it on.
func refusal(operation string, err error) error {
	if want := (*memory.Error)(nil); errors.As(err, &want) {
		return fmt.Errorf("flyby: %s: %w", operation, want)
	}
	return err
}

// refusal returns the error of an operation; a lack of memory is named in bytes of Options.Memory.
func (db *Database) refusal(operation string, err error) error {
	if little := (*memory.LittleError)(nil); errors.As(err, &little) {
		return fmt.Errorf("flyby: %w", little)
	}
	return refusal(operation, err)
}
