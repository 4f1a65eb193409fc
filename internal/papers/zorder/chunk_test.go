package zorder

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestChunks: chunks are adjacent, none is larger than the room, and each takes as many whole
// intervals as fit; an interval that fits no chunk is split.
func TestChunks(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 300 {
		intervals := make([]Interval, r.IntN(12))
		for i := range intervals {
			intervals[i].Last = uint32(r.IntN(5) * r.IntN(5))
		}
		s := NewSums(intervals)
		for _, room := range []uint64{1, 3, 7, 100, math.MaxUint64} {
			for from := uint64(0); from < s.Total(); {
				to := s.Chunk(from, room)
				checkChunk(t, s, from, to, room)
				from = to
			}
			if s.Chunk(s.Total(), room) != s.Total() {
				t.Fatalf("%d: a chunk begins at the end", s)
			}
		}
		for e := range s.Total() {
			if p := s.Point(e); e < s[p] || e >= s[p+1] {
				t.Fatalf("%d: element %d is of point %d", s, e, p)
			}
		}
	}
}

func checkChunk(t *testing.T, s Sums, from, to, room uint64) {
	t.Helper()
	if to <= from || to-from > room {
		t.Fatalf("%d: a chunk from %d to %d in a room of %d", s, from, to, room)
	}
	p := s.Point(to - 1)
	whole := to == s[p+1]
	switch {
	case !whole && (to-from != room || s[p] > from):
		t.Fatalf("%d: interval %d is split from %d to %d in a room of %d", s, p, from, to, room)
	case whole && to < s.Total() && s[s.Point(to)+1]-from <= room:
		t.Fatalf("%d: a chunk from %d to %d leaves out an interval in a room of %d", s, from, to, room)
	}
}
