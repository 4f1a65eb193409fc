package group

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/trajectory"
)

// resters returns objects that rest most of the time, and otherwise move to a neighbouring place; some come late, leave early, are single
// samples, or have gaps or splices.
func resters(t testing.TB, r *rand.Rand, objects, times int) *trajectory.Store {
	t.Helper()
	c := trajectory.Columns{Splices: true}
	for id := range objects {
		piece := uint32(0)
		x, y, at, to := r.IntN(3), r.IntN(2), float64(r.IntN(times/2)), float64(times-r.IntN(times/2+1))
		for first := true; first || at <= to; first = false {
			c.ID.Int, c.Piece = append(c.ID.Int, int64(id)), append(c.Piece, piece)
			c.T, c.X, c.Y = append(c.T, at), append(c.X, float64(2*x)), append(c.Y, float64(2*y))
			if r.IntN(3) == 0 {
				x, y = x+r.IntN(3)-1, y+r.IntN(3)-1
			}
			if r.IntN(8) == 0 {
				piece++
				continue // the next sample has the same time
			}
			at += []float64{0.25, 1, 3, 3.5, 9, 40}[r.IntN(6)]
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: []float64{0, 10, 30}[r.IntN(3)]})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tickByTick finds groups by a clock from their definition: every tick is clustered, and follows the one before.
func tickByTick(t *testing.T, s *trajectory.Store, search Search) []Group {
	t.Helper()
	search = search.filled()
	within, err := pointjoin.NewThreshold(search.Distance)
	if err != nil {
		t.Fatal(err)
	}
	first, ticks, err := search.Clock.within(s.Extent().Start, s.Extent().End)
	if err != nil {
		t.Fatal(err)
	}
	c := caravan{objects: s.Trajectories(), search: search, ticking: ticking{search.Clock, first, ticks}}
	at := snapshots{store: s, within: within, least: search.MinSize, grid: newGrid(within, s.Dim())}
	if search.Method == Moving {
		return pathsTickByTick(t, c, &at, ticks)
	}
	take := c.follower()
	for tick := range ticks + 1 {
		now := &snapshot{}
		if tick < ticks {
			if now, err = at.at(context.Background(), c.when(tick)); err != nil {
				t.Fatal(err)
			}
		}
		if err := take.tick(tick, now); err != nil {
			t.Fatal(err)
		}
	}
	return collected(t, take.ordered(context.Background()))
}

// collected copies groups.
func collected(t *testing.T, all iter.Seq2[Group, error]) (found []Group) {
	t.Helper()
	for g, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		g.Members = slices.Clone(g.Members)
		found = append(found, g)
	}
	return found
}

// pathsTickByTick makes moving clusters from one link a tick.
func pathsTickByTick(t *testing.T, c caravan, at *snapshots, ticks int) (found []Group) {
	t.Helper()
	var open [][]Snapshot // paths that may go on
	for tick := range ticks + 1 {
		now := &snapshot{}
		if tick < ticks {
			var err error
			if now, err = at.at(context.Background(), c.when(tick)); err != nil {
				t.Fatal(err)
			}
		}
		var next [][]Snapshot
		met := make([]bool, now.clusters())
		for _, path := range open {
			goesOn, last := false, path[len(path)-1].Members
			for i := range now.clusters() {
				members := now.cluster(i)
				common := 0
				for _, v := range members {
					if slices.Contains(last, v) {
						common++
					}
				}
				if common > 0 && atLeast(common, len(members)+len(last)-common, c.search.Theta) {
					next, goesOn, met[i] = append(next, append(slices.Clone(path), Snapshot{c.when(tick), members})), true, true
				}
			}
			if !goesOn && len(path) >= c.search.MinTicks {
				found = append(found, groupOf(path))
			}
		}
		for i := range now.clusters() {
			if !met[i] {
				next = append(next, []Snapshot{{c.when(tick), now.cluster(i)}})
			}
		}
		open = next
	}
	slices.SortFunc(found, func(a, b Group) int {
		if order := compare(Group{Start: a.Start, End: a.End, Members: a.Members[:1]}, Group{Start: b.Start, End: b.End, Members: b.Members[:1]}); order != 0 {
			return order
		}
		return slices.CompareFunc(slices.Collect(a.Snapshots), slices.Collect(b.Snapshots), func(p, q Snapshot) int { return int(p.Members[0]) - int(q.Members[0]) })
	})
	return found
}

func groupOf(path []Snapshot) Group {
	g := Group{Start: path[0].T, End: path[len(path)-1].T, Snapshots: slices.Values(path)}
	for _, one := range path {
		g.Members = append(g.Members, one.Members...)
	}
	slices.Sort(g.Members)
	g.Members = slices.Compact(g.Members)
	return g
}

// ticksText writes groups as text, of moving clusters with all ticks.
func ticksText(all []Group) string {
	var text strings.Builder
	for _, g := range all {
		fmt.Fprintf(&text, "%v to %v: %v", g.Start, g.End, g.Members)
		if g.Snapshots != nil {
			for one := range g.Snapshots {
				fmt.Fprintf(&text, " %v%v", one.T, one.Members)
			}
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// TestRunsAreTicks: convoys and moving clusters of objects that rest and move equal the result of clustering every tick, for every least
// number of ticks.
func TestRunsAreTicks(t *testing.T) { runsAreTicks(t, 100) }

func runsAreTicks(t *testing.T, rounds int) {
	t.Helper()
	some := 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 75))
		s := resters(t, r, 2+r.IntN(9), 20+r.IntN(120))
		clock := Clock{Origin: []float64{0, 0.125, 7, -40}[r.IntN(4)], Step: []float64{0.125, 0.25, 0.3, 1, 2.5}[r.IntN(5)]}
		search := Search{Method: Convoy, Distance: 2, MinSize: 2 + r.IntN(2), MinTicks: 1 << r.IntN(7), Clock: clock}
		if r.IntN(2) == 0 {
			search.Method, search.MinTicks, search.Theta = Moving, 1+r.IntN(6), []float64{0.4, 0.5, 0.75, 1}[r.IntN(4)]
		}
		got, want := ticksText(convoysOf(t, s, search, nil)), ticksText(tickByTick(t, s, search))
		if got != want {
			t.Fatalf("seed %d, %+v:\ngot\n%swant\n%s", seed, search, got, want)
		}
		some += strings.Count(want, "\n")
	}
	if some < rounds {
		t.Errorf("%d groups in %d rounds: too few to tell", some, rounds)
	}
}

// TestRunsAreCut: runs begin where a tick differs from the one before, and nowhere else, but around splices, if a step is as long as the clock's.
func TestRunsAreCut(t *testing.T) {
	for seed := range 200 {
		r := rand.New(rand.NewPCG(uint64(seed), 76))
		s := resters(t, r, 1+r.IntN(4), 60)
		clock := Clock{Origin: 0.125, Step: []float64{0.125, 0.25, 0.3, 1}[r.IntN(4)]}
		first, ticks, err := clock.within(s.Extent().Start, s.Extent().End)
		if err != nil {
			t.Fatal(err)
		}
		cut, err := newRuns(s, ticking{clock, first, ticks})
		if err != nil {
			t.Fatal(err)
		}
		places := func(tick int) (text string) {
			at := clock.at(first + int64(tick))
			for traj := range s.Trajectories() {
				if s.Present(traj, at) {
					text += fmt.Sprint(traj, s.At(traj, at), " ")
				}
			}
			return text
		}
		begun := 0
		for tick := range ticks {
			differs := tick == 0 || places(tick) != places(tick-1)
			if begins := tick == 0 || cut.of(tick) > cut.of(tick-1); differs && !begins || begins && !differs && clock.Step < 0.25 && !s.HasSplices() {
				t.Fatalf("seed %d, %+v: tick %d begins a run %v, differs %v", seed, clock, tick, begins, differs)
			} else if begins {
				if cut.of(tick) != begun || cut.begins(begun) != tick {
					t.Fatalf("seed %d: run %d begins at %d, got run %d, which begins at %d", seed, begun, tick, cut.of(tick), cut.begins(begun))
				}
				begun++
			}
		}
		if cut.len() != begun || cut.begins(begun) != ticks {
			t.Fatalf("seed %d: %d runs, the last up to %d, want %d and %d", seed, cut.len(), cut.begins(begun), begun, ticks)
		}
	}
}

// TestNothingChanges: objects at rest are clustered once, for any number of ticks, into a Group with a snapshot each tick; and a clock with
// ticks that are equal in float64 is an error.
func TestNothingChanges(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 1, 2, 2}}, T: []float64{0, 10, 0, 10}, X: []float64{0, 0, 1, 1}, Y: make([]float64, 4)}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{1, 2, 1 << 20, 1e9} {
		for _, m := range []Method{Convoy, Moving} {
			var stats ClockStats
			got := convoysOf(t, s, Search{Method: m, Distance: 1, MinTicks: k, Clock: Clock{Step: 1e-8}}, &stats)
			if groupsText(got) != "0 to 10: 0 1\n" || stats.Ticks != 1e9+1 || stats.Clustered != stats.Ticks {
				t.Errorf("%s, %d ticks: %s, %+v", m, k, groupsText(got), stats)
			}
		}
	}
	at := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1}}, T: []float64{5}, X: []float64{0}, Y: []float64{0}}
	once, err := trajectory.New(at, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range (Search{Method: Convoy, Clock: Clock{Origin: 5, Step: 1e-300}}).Convoys(context.Background(), once, 1, nil) {
		if err == nil || !strings.Contains(err.Error(), "does not tell apart") {
			t.Errorf("got %v", err)
		}
	}
}

// pairUntil returns two objects that always move and are together from one tick of a clock of step 1 to another.
func pairUntil(t *testing.T, ticks, from, to int) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id := range 2 {
		for at := range ticks {
			apart := 9
			if at >= from && at <= to {
				apart = 1
			}
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, float64(at)), append(c.X, float64(at)), append(c.Y, float64(id*apart))
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestConvoysAcrossBlocks: convoys that begin and end on each side of the border between two blocks of windows, and of the last tick, are
// found whole.
func TestConvoysAcrossBlocks(t *testing.T) { convoysAcrossBlocks(t, []int{2, 7}, []int{2}) }

func convoysAcrossBlocks(t *testing.T, steps, behind []int) {
	t.Helper()
	for _, k := range steps {
		h := max(1, k/2)
		border := max(4, blockTicks/h) * h // the first tick of the second block, of two threads
		for _, begin := range []int{border - k, border - k + 1, border - k + 2, border - h, border - 1, border, border + 1} {
			for _, length := range []int{k - 1, k, 2*k + 1, border} {
				for _, more := range behind {
					ticks := 2*border + more
					end := min(begin+length-1, ticks-1)
					want := ""
					if length >= k && length > 0 {
						want = fmt.Sprintf("%d to %d: 0 1\n", begin, end)
					}
					search := Search{Method: Convoy, Distance: 1, MinTicks: k, Clock: Clock{Step: 1}}
					if got := groupsText(convoysOf(t, pairUntil(t, ticks, begin, end), search, nil)); got != want {
						t.Fatalf("%d of %d ticks from %d to %d: got %q, want %q", k, ticks, begin, end, got, want)
					}
				}
			}
		}
	}
}

// TestConvoysAroundARest: two objects that rest together for many ticks, and move together before and afterwards, are one convoy, for every least number of ticks.
func TestConvoysAroundARest(t *testing.T) {
	for _, k := range []int{2, 8, 12} {
		for before := range 8 {
			for after := range 8 {
				var c trajectory.Columns
				for id := range 2 {
					for _, p := range [][3]float64{{0, 0, 9}, {10, 0, 9}, {10.5, 0, 0}, {11 + float64(before), 5, 0}, {60, 5, 0}, {60 + float64(after), 7, 0}, {60.5 + float64(after), 7, 9}, {90, 7, 9}} {
						if n := len(c.T); n > 0 && c.ID.Int[n-1] == int64(id) && c.T[n-1] == p[0] {
							continue
						}
						c.ID.Int = append(c.ID.Int, int64(id))
						c.T, c.X, c.Y = append(c.T, p[0]), append(c.X, p[1]), append(c.Y, float64(id)*(1+p[2]))
					}
				}
				s, err := trajectory.New(c, trajectory.BuildOptions{})
				if err != nil {
					t.Fatal(err)
				}
				search := Search{Method: Convoy, Distance: 1, MinTicks: k, Clock: Clock{Step: 1}}
				if got, want := groupsText(convoysOf(t, s, search, nil)), fmt.Sprintf("11 to %d: 0 1\n", 60+after); got != want {
					t.Fatalf("%d ticks, %d before and %d after: got %q, want %q", k, before, after, got, want)
				}
			}
		}
	}
}

// TestMovingClustersAreCounted: the memory of paths is counted, links of paths that end too soon are forgotten, and a link without memory
// is refused.
func TestMovingClustersAreCounted(t *testing.T) {
	c := caravan{objects: 4, search: Search{Method: Moving, MinTicks: 5, Theta: 0.3}, ticking: ticking{clock: Clock{Step: 1}}}
	paths := c.follower().(*chains)
	whole, halves := &snapshot{members: []uint32{0, 1, 2, 3}, ends: []uint32{4}}, &snapshot{members: []uint32{0, 1, 2, 3}, ends: []uint32{2, 4}}
	for tick, s := range []*snapshot{whole, halves, halves, whole, {}} {
		if err := paths.tick(tick, s); err != nil {
			t.Fatal(err)
		}
		if links := []uint64{1, 3, 3, 5, 0}[tick]; paths.bytes < links*chainLinkBytes || paths.bytes > links*(chainLinkBytes+chainClusterBytes+16) {
			t.Errorf("tick %d: %d bytes are counted for %d links", tick, paths.bytes, links)
		}
	}
	if len(paths.found) != 0 {
		t.Errorf("%d paths of 4 ticks are 5 ticks long", len(paths.found))
	}
	var order string
	paths.search.MinTicks = 4
	for tick, s := range []*snapshot{whole, halves, whole, halves, {}} {
		if err := paths.tick(5+tick, s); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range collected(t, paths.ordered(context.Background())) {
		for one := range g.Snapshots {
			order += fmt.Sprint(one.Members[0])
		}
		order += " "
	}
	if order != "0000 0002 0200 0202 " {
		t.Errorf("paths of one start and end are in the order %s", order)
	}
	paths.bytes = 1 << 61
	if err := paths.tick(10, halves); !errors.Is(err, memory.ErrNoRoom) || !strings.Contains(err.Error(), "moving clusters") {
		t.Errorf("got %v", err)
	}
}
