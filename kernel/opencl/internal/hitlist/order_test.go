package hitlist

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/clrt"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/testing/rig"
	"flyby/internal/tier"
	"flyby/kernel"
)

// scatteredHits makes hits without duplicates in random order; lengths are the numbers
// of hits of the query rows.
func scatteredHits(r *rand.Rand, lengths []int) []interaction.HitRow {
	var hits []interaction.HitRow
	for query, n := range lengths {
		entry := r.Uint32N(5)
		for range n {
			hits = append(hits, interaction.HitRow{Query: uint32(query), Entry: entry, Enter: r.Float64(), Exit: r.Float64()})
			entry += 1 + r.Uint32N(5)
		}
	}
	r.Shuffle(len(hits), func(i, j int) { hits[i], hits[j] = hits[j], hits[i] })
	return hits
}

// TestOrder orders hits whose rows are short, long, in several tiles, or empty.
func TestOrder(t *testing.T) {
	tier.Full(t)
	r := kerneltest.Rand(t)
	few, many, skewed := make([]int, 3000), make([]int, 5000), make([]int, 50)
	for i := range few {
		few[i] = r.IntN(4)
	}
	for i := range many {
		many[i] = r.IntN(60) * r.IntN(2)
	}
	for i := range skewed {
		skewed[i] = rig.Pick(r, 0, 1, fewHits, fewHits+1, tileHits-1, tileHits, tileHits+1, 2*tileHits, 3*tileHits+7, 9000)
	}
	for _, dev := range cltest.Devices(t) {
		for _, size := range []clrt.Groups{{Size: 16, Block: 16, Claim: true}, {Size: 64, Block: 128, Claim: true}, {Size: 1, Block: 128}} {
			l := openList(t, dev, size, 1<<19)
			l.Tuning.Part, l.Tuning.Few = rig.Pick(r, 50, 999, 1<<20), rig.Pick(r, 0, 2, 1<<13)
			for name, lengths := range map[string][]int{
				"none": {0}, "one": {0, 0, 1}, "few": few, "many": many, "skewed": skewed, "last": {0, 4000},
			} {
				t.Run(name, func(t *testing.T) { checkOrder(t, l, scatteredHits(r, lengths), len(lengths)) })
			}
			rig.Must(t, l.dev.Memory.Overrun())
			closeList(t, l)
		}
	}
}

// checkOrder writes hits to the hit buffer as if they had been found, and has them ordered.
func checkOrder(t *testing.T, l *List, hits []interaction.HitRow, rows int) {
	rig.Must(t, l.RoomForHits(1))
	rig.Must(t, l.RoomForOrder(rows, 1))
	ordinal, counts := make([]uint32, len(hits)), make([]uint32, rows)
	for i, h := range hits {
		ordinal[i] = counts[h.Query]
		counts[h.Query]++
	}
	rig.Must(t, l.Clear(0, CounterWords))
	rig.Must(t, clrt.Write(l.dev.Queues, l.Counters, 0, []uint32{uint32(len(hits))}))
	rig.Must(t, clrt.Write(l.dev.Queues, l.Order.ordinal.Buffer, 0, ordinal))
	rig.Must(t, clrt.Write(l.dev.Queues, l.Order.rows.Buffer, 0, counts))
	rig.Must(t, clrt.Write(l.dev.Queues, l.Hits.Buffer, 0, asBytes(hits)))
	var out kernel.Hits
	rig.Must(t, l.CollectOrdered(Ordered{}, len(hits), &out))
	slices.SortFunc(hits, rig.CompareRows)
	if !slices.Equal(out.List(), hits) {
		got := out.List()
		for i := range got {
			if got[i] != hits[i] {
				t.Fatalf("hit %d of %d: %+v, want %+v", i, len(hits), got[i], hits[i])
			}
		}
		t.Fatalf("%d hits, want %d", len(got), len(hits))
	}
	out.Truncate(0)
}
