package flyby

import (
	"context"

	"flyby/baseline"
	"flyby/kernel"
	"flyby/trajectory"
)

// bruteForce is the engine of MethodBruteForce.
type bruteForce struct {
	how     choice
	entries *trajectory.Store
	threads int
}

func (b bruteForce) search(ctx context.Context, t task, out *kernel.Hits) (kernel.Stats, error) {
	return baseline.BruteForce(ctx, t.queries, b.entries, t.Rule, b.threads, out)
}

func (b bruteForce) choice() choice { return b.how }

func (b bruteForce) close() error { return nil }

// rtree is the engine of MethodRTree.
type rtree struct {
	how     choice
	tree    *baseline.RTree
	threads int
}

func (r rtree) search(ctx context.Context, t task, out *kernel.Hits) (kernel.Stats, error) {
	return r.tree.Search(ctx, t.queries, t.Rule, r.threads, out)
}

func (r rtree) choice() choice { return r.how }

func (r rtree) close() error { return nil }
