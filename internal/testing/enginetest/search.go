package enginetest

import (
	"context"
	"time"

	"flyby/interaction"
	"flyby/internal/baseline"
	"flyby/kernel"
	"flyby/trajectory"
)

// Search asks when all query trajectories come within a distance of all entry trajectories but those with their
// own id, at any time.
type Search struct {
	Entries, Queries *trajectory.Store
	Distance         float64
}

// rule returns the search as a rule of the engine.
func (s Search) rule() interaction.Rule {
	return interaction.Rule{Distance: s.Distance, Window: interaction.Unbounded()}.Between(s.Queries, s.Entries, true)
}

// RTree is an R-tree of a store's segments.
type RTree struct {
	tree *baseline.RTree
}

// NewRTree makes an R-tree with r segments under a box.
func NewRTree(entries *trajectory.Store, r int) *RTree { return &RTree{baseline.NewRTree(entries, r)} }

// Found is the result of a search.
type Found struct {
	Took                         time.Duration
	Hits, Interactions, BoxTests uint64
}

// Search searches through the tree, which is made of the search's entries, with some threads. Hits are found, and
// left in no order.
func (t *RTree) Search(ctx context.Context, s Search, threads int) (Found, error) {
	rule := s.rule()
	var out kernel.Hits
	start := time.Now()
	stats, err := t.tree.Search(ctx, s.Queries, rule, threads, &out)
	return Found{time.Since(start), uint64(out.Len()), stats.Interactions, stats.BoxTests}, err
}
