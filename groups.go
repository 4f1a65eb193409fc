package flyby

import (
	"context"
	"iter"

	"flyby/group"
)

// Groups finds which entries stay together, and from when to when, in the order of their starts, their ends and their least members: package
// group says what a group is. Members are trajectories of the entries. What groups are made of is searched for first, and groups are all found
// before the first is yielded. Errors are those of Encounters and of group.Search.Validate.
func (db *Database) Groups(ctx context.Context, s group.Search) iter.Seq2[group.Group, error] {
	return func(yield func(group.Group, error) bool) {
		err := s.Validate()
		if err != nil {
			yield(group.Group{}, err)
			return
		}
		found, err := db.Encounters(ctx, Search{Distance: s.Distance, From: s.From, To: s.To})
		if err != nil {
			yield(group.Group{}, err)
			return
		}
		for g, err := range group.Sweep(ctx, db.entries.Trajectories(), found.Chunks(), s) {
			if !yield(g, refusal("groups", err)) {
				return
			}
		}
	}
}
