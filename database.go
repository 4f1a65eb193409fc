package flyby

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"flyby/baseline"
	"flyby/encounter"
	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// ErrEmpty says that there is nothing to search.
var ErrEmpty = errors.New("flyby: no trajectories")

// ErrClosed says that a database was closed before.
var ErrClosed = errors.New("flyby: the database is closed")

// Database is a set of entry segments, indexed and resident on a device. Its
// methods may be called from several goroutines; they take turns. After Close they
// return ErrClosed. Results and query memory outlive it.
type Database struct {
	settings settings // as it was opened with; never changed
	entries  *trajectory.Store
	engine   engine
	crew     *parallel.Crew
	pyramids *pyramids     // of the queries of the search that has its turn
	turn     chan struct{} // holds a token while nobody searches
	closed   atomic.Bool
	met      met // in the search before
	index    time.Duration
}

// engine runs searches.
type engine interface {
	// search adds the hits to out, without duplicates.
	search(ctx context.Context, t task, out *kernel.Hits) (kernel.Stats, error)
	// choice says how the last search ran, or the next one will.
	choice() choice
	close() error
}

// choice is a method on a device, and why.
type choice struct {
	method Method
	device kernel.Device
	reason string
}

// task is one search for an engine.
type task struct {
	interaction.Rule
	queries    *trajectory.Store
	pyramids   *pyramids
	crew       *parallel.Crew // threads of the host
	report     *reporter
	encounters bool             // alone are wanted
	parted     bool             // queries are a part of what was asked for
	room       *encounter.Arena // for them
}

// Open indexes entries and makes them resident on the device that the options
// choose. The store must not be changed while the database is open. All
// complaints about the options come back at once.
func Open(ctx context.Context, entries *trajectory.Store, o Options) (*Database, error) {
	s, err := o.settle()
	if err != nil {
		return nil, err
	}
	if entries == nil || entries.Trajectories() == 0 {
		return nil, ErrEmpty
	}
	db := &Database{settings: s, entries: entries, crew: parallel.NewCrew(s.Threads), turn: make(chan struct{}, 1)}
	db.pyramids = newPyramids(nil, db.crew)
	start := time.Now()
	if err := db.openEngine(ctx); err != nil {
		return nil, refusal("open", err)
	}
	db.index = time.Since(start)
	db.turn <- struct{}{}
	c := db.engine.choice()
	if o.Threads > s.Threads {
		s.Logger.Info("threads cut to four a core", "asked", o.Threads, "threads", s.Threads)
	}
	s.Logger.Info("opened", "method", c.method, "device", c.device.Name, "why", c.reason, "index", db.index)
	return db, nil
}

// openEngine makes the engine of the method.
func (db *Database) openEngine(ctx context.Context) (err error) {
	switch db.settings.Method {
	case MethodRTree, MethodBruteForce:
		return db.openBaseline()
	case MethodAuto:
		db.engine, err = newAutoEngine(ctx, db.entries, db.settings)
		return err
	}
	driver, reason, err := openDriver(db.settings.Device, db.settings.Options)
	if err != nil {
		return err
	}
	db.engine, err = newDeviceEngine(ctx, driver, reason, newIndexes(db.entries, db.settings), db.settings)
	return err
}

// openBaseline makes the engine of a baseline, which runs on the cpu only.
func (db *Database) openBaseline() error {
	if d := db.settings.Device; d != "" && d != "auto" && d != "cpu" {
		return fmt.Errorf("flyby: method %s on device %q: runs on the cpu only", db.settings.Method, d)
	}
	cpu := host.New(db.settings.Threads).Device()
	c := choice{db.settings.Method, cpu, "the method's only one"}
	if db.settings.Method == MethodBruteForce {
		db.engine = bruteForce{c, db.entries, db.settings.Threads}
		return nil
	}
	if err := memory.Need("boxes of "+memory.Count(db.entries.Segments())+" segments", baseline.TreeBytes(db.entries, baseline.DefaultRun)); err != nil {
		return err
	}
	db.engine = rtree{c, baseline.NewRTree(db.entries, baseline.DefaultRun), db.settings.Threads}
	return nil
}

// Close frees what the database holds on its device, once a search that is on has
// ended. A second call returns nil.
func (db *Database) Close() error {
	<-db.turn
	defer db.end()
	if db.closed.Swap(true) {
		return nil
	}
	return db.engine.close()
}

// begin waits for the turn, which end gives back. It fails with ErrClosed, or with
// the error of ctx.
func (db *Database) begin(ctx context.Context) error {
	select {
	case <-db.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	if db.closed.Load() {
		db.end()
		return ErrClosed
	}
	return nil
}

func (db *Database) end() { db.turn <- struct{}{} }

// SetBatching changes how later searches by MethodTemporal make their batches,
// without indexing and loading the entries again. It returns ErrClosed after Close.
func (db *Database) SetBatching(spec string) error {
	if err := db.begin(context.Background()); err != nil {
		return err
	}
	defer db.end()
	s := db.settings
	s.Batching = spec
	if err := s.settleBatching(); err != nil {
		return err
	}
	if g, ok := db.engine.(*deviceEngine); ok {
		g.settings = s
		g.prepareModel()
	}
	return nil
}

// Search finds the pairs of a query segment and an entry segment that come
// within d of each other, plus their radii. d is in the stores' length unit. It
// returns ErrClosed after Close.
func (db *Database) Search(ctx context.Context, queries *trajectory.Store, d float64) (*Result, error) {
	if err := db.check(d); err != nil {
		return nil, err
	}
	if queries == nil || queries.Trajectories() == 0 {
		return db.nothing(ctx)
	}
	if err := db.checkKind(queries); err != nil {
		return nil, err
	}
	rule := interaction.Rule{Distance: d, Window: db.settings.window}
	if db.settings.ExcludeSameID {
		rule.Excluded = interaction.ExcludeSameID(queries, db.entries)
	}
	return db.run(ctx, task{Rule: rule, queries: queries})
}

// Join finds the pairs of segments of different trajectories of the database
// that come within d of each other, plus their radii, each unordered pair once:
// the query is the trajectory that comes first in the store's order. It returns
// ErrClosed after Close.
func (db *Database) Join(ctx context.Context, d float64) (*Result, error) {
	if err := db.check(d); err != nil {
		return nil, err
	}
	rule := interaction.Rule{Distance: d, Window: db.settings.window, Join: true}
	return db.run(ctx, task{Rule: rule, queries: db.entries})
}

// run takes its turn on the engine and puts what it finds in order.
func (db *Database) run(ctx context.Context, t task) (*Result, error) {
	if err := db.begin(ctx); err != nil {
		return nil, err
	}
	defer db.end()
	start := time.Now()
	t.crew, t.pyramids = db.crew, db.pyramids.of(t.queries)
	defer db.pyramids.of(nil)
	t.report = newReporter(db.settings.Progress, "search")
	t.encounters = db.settings.EncountersOnly
	room, done := db.makeRoom(ctx)
	defer done()
	t.room = room
	var found kernel.Hits
	stats, err := db.engine.search(ctx, t, &found)
	if err != nil {
		found.Truncate(0)
		return nil, refusal("search", err)
	}
	r := db.emptyResult(t.queries)
	r.rule = t.Rule
	brought := metIn(&found)
	if err := r.take(ctx, &found, stats.Borderline, t); err != nil {
		return nil, refusal("search", err)
	}
	db.met = brought
	r.stats.count(stats, r.found, time.Since(start))
	return r, nil
}

// ErrMemory says that what a search makes does not fit into the memory of the host:
// the error says how much it needs, and what leaves less.
var ErrMemory = memory.ErrNoRoom

// refusal is an error of an operation; one for want of the host's memory is told
// without those that passed it on.
func refusal(operation string, err error) error {
	var want *memory.Error
	if errors.As(err, &want) {
		return fmt.Errorf("flyby: %s: %w", operation, want)
	}
	return err
}

// met is how many encounters the device joined in a search, in how many pieces.
type met struct{ encounters, pieces int }

func metIn(found *kernel.Hits) (m met) {
	for _, p := range found.Pieces {
		if p.Joined != nil {
			m.encounters += p.Joined.Len()
			m.pieces++
		}
	}
	return m
}

const (
	// roomFrom is the number of encounters whose memory takes milliseconds to make.
	roomFrom = 1 << 18
	// encounterBytes is the memory of one.
	encounterBytes = 5*8 + 2*4 + 1
)

// makeRoom begins to make memory for about as many encounters as the search before
// had, if the host is idle while a device works. What is not used is garbage; done
// ends the making.
func (db *Database) makeRoom(ctx context.Context) (room *encounter.Arena, done func()) {
	n := db.met.encounters
	if n < roomFrom || memory.Need("encounters", memory.Of(n, 2*encounterBytes)) != nil || db.engine.choice().device.Kind != kernel.GPU {
		return nil, func() {}
	}
	ctx, done = context.WithCancel(ctx)
	return encounter.NewArena(ctx, n+n/16, db.met.pieces, db.settings.Threads), done
}

func (db *Database) emptyResult(queries *trajectory.Store) *Result {
	c := db.engine.choice()
	return &Result{queries: queries, entries: db.entries, threads: db.settings.Threads, stats: Stats{
		Entries: db.entries.Segments(), Queries: queries.Segments(),
		Method: c.method, Device: c.device.Name, Reason: c.reason, Index: db.index,
	}}
}

// nothing is the result of a search without queries.
func (db *Database) nothing(ctx context.Context) (*Result, error) {
	if err := db.begin(ctx); err != nil {
		return nil, err
	}
	defer db.end()
	return db.emptyResult(db.entries), nil
}

// check refuses a search of a closed database, and distances that are none.
func (db *Database) check(d float64) error {
	if db.closed.Load() {
		return ErrClosed
	}
	if !(d >= 0 && d <= trajectory.MaxMagnitude) {
		return fmt.Errorf("flyby: distance %v: must be a number from 0 to 2^1000", d)
	}
	return nil
}

// checkKind refuses queries that cannot be compared with the entries.
func (db *Database) checkKind(queries *trajectory.Store) error {
	q, e := queries.Space(), db.entries.Space()
	if q.Dim != e.Dim {
		return fmt.Errorf("flyby: search: queries are %d-D, entries %d-D", q.Dim, e.Dim)
	}
	if q != e {
		return fmt.Errorf("flyby: search: positions of the queries are %v, of the entries %v", q.Frame, e.Frame)
	}
	if q, e := queries.Times(), db.entries.Times(); q != e {
		return fmt.Errorf("flyby: search: times of the queries are %v, of the entries %v", q, e)
	}
	return nil
}
