package kerneltest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"flyby/binindex"
	"flyby/kernel"
)

// Run compares a driver with brute force: each of its abilities, on every scene,
// whole and cut into random works, must find the same rows and the same bits, each
// pair once. open opens a driver, which Run closes. The driver must have the given
// abilities and no others, so all its abilities are tested.
func Run(t *testing.T, open func(testing.TB) kernel.Driver, abilities ...Ability) {
	run(t, scenesOf(t, nil), open, abilities)
}

// RunOn is Run on some scenes, by their names, for a second setting of a driver that Run has tested in another: on the scenes
// in which the two settings may differ. The first scene must have more hits than fit in room for few.
func RunOn(t *testing.T, names []string, open func(testing.TB) kernel.Driver, abilities ...Ability) {
	run(t, scenesOf(t, names), open, abilities)
}

func run(t *testing.T, scenes []solvedScene, open func(testing.TB) kernel.Driver, abilities []Ability) {
	defer checkUnchanged(t, scenes)
	d := open(t)
	defer closeDriver(t, d)
	checkDevice(t, d)
	if has := abilitiesOf(t, d, scenes[0].Scene); !sameAbilities(has, abilities) {
		t.Fatalf("the driver can do %v, want %v", has, abilities)
	}
	each := func(name string, f func(*testing.T, *rand.Rand, kernel.Driver, *solvedScene)) {
		t.Run(name, func(t *testing.T) {
			r := Rand(t)
			for i := range scenes {
				t.Run(scenes[i].Name, func(t *testing.T) { f(t, r, d, &scenes[i]) })
			}
		})
	}
	for _, by := range abilities {
		switch by {
		case Joins:
			each("encounters", testEncounters)
			t.Run("budget "+string(by), func(t *testing.T) { testJoinedBudget(t, d, &scenes[0]) })
			continue
		case Ranges:
			each("interact", testInteract)
		case Walks:
			each("walk", testWalk)
		}
		t.Run("cancelled "+string(by), func(t *testing.T) { testCancelled(t, d, &scenes[0], by) })
		t.Run("budget "+string(by), func(t *testing.T) { testBudget(t, d, &scenes[0], by) })
		t.Run("several databases "+string(by), func(t *testing.T) { testSeveral(t, open(t), scenes[:2], by) })
	}
}

// checkDevice wants the description of the device to have the facts by which users choose one.
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

// testInteract runs GPUTrajDistSearch with several numbers of bins: in batches of
// several sizes with their candidate ranges, and cut at random.
func testInteract(t *testing.T, r *rand.Rand, d kernel.Driver, s *solvedScene) {
	for _, bins := range []int{1, 7, binindex.DefaultBins} {
		index := binindex.NewBins(s.Entries, bins)
		resident := load(t, d, kernel.Database{Store: s.Entries, Order: index.Rows}).(kernel.Ranger)
		for _, cut := range []func(*rand.Rand, Scene, *binindex.Bins) []kernel.RangeWork{wholeRange, batches, scattered} {
			found := &kernel.Hits{}
			for _, w := range cut(r, s.Scene, index) {
				rangesWhole(t, resident, w, found)
			}
			check(t, s, fmt.Sprintf("%d bins", bins), found)
		}
	}
}

// testWalk walks pyramids of several settings from their roots, and cut at random.
func testWalk(t *testing.T, r *rand.Rand, d kernel.Driver, s *solvedScene) {
	for _, set := range settings(s.Scene) {
		resident, index, root := walkFromRoots(t, r, d, s.Scene, set)
		for _, works := range [][]kernel.WalkWork{{root}, partsOf(r, root, index)} {
			found := &kernel.Hits{}
			for _, w := range works {
				walkWhole(t, resident.Walk, w, index, found)
			}
			check(t, s, fmt.Sprintf("%+v, %d works", set, len(works)), found)
		}
		found := &kernel.Hits{}
		walkTaking(t, resident.Walk, partsOf(r, root, index), index, found)
		check(t, s, fmt.Sprintf("%+v, works taken", set), found)
	}
}

// walkFromRoots loads a scene with a pyramid and returns the walk from its root and the
// root of a query pyramid, whose setting is random.
func walkFromRoots(t *testing.T, r *rand.Rand, d kernel.Driver, s Scene, set binindex.Setting) (kernel.Walker, *binindex.Pyramid, kernel.WalkWork) {
	t.Helper()
	index := binindex.NewPyramid(s.Entries, nil, set, 1)
	resident := load(t, d, kernel.Database{Store: s.Entries, Pyramid: index}).(kernel.Walker)
	queries := index
	if !s.Join {
		queries = binindex.NewPyramid(s.Queries, index.Frame, pick(r, settings(s)...), 1)
	}
	return resident, index, kernel.WalkWork{Rule: s.Rule, Queries: kernel.Built(queries), Query: kernel.Root(queries), Entry: kernel.Root(index)}
}

// settings returns the settings to try a scene's pyramids with: every second setting, other scenes having the others; large
// scenes do without runs of one segment.
func settings(s Scene) []binindex.Setting {
	var all []binindex.Setting
	for _, length := range []int{1, 4} {
		for levels := len(s.Name) % 2; levels < 4; levels += 2 {
			if length == 4 || s.Entries.Segments() < 2000 {
				all = append(all, binindex.Setting{RunLength: length, RunLevels: levels})
			}
		}
	}
	return all
}

func check(t *testing.T, s *solvedScene, how string, found *kernel.Hits) {
	t.Helper()
	want := s.answer().hits
	defer found.Truncate(0)
	got, err := s.Settle(found)
	if err != nil {
		t.Fatalf("%s: %v", how, err)
	}
	if d := s.Difference(got, want); d != "" {
		t.Fatalf("%s: %d hits, want %d: %s", how, len(got), len(want), d)
	}
}

// runWork runs a work, in halves where its hits outgrow the device, and checks
// the driver's promises about results and counts.
func runWork(t *testing.T, out *kernel.Hits, run func(*kernel.Hits) (kernel.Stats, error), halves func() []func(*kernel.Hits)) {
	t.Helper()
	before, lists := hitsIn(out), len(out.Lists)
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
	checkLists(t, out.Lists[lists:], stats)
}

// checkLists checks the order of lists that are Ordered, and the driver's count of borderline hits.
func checkLists(t *testing.T, lists []kernel.HitList, stats kernel.Stats) {
	t.Helper()
	borderline := uint64(0)
	for _, p := range lists {
		for i, h := range p.List {
			if h.Borderline() {
				borderline++
			}
			if p.Ordered && i > 0 && Hit(p.List[i-1]).compare(Hit(h)) >= 0 {
				t.Fatalf("rows %d, %d after %v in an ordered list", h.Query, h.Entry, p.List[i-1])
			}
		}
	}
	if borderline != stats.Borderline {
		t.Fatalf("%d borderline interactions, counted %+v", borderline, stats)
	}
}
