package stage_test

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/tier"
	"flyby/stage"
	"flyby/trajectory"
)

// meeting is an encounter.
type meeting struct {
	query, entry                          uint32
	enter, exit, closest, distance, speed float64
	open                                  trajectory.Open
	parts                                 uint32
}

// columns returns encounters of some meetings, with their parts or without.
func columns(all []meeting, parts bool) (e trajectory.Encounters) {
	for _, m := range all {
		e.QueryTraj, e.EntryTraj = append(e.QueryTraj, m.query), append(e.EntryTraj, m.entry)
		e.Enter, e.Exit = append(e.Enter, m.enter), append(e.Exit, m.exit)
		e.Closest, e.Distance, e.Speed = append(e.Closest, m.closest), append(e.Distance, m.distance), append(e.Speed, m.speed)
		e.Open = append(e.Open, m.open)
		if parts {
			e.Parts = append(e.Parts, m.parts)
		}
	}
	return e
}

// meetings returns the rows of encounters.
func meetings(e trajectory.Encounters) (all []meeting) {
	for i := range e.Len() {
		m := meeting{e.QueryTraj[i], e.EntryTraj[i], e.Enter[i], e.Exit[i], e.Closest[i], e.Distance[i], e.Speed[i], e.Open[i], 0}
		if e.Parts != nil {
			m.parts = e.Parts[i]
		}
		all = append(all, m)
	}
	return all
}

// many makes n meetings in the defined order, whose gaps, durations and distances are small whole
// numbers, so that many are equal.
func many(n int) (all []meeting) {
	rng := rand.New(rand.NewPCG(15, 7))
	query, entry, t := uint32(0), uint32(1), 0.0
	for range n {
		switch rng.IntN(12) {
		case 0:
			query, entry, t = query+1, query+2, float64(rng.IntN(9)-4)
		case 1, 2:
			entry, t = entry+1, float64(rng.IntN(9)-4)
		}
		enter := t + 1 + float64(rng.IntN(6))
		exit := enter + float64(rng.IntN(5))
		all = append(all, meeting{query, entry, enter, exit, enter, float64(rng.IntN(8)), rng.Float64(), trajectory.Open(rng.IntN(4)), 0})
		t = exit
	}
	return all
}

// stream cuts rows into chunks of random sizes, whose memory it spoils afterwards.
func stream(all []meeting) stage.Stream[trajectory.Encounters] {
	return func(yield func(trajectory.Encounters, error) bool) {
		rng := rand.New(rand.NewPCG(15, uint64(len(all))))
		for first := 0; first < len(all); {
			last := min(len(all), first+rng.IntN(1<<rng.IntN(16)))
			c := columns(all[first:last], false)
			if !yield(c, nil) {
				return
			}
			for i := range c.Len() {
				c.QueryTraj[i], c.Enter[i], c.Distance[i] = 99, math.NaN(), -1
			}
			first = last
		}
	}
}

// collected returns all rows that a stream yields.
func collected(t *testing.T, from stage.Stream[trajectory.Encounters]) (all []meeting) {
	t.Helper()
	for e, err := range from {
		if err != nil {
			t.Fatal(err)
		}
		if e.Len() == 0 || e.Len() > 1<<16 {
			t.Fatalf("a chunk of %d rows", e.Len())
		}
		all = append(all, meetings(e)...)
	}
	return all
}

// sizes are numbers of rows: none, few, and more than a stage holds.
var sizes = []int{0, 1, 2, 1000, 70_000}

// merged computes MergeGap the plain way.
func merged(all []meeting, gap float64) (out []meeting) {
	for _, m := range all {
		m.parts = 1
		n := len(out) - 1
		if n < 0 || out[n].query != m.query || out[n].entry != m.entry || !(m.enter-out[n].exit < gap) {
			out = append(out, m)
			continue
		}
		best := slices.MinFunc([]meeting{out[n], m}, func(a, b meeting) int { return cmp.Compare(a.distance, b.distance) })
		out[n] = meeting{m.query, m.entry, out[n].enter, m.exit, best.closest, best.distance, best.speed, out[n].open&trajectory.OpenStart | m.open&trajectory.OpenEnd, out[n].parts + 1}
	}
	return out
}

// TestMergeGap: encounters of a pair less than a gap apart become one, however they are cut into chunks; with no gap all
// stay, with an endless one a pair has one.
func TestMergeGap(t *testing.T) {
	tier.Full(t)
	for _, n := range sizes {
		all := many(n)
		for _, gap := range []float64{0, 1, 2, 3.5, math.Inf(1)} {
			if got, want := collected(t, stage.MergeGap(stream(all), gap)), merged(all, gap); !slices.Equal(got, want) {
				t.Errorf("%d rows, gap %v: %d encounters, want %d", n, gap, len(got), len(want))
			}
		}
		for i, m := range collected(t, stage.MergeGap(stream(all), 0)) {
			if m.parts = 0; m != all[i] {
				t.Fatalf("gap 0: %+v of %+v", m, all[i])
			}
		}
	}
}

// TestMergeGapAtItsEdge: a gap of exactly T stays open, parts of parts are summed, and of equal distances the earlier
// counts.
func TestMergeGapAtItsEdge(t *testing.T) {
	day := []meeting{
		{1, 2, 0, 10, 4, 3, 7, trajectory.OpenStart | trajectory.OpenEnd, 0},
		{1, 2, 40, 50, 41, 3, 8, 0, 0},
		{1, 2, 79, 80, 79, 5, 9, trajectory.OpenStart | trajectory.OpenEnd, 0},
		{1, 3, 81, 82, 81, 1, 1, 0, 0},
	}
	want := []meeting{
		{1, 2, 0, 10, 4, 3, 7, trajectory.OpenStart | trajectory.OpenEnd, 1},
		{1, 2, 40, 80, 41, 3, 8, trajectory.OpenEnd, 2},
		{1, 3, 81, 82, 81, 1, 1, 0, 1},
	}
	once := stage.MergeGap(stream(day), 30)
	if got := collected(t, once); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	want = []meeting{{1, 2, 0, 80, 4, 3, 7, trajectory.OpenStart | trajectory.OpenEnd, 3}, want[2]}
	if got := collected(t, stage.MergeGap(once, 31)); !slices.Equal(got, want) {
		t.Errorf("again: %+v", got)
	}
}

// TestMinDuration: encounters of T and longer stay, and keep their parts.
func TestMinDuration(t *testing.T) {
	for _, n := range sizes {
		all := merged(many(n), 2)
		for _, least := range []float64{0, 1, 3, math.Inf(1)} {
			want := slices.DeleteFunc(slices.Clone(all), func(m meeting) bool { return m.exit-m.enter < least })
			got := collected(t, stage.MinDuration(stage.MergeGap(stream(many(n)), 2), least))
			if !slices.Equal(got, want) {
				t.Errorf("%d rows, least %v: %d encounters, want %d", n, least, len(got), len(want))
			}
		}
	}
}

// fewer keeps the rows that are open at their start.
func fewer(e trajectory.Encounters) (trajectory.Encounters, error) {
	var some []int
	for i, open := range e.Open {
		if open&trajectory.OpenStart != 0 {
			some = append(some, i)
		}
	}
	return e.Pick(some), nil
}

// TestHaving: the selected rows stay, in order, and no chunk is empty.
func TestHaving(t *testing.T) {
	for _, n := range sizes {
		want := slices.DeleteFunc(many(n), func(m meeting) bool { return m.open&trajectory.OpenStart == 0 })
		if got := collected(t, stage.Filter(stream(many(n)), fewer)); !slices.Equal(got, want) {
			t.Errorf("%d rows: %d encounters, want %d", n, len(got), len(want))
		}
	}
}

// grouped groups meetings by pair, in a map.
func grouped(all []meeting) map[[2]uint32][]meeting {
	groups := map[[2]uint32][]meeting{}
	for _, m := range all {
		groups[[2]uint32{m.query, m.entry}] = append(groups[[2]uint32{m.query, m.entry}], m)
	}
	return groups
}

// TestPairs: pairs are the encounters grouped by their trajectories, in order.
func TestPairs(t *testing.T) {
	for _, n := range sizes {
		all := many(n)
		groups, last := grouped(all), [2]uint32{}
		found := 0
		for p, err := range stage.Pairs(stream(all)) {
			if err != nil {
				t.Fatal(err)
			}
			for i := range p.Len() {
				of := [2]uint32{p.QueryTraj[i], p.EntryTraj[i]}
				if found > 0 && slices.Compare(last[:], of[:]) >= 0 {
					t.Fatalf("%v after %v", of, last)
				}
				last, found = of, found+1
				g := groups[of]
				duration := 0.0
				for _, m := range g {
					duration += m.exit - m.enter
				}
				best := slices.MinFunc(g, func(a, b meeting) int { return cmp.Compare(a.distance, b.distance) })
				if int(p.Encounters[i]) != len(g) || p.Duration[i] != duration || p.First[i] != g[0].enter || p.Last[i] != g[len(g)-1].exit ||
					p.Closest[i] != best.closest || p.Distance[i] != best.distance || p.Speed[i] != best.speed {
					t.Fatalf("pair %v is %+v of %+v", of, p.Slice(i, i+1), g)
				}
			}
		}
		if found != len(groups) {
			t.Errorf("%d rows: %d pairs, want %d", n, found, len(groups))
		}
	}
}

// objects computes the rows of objects the plain way: for each trajectory from its meetings in order.
func objects(all []meeting, joined bool) (out []object) {
	of, partners := map[uint32][]meeting{}, map[uint32]map[uint32]bool{}
	add := func(traj, other uint32, m meeting) {
		if of[traj] = append(of[traj], m); partners[traj] == nil {
			partners[traj] = map[uint32]bool{}
		}
		partners[traj][other] = true
	}
	for _, m := range all {
		if add(m.query, m.entry, m); joined {
			add(m.entry, m.query, m)
		}
	}
	for _, traj := range slices.Sorted(maps.Keys(of)) {
		o := object{traj: traj, partners: uint32(len(partners[traj])), encounters: uint32(len(of[traj])), distance: math.Inf(1)}
		for _, m := range of[traj] {
			o.duration += m.exit - m.enter
			o.longest, o.distance = max(o.longest, m.exit-m.enter), min(o.distance, m.distance)
		}
		out = append(out, o)
	}
	return out
}

// object is a row of objects.
type object struct {
	traj, partners, encounters  uint32
	duration, longest, distance float64
}

// objectsOf collects objects.
func objectsOf(t *testing.T, from stage.Stream[trajectory.Objects]) (out []object) {
	t.Helper()
	var all trajectory.Objects
	for o, err := range from {
		if err == nil && (o.Len() == 0 || o.Len() > 1<<16) {
			t.Fatalf("a chunk of %d rows", o.Len())
		}
		if err == nil {
			all, err = all.Append(o)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range all.Len() {
		out = append(out, object{all.Traj[i], all.Partners[i], all.Encounters[i], all.Duration[i], all.Longest[i], all.Distance[i]})
	}
	return out
}

// TestObjects: objects are the encounters grouped by trajectory, of a search by the trajectory of the query, in order; an
// object without encounters has no row. The closest are the first of all in order of distance.
func TestObjects(t *testing.T) {
	for _, n := range sizes {
		all := many(n)
		for i := range all { // durations whose sums round
			all[i].exit += float64(i%7) / 7
		}
		for _, joined := range []bool{false, true} {
			want := objects(all, joined)
			from := stage.Objects(stream(all), n+3, joined)
			if got := objectsOf(t, from); !slices.Equal(got, want) {
				t.Errorf("%d rows, joined %t: %d objects, want %d", n, joined, len(got), len(want))
			}
			slices.SortStableFunc(want, func(a, b object) int { return cmp.Compare(a.distance, b.distance) })
			if got := objectsOf(t, stage.ClosestObjects(from, 5, 0)); !slices.Equal(got, want[:min(5, len(want))]) {
				t.Errorf("%d rows, joined %t: the closest are %v", n, joined, got)
			}
		}
	}
}

// TestObjectsOfTheFirst: the first pair of all is a partner of both its objects.
func TestObjectsOfTheFirst(t *testing.T) {
	met := []meeting{{0, 0, 1, 2, 1, 3, 0, 0, 0}, {0, 0, 4, 6, 4, 2, 0, 0, 0}}
	if got := objectsOf(t, stage.Objects(stream(met), 1, false)); !slices.Equal(got, []object{{0, 1, 2, 3, 2, 2}}) {
		t.Errorf("%+v", got)
	}
}

// TestClosest: the closest are the first of all sorted by distance, equal ones in their former order.
func TestClosest(t *testing.T) {
	tier.Full(t)
	for _, rows := range sizes {
		all := many(rows)
		sorted := slices.Clone(all)
		slices.SortStableFunc(sorted, func(a, b meeting) int { return cmp.Compare(a.distance, b.distance) })
		for _, n := range []int{0, 1, 10, 999, 20_000, 70_000, math.MaxInt} {
			if got, want := collected(t, stage.Closest(stream(all), n, 0)), sorted[:min(n, len(sorted))]; !slices.Equal(got, want) {
				t.Errorf("the %d closest of %d: %d, want %d", n, rows, len(got), len(want))
			}
		}
	}
}

// pairsOf collects pairs.
func pairsOf(t *testing.T, from stage.Stream[trajectory.Pairs]) (all trajectory.Pairs) {
	t.Helper()
	for p, err := range from {
		if err == nil {
			all, err = all.Append(p)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestClosestPairs: the closest pairs are the first of all sorted by distance.
func TestClosestPairs(t *testing.T) {
	from := stream(many(70_000))
	all := pairsOf(t, stage.Pairs(from))
	order := make([]int, all.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all.Distance[a], all.Distance[b]) })
	for _, n := range []int{1, 500, all.Len(), all.Len() + 1} {
		if got := pairsOf(t, stage.ClosestPairs(stage.Pairs(from), n, 0)); !reflect.DeepEqual(got, all.Pick(order[:min(n, all.Len())])) {
			t.Errorf("the %d closest of %d pairs: %d others", n, all.Len(), got.Len())
		}
	}
}

// TestClosestInBounds: rows that outgrow their memory are refused; a bound that suffices admits any number of input rows.
func TestClosestInBounds(t *testing.T) {
	from := stream(many(70_000))
	if got := collected(t, stage.Closest(from, 10, 6e6)); len(got) != 10 {
		t.Errorf("%d rows", len(got))
	}
	var err error
	for _, err = range stage.Closest(from, 50_000, 6e6) {
	}
	if !errors.Is(err, memory.ErrNoRoom) {
		t.Errorf("50,000 rows in 6 MB: %v", err)
	}
}

// TestLimitAndCount: a limit leaves the first rows, and a count before it counts all.
func TestLimitAndCount(t *testing.T) {
	for _, rows := range sizes {
		all := many(rows)
		for _, n := range []uint64{0, 1, 7, 999, 1 << 40} {
			var before, after uint64
			got := collected(t, stage.Count(stage.Limit(stage.Count(stream(all), &before), n), &after))
			if want := all[:min(n, uint64(rows))]; !slices.Equal(got, want) || before != uint64(rows) || after != uint64(len(want)) {
				t.Errorf("%d of %d: %d rows, counted %d and %d", n, rows, len(got), before, after)
			}
		}
	}
}

// TestErrorsPassThrough: every stage returns an error of its stream, once and last.
func TestErrorsPassThrough(t *testing.T) {
	broken := errors.New("broken")
	from := func(yield func(trajectory.Encounters, error) bool) {
		if yield(columns(many(10), false), nil) {
			yield(trajectory.Encounters{}, broken)
		}
	}
	var n uint64
	for name, s := range map[string]stage.Stream[trajectory.Encounters]{
		"MergeGap": stage.MergeGap(from, 1), "MinDuration": stage.MinDuration(from, 1), "Closest": stage.Closest(from, 3, 0),
		"Limit": stage.Limit(from, 3), "Count": stage.Count(from, &n), "Filter": stage.Filter(from, fewer),
		"Filter, a failure": stage.Filter(stream(many(10)), func(e trajectory.Encounters) (trajectory.Encounters, error) { return e, broken }),
	} {
		errs := 0
		for _, err := range s {
			if errs > 0 {
				t.Errorf("%s goes on", name)
			}
			if err != nil && !errors.Is(err, broken) {
				t.Errorf("%s: %v", name, err)
			}
			if err != nil {
				errs++
			}
		}
		if errs != 1 {
			t.Errorf("%s: %d errors", name, errs)
		}
	}
	for _, err := range stage.Objects(from, 100, true) {
		if !errors.Is(err, broken) {
			t.Errorf("objects: %v", err)
		}
	}
	for _, s := range []stage.Stream[trajectory.Pairs]{stage.Pairs(from), stage.ClosestPairs(stage.Pairs(from), 3, 0)} {
		var last error
		for _, err := range s {
			last = err
		}
		if !errors.Is(last, broken) {
			t.Errorf("pairs: %v", last)
		}
	}
}

// TestStopping: a consumer that stops gets no more chunks.
func TestStopping(t *testing.T) {
	from := stream(many(70_000))
	var n uint64
	for name, s := range map[string]stage.Stream[trajectory.Encounters]{
		"MergeGap": stage.MergeGap(from, 0), "MinDuration": stage.MinDuration(from, 1), "Closest": stage.Closest(from, 40_000, 0),
		"Limit": stage.Limit(from, 40_000), "Count": stage.Count(from, &n), "Filter": stage.Filter(from, fewer),
	} {
		chunks := 0
		for range s {
			chunks++
			break
		}
		if chunks != 1 {
			t.Errorf("%s: %d chunks", name, chunks)
		}
	}
}

// TestPartsAreKept: encounters that have parts go through columns with them.
func TestPartsAreKept(t *testing.T) {
	all := merged(many(50), 3)
	e := columns(all, true)
	both, err := e.Slice(0, 20).Append(e.Slice(20, e.Len()))
	if err != nil || !slices.Equal(meetings(both), all) {
		t.Errorf("%v: %+v", err, both)
	}
	if got := meetings(e.Pick([]int{7, 3})); !slices.Equal(got, []meeting{all[7], all[3]}) {
		t.Errorf("%+v", got)
	}
}

// TestHeightsOfPairs: a pair has the height of its closest encounter, the earlier of equals, however the stream is cut, and
// none where encounters have none; selected, cut and sorted pairs keep it.
func TestHeightsOfPairs(t *testing.T) {
	all := many(3000)
	want := map[[2]uint32]float64{}
	least := map[[2]uint32]float64{}
	for i, m := range all {
		key := [2]uint32{m.query, m.entry}
		if d, known := least[key]; !known || m.distance < d {
			least[key], want[key] = m.distance, float64(i)
		}
	}
	row := 0
	upright := func(yield func(trajectory.Encounters, error) bool) {
		for e := range stream(all) {
			e.Height = nil
			for range e.Len() {
				e.Height, row = append(e.Height, float64(row)), row+1
			}
			if !yield(e, nil) {
				return
			}
		}
	}
	pairs := 0
	for p, err := range stage.ClosestPairs(stage.Limit(stage.Pairs(upright), 1<<40), 1<<20, 0) {
		if err != nil || len(p.Height) != p.Len() {
			t.Fatalf("%v, %d heights of %d pairs", err, len(p.Height), p.Len())
		}
		for i := range p.Len() {
			if key := [2]uint32{p.QueryTraj[i], p.EntryTraj[i]}; p.Height[i] != want[key] {
				t.Fatalf("pair %v: height %v, want %v", key, p.Height[i], want[key])
			}
		}
		pairs += p.Len()
	}
	if pairs != len(want) {
		t.Errorf("%d pairs, want %d", pairs, len(want))
	}
	for p := range stage.Pairs(stream(all)) {
		if p.Height != nil {
			t.Fatal("heights of encounters without")
		}
	}
}
