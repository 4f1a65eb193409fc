package packed_test

import (
	"context"
	"iter"
	"math/rand/v2"
	"testing"

	"flyby/internal/packed"
	"flyby/internal/testing/pushtest"
)

// TestMergedStops: merged rows end where the loop over them does, whatever threads are ahead of it.
func TestMergedStops(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	all := randomHits(r, 40_000)
	for _, threads := range []int{1, 3} {
		s := open(t, packed.Hits, threads, 0)
		fill(t, r, s, 2, func(i int) []*packed.Rows { return []*packed.Rows{hitsOf(t, all[i*20_000:][:20_000])} })
		pushtest.Stops2(t, 2, func(ctx context.Context) iter.Seq2[*packed.Rows, error] { return s.Merged(ctx, 0) })
	}
}
