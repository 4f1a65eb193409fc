package packed_test

import (
	"slices"
	"testing"

	"flyby/internal/packed"
)

// TestChunksAreShort: runs that all have many rows in the same few trajectories, fewer than the sample that cuts them, are merged in chunks of the
// usual length.
func TestChunksAreShort(t *testing.T) {
	const runs, most = 64, 1 << 14
	var want []hit
	s := open(t, packed.Hits, 2, 0)
	fill(t, nil, s, runs, func(k int) []*packed.Rows {
		var own []hit
		for i := range uint32(1500) {
			h := hit{key: [4]uint32{i / 100, uint32(k), i}}
			if i >= 500 {
				h.key[0] = 10 + runs*i + uint32(k)
			}
			own = append(own, h)
		}
		want = append(want, own...)
		return []*packed.Rows{hitsOf(t, own)}
	})
	slices.SortFunc(want, func(a, b hit) int { return slices.Compare(a.key[:], b.key[:]) })
	var got []hit
	for rows, err := range s.Merged(t.Context(), packed.Hits.MergeBytes(runs, 2)) {
		if err != nil {
			t.Fatal(err)
		}
		if rows.Len() > most {
			t.Errorf("a chunk of %d hits, want %d at most", rows.Len(), most)
		}
		got = append(got, fromHits(rows.Hits())...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d hits, want %d, or in another order", len(got), len(want))
	}
}
