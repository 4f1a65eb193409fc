package kerneltest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"flyby/binindex"
	"flyby/kernel"
)

// Run holds a driver against brute force: both methods on every scene, whole
// and cut into random pieces of work, give the same rows and the same bits,
// each pair once. open opens a driver, which Run closes.
func Run(t *testing.T, open func(testing.TB) kernel.Driver) {
	scenes := Scenes(t)
	want := make([][]Hit, len(scenes))
	for i, s := range scenes {
		want[i] = s.BruteForce()
	}
	d := open(t)
	defer closeDriver(t, d)
	checkDevice(t, d)
	each := func(name string, f func(*testing.T, *rand.Rand, kernel.Driver, Scene, []Hit)) {
		t.Run(name, func(t *testing.T) {
			r := Rand(t)
			for i, s := range scenes {
				t.Run(s.Name, func(t *testing.T) { f(t, r, d, s, want[i]) })
			}
		})
	}
	each("interact", testInteract)
	each("walk", testWalk)
	each("encounters", testEncounters)
	t.Run("cancelled", func(t *testing.T) { testCancelled(t, d, scenes[0]) })
	t.Run("several databases", func(t *testing.T) { testSeveral(t, open, scenes, want) })
}

// checkDevice wants the facts that a person chooses a device by.
func checkDevice(t *testing.T, d kernel.Driver) {
	t.Helper()
	v := d.Device()
	if v.Selector == "" || v.Name == "" || v.Kind == "" || v.Units <= 0 {
		t.Errorf("device without selector, name, kind or units: %+v", v)
	}
	if v != d.Device() {
		t.Error("the device's description changes")
	}
}

// load makes a database resident until the test ends.
func load(t testing.TB, d kernel.Driver, db kernel.Database) kernel.Resident {
	t.Helper()
	r, err := d.Load(t.Context(), db)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Errorf("close a database: %v", err)
		}
	})
	return r
}

func closeDriver(t testing.TB, d kernel.Driver) {
	t.Helper()
	if err := d.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

// testInteract runs GPUTrajDistSearch on bins of several numbers: in batches of
// several sizes with their candidate ranges, and cut at random.
func testInteract(t *testing.T, r *rand.Rand, d kernel.Driver, s Scene, want []Hit) {
	for _, bins := range []int{1, 7, binindex.DefaultBins} {
		index := binindex.NewBins(s.Entries, bins)
		resident := load(t, d, kernel.Database{Store: s.Entries, Bins: index})
		for _, cut := range []func(*rand.Rand, Scene, *binindex.Bins) []kernel.RangeWork{wholeRange, batches, scattered} {
			found := &kernel.Hits{}
			for _, w := range cut(r, s, index) {
				runWork(t, found, func(out *kernel.Hits) (kernel.Stats, error) {
					return resident.Interact(t.Context(), w, out)
				}, func() []func(*kernel.Hits) { return halvesOfRange(t, resident, w) })
			}
			check(t, s, fmt.Sprintf("%d bins", bins), found, want)
		}
	}
}

// testWalk walks pyramids of several settings from their roots, and cut at random.
func testWalk(t *testing.T, r *rand.Rand, d kernel.Driver, s Scene, want []Hit) {
	for _, set := range settings(s) {
		resident, index, root := walkFromRoots(t, r, d, s, set)
		for _, works := range [][]kernel.WalkWork{{root}, pieces(r, root, index)} {
			found := &kernel.Hits{}
			for _, w := range works {
				walkWhole(t, resident, w, index, found)
			}
			check(t, s, fmt.Sprintf("%+v, %d pieces", set, len(works)), found, want)
		}
		found := &kernel.Hits{}
		walkTaking(t, resident, pieces(r, root, index), index, found)
		check(t, s, fmt.Sprintf("%+v, pieces taken", set), found, want)
	}
}

// walkFromRoots loads a scene with pyramids, that of the queries of any setting, and
// returns the walk from their roots.
func walkFromRoots(t *testing.T, r *rand.Rand, d kernel.Driver, s Scene, set binindex.Setting) (kernel.Resident, *binindex.Pyramid, kernel.WalkWork) {
	t.Helper()
	index := binindex.NewPyramid(s.Entries, nil, set, 1)
	resident := load(t, d, kernel.Database{Store: s.Entries, Pyramid: index})
	queries := index
	if !s.Join {
		queries = binindex.NewPyramid(s.Queries, index.Frame, pick(r, settings(s)...), 1)
	}
	return resident, index, kernel.WalkWork{Rule: s.Rule, Queries: queries, Query: kernel.Root(queries), Entry: kernel.Root(index)}
}

// settings are those that a scene's pyramids are tried with; large scenes leave
// out those of one segment a run. Where tests are short, a scene has every second of them,
// and another scene the others.
func settings(s Scene) []binindex.Setting {
	first, step := 0, 1
	if testing.Short() {
		first, step = len(s.Name)%2, 2
	}
	var all []binindex.Setting
	for _, length := range []int{1, 4} {
		for levels := first; levels < 4; levels += step {
			if length == 4 || s.Entries.Segments() < 2000 {
				all = append(all, binindex.Setting{RunLength: length, RunLevels: levels})
			}
		}
	}
	return all
}

func check(t *testing.T, s Scene, how string, found *kernel.Hits, want []Hit) {
	t.Helper()
	defer found.Truncate(0)
	got, err := s.Settle(found)
	if err != nil {
		t.Fatalf("%s: %v", how, err)
	}
	if d := s.Difference(got, want); d != "" {
		t.Fatalf("%s: %d hits, want %d: %s", how, len(got), len(want), d)
	}
}

// runWork runs a piece of work, in halves where its hits outgrow the device, and
// holds the driver to what it promises of its results and counts.
func runWork(t *testing.T, out *kernel.Hits, run func(*kernel.Hits) (kernel.Stats, error), halves func() []func(*kernel.Hits)) {
	t.Helper()
	before, pieces := hitsIn(out), len(out.Pieces)
	stats, err := run(out)
	var overflow *kernel.OverflowError
	if errors.As(err, &overflow) {
		if hitsIn(out) != before {
			t.Fatalf("%v, but %d hits were added", err, hitsIn(out)-before)
		}
		parts := halves()
		if len(parts) == 0 {
			t.Fatalf("%v, on work that cannot be cut", err)
		}
		for _, part := range parts {
			part(out)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if n := hitsIn(out) - before; stats.Hits != uint64(n) || stats.Interactions < uint64(n) {
		t.Fatalf("%d hits added, counted %+v", n, stats)
	}
	checkPieces(t, out.Pieces[pieces:], stats)
}

// checkPieces holds a driver to what it says of its pieces.
func checkPieces(t *testing.T, pieces []kernel.Piece, stats kernel.Stats) {
	t.Helper()
	borderline := uint64(0)
	for _, p := range pieces {
		for i, h := range p.List {
			if h.Borderline() {
				borderline++
			}
			if p.Ordered && i > 0 && Hit(p.List[i-1]).compare(Hit(h)) >= 0 {
				t.Fatalf("rows %d, %d after %v in an ordered piece", h.Query, h.Entry, p.List[i-1])
			}
		}
	}
	if borderline != stats.Borderline {
		t.Fatalf("%d borderline interactions, counted %+v", borderline, stats)
	}
}

// testCancelled wants the context's error from work that was cancelled.
func testCancelled(t *testing.T, d kernel.Driver, s Scene) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	bins := binindex.NewBins(s.Entries, 0)
	r := load(t, d, kernel.Database{Store: s.Entries, Bins: bins})
	if _, err := r.Interact(ctx, wholeRange(nil, s, bins)[0], new(kernel.Hits)); !errors.Is(err, context.Canceled) {
		t.Errorf("interact: %v, want %v", err, context.Canceled)
	}
	p := binindex.NewPyramid(s.Entries, nil, binindex.Setting{RunLength: 4}, 1)
	r = load(t, d, kernel.Database{Store: s.Entries, Pyramid: p})
	q := binindex.NewPyramid(s.Queries, p.Frame, p.Setting, 1)
	w := kernel.WalkWork{Rule: s.Rule, Queries: q, Query: kernel.Root(q), Entry: kernel.Root(p)}
	if _, err := r.Walk(ctx, w, new(kernel.Hits)); !errors.Is(err, context.Canceled) {
		t.Errorf("walk: %v, want %v", err, context.Canceled)
	}
	found := new(kernel.Hits)
	if _, err := r.Walk(t.Context(), w, found); err != nil {
		t.Errorf("walk after a cancelled one: %v", err)
	}
	check(t, s, "after a cancelled walk", found, s.BruteForce())
}

// testSeveral keeps two databases resident, closes one, goes on with the
// other, and lets the driver's Close release that.
func testSeveral(t *testing.T, open func(testing.TB) kernel.Driver, scenes []Scene, want [][]Hit) {
	d := open(t)
	var residents []kernel.Resident
	var indexes []*binindex.Pyramid
	for _, s := range scenes[:2] {
		p := binindex.NewPyramid(s.Entries, nil, binindex.Setting{RunLength: 4}, 1)
		r, err := d.Load(t.Context(), kernel.Database{Store: s.Entries, Pyramid: p})
		if err != nil {
			t.Fatal(err)
		}
		residents, indexes = append(residents, r), append(indexes, p)
	}
	for _, i := range []int{0, 1, 0} {
		s, p := scenes[i], indexes[i]
		q := binindex.NewPyramid(s.Queries, p.Frame, p.Setting, 1)
		found := new(kernel.Hits)
		w := kernel.WalkWork{Rule: s.Rule, Queries: q, Query: kernel.Root(q), Entry: kernel.Root(p)}
		if _, err := residents[i].Walk(t.Context(), w, found); err != nil {
			t.Fatal(err)
		}
		check(t, s, "several databases", found, want[i])
		if i == 1 {
			if err := residents[1].Close(); err != nil {
				t.Fatalf("close a database: %v", err)
			}
		}
	}
	closeDriver(t, d)
}
