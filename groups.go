package flyby

import (
	"context"
	"iter"
	"time"

	"flyby/group"
	"flyby/internal/engine"
)

// Groups finds which entries stay together, and from when to when, in the order of their starts, their ends and their least members: package
// group says what a group is. Members are trajectories of the entries. The encounters that groups are made of are searched for first, and all groups are
// found before the first is yielded. Its errors are the errors of Encounters and of group.Search.Validate.
func (db *Database) Groups(ctx context.Context, s group.Search) iter.Seq2[group.Group, error] {
	return db.GroupsWith(ctx, s, nil)
}

// GroupStats describes a search for groups, and its cost.
type GroupStats struct {
	Stats                             // of the search for encounters; by a clock nothing is searched
	group.SweepStats                  // the encounters that groups were made of, and the time of the sweep
	Clock            group.ClockStats // by a clock
}

// GroupsWith is Groups, and fills in stats, unless it is nil, before the first group is yielded.
func (db *Database) GroupsWith(ctx context.Context, s group.Search, stats *GroupStats) iter.Seq2[group.Group, error] {
	if stats == nil {
		stats = new(GroupStats)
	}
	return func(yield func(group.Group, error) bool) {
		all, err := db.groups(ctx, s, stats)
		if err != nil {
			yield(group.Group{}, err)
			return
		}
		for g, err := range all {
			if !yield(g, db.refusal("groups", err)) {
				return
			}
		}
	}
}

// groups finds groups of the encounters of a join, or by a clock, for which nothing is indexed.
func (db *Database) groups(ctx context.Context, s group.Search, stats *GroupStats) (iter.Seq2[group.Group, error], error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if err := db.good(); err != nil {
		return nil, err
	}
	if s.OnClock() {
		db.options.reportProgress("cluster", 0, 0)
		stats.Stats = Stats{Entries: db.entries.Segments(), Queries: db.entries.Segments(), Device: "cpu"}
		return group.Timed(db.onClock(ctx, s, &stats.Clock), func(took time.Duration) { stats.Clustering = took }), nil
	}
	found, err := db.Encounters(ctx, Search{Distance: s.Distance, From: s.From, To: s.To, ExactTimes: true})
	if err != nil {
		return nil, err
	}
	return s.SweepWith(ctx, db.entries.Trajectories(), found.Chunks(), &stats.SweepStats, func() {
		stats.Stats = found.Stats()
		db.options.reportProgress("cluster", 0, 0)
	}), nil
}

// onClock finds groups by a clock: in memory, or slab after slab.
func (db *Database) onClock(ctx context.Context, s group.Search, stats *group.ClockStats) iter.Seq2[group.Group, error] {
	if !db.entries.Outgrows() {
		return s.Convoys(ctx, db.entries.Store, db.options.Threads, stats)
	}
	return engine.During(ctx, db.turn, func(ctx context.Context) iter.Seq2[group.Group, error] {
		return db.entries.Convoys(ctx, s, db.options.Threads, stats)
	})
}
