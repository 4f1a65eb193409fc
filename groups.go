package flyby

import (
	"context"
	"iter"
	"time"

	"flyby/group"
	"flyby/internal/engine"
	"flyby/trajectory"
)

// Groups finds which entries stay together, and from when to when, in the order of their starts, their ends and their least members: package
// group says what a group is. Members are trajectories of the entries. What groups are made of is searched for first, and groups are all found
// before the first is yielded. Errors are those of Encounters and of group.Search.Validate.
func (db *Database) Groups(ctx context.Context, s group.Search) iter.Seq2[group.Group, error] {
	return db.GroupsWith(ctx, s, nil)
}

// GroupStats says what a search for groups was and what it cost.
type GroupStats struct {
	Stats                       // of the search for encounters; by a clock nothing is searched
	Encounters uint64           // that groups were made of
	Clock      group.ClockStats // by a clock
	Clustering time.Duration    // to make groups
}

// GroupsWith is Groups that fills in stats, unless it is nil, before the first group is yielded.
func (db *Database) GroupsWith(ctx context.Context, s group.Search, stats *GroupStats) iter.Seq2[group.Group, error] {
	if stats == nil {
		stats = new(GroupStats)
	}
	return func(yield func(group.Group, error) bool) {
		w := grouping{db: db, ctx: ctx, search: s, stats: stats, begun: time.Now()}
		all, err := w.groups()
		if err != nil {
			yield(group.Group{}, err)
			return
		}
		for g, err := range all {
			w.cease()
			if !yield(g, db.refusal("groups", err)) {
				return
			}
		}
		w.cease()
	}
}

// grouping is one search for groups.
type grouping struct {
	db        *Database
	ctx       context.Context
	search    group.Search
	stats     *GroupStats
	begun     time.Time
	searching time.Duration // for encounters
	found     *Encounters   // nil: by a clock
	ceased    bool          // all groups are found
}

// groups finds groups of the encounters of a join, or by a clock, for which nothing is indexed.
func (w *grouping) groups() (iter.Seq2[group.Group, error], error) {
	if err := w.search.Validate(); err != nil {
		return nil, err
	}
	if err := w.db.good(); err != nil {
		return nil, err
	}
	if w.search.OnClock() {
		w.tell()
		return w.onClock(), nil
	}
	s, err := w.search, error(nil)
	w.found, err = w.db.Encounters(w.ctx, Search{Distance: s.Distance, From: s.From, To: s.To, ExactTimes: true})
	if err != nil {
		return nil, err
	}
	return group.Sweep(w.ctx, w.db.entries.Trajectories(), w.encounters(), s), nil
}

// tell tells Progress that groups are made.
func (w *grouping) tell() {
	if progress := w.db.options.Progress; progress != nil {
		progress(Progress{Phase: "cluster"})
	}
}

// encounters are those that groups are made of, counted and timed.
func (w *grouping) encounters() iter.Seq2[trajectory.Encounters, error] {
	return func(yield func(trajectory.Encounters, error) bool) {
		begun := time.Now()
		defer func() {
			w.searching += time.Since(begun)
			w.stats.Stats = w.found.Stats()
			w.tell()
		}()
		for e, err := range w.found.Chunks() {
			w.searching += time.Since(begun)
			w.stats.Encounters += uint64(e.Len())
			more := yield(e, err)
			if begun = time.Now(); !more {
				return
			}
		}
	}
}

// cease takes the time when all groups are found.
func (w *grouping) cease() {
	if !w.ceased {
		w.ceased, w.stats.Clustering = true, time.Since(w.begun)-w.searching
	}
}

// onClock finds groups by a clock: in memory, or slab after slab.
func (w *grouping) onClock() iter.Seq2[group.Group, error] {
	db := w.db
	w.stats.Stats = Stats{Entries: db.entries.Segments(), Queries: db.entries.Segments(), Device: "cpu"}
	if !db.entries.Outgrows() {
		return group.Convoys(w.ctx, db.entries.Store, w.search, db.options.Threads, &w.stats.Clock)
	}
	return engine.During(w.ctx, db.turn, func(ctx context.Context) iter.Seq2[group.Group, error] {
		return func(yield func(group.Group, error) bool) {
			whole, slabs, err := db.entries.Slabs(ctx)
			if err != nil {
				yield(group.Group{}, err)
				return
			}
			group.ConvoysInSlabs(ctx, whole, slabs, w.search, db.options.Threads, &w.stats.Clock)(yield)
		}
	})
}
