package group

import (
	"context"
	"iter"

	"flyby/internal/slab"
)

// ConvoysInSlabs is a placeholder until the clock branch lands.
func ConvoysInSlabs(ctx context.Context, whole slab.Whole, slabs slab.Source, s Search, threads int, stats *ClockStats) iter.Seq2[Group, error] {
	return nil
}
