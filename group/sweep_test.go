package group

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby/trajectory"
)

// encountersOf yields meetings as a search does: by pair and time, two at a time.
func encountersOf(all []meeting) iter.Seq2[trajectory.Encounters, error] {
	return func(yield func(trajectory.Encounters, error) bool) {
		for part := range slices.Chunk(all, 2) {
			var e trajectory.Encounters
			for _, m := range part {
				e.QueryTraj, e.EntryTraj = append(e.QueryTraj, m.a), append(e.EntryTraj, m.b)
				e.Enter, e.Exit = append(e.Enter, m.enter), append(e.Exit, m.exit)
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// swept collects the groups of meetings, which it sorts.
func swept(t *testing.T, objects int, all []meeting, s Search) (found []Group) {
	t.Helper()
	slices.SortFunc(all, func(p, q meeting) int {
		if p.a != q.a || p.b != q.b {
			return sign(p.a < q.a || p.a == q.a && p.b < q.b)
		}
		return sign(p.enter < q.enter)
	})
	for g, err := range s.Sweep(context.Background(), objects, encountersOf(all)) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, Group{Start: g.Start, End: g.End, Members: slices.Clone(g.Members)})
	}
	return found
}

// groupsText writes groups: "0 to 2: 1 3".
func groupsText(all []Group) string {
	var b strings.Builder
	for _, g := range all {
		fmt.Fprintf(&b, "%v to %v: %s\n", g.Start, g.End, strings.Trim(fmt.Sprint(g.Members), "[]"))
	}
	return b.String()
}

// hourly returns meetings at whole hours, so that many begin and end at one instant; no two of a pair touch.
func hourly(r *rand.Rand, objects, pairs, hours int) (all []meeting) {
	for range pairs {
		a, b := uint32(r.IntN(objects)), uint32(r.IntN(objects))
		if a == b || slices.ContainsFunc(all, func(m meeting) bool { return m.a == min(a, b) && m.b == max(a, b) }) {
			continue
		}
		for at := r.IntN(3); at < hours; {
			last := min(hours, at+r.IntN(4)*r.IntN(3))
			all = append(all, meeting{min(a, b), max(a, b), float64(at), float64(last)})
			at = last + 1 + r.IntN(4)
		}
	}
	return all
}

// TestSweepIsTheDefinition: the groups of small random encounters equal the groups of brute force.
func TestSweepIsTheDefinition(t *testing.T) { sweepIsTheDefinition(t, 800) }

func sweepIsTheDefinition(t *testing.T, rounds int) {
	t.Helper()
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 17))
		objects := 2 + r.IntN(8)
		all := hourly(r, objects, r.IntN(14), 3+r.IntN(12))
		s := Search{MinSize: 2 + r.IntN(3), MinDuration: float64(r.IntN(4)), MaxBreak: float64(r.IntN(4))}
		got := swept(t, objects, all, s)
		if want := bruteGroups(objects, all, s); groupsText(got) != groupsText(want) {
			t.Fatalf("seed %d, %+v, encounters %v:\ngot\n%swant\n%s", seed, s, all, groupsText(got), groupsText(want))
		}
	}
}

// TestGroups: groups follow their definition, case by case.
func TestGroups(t *testing.T) {
	for _, c := range []struct {
		name    string
		objects int
		all     []meeting
		search  Search
		want    string
	}{
		{"nobody meets", 3, nil, Search{}, ""},
		{"two meet", 2, []meeting{{0, 1, 1, 4}}, Search{}, "1 to 4: 0 1\n"},
		{"as long as asked for", 2, []meeting{{0, 1, 1, 4}}, Search{MinDuration: 3}, "1 to 4: 0 1\n"},
		{"not as long", 2, []meeting{{0, 1, 1, 4}}, Search{MinDuration: 3.5}, ""},
		{"an instant", 2, []meeting{{0, 1, 2, 2}}, Search{}, "2 to 2: 0 1\n"},
		{"one begins as the other ends", 3, []meeting{{0, 1, 0, 2}, {1, 2, 2, 4}}, Search{}, "0 to 2: 0 1\n2 to 2: 0 1 2\n2 to 4: 1 2\n"},
		{"three of them only", 3, []meeting{{0, 1, 0, 2}, {1, 2, 2, 4}}, Search{MinSize: 3}, "2 to 2: 0 1 2\n"},
		{"the link changes, the group stays", 3, []meeting{{0, 1, 0, 2}, {1, 2, 0, 9}, {0, 2, 2, 9}}, Search{}, "0 to 9: 0 1 2\n"},
		{"parted and met again", 4, []meeting{{0, 1, 0, 9}, {1, 2, 0, 3}, {1, 2, 5, 9}, {2, 3, 0, 9}}, Search{},
			"0 to 3: 0 1 2 3\n0 to 9: 0 1\n0 to 9: 2 3\n5 to 9: 0 1 2 3\n"},
		{"the break is filled", 4, []meeting{{0, 1, 0, 9}, {1, 2, 0, 3}, {1, 2, 5, 9}, {2, 3, 0, 9}}, Search{MaxBreak: 2.5}, "0 to 9: 0 1 2 3\n"},
		{"the break is as long as the longest", 2, []meeting{{0, 1, 0, 3}, {0, 1, 5, 9}}, Search{MaxBreak: 2}, "0 to 3: 0 1\n5 to 9: 0 1\n"},
		{"nested by when they came", 4, []meeting{{0, 1, 0, 9}, {1, 2, 2, 9}, {2, 3, 4, 9}}, Search{}, "0 to 9: 0 1\n2 to 9: 0 1 2\n4 to 9: 0 1 2 3\n"},
		{"who leaves first ends all", 4, []meeting{{0, 1, 0, 6}, {1, 2, 2, 9}, {2, 3, 4, 9}}, Search{}, "0 to 6: 0 1\n2 to 6: 0 1 2\n2 to 9: 1 2\n4 to 6: 0 1 2 3\n4 to 9: 1 2 3\n"},
		{"a hub goes", 4, []meeting{{0, 1, 0, 5}, {0, 2, 0, 5}, {0, 3, 0, 5}}, Search{}, "0 to 5: 0 1 2 3\n"},
		{"before the origin of times", 2, []meeting{{0, 1, -4, -1}}, Search{MinDuration: 3}, "-4 to -1: 0 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := groupsText(swept(t, c.objects, c.all, c.search)); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// TestGroupsOfManyObjects: laws hold for more objects than brute force takes: any group's members are connected at every instant of the
// group, and no other object is with them all along.
func TestGroupsOfManyObjects(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	const objects = 60
	all := hourly(r, objects, 120, 24)
	found := swept(t, objects, all, Search{MinDuration: 1})
	if len(found) < 100 {
		t.Fatalf("%d groups: too few to tell", len(found))
	}
	for _, g := range found {
		together := make([]int, objects)
		for at := g.Start; at <= g.End; at++ {
			together = refined(together, componentsOf(objects, all, at, at))
			if at > g.Start {
				together = refined(together, componentsOf(objects, all, at-1, at))
			}
		}
		if with := classes(together)[together[g.Members[0]]]; !slices.Equal(with, g.Members) {
			t.Errorf("%v: together all the time are %v", g, with)
		}
		longer := slices.Clone(together)
		if before := refined(longer, componentsOf(objects, all, g.Start-1, g.Start)); slices.Equal(classes(before)[before[g.Members[0]]], g.Members) {
			t.Errorf("%v: were together before", g)
		}
		if after := refined(longer, componentsOf(objects, all, g.End, g.End+1)); slices.Equal(classes(after)[after[g.Members[0]]], g.Members) {
			t.Errorf("%v: are together afterwards", g)
		}
	}
}

// TestSweepStops: an error of encounters, and the end of the context, end the sweep.
func TestSweepStops(t *testing.T) {
	broken := errors.New("broken")
	failing := func(yield func(trajectory.Encounters, error) bool) { yield(trajectory.Encounters{}, broken) }
	for _, err := range (Search{}).Sweep(context.Background(), 2, failing) {
		if !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, err := range (Search{}).Sweep(ctx, 2, encountersOf([]meeting{{0, 1, 0, 1}})) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	for _, err := range (Search{MinSize: 1}).Sweep(context.Background(), 2, encountersOf(nil)) {
		if err == nil || !strings.Contains(err.Error(), "2 or more") {
			t.Errorf("got %v", err)
		}
	}
	n := 0
	for range (Search{}).Sweep(context.Background(), 3, encountersOf([]meeting{{0, 1, 0, 1}, {1, 2, 3, 4}})) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d groups after a break", n)
	}
}

// TestForestIsByEnds: the links that end at a time or later connect the same objects in the forest as in the graph of all links.
func TestForestIsByEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n, exit := 2+r.IntN(12), make([]float64, 30)
		var all []meeting
		for i := range exit {
			exit[i] = float64(r.IntN(9))
		}
		f := newForest(n, exit)
		for i, e := range exit {
			a, b := r.IntN(n), r.IntN(n)
			if a == b {
				continue
			}
			all = append(all, meeting{uint32(a), uint32(b), 0, e})
			f.insert(int32(i), int32(a), int32(b))
			for w := range 9 {
				want := componentsOf(n, all, 0, float64(w))
				got := make([]int, n)
				for v := range got {
					got[v] = int(f.top(int32(v), float64(w)))
				}
				if !reflect.DeepEqual(refined(got, got), refined(want, want)) {
					t.Fatalf("%v at %d: %v, want %v", all, w, got, want)
				}
			}
		}
	}
}

func BenchmarkSweep(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	const objects, n = 10_000, 1_000_000
	l := &links{}
	for range n {
		at, a := r.Float64()*1000, r.IntN(objects-20)
		l.add(uint32(a), uint32(a+1+r.IntN(19)), at, at+r.Float64(), 0)
	}
	for b.Loop() {
		w := newSweeper(objects, l, Search{MinSize: 5, MinDuration: 0.5})
		if err := w.run(context.Background()); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(w.found.spans)), "groups")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/encounter")
}
