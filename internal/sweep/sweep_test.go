package sweep_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/internal/engine"
	"flyby/internal/packed"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/sweep"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/testing/slabtest"
	"flyby/internal/tier"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// answer is all hits and encounters of a search.
type answer struct {
	hits trajectory.Hits
	met  trajectory.Encounters
	near uint64 // hits with heights at the vertical threshold
}

// inOneRun returns the answer of a scene that is searched uncut.
func inOneRun(t testing.TB, s kerneltest.Scene) (a answer) {
	t.Helper()
	var list []interaction.HitRow
	query, entry := s.Queries.Locator(1), s.Entries.Locator(1)
	for _, h := range s.BruteForce() {
		list = append(list, interaction.HitRow(h))
		traj, segment := query.Locate(h.Query)
		a.hits.QueryTraj, a.hits.QuerySeg = append(a.hits.QueryTraj, traj), append(a.hits.QuerySeg, segment)
		traj, segment = entry.Locate(h.Entry)
		a.hits.EntryTraj, a.hits.EntrySeg = append(a.hits.EntryTraj, traj), append(a.hits.EntrySeg, segment)
		a.hits.Enter, a.hits.Exit = append(a.hits.Enter, h.Enter), append(a.hits.Exit, h.Exit)
		if s.HasHeights() {
			q, e := s.Queries.Upright(int(h.Query)), s.Entries.Upright(int(h.Entry))
			if _, _, _, near := s.Rule.WithinHeights(&q, &e, h.Enter, h.Exit); near {
				a.near++
			}
		}
	}
	met, err := encounter.Join(t.Context(), list, s.Queries, s.Entries, s.Rule, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	encounter.Forget(met, s.Queries, s.Entries)
	a.addEncounters(met)
	return a
}

func (a *answer) addHits(h trajectory.Hits) {
	a.hits.QueryTraj, a.hits.QuerySeg = append(a.hits.QueryTraj, h.QueryTraj...), append(a.hits.QuerySeg, h.QuerySeg...)
	a.hits.EntryTraj, a.hits.EntrySeg = append(a.hits.EntryTraj, h.EntryTraj...), append(a.hits.EntrySeg, h.EntrySeg...)
	a.hits.Enter, a.hits.Exit = append(a.hits.Enter, h.Enter...), append(a.hits.Exit, h.Exit...)
}

func (a *answer) addEncounters(e trajectory.Encounters) {
	a.met.QueryTraj, a.met.EntryTraj = append(a.met.QueryTraj, e.QueryTraj...), append(a.met.EntryTraj, e.EntryTraj...)
	a.met.Enter, a.met.Exit = append(a.met.Enter, e.Enter...), append(a.met.Exit, e.Exit...)
	a.met.Closest, a.met.Distance = append(a.met.Closest, e.Closest...), append(a.met.Distance, e.Distance...)
	a.met.Speed, a.met.Open = append(a.met.Speed, e.Speed...), append(a.met.Open, e.Open...)
	a.met.Height = append(a.met.Height, e.Height...)
}

// difference returns where two answers differ, "" where they are the same to the bit: times are never -0 nor
// NaN.
func (a *answer) difference(want *answer) string {
	for i := range min(a.hits.Len(), want.hits.Len()) {
		if got, want := rowOf(a.hits, i), rowOf(want.hits, i); got != want {
			return fmt.Sprintf("hit %d is %v, want %v", i, got, want)
		}
	}
	if a.hits.Len() != want.hits.Len() {
		return fmt.Sprintf("%d hits, want %d", a.hits.Len(), want.hits.Len())
	}
	for i := range min(a.met.Len(), want.met.Len()) {
		if got, want := rowOf(a.met, i), rowOf(want.met, i); got != want {
			return fmt.Sprintf("encounter %d is %v, want %v", i, got, want)
		}
	}
	if a.met.Len() != want.met.Len() {
		return fmt.Sprintf("%d encounters, want %d", a.met.Len(), want.met.Len())
	}
	if a.near != want.near {
		return fmt.Sprintf("%d hits at the vertical threshold, want %d", a.near, want.near)
	}
	return ""
}

// rowOf returns the i-th row of all columns, floats in hexadecimal.
func rowOf(columns any, i int) (row string) {
	v := reflect.ValueOf(columns)
	for c := range v.NumField() {
		if v.Field(c).IsNil() {
			continue // no heights
		}
		row += fmt.Sprintf(" %x", v.Field(c).Index(i).Interface())
	}
	return row
}

// folderOf opens a folder of a test.
func folderOf(t testing.TB) *spill.Folder {
	t.Helper()
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// sidesOf cuts the stores of a scene at edges, and into ranges of trajectories: one is all of them.
func sidesOf(s kerneltest.Scene, edges []float64, ranges int) iter.Seq[sweep.Sides] {
	cut := func(s *trajectory.Store) sweep.Ranges {
		r := sweep.Ranges{Slabs: func(first, last int) slab.Source { return slab.CutRange(s, edges, first, last) }}
		for k := range ranges + 1 {
			r.Borders = append(r.Borders, s.Trajectories()*k/ranges)
		}
		return r
	}
	switch {
	case s.Join && ranges == 1:
		return sweep.Once(nil, slabtest.Cut(s.Entries, edges))
	case s.Join:
		return sweep.Within(cut(s.Entries))
	}
	return sweep.Between(cut(s.Queries), cut(s.Entries))
}

// bySlabs returns the answer of a scene that is searched in slabs, and ranges of trajectories.
func bySlabs(t testing.TB, folder *spill.Folder, s kerneltest.Scene, edges []float64, ranges, most int, search sweep.Searcher) (a answer) {
	t.Helper()
	before := folder.Written()
	a = answerOf(t, func() *sweep.Sweep {
		return &sweep.Sweep{Sides: sidesOf(s, edges, ranges), Rule: s.Rule, Search: search, Folder: folder, Merge: packed.Hits.MergeBytes(most, 1+most%3), Threads: 1 + most%3}
	})
	if len(edges) == 0 && ranges == 1 && folder.Written() > before {
		t.Errorf("%d bytes were spilled of one slab", folder.Written())
	}
	return a
}

// answerOf returns the hits of one sweep and the encounters of another.
func answerOf(t testing.TB, sweep func() *sweep.Sweep) (a answer) {
	t.Helper()
	one, other := sweep(), sweep()
	for h, err := range one.Hits(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		a.addHits(h)
	}
	for e, err := range other.Encounters(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		a.addEncounters(e)
	}
	if a.near = one.AtVertical(); other.AtVertical() != a.near {
		t.Errorf("%d hits at the vertical threshold, %d of encounters", a.near, other.AtVertical())
	}
	return a
}

// byBruteForce compares every pair of segments, and yields some hits at a time.
func byBruteForce(_ context.Context, queries, entries *trajectory.Store, rule interaction.Rule) iter.Seq2[[]interaction.HitRow, error] {
	return func(yield func([]interaction.HitRow, error) bool) {
		s := kerneltest.Scene{Queries: queries, Entries: entries, Rule: rule}
		var list []interaction.HitRow
		for _, h := range s.BruteForce() {
			list = append(list, interaction.HitRow(h))
		}
		for chunk := range slices.Chunk(list, 7) {
			if !yield(slices.Clone(chunk), nil) {
				return
			}
		}
	}
}

// samples returns all times of samples of a scene: edges that cut wherever a segment begins.
func samples(s kerneltest.Scene) []float64 {
	all := append(slices.Clone(s.Entries.T()), s.Queries.T()...)
	slices.Sort(all)
	return slices.Compact(all)
}

// some returns some of the edges, and times between and beyond.
func some(r *rand.Rand, edges []float64) (few []float64) {
	for i, at := range edges {
		if r.IntN(len(edges)) < 5 {
			few = append(few, at)
		}
		if i > 0 && r.IntN(2*len(edges)) < 5 {
			few = append(few, edges[i-1]+(at-edges[i-1])*r.Float64())
		}
	}
	if r.IntN(3) == 0 {
		few = append(few, edges[0]-1-edges[len(edges)-1], 2*edges[len(edges)-1]+1)
	}
	slices.Sort(few)
	return slices.Compact(few)
}

// TestSlabsAreOneRun: the scenes of drivers give the same results in slabs: with edges at every sample, at
// some, between and beyond, and without edges.
func TestSlabsAreOneRun(t *testing.T) {
	tier.Full(t)
	slabsAreOneRun(t, 400, 4)
}

// slabsAreOneRun is TestSlabsAreOneRun on scenes of up to most segments, and on every each-th vertical scene.
func slabsAreOneRun(t *testing.T, most, each int) {
	t.Helper()
	t.Parallel()
	r := kerneltest.Rand(t)
	hits, met, folder := 0, 0, folderOf(t)
	for i, s := range append(kerneltest.Scenes(t), kerneltest.UprightScenes(t)...) {
		if s.HasHeights() && i%each > 0 {
			continue
		}
		if s.Entries.Segments() > most || s.Queries.Segments() > most || s.Queries.Segments() == 0 || s.Entries.Segments() == 0 {
			continue
		}
		want, all := inOneRun(t, s), samples(s)
		hits, met = hits+want.hits.Len(), met+want.met.Len()
		for i, edges := range [][]float64{all, nil, some(r, all), some(r, all)} {
			got := bySlabs(t, folder, s, edges, []int{1, 1, 3, 1}[i], []int{0, 2, 3, 7}[i], byBruteForce)
			if d := got.difference(&want); d != "" {
				t.Fatalf("%s at %d edges %v: %s", s.Name, len(edges), edges[:min(len(edges), 9)], d)
			}
		}
	}
	t.Logf("%d hits, %d encounters", hits, met)
	if hits < 1000 || met < 500 {
		t.Errorf("%d hits, %d encounters: too few to tell", hits, met)
	}
}

// TestSlabsOnDevices: an engine of each method, opened for each slab anew, gives the same results.
func TestSlabsOnDevices(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	r, folder := kerneltest.Rand(t), folderOf(t)
	for i, s := range append(kerneltest.Scenes(t), kerneltest.UprightScenes(t)...) {
		if i%5 > 0 || s.Queries.Segments() == 0 || s.Entries.Segments() == 0 {
			continue
		}
		for _, method := range []string{"spatiotemporal", "rtree"} {
			d := host.New(2)
			search := sweep.OnDevices([]engine.Device{{Driver: d}}, engine.Config{Method: method, Threads: 2, Logger: slog.New(slog.DiscardHandler)}, batching.Periodic{Size: 120}).Search
			want := inOneRun(t, s)
			got := bySlabs(t, folder, s, some(r, samples(s)), 1+i%2, 4, search)
			if d := got.difference(&want); d != "" {
				t.Fatalf("%s by %s: %s", s.Name, method, d)
			}
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// failing is a source that fails after some slabs.
func failing(of slab.Source, slabs int, err error) slab.Source {
	return func(yield func(*slab.Slab, error) bool) {
		for s := range of {
			if slabs--; slabs < 0 {
				yield(nil, err)
				return
			}
			if !yield(s, nil) {
				return
			}
		}
	}
}

// TestErrors: an error of either source, of the searcher or of the folder, sides of other edges and a context
// that is done end hits and encounters with that error, once.
func TestErrors(t *testing.T) {
	t.Parallel()
	s := kerneltest.Scenes(t)[3]
	edges, broken := []float64{2, 4, 6}, errors.New("broken")
	done, cancel := context.WithCancel(t.Context())
	cancel()
	entries, queries := slabtest.Cut(s.Entries, edges), slabtest.Cut(s.Queries, edges)
	full, err := spill.Open(t.TempDir(), 1)
	if err != nil {
		t.Fatal(err)
	}
	folder := folderOf(t)
	bad := func(context.Context, *trajectory.Store, *trajectory.Store, interaction.Rule) iter.Seq2[[]interaction.HitRow, error] {
		return func(yield func([]interaction.HitRow, error) bool) { yield(nil, broken) }
	}
	for name, c := range map[string]struct {
		ctx  context.Context
		w    sweep.Sweep
		want error
	}{
		"entries":     {t.Context(), sweep.Sweep{Sides: sweep.Once(queries, failing(entries, 2, broken)), Search: byBruteForce, Folder: folder}, broken},
		"queries":     {t.Context(), sweep.Sweep{Sides: sweep.Once(failing(queries, 2, broken), entries), Search: byBruteForce, Folder: folder}, broken},
		"searcher":    {t.Context(), sweep.Sweep{Sides: sweep.Once(queries, entries), Search: bad, Folder: folder}, broken},
		"folder":      {t.Context(), sweep.Sweep{Sides: sweep.Once(queries, entries), Search: byBruteForce, Folder: full}, spill.ErrNoRoom},
		"context":     {done, sweep.Sweep{Sides: sweep.Once(queries, entries), Search: byBruteForce, Folder: folder}, context.Canceled},
		"other edges": {t.Context(), sweep.Sweep{Sides: sweep.Once(slabtest.Cut(s.Queries, edges[1:]), entries), Search: byBruteForce, Folder: folder}, nil},
		"fewer slabs": {t.Context(), sweep.Sweep{Sides: sweep.Once(func(func(*slab.Slab, error) bool) {}, entries), Search: byBruteForce, Folder: folder}, nil},
	} {
		c.w.Rule = s.Rule
		count, last := 0, error(nil)
		for _, err := range c.w.Hits(c.ctx) {
			if err != nil {
				count, last = count+1, err
			}
		}
		for _, err := range c.w.Encounters(c.ctx) {
			if err != nil {
				count, last = count+1, err
			}
		}
		if count != 2 || c.want != nil && !errors.Is(last, c.want) {
			t.Errorf("%s: %d errors, %v, want %v", name, count, last, c.want)
		}
	}
}

// TestEnough: a receiver may stop at any chunk.
func TestEnough(t *testing.T) {
	t.Parallel()
	s := kerneltest.Scenes(t)[3]
	folder := folderOf(t)
	for _, edges := range [][]float64{nil, {3, 5}} {
		w := sweep.Sweep{Sides: sweep.Once(slabtest.Cut(s.Queries, edges), slabtest.Cut(s.Entries, edges)), Rule: s.Rule, Search: byBruteForce, Folder: folder}
		for h, err := range w.Hits(t.Context()) {
			if err != nil || h.Len() == 0 {
				t.Errorf("%d hits, %v", h.Len(), err)
			}
			break
		}
		for e, err := range w.Encounters(t.Context()) {
			if err != nil || e.Len() == 0 {
				t.Errorf("%d encounters, %v", e.Len(), err)
			}
			break
		}
	}
}
