package engine

import (
	"context"

	"flyby/internal/baseline"
	"flyby/kernel"
	"flyby/trajectory"
)

// bruteForce compares every pair on the cores of the host, a baseline.
type bruteForce struct{}

func (bruteForce) name() string { return "bruteforce" }

func (bruteForce) onHost() {}

func (bruteForce) index(x *indexes) (index, error) { return pairs{x.entries, x.config.Threads}, nil }

// pairs stands for the index of bruteForce, which has none.
type pairs struct {
	entries *trajectory.Store
	threads int
}

func (p pairs) run(ctx context.Context, t task, _ stage, out *kernel.Hits) (kernel.Stats, error) {
	return baseline.BruteForce(ctx, t.Queries, p.entries, t.Rule, p.threads, out)
}
