package kerneltest

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/internal/memory"
	"flyby/kernel"
	"flyby/trajectory"
)

// testEncounters walks for encounters, from the roots, cut at random, and with the
// query set without a pyramid: the encounters that a driver joined and the hits that it
// left make the encounters of all hits, to the bit.
func testEncounters(t *testing.T, r *rand.Rand, d kernel.Driver, s *solvedScene) {
	for _, set := range settings(s.Scene) {
		resident, index, root := walkFromRoots(t, r, d, s.Scene, set)
		walk := resident.(kernel.Joiner).WalkJoined
		ways := [][]kernel.WalkWork{{root}, partsOf(r, root, index)}
		if !s.Join {
			bare := root
			bare.Query = kernel.Boxes{}
			ways = append(ways, []kernel.WalkWork{bare})
		}
		for _, works := range ways {
			found := &kernel.Hits{}
			for _, w := range works {
				walkWhole(t, walk, w, index, found)
			}
			s.checkJoined(t, fmt.Sprintf("%+v, %d works", set, len(works)), found)
		}
		found := &kernel.Hits{}
		walkTaking(t, walk, partsOf(r, root, index), index, found)
		s.checkJoined(t, fmt.Sprintf("%+v, works taken", set), found)
	}
}

// testJoinedBudget: a walk with more encounters than its budget of memory allows fails and adds
// nothing, and a budget that is enough changes nothing.
func testJoinedBudget(t *testing.T, d kernel.Driver, s *solvedScene) {
	resident, index, root := walkFromRoots(t, Rand(t), d, s.Scene, settings(s.Scene)[0])
	walk, want := resident.(kernel.Joiner).WalkJoined, s.answer().encounters
	found := &kernel.Hits{Budget: memory.NewBudget(1)}
	_, err := walk(t.Context(), root, found)
	if overflow := new(kernel.OverflowError); !errors.Is(err, memory.ErrOver) && !errors.As(err, &overflow) || len(found.Lists) > 0 {
		t.Errorf("%v and %d lists, want %v and none", err, len(found.Lists), memory.ErrOver)
	}
	found.Budget = memory.NewBudget(1 << 40)
	walkWhole(t, walk, root, index, found)
	s.checkJoined(t, "within a budget", found)
	if taken := found.Budget.Taken(); want.Len() == 0 || taken < uint64(want.Len()*24) {
		t.Errorf("%d bytes taken for %d encounters", taken, want.Len())
	}
}

// checkJoined wants the lists that a driver found to make the scene's encounters, and
// releases them.
func (s *solvedScene) checkJoined(t *testing.T, what string, found *kernel.Hits) {
	t.Helper()
	got := s.joined(t, found)
	found.Truncate(0)
	if d := differing(got, s.answer().encounters); d != "" {
		t.Fatalf("%s: %s", what, d)
	}
}

// hitsIn counts the hits in lists and the joined hits.
func hitsIn(h *kernel.Hits) int {
	n := h.Len()
	for _, p := range h.Lists {
		if p.Joined != nil {
			n += p.Joined.Hits
		}
	}
	return n
}

// joined makes encounters of the lists that a driver found, and checks the driver's
// count of joined hits.
func (s Scene) joined(t *testing.T, found *kernel.Hits) trajectory.Encounters {
	t.Helper()
	var parts []trajectory.Encounters
	for _, p := range found.Lists {
		if p.Joined == nil {
			continue
		}
		e := p.Joined.Encounters
		for i := 1; i < e.Len(); i++ {
			switch c := cmp.Or(cmp.Compare(e.QueryTraj[i-1], e.QueryTraj[i]), cmp.Compare(e.EntryTraj[i-1], e.EntryTraj[i])); {
			case c > 0:
				t.Fatalf("encounters %d and %d of a list are out of order", i-1, i)
			case c == 0 && e.Enter[i] <= e.Exit[i-1] && !s.Queries.HasSplices() && !s.Entries.HasSplices():
				t.Fatalf("encounters %d and %d of a list are not joined", i-1, i)
			}
		}
		parts = append(parts, e)
	}
	left, err := s.Settle(found)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]interaction.HitRow, len(left))
	for i, h := range left {
		rows[i] = interaction.HitRow(h)
	}
	e, err := encounter.Join(t.Context(), rows, s.Queries, s.Entries, s.Rule, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := encounter.Merge(t.Context(), append([]trajectory.Encounters{e}, parts...), 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Encounters joins hits in the defined order, one by one.
func (s Scene) Encounters(hits []Hit) trajectory.Encounters {
	pairs := map[[2]int][]Hit{}
	for _, h := range hits {
		pair := [2]int{s.Queries.Owner(int(h.Query)), s.Entries.Owner(int(h.Entry))}
		pairs[pair] = append(pairs[pair], h)
	}
	var order [][2]int
	for pair := range pairs {
		order = append(order, pair)
	}
	slices.SortFunc(order, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	var all trajectory.Encounters
	for _, pair := range order {
		list := pairs[pair]
		for first := 0; first < len(list); {
			last := first + 1
			for last < len(list) && list[last].Enter <= list[last-1].Exit {
				last++
			}
			s.addEncounter(&all, pair, list[first:last])
			first = last
		}
	}
	return all
}

// addEncounter adds the encounter that consecutive hits of a pair make.
func (s Scene) addEncounter(all *trajectory.Encounters, pair [2]int, hits []Hit) {
	closest, least, speed := 0.0, math.Inf(1), 0.0
	for _, h := range hits {
		q, e := s.Queries.Segment(int(h.Query)), s.Entries.Segment(int(h.Entry))
		t, d, v, _ := s.Window.Closest(q, e)
		if d > s.Distance { // and perhaps, by rounding, above the threshold
			most, _ := s.ask(h).Threshold.Float64()
			d = min(d, most)
		}
		if d < least {
			closest, least, speed = min(max(t, h.Enter), h.Exit), d, v
		}
	}
	first, last := hits[0], hits[len(hits)-1]
	open := trajectory.Open(0)
	if at := first.Enter; (at == s.Window.From || startsAt(s.Queries, pair[0], int(first.Query), at) || startsAt(s.Entries, pair[1], int(first.Entry), at)) &&
		s.ask(first).AtFrom() {
		open |= trajectory.OpenStart
	}
	if at := last.Exit; (at == s.Window.To || endsAt(s.Queries, int(last.Query), at) || endsAt(s.Entries, int(last.Entry), at)) &&
		s.ask(last).AtTo() {
		open |= trajectory.OpenEnd
	}
	all.QueryTraj, all.EntryTraj = append(all.QueryTraj, uint32(pair[0])), append(all.EntryTraj, uint32(pair[1]))
	all.Enter, all.Exit = append(all.Enter, first.Enter), append(all.Exit, last.Exit)
	all.Closest, all.Distance, all.Speed = append(all.Closest, closest), append(all.Distance, least), append(all.Speed, speed)
	all.Open = append(all.Open, open)
}

// ask returns the oracle of a hit's pair.
func (s Scene) ask(h Hit) *Oracle {
	return Ask(Pair{Query: s.Queries.Segment(int(h.Query)), Entry: s.Entries.Segment(int(h.Entry)), Distance: s.Distance, Window: s.Window})
}

// startsAt reports whether a piece of a trajectory begins with a row, and at a
// time.
func startsAt(s *trajectory.Store, traj, row int, at float64) bool {
	return s.StartsPiece(traj, row) && s.T()[row] == at
}

// endsAt reports whether the segment of a row is the last of its piece, and ends at
// a time.
func endsAt(s *trajectory.Store, row int, at float64) bool {
	g := s.Segment(row)
	return g.Last && g.T1 == at
}

// differing describes the first difference of encounters from the wanted ones, to
// the bit; "" if there is none.
func differing(got, want trajectory.Encounters) string {
	if got.Len() != want.Len() {
		return fmt.Sprintf("%d encounters, want %d", got.Len(), want.Len())
	}
	for i := range got.Len() {
		if a, b := encounterAt(got, i), encounterAt(want, i); a != b {
			return fmt.Sprintf("encounter %d of %d: %v, want %v", i, got.Len(), a, b)
		}
	}
	return ""
}

// encounterAt returns one encounter as words, for comparison to the bit.
func encounterAt(e trajectory.Encounters, i int) [8]uint64 {
	return [...]uint64{
		uint64(e.QueryTraj[i]), uint64(e.EntryTraj[i]), math.Float64bits(e.Enter[i]), math.Float64bits(e.Exit[i]),
		math.Float64bits(e.Closest[i]), math.Float64bits(e.Distance[i]), math.Float64bits(e.Speed[i]), uint64(e.Open[i]),
	}
}
