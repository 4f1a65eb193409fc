package kernel_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"flyby/kernel"
	"flyby/trajectory"
)

// randomEncounters makes encounters of random pairs of so many trajectories, in
// order, no two of which touch.
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
	part.Open = append(part.Open, e.Open[i])
}

// addHalves copies the i-th encounter to two parts: up to an instant, with another
// distance that is no less, and from there on.
func addHalves(a, b *trajectory.Encounters, e trajectory.Encounters, i int, early bool, cut float64) {
	add(a, e, i)
	add(b, e, i)
	n, m := len(a.Enter)-1, len(b.Enter)-1
	a.Exit[n], b.Enter[m] = cut, cut
	a.Open[n] &= trajectory.OpenStart
	b.Open[m] &= trajectory.OpenEnd
	if early { // the first of equals counts
		b.Closest[m], b.Speed[m] = -1, -1
	} else {
		a.Distance[n], a.Closest[n], a.Speed[n] = a.Distance[n]+1, -1, -1
	}
}

// TestMergeEncounters deals encounters out to parts, some of them in halves, and
// wants them back as they were.
func TestMergeEncounters(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		n, parts, threads int
		queries, entries  uint32
	}{{0, 2, 1, 1, 1}, {1, 1, 3, 5, 5}, {1, 2, 3, 5, 5}, {3000, 2, 2, 50, 70}, {3000, 9, 4, 1 << 28, 1 << 31}, {3000, 9, 4, 1 << 31, 1 << 31}, {100000, 5, 3, 1 << 12, 1 << 20}, {5000, 40, 3, 1, 3}, {5000, 3, 1, 2, 1 << 31}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			want := randomEncounters(r, c.n, c.queries, c.entries)
			parts := make([]trajectory.Encounters, c.parts)
			for i := range want.Len() {
				a := r.IntN(c.parts)
				b := (a + 1) % c.parts
				if a == b || r.IntN(3) > 0 {
					add(&parts[a], want, i)
					continue
				}
				// Where all but an instant is in one half, the instant comes first or last.
				cut := want.Enter[i] + float64(r.IntN(2))*(want.Exit[i]-want.Enter[i])
				addHalves(&parts[a], &parts[b], want, i, r.IntN(2) == 0, cut)
			}
			got, err := kernel.MergeEncounters(t.Context(), parts, c.threads)
			if err != nil {
				t.Fatal(err)
			}
			if got.Len() != want.Len() || want.Len() > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("%d encounters, want %d, or others", got.Len(), want.Len())
			}
		})
	}
}

// BenchmarkMergeEncounters merges ten million encounters of a hundred thousand
// query trajectories, dealt out at random.
func BenchmarkMergeEncounters(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	whole := randomEncounters(r, 5e6, 1e5, 1e5)
	for _, n := range []int{1, 2, 15} {
		parts := make([]trajectory.Encounters, n)
		for i := range whole.Len() {
			add(&parts[r.IntN(n)], whole, i)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := kernel.MergeEncounters(b.Context(), parts, 2); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(whole.Len())*float64(b.N)/b.Elapsed().Seconds()/1e6, "million/s")
		})
	}
}
