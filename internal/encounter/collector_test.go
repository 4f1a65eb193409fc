package encounter_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/internal/memory"
	"flyby/internal/rowbytes"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// TestCollected: hits added one by one, in any order, to collectors that join now and then give,
// together with the hits left over, the encounters of all hits.
func TestCollected(t *testing.T) {
	tier.Full(t)
	r := kerneltest.Rand(t)
	for _, s := range kerneltest.Scenes(t) {
		hits := s.BruteForce()
		want := s.Encounters(hits)
		for threads := 1; threads < 4; threads++ {
			all := dealt(t, r, s, hits, threads)
			e, left, err := encounter.Collected(t.Context(), all, threads)
			if err != nil {
				t.Fatal(err)
			}
			if got := withLeft(t, s, e, left); got.Len() != want.Len() || want.Len() > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, %d collectors: %d encounters, want %d, or others", s.Name, threads, got.Len(), want.Len())
			}
		}
	}
}

// dealt deals hits out to collectors, as a chain each.
func dealt(t *testing.T, r *rand.Rand, s kerneltest.Scene, hits []kerneltest.Hit, n int) []*encounter.Collector {
	all := make([]*encounter.Collector, n)
	for i := range all {
		all[i] = new(encounter.Collector)
		all[i].Clear()
	}
	for _, i := range order(r, len(hits)) {
		l := all[r.IntN(n)]
		c := chainOf(t, s, interaction.HitRow(hits[i]))
		if l.Add(&c); r.IntN(50) > 0 {
			continue
		}
		if err := l.Join(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// order returns the numbers below n ascending, descending or at random.
func order(r *rand.Rand, n int) []int {
	all := r.Perm(n)
	if way := r.IntN(3); way < 2 {
		for i := range all {
			all[i] = i + way*(n-1-2*i)
		}
	}
	return all
}

// chainOf returns the chain of one hit.
func chainOf(t *testing.T, s kerneltest.Scene, h interaction.HitRow) encounter.Chain {
	e := joinedOne(t, s, h)
	q, p := s.Queries.Segment(int(h.Query)), s.Entries.Segment(int(h.Entry))
	lo, hi := max(q.T0, p.T0, s.Window.From), min(q.T1, p.T1, s.Window.To)
	return encounter.Chain{
		Enter: e.Enter[0], Exit: e.Exit[0], Closest: e.Closest[0], Distance: e.Distance[0], Speed: e.Speed[0],
		Query: e.QueryTraj[0], Entry: e.EntryTraj[0], QueryRow: h.Query, EntryRow: h.Entry,
		Open: e.Open[0], AtEnd: lo < hi && h.Enter == hi,
	}
}

func joinedOne(t *testing.T, s kerneltest.Scene, hits ...interaction.HitRow) trajectory.Encounters {
	t.Helper()
	e, err := encounter.Join(t.Context(), hits, s.Queries, s.Entries, s.Rule, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// withLeft merges encounters with the leftover hits, each of which is one.
func withLeft(t *testing.T, s kerneltest.Scene, e trajectory.Encounters, left []interaction.HitRow) trajectory.Encounters {
	t.Helper()
	parts := []trajectory.Encounters{e}
	for _, h := range left {
		if h.Enter != h.Exit {
			t.Fatalf("%s: hit %v is left", s.Name, h)
		}
		parts = append([]trajectory.Encounters{joinedOne(t, s, h)}, parts...)
	}
	all, err := encounter.Merge(t.Context(), parts, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestCollectMany: of chains of many pairs, far more than are kept apart, one query trajectory with
// most of them, the touching ones become one encounter, and the result owns its memory.
func TestCollectMany(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const pairs, parts = 20_000, 25
	l := new(encounter.Collector)
	l.Clear()
	for part := range uint32(parts) {
		open := trajectory.OpenStart | trajectory.OpenEnd // the first one's OpenStart counts, and the last one's OpenEnd
		if part == parts-1 {
			open = 0
		}
		for _, p := range r.Perm(pairs) {
			query := uint32(p % 3 * (p % 50))
			at := float64(part)
			l.Add(&encounter.Chain{
				Enter: at, Exit: at + 1, Closest: at, Distance: float64(parts - part), Query: query, Entry: uint32(p), QueryRow: part, EntryRow: part, Open: open,
			})
		}
	}
	e, left, err := encounter.Collected(t.Context(), []*encounter.Collector{l, new(encounter.Collector)}, 2)
	if err != nil || e.Len() != pairs || len(left) > 0 {
		t.Fatalf("%d encounters and %d hits, want %d: %v", e.Len(), len(left), pairs, err)
	}
	for i := range e.Len() {
		if e.Enter[i] != 0 || e.Exit[i] != parts || e.Distance[i] != 1 || e.Closest[i] != parts-1 || e.Open[i] != trajectory.OpenStart {
			t.Fatalf("encounter %d: [%v, %v], %v at %v, open %v", i, e.Enter[i], e.Exit[i], e.Distance[i], e.Closest[i], e.Open[i])
		}
		if a, b := max(i-1, 0), i; e.QueryTraj[a] > e.QueryTraj[b] || i > 0 && e.QueryTraj[a] == e.QueryTraj[b] && e.EntryTraj[a] >= e.EntryTraj[b] {
			t.Fatalf("encounter %d is out of order", i)
		}
	}
	if n := l.Room(); n > 4*pairs {
		t.Errorf("memory for %d chains, of %d encounters", n, pairs)
	}
}

// TestCollectWithin: chains outgrow a budget, in new memory and in reused memory.
func TestCollectWithin(t *testing.T) {
	l := new(encounter.Collector)
	for _, bytes := range []uint64{1, 1 << 40, 1} {
		stopped := 0
		l.Clear()
		l.Budget, l.Stop = memory.NewBudget(bytes), func() { stopped++ }
		for p := range uint32(10_000) {
			l.Add(&encounter.Chain{Exit: 1, Entry: p})
		}
		e, _, err := encounter.Collected(t.Context(), []*encounter.Collector{l}, 1)
		if bytes == 1 && (!errors.Is(err, memory.ErrOver) || stopped == 0 || e.Len() > 0) {
			t.Errorf("%v and %d encounters, stopped %d times, want %v", err, e.Len(), stopped, memory.ErrOver)
		}
		if bytes > 1 && (err != nil || stopped > 0 || e.Len() != 10_000 || l.Budget.Taken() < 10_000*(64+rowbytes.EncounterBytes)) {
			t.Errorf("%d encounters, stopped %d times, %d bytes taken: %v", e.Len(), stopped, l.Budget.Taken(), err)
		}
	}
}

// TestCollectRefused: without memory for more chains, the refusal counts the chains kept and
// dropped, until continuing is useless.
func TestCollectRefused(t *testing.T) {
	refusal := &memory.Error{What: "encounters", Bytes: 1 << 20, Room: 1 << 10, By: "the machine"}
	for _, c := range []struct {
		n       int
		want    string
		stopped bool
	}{
		{1_000, "up to 2,000 encounters need ", false},
		{1_000_000, "more than 1,001,000 parts of encounters need ", true},
	} {
		stopped := false
		l := new(encounter.Collector)
		l.Clear()
		l.Stop = func() { stopped = true }
		for p := range uint32(1_000 + c.n) {
			if p == 1_000 {
				l.Refuse(refusal)
			}
			l.Add(&encounter.Chain{Exit: 1, Entry: p})
		}
		_, _, err := encounter.Collected(t.Context(), []*encounter.Collector{l}, 1)
		if !errors.Is(err, memory.ErrNoRoom) || !strings.HasPrefix(err.Error(), c.want) || stopped != c.stopped {
			t.Errorf("%d dropped: %v, stopped: %v, want %q", c.n, err, stopped, c.want)
		}
	}
}

// TestCollectedStops: a context cancelled beforehand ends the join.
func TestCollectedStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l := new(encounter.Collector)
	l.Add(&encounter.Chain{Exit: 1})
	if _, _, err := encounter.Collected(ctx, []*encounter.Collector{l}, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
}
