package flyby

import (
	"context"
	"iter"

	"flyby/group"
	"flyby/internal/engine"
)

// Groups finds which entries stay together, and from when to when, in the order of their starts, their ends and their least members: package
// group says what a group is. Members are trajectories of the entries. What groups are made of is searched for first, and groups are all found
// before the first is yielded. Errors are those of Encounters and of group.Search.Validate.
func (db *Database) Groups(ctx context.Context, s group.Search) iter.Seq2[group.Group, error] {
	return func(yield func(group.Group, error) bool) {
		all, err := db.groups(ctx, s)
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
func (db *Database) groups(ctx context.Context, s group.Search) (iter.Seq2[group.Group, error], error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if err := db.good(); err != nil {
		return nil, err
	}
	if s.OnClock() {
		return db.onClock(ctx, s, nil)
	}
	found, err := db.Encounters(ctx, Search{Distance: s.Distance, From: s.From, To: s.To, ExactTimes: true})
	if err != nil {
		return nil, err
	}
	return group.Sweep(ctx, db.entries.Trajectories(), found.Chunks(), s), nil
}

// onClock finds groups by a clock, for which nothing is indexed.
func (db *Database) onClock(ctx context.Context, s group.Search, stats *group.ClockStats) (iter.Seq2[group.Group, error], error) {
	if !db.entries.Outgrows() {
		return group.Convoys(ctx, db.entries.Store, s, db.options.Threads, stats), nil
	}
	return engine.During(ctx, db.turn, func(ctx context.Context) iter.Seq2[group.Group, error] {
		return func(yield func(group.Group, error) bool) {
			whole, slabs, err := db.entries.Slabs(ctx)
			if err != nil {
				yield(group.Group{}, err)
				return
			}
			group.ConvoysInSlabs(ctx, whole, slabs, s, db.options.Threads, stats)(yield)
		}
	}), nil
}
