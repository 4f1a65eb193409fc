package engine

import (
	"context"

	"flyby/internal/baseline"
	"flyby/internal/memory"
	"flyby/kernel"
)

// rtree is search-and-refine with an R-tree on the cores of the host, a baseline.
type rtree struct{}

func (rtree) name() string { return "rtree" }

func (rtree) onHost() {}

func (rtree) index(x *indexes) (index, error) {
	n, run := memory.Count(x.entries.Segments()), x.config.run()
	if err := memory.Need("boxes of "+n+" segments", baseline.TreeBytes(x.entries, run)); err != nil {
		return nil, err
	}
	return treeIndex{baseline.NewRTree(x.entries, run), x.config.Threads}, nil
}

// treeIndex is the index of rtree.
type treeIndex struct {
	tree    *baseline.RTree
	threads int
}

func (t treeIndex) run(ctx context.Context, asked task, _ stage, out *kernel.Hits) (kernel.Stats, error) {
	return t.tree.Search(ctx, asked.Queries, asked.Rule, t.threads, out)
}
