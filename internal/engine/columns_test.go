package engine

import (
	"math/rand/v2"
	"testing"

	"flyby/datasets"
	"flyby/interaction"
)

// TestColumns: chunks and all columns say of each row what the stores say, whatever is done with a chunk before the next.
func TestColumns(t *testing.T) {
	store, err := datasets.RandomWalks(300, 20, 100, 1)
	if err != nil {
		t.Fatal(err)
	}
	rows := randomRows(2*madeHits+chunkHits+77, store.Samples())
	c := NewColumns(store, store)
	all, n := c.All(rows), 0
	for chunk := range c.Chunks(rows) {
		for i := range chunk.Len() {
			want := rows[n]
			n++
			if got := all.Slice(n-1, n); got.Enter[0] != want.Enter || got.Exit[0] != want.Exit || chunk.Enter[i] != want.Enter || chunk.Exit[i] != want.Exit {
				t.Fatalf("hit %d is of other times", n-1)
			}
			query, entry := [2]uint32{chunk.QueryTraj[i], chunk.QuerySeg[i]}, [2]uint32{chunk.EntryTraj[i], chunk.EntrySeg[i]}
			if query != located(store.Owner(int(want.Query)), store.SegmentID(int(want.Query))) || entry != located(store.Owner(int(want.Entry)), store.SegmentID(int(want.Entry))) {
				t.Fatalf("hit %d of chunks is of segments %v and %v", n-1, query, entry)
			}
			if query != [2]uint32{all.QueryTraj[n-1], all.QuerySeg[n-1]} || entry != [2]uint32{all.EntryTraj[n-1], all.EntrySeg[n-1]} {
				t.Fatalf("hit %d of all is of other segments", n-1)
			}
		}
		if _, err := chunk.Append(all.First(2)); err != nil { // must not write to the next chunk
			t.Fatal(err)
		}
	}
	if n != len(rows) {
		t.Fatalf("%d hits of %d", n, len(rows))
	}
}

func located(traj, segment int) [2]uint32 { return [2]uint32{uint32(traj), uint32(segment)} }

// randomRows returns n hits of rows below a number.
func randomRows(n, below int) []interaction.HitRow {
	rng, rows := rand.New(rand.NewPCG(1, 2)), make([]interaction.HitRow, n)
	for i := range rows {
		rows[i] = interaction.HitRow{Query: uint32(rng.IntN(below)), Entry: uint32(rng.IntN(below)), Enter: rng.Float64(), Exit: rng.Float64()}
	}
	return rows
}

// BenchmarkColumns makes chunks of 10⁶ hits in order of queries among 10⁶ segments, an operation; entries come in any order.
func BenchmarkColumns(b *testing.B) {
	store, err := datasets.RandomWalks(2500, 400, 1000, 1)
	if err != nil {
		b.Fatal(err)
	}
	rows := randomRows(1_000_000, store.Samples())
	for i := range rows {
		rows[i].Query = uint32(i)
	}
	c := NewColumns(store, store)
	for b.Loop() {
		n := 0
		for chunk := range c.Chunks(rows) {
			n += chunk.Len()
		}
		if n != len(rows) {
			b.Fatal(n)
		}
	}
}
