package encounter_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"flyby/internal/encounter"
	"flyby/trajectory"
)

// randomEncounters makes encounters of random pairs of trajectories, in order, no two of which
// touch.
func randomEncounters(r *rand.Rand, n int, queries, entries uint32) trajectory.Encounters {
	type pair struct{ query, entry uint32 }
	pairs := make([]pair, n)
	for i := range pairs {
		pairs[i] = pair{r.Uint32N(queries), r.Uint32N(entries)}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.entry, b.entry))
	})
	var e trajectory.Encounters
	for i, p := range pairs {
		enter := float64(4 * i)
		e.QueryTraj, e.EntryTraj = append(e.QueryTraj, p.query), append(e.EntryTraj, p.entry)
		e.Enter, e.Exit = append(e.Enter, enter), append(e.Exit, enter+float64(1+r.IntN(3)))
		e.Closest, e.Distance, e.Speed = append(e.Closest, enter), append(e.Distance, r.Float64()), append(e.Speed, r.Float64())
		e.Open = append(e.Open, trajectory.Open(r.IntN(4)))
	}
	return e
}

// add copies the i-th encounter of e to the end of a part.
func add(part *trajectory.Encounters, e trajectory.Encounters, i int) {
	part.QueryTraj, part.EntryTraj = append(part.QueryTraj, e.QueryTraj[i]), append(part.EntryTraj, e.EntryTraj[i])
	part.Enter, part.Exit = append(part.Enter, e.Enter[i]), append(part.Exit, e.Exit[i])
	part.Closest, part.Distance, part.Speed = append(part.Closest, e.Closest[i]), append(part.Distance, e.Distance[i]), append(part.Speed, e.Speed[i])
	if e.Height != nil {
		part.Height = append(part.Height, e.Height[i])
	}
	part.Open = append(part.Open, e.Open[i])
}

// addHalves copies the i-th encounter to two parts, split at the instant cut; one half keeps the
// closest approach, the other has another distance that is no less.
func addHalves(a, b *trajectory.Encounters, e trajectory.Encounters, i int, early bool, cut float64) {
	add(a, e, i)
	add(b, e, i)
	n, m := len(a.Enter)-1, len(b.Enter)-1
	a.Exit[n], b.Enter[m] = cut, cut
	a.Open[n] &= trajectory.OpenStart
	b.Open[m] &= trajectory.OpenEnd
	if early { // the first of equals counts
		b.Closest[m], b.Speed[m] = -1, -1
		lower(b, m)
	} else {
		a.Distance[n], a.Closest[n], a.Speed[n] = a.Distance[n]+1, -1, -1
		lower(a, n)
	}
}

// lower changes the height of an encounter, if it has one.
func lower(e *trajectory.Encounters, i int) {
	if e.Height != nil {
		e.Height[i] = -1
	}
}

// withHeights gives random encounters heights.
func withHeights(r *rand.Rand, e trajectory.Encounters) trajectory.Encounters {
	for range e.Len() {
		e.Height = append(e.Height, r.Float64())
	}
	return e
}

// TestMerge: encounters dealt out to parts, some of them in halves, are merged to the original
// ones.
func TestMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		n, parts, threads int
		queries, entries  uint32
	}{{0, 2, 1, 1, 1}, {1, 1, 3, 5, 5}, {1, 2, 3, 5, 5}, {3000, 2, 2, 50, 70}, {3000, 9, 4, 1 << 28, 1 << 31}, {3000, 9, 4, 1 << 31, 1 << 31}, {100000, 5, 3, 1 << 12, 1 << 20}, {5000, 40, 3, 1, 3}, {5000, 3, 1, 2, 1 << 31}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			want := randomEncounters(r, c.n, c.queries, c.entries)
			if c.n%2 == 0 && c.parts%2 == 1 {
				want = withHeights(r, want)
			}
			parts := make([]trajectory.Encounters, c.parts)
			for i := range want.Len() {
				a := r.IntN(c.parts)
				b := (a + 1) % c.parts
				if a == b || r.IntN(3) > 0 {
					add(&parts[a], want, i)
					continue
				}
				// If one half is all but an instant, the instant comes first or last.
				cut := want.Enter[i] + float64(r.IntN(2))*(want.Exit[i]-want.Enter[i])
				addHalves(&parts[a], &parts[b], want, i, r.IntN(2) == 0, cut)
			}
			got, err := encounter.Merge(t.Context(), parts, c.threads, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Len() != want.Len() || want.Len() > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("%d encounters, want %d, or others", got.Len(), want.Len())
			}
		})
	}
}

// randomPart makes n encounters in order, of pairs of the last possible query and entry
// trajectories, at so few instants that most touch others.
func randomPart(r *rand.Rand, n int, queries, entries uint32, instants int) trajectory.Encounters {
	all := randomEncounters(r, n, queries, entries)
	type span struct{ enter, exit int }
	spans := map[[2]uint32][]span{} // spans of each pair
	for i := range n {
		pair, enter := [2]uint32{all.QueryTraj[i], all.EntryTraj[i]}, r.IntN(instants)
		spans[pair] = append(spans[pair], span{enter, enter + r.IntN(3)})
	}
	for _, list := range spans {
		slices.SortFunc(list, func(a, b span) int { return cmp.Or(a.enter-b.enter, a.exit-b.exit) })
	}
	for i := range n {
		pair := [2]uint32{all.QueryTraj[i], all.EntryTraj[i]}
		at := spans[pair][0]
		spans[pair] = spans[pair][1:]
		all.Enter[i], all.Exit[i], all.Distance[i] = float64(at.enter), float64(at.exit), float64(r.IntN(3))
		all.QueryTraj[i], all.EntryTraj[i] = pair[0]-queries, pair[1]-entries
	}
	return all
}

// mergedOneByOne returns the expected result of Merge.
func mergedOneByOne(parts []trajectory.Encounters) (want trajectory.Encounters) {
	var all trajectory.Encounters
	for _, p := range parts {
		for i := range p.Len() {
			add(&all, p, i)
		}
	}
	order := make([]int, all.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(
			cmp.Compare(all.QueryTraj[i], all.QueryTraj[j]), cmp.Compare(all.EntryTraj[i], all.EntryTraj[j]),
			cmp.Compare(all.Enter[i], all.Enter[j]), cmp.Compare(all.Exit[i], all.Exit[j]),
		)
	})
	for _, i := range order {
		n := want.Len() - 1
		if n < 0 || want.QueryTraj[n] != all.QueryTraj[i] || want.EntryTraj[n] != all.EntryTraj[i] || all.Enter[i] > want.Exit[n] {
			add(&want, all, i)
			continue
		}
		if all.Distance[i] < want.Distance[n] {
			want.Closest[n], want.Distance[n], want.Speed[n] = all.Closest[i], all.Distance[i], all.Speed[i]
		}
		want.Exit[n] = all.Exit[i]
		want.Open[n] = want.Open[n]&trajectory.OpenStart | all.Open[i]&trajectory.OpenEnd
	}
	return want
}

// TestMergeThatMeet: parts whose encounters touch at all their instants are merged right: chains
// over all parts, equal encounters, instants.
func TestMergeThatMeet(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		of               []int // encounters of each part
		queries, entries uint32
		instants         int
	}{
		{[]int{0, 0}, 1, 1, 1},
		{[]int{10, 0}, 2, 3, 9},
		{[]int{0, 10, 0}, 2, 3, 9},
		{[]int{300, 300}, 5, 5, 30},
		{[]int{300, 200, 100}, 5, 5, 30},
		{[]int{1, 40000}, 50, 50, 99},
		{[]int{30000, 30000}, 1, 30000, 20},                // one query trajectory has all
		{[]int{30000, 0, 30000}, 1, 1, 99999},              // one pair has all
		{[]int{40000, 20000, 9000}, 200, 1 << 31, 3},       // few meet
		{[]int{9, 8, 70000, 6, 5, 4, 3, 2, 1}, 30, 40, 99}, // parts of many lengths
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			parts := make([]trajectory.Encounters, len(c.of))
			for p, n := range c.of {
				parts[p] = randomPart(r, n, c.queries, c.entries, c.instants)
			}
			want := mergedOneByOne(parts)
			for threads := range 4 {
				got, err := encounter.Merge(t.Context(), parts, threads, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got.Len() != want.Len() || want.Len() > 0 && !reflect.DeepEqual(got, want) {
					t.Fatalf("%d threads: %d encounters, want %d, or others", threads, got.Len(), want.Len())
				}
			}
		})
	}
}

// TestMergeKeepsNoMemory: later writes to the merged parts do not change the result, and no column
// has more capacity than it needs.
func TestMergeKeepsNoMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, 3} {
		parts := make([]trajectory.Encounters, n)
		for p := range parts {
			parts[p] = randomPart(r, 40000, 1<<31, 9, 9)
		}
		want := mergedOneByOne(parts)
		got, err := encounter.Merge(t.Context(), parts, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		for p := range parts {
			clear(parts[p].QueryTraj)
			clear(parts[p].Enter)
			clear(parts[p].Open)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d parts: the result changed with them", n)
		}
		for _, capacity := range []int{cap(got.QueryTraj), cap(got.EntryTraj), cap(got.Enter), cap(got.Exit), cap(got.Closest), cap(got.Distance), cap(got.Speed), cap(got.Open)} {
			if most := 40000 * n; capacity > most {
				t.Errorf("%d parts: a column of %d encounters has a capacity of %d, the parts had %d", n, got.Len(), capacity, most)
			}
		}
	}
}

// TestMergeStops: a context cancelled beforehand ends Merge.
func TestMergeStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	whole := randomEncounters(rand.New(rand.NewPCG(7, 8)), 50000, 50, 50)
	for _, parts := range [][]trajectory.Encounters{{whole}, {whole, whole}} {
		if _, err := encounter.Merge(ctx, parts, 2, nil); err != context.Canceled {
			t.Errorf("%d parts: %v, want that it was cancelled", len(parts), err)
		}
	}
}

// BenchmarkMerge merges five million encounters of a hundred thousand query trajectories, dealt out
// at random.
func BenchmarkMerge(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	whole := randomEncounters(r, 5e6, 1e5, 1e5)
	for _, n := range []int{1, 2, 3, 15} {
		parts := make([]trajectory.Encounters, n)
		for i := range whole.Len() {
			add(&parts[r.IntN(n)], whole, i)
		}
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%d/threads=%d", n, threads), func(b *testing.B) {
				for b.Loop() {
					if _, err := encounter.Merge(b.Context(), parts, threads, nil); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(whole.Len())/float64(b.N), "ns/encounter")
			})
		}
	}
}
