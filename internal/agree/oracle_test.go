package agree_test

import (
	"math"
	"testing"

	"flyby"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// key is a pair of segments by trajectory and segment id.
type key struct{ queryTraj, querySeg, entryTraj, entrySeg uint32 }

// TestOracle: every method on every device finds, through the public API, the pairs of segments of
// the suite's scenes that rational arithmetic decides to be hits.
func TestOracle(t *testing.T) {
	tier.Full(t)
	all := ways(t)
	for _, s := range kerneltest.Scenes(t) {
		if s.Excluded != nil || s.Window.From > s.Window.To {
			continue // the API has no options for arbitrary excluded pairs and empty windows
		}
		t.Run(s.Name, func(t *testing.T) {
			asked := flyby.Search{Queries: s.Queries, Distance: s.Distance}
			if !math.IsInf(s.Window.From, 0) {
				asked.From = &s.Window.From
			}
			if !math.IsInf(s.Window.To, 0) {
				asked.To = &s.Window.To
			}
			if s.Join {
				asked.Queries = nil
			}
			want := expected(s)
			var first trajectory.Hits
			for i, w := range all {
				got := ask(t, flyby.Options{Method: w.method, Device: w.device}, s.Entries, asked).hits
				if i == 0 {
					first = got
					sameMembers(t, want, got)
				}
				sameHits(t, first, got)
			}
		})
	}
}

// expected returns the hits of a scene by the oracle.
func expected(s kerneltest.Scene) map[key]bool {
	hits := map[key]bool{}
	for qrow, q := range s.Queries.Rows() {
		for erow, e := range s.Entries.Rows() {
			k := key{uint32(s.Queries.Owner(qrow)), uint32(s.Queries.SegmentID(qrow)), uint32(s.Entries.Owner(erow)), uint32(s.Entries.SegmentID(erow))}
			if s.Join && k.queryTraj >= k.entryTraj {
				continue
			}
			if p := (kerneltest.Pair{Query: q, Entry: e, Distance: s.Distance, Window: s.Window}); !kerneltest.Apart(p) && kerneltest.Ask(p).Hit() {
				hits[k] = true
			}
		}
	}
	return hits
}

// sameMembers fails unless hits are the wanted pairs.
func sameMembers(t *testing.T, want map[key]bool, got trajectory.Hits) {
	t.Helper()
	if len(want) != got.Len() {
		t.Errorf("%d hits, want %d", got.Len(), len(want))
	}
	for i := range got.Len() {
		if k := (key{got.QueryTraj[i], got.QuerySeg[i], got.EntryTraj[i], got.EntrySeg[i]}); !want[k] {
			t.Errorf("%+v is no hit", k)
		}
	}
}
