package packed_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"flyby/internal/packed"
	"flyby/internal/spill"
	"flyby/trajectory"
)

// hit and meeting are a row each.
type hit struct {
	key         [4]uint32
	enter, exit uint64
}

type meeting struct {
	query, entry                     uint32
	enter, exit, at, distance, speed float64
	height                           float64 // of upright encounters
	open                             trajectory.Open
}

// hitsOf collects the rows of hits.
func hitsOf(t *testing.T, all []hit) *packed.Rows {
	t.Helper()
	var h trajectory.Hits
	for _, x := range all {
		h.QueryTraj, h.QuerySeg = append(h.QueryTraj, x.key[0]), append(h.QuerySeg, x.key[1])
		h.EntryTraj, h.EntrySeg = append(h.EntryTraj, x.key[2]), append(h.EntrySeg, x.key[3])
		h.Enter, h.Exit = append(h.Enter, math.Float64frombits(x.enter)), append(h.Exit, math.Float64frombits(x.exit))
	}
	return packed.OfHits(h)
}

func fromHits(h trajectory.Hits) (all []hit) {
	for i := range h.Len() {
		all = append(all, hit{[4]uint32{h.QueryTraj[i], h.QuerySeg[i], h.EntryTraj[i], h.EntrySeg[i]}, math.Float64bits(h.Enter[i]), math.Float64bits(h.Exit[i])})
	}
	return all
}

func meetingsOf(all []meeting, kind packed.Kind) *packed.Rows {
	var e trajectory.Encounters
	for _, x := range all {
		e.QueryTraj, e.EntryTraj = append(e.QueryTraj, x.query), append(e.EntryTraj, x.entry)
		e.Enter, e.Exit = append(e.Enter, x.enter), append(e.Exit, x.exit)
		e.Closest, e.Distance, e.Speed = append(e.Closest, x.at), append(e.Distance, x.distance), append(e.Speed, x.speed)
		if kind == packed.UprightEncounters {
			e.Height = append(e.Height, x.height)
		}
		e.Open = append(e.Open, x.open)
	}
	return packed.OfEncounters(e)
}

func fromMeetings(e trajectory.Encounters) (all []meeting) {
	for i := range e.Len() {
		m := meeting{e.QueryTraj[i], e.EntryTraj[i], e.Enter[i], e.Exit[i], e.Closest[i], e.Distance[i], e.Speed[i], 0, e.Open[i]}
		if e.Height != nil {
			m.height = e.Height[i]
		}
		all = append(all, m)
	}
	return all
}

// open makes runs in a folder of the test.
func open(t *testing.T, kind packed.Kind, threads int, limit uint64) *packed.Runs {
	t.Helper()
	folder, err := spill.Open(t.TempDir(), limit)
	if err != nil {
		t.Fatal(err)
	}
	s, err := packed.NewRuns(folder, kind, threads)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// fill adds runs, each in pieces.
func fill(t *testing.T, r *rand.Rand, s *packed.Runs, runs int, of func(i int) []*packed.Rows) {
	t.Helper()
	for i := range runs {
		if err := s.Begin(); err != nil {
			t.Fatal(err)
		}
		for _, rows := range of(i) {
			if err := s.Add(rows); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// randomHits makes n different hits in order: numbers that are near each other or any, times that recur or any.
func randomHits(r *rand.Rand, n int) []hit {
	wide := r.IntN(3)
	number := func() uint32 {
		if wide > 0 {
			return r.Uint32() >> (r.IntN(wide*16) + 1)
		}
		return uint32(r.IntN(1 + n/2))
	}
	times := make([]uint64, 1+r.IntN(5))
	for i := range times {
		times[i] = r.Uint64()
	}
	time := func() uint64 {
		if r.IntN(3) == 0 {
			return r.Uint64()
		}
		return times[r.IntN(len(times))]
	}
	var all []hit
	for range n {
		all = append(all, hit{[4]uint32{uint32(r.IntN(3)), number(), number(), number()}, time(), time()})
	}
	byKey := func(a, b hit) int { return slices.Compare(a.key[:], b.key[:]) }
	slices.SortFunc(all, byKey)
	return slices.CompactFunc(all, func(a, b hit) bool { return byKey(a, b) == 0 })
}

// room returns memory for two runs at once or more, or for all and long windows.
func room(r *rand.Rand, kind packed.Kind) uint64 {
	if r.IntN(4) == 0 {
		return math.MaxUint64
	}
	return kind.MergeBytes(2+r.IntN(9), 1)
}

// TestHits: hits that are dealt to runs come back the same, however many runs are merged at once and on however many
// threads.
func TestHits(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		want := randomHits(r, 1+r.IntN(30_000))
		runs := make([][]hit, 1+r.IntN(9))
		long := 1 + r.IntN(2000) // neighbours go to one run
		for first := 0; first < len(want); {
			last := min(len(want), first+1+r.IntN(long))
			k := r.IntN(len(runs))
			runs[k] = append(runs[k], want[first:last]...)
			first = last
		}
		s := open(t, packed.Hits, []int{1, 2, 7}[r.IntN(3)], 0)
		fill(t, r, s, len(runs), func(i int) []*packed.Rows {
			cut := len(runs[i]) / 3
			return []*packed.Rows{hitsOf(t, runs[i][:cut]), hitsOf(t, runs[i][cut:])}
		})
		var got []hit
		for rows, err := range s.Merged(t.Context(), room(r, packed.Hits)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fromHits(rows.Hits())...)
		}
		if !slices.Equal(got, want) {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			t.Fatalf("seed %d: %d hits of %d runs, want %d; the %d-th differs", seed, len(got), len(runs), len(want), at)
		}
	}
}

// TestEncounters: encounters that were cut at edges of slabs are joined again, with the closest approach of the earlier
// of equals, the open start of the first and the open end of the last.
func TestEncounters(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		edges := make([]float64, r.IntN(20))
		for i := range edges {
			edges[i] = float64(r.IntN(40))
		}
		slices.Sort(edges)
		runs := make([][]meeting, len(edges)+1)
		kind := []packed.Kind{packed.Encounters, packed.UprightEncounters}[seed%2]
		var want []meeting
		pairs := 1 + r.IntN(40)*r.IntN(200)
		for pair := range pairs {
			for at := float64(r.IntN(10)); at < 40; at += float64(1 + r.IntN(20)) {
				whole := meeting{query: uint32(pair / 7), entry: uint32(pair % 7), enter: at}
				at += float64(r.IntN(15))
				whole.exit = at
				want = append(want, deal(r, whole, edges, runs, kind))
			}
		}
		s := open(t, kind, []int{1, 2, 7}[r.IntN(3)], 0)
		fill(t, r, s, len(runs), func(i int) []*packed.Rows { return []*packed.Rows{meetingsOf(runs[i], kind)} })
		var got []meeting
		for rows, err := range s.Merged(t.Context(), room(r, kind)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fromMeetings(rows.Encounters())...)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d encounters of %d runs, want %d: %v, want %v", seed, len(got), len(runs), len(want), got[:min(len(got), 9)], want[:min(len(want), 9)])
		}
	}
}

// deal cuts an encounter at edges, gives the parts to runs, and returns the encounter that the parts make together. A
// part may last an instant.
func deal(r *rand.Rand, whole meeting, edges []float64, runs [][]meeting, kind packed.Kind) meeting {
	ends := []float64{whole.enter}
	var of []int
	for k, edge := range edges {
		if edge > whole.enter && edge < whole.exit || edge == whole.exit && r.IntN(2) == 0 && edge > ends[len(ends)-1] {
			ends, of = append(ends, edge), append(of, k)
		}
	}
	ends = append(ends, whole.exit)
	last := 0
	for last < len(edges) && edges[last] <= ends[len(ends)-2] {
		last++
	}
	of = append(of, last)
	whole.distance = math.Inf(1)
	for i, k := range of {
		part := whole
		part.enter, part.exit, part.distance, part.speed, part.open = ends[i], ends[i+1], float64(r.IntN(3)), r.Float64(), trajectory.Open(r.IntN(4))
		if part.at = part.enter; kind == packed.UprightEncounters {
			part.height = r.NormFloat64()
		}
		if part.distance < whole.distance {
			whole.at, whole.distance, whole.speed, whole.height = part.at, part.distance, part.speed, part.height
		}
		whole.open = whole.open&trajectory.OpenStart | part.open&trajectory.OpenEnd
		if i == 0 {
			whole.open = part.open
		}
		runs[k] = append(runs[k], part)
	}
	return whole
}

// TestManyRuns: more runs than are merged at once give the same rows.
func TestManyRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	want := randomHits(r, 5000)
	for _, most := range []int{0, 2, 3, 17, 300} {
		s := open(t, packed.Hits, 2, 0)
		const runs = 300
		fill(t, r, s, runs, func(i int) []*packed.Rows {
			var own []hit
			for k := i; k < len(want); k += runs {
				own = append(own, want[k])
			}
			return []*packed.Rows{hitsOf(t, own)}
		})
		var got []hit
		for rows, err := range s.Merged(t.Context(), packed.Hits.MergeBytes(most, 2)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fromHits(rows.Hits())...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("at most %d at once: %d hits, want %d", most, len(got), len(want))
		}
	}
}

// TestRoundsKeepOrder: of encounters that enter at once, the rows of the earlier run come first, however many are
// merged at once.
func TestRoundsKeepOrder(t *testing.T) {
	const runs = 9
	for most := 2; most <= runs; most++ {
		s := open(t, packed.Encounters, 1, 0)
		fill(t, nil, s, runs, func(i int) []*packed.Rows {
			return []*packed.Rows{meetingsOf([]meeting{{exit: float64(i), distance: 1, open: trajectory.Open(i % 4)}}, packed.Encounters)}
		})
		for rows, err := range s.Merged(t.Context(), packed.Encounters.MergeBytes(most, 1)) {
			if err != nil {
				t.Fatal(err)
			}
			if got := fromMeetings(rows.Encounters()); len(got) != 1 || got[0].exit != runs-1 {
				t.Errorf("at most %d at once: %+v", most, got)
			}
		}
	}
}

// TestNothing: runs without rows, and no runs, merge to nothing.
func TestNothing(t *testing.T) {
	for _, runs := range []int{0, 1, 3} {
		s := open(t, packed.Hits, 1, 0)
		fill(t, nil, s, runs, func(int) []*packed.Rows { return nil })
		for rows, err := range s.Merged(t.Context(), 0) {
			t.Errorf("%d runs: %v rows, %v", runs, rows, err)
		}
	}
}

// TestEnough: a receiver may stop, and a context that is done ends the merge.
func TestEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	want := randomHits(r, 60_000)
	s := open(t, packed.Hits, 2, 0)
	fill(t, r, s, 2, func(i int) []*packed.Rows { return []*packed.Rows{hitsOf(t, want[i*20_000:][:20_000])} })
	for rows, err := range s.Merged(t.Context(), 0) {
		if err != nil || rows.Len() == 0 {
			t.Errorf("%v", err)
		}
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range s.Merged(ctx, 0) {
		last = err
		cancel()
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("%v, want %v", last, context.Canceled)
	}
}

// TestNoRoom: a folder that is full is an error of adding or of ending.
func TestNoRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	s := open(t, packed.Hits, 1, 1<<10)
	err := cmp.Or(s.Begin(), s.Add(hitsOf(t, randomHits(r, 20_000))), s.End())
	if !errors.Is(err, spill.ErrNoRoom) {
		t.Errorf("%v, want %v", err, spill.ErrNoRoom)
	}
}

// TestMergeBytes: merging runs that cannot be packed keeps no more memory than MergeBytes, and little beside.
func TestMergeBytes(t *testing.T) {
	const runs, rows = 40, 12_000
	r := rand.New(rand.NewPCG(1, 6))
	s := open(t, packed.Hits, 1, 0)
	fill(t, r, s, runs, func(i int) []*packed.Rows {
		var own []hit
		for k := range rows {
			own = append(own, hit{[4]uint32{uint32(k * 300_000), r.Uint32(), r.Uint32(), r.Uint32()}, r.Uint64(), r.Uint64()})
		}
		return []*packed.Rows{hitsOf(t, own)}
	})
	before, most, n := heap(), uint64(0), 0
	for got, err := range s.Merged(t.Context(), packed.Hits.MergeBytes(runs, 1)) {
		if err != nil {
			t.Fatal(err)
		}
		if n%5 == 0 {
			most = max(most, heap())
		}
		n += got.Len()
	}
	held, allowed := int64(most)-int64(before), int64(packed.Hits.MergeBytes(runs, 1))
	t.Logf("%d KiB held of %d", held>>10, allowed>>10)
	if beside := int64(4 << 20); n != runs*rows || held > allowed+beside {
		t.Errorf("%d rows, want %d; %d bytes held, at most %d expected", n, runs*rows, held, allowed)
	}
}

// heap returns the bytes of live objects.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestNoSpeeds: speeds that are NaN, of point events, come back as NaN.
func TestNoSpeeds(t *testing.T) {
	s := open(t, packed.Encounters, 1, 0)
	if err := errors.Join(s.Begin(), s.Add(meetingsOf([]meeting{{query: 1, speed: math.NaN()}, {query: 2, speed: 3}}, packed.Encounters))); err != nil {
		t.Fatal(err)
	}
	for rows, err := range s.Merged(t.Context(), 2) {
		if err != nil {
			t.Fatal(err)
		}
		if v := rows.Encounters().Speed; len(v) != 2 || !math.IsNaN(v[0]) || v[1] != 3 {
			t.Errorf("speeds %v, want NaN and 3", v)
		}
	}
}

// TestShortBlocks: runs with blocks of one row, or of as many as fit, in any turn, merge to the same rows: a window of
// them is short, and none is without rows.
func TestShortBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	want := randomHits(r, 9000)
	for _, threads := range []int{1, 2, 7} {
		s := open(t, packed.Hits, threads, 0)
		var dealt [3][]hit
		for _, h := range want {
			k := r.IntN(len(dealt))
			dealt[k] = append(dealt[k], h)
		}
		for _, own := range dealt {
			if err := s.Begin(); err != nil {
				t.Fatal(err)
			}
			for len(own) > 0 {
				n := min(len(own), []int{1, 1, 1, 5000}[r.IntN(4)])
				if err := errors.Join(s.Add(hitsOf(t, own[:n])), s.End()); err != nil {
					t.Fatal(err)
				}
				own = own[n:]
			}
		}
		var got []hit
		for rows, err := range s.Merged(t.Context(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fromHits(rows.Hits())...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d threads: %d hits, want %d", threads, len(got), len(want))
		}
	}
}

// TestOnePair: encounters of one pair, whose query rows have one key, are cut into ranges and joined across them: all
// are one.
func TestOnePair(t *testing.T) {
	const parts = 60_000
	for _, threads := range []int{1, 2, 7} {
		s := open(t, packed.Encounters, threads, 0)
		var runs [5][]meeting
		for i := range parts {
			k := i % len(runs)
			runs[k] = append(runs[k], meeting{query: 1, entry: 2, enter: float64(i), exit: float64(i + 1), at: float64(i), distance: math.Abs(float64(i - parts/3)), open: trajectory.OpenStart | trajectory.OpenEnd})
		}
		fill(t, nil, s, len(runs), func(i int) []*packed.Rows { return []*packed.Rows{meetingsOf(runs[i], packed.Encounters)} })
		var got []meeting
		for rows, err := range s.Merged(t.Context(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fromMeetings(rows.Encounters())...)
		}
		want := meeting{query: 1, entry: 2, exit: parts, at: parts / 3, open: trajectory.OpenStart | trajectory.OpenEnd}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%d threads: %d encounters, the first %+v, want %+v", threads, len(got), got[:min(1, len(got))], want)
		}
	}
}
