package kerneltest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"flyby/binindex"
	"flyby/internal/memory"
	"flyby/kernel"
)

// Ability is a kind of search that a driver's residents can run.
type Ability string

const (
	// Ranges is the ability of a kernel.Ranger.
	Ranges Ability = "ranges"
	// Walks is the ability of a kernel.Walker.
	Walks Ability = "walks"
	// Joins is the ability of a kernel.Joiner.
	Joins Ability = "joins"
)

// abilitiesOf returns the abilities of a driver's residents.
func abilitiesOf(t *testing.T, d kernel.Driver, s Scene) (all []Ability) {
	t.Helper()
	bins, p := indexesOf(s)
	for _, db := range []kernel.Database{{Store: s.Entries, Order: bins.Rows}, {Store: s.Entries, Pyramid: p}} {
		r, err := d.Load(t.Context(), db)
		if err == nil {
			err = db.Able(r)
		}
		if errors.Is(err, kernel.ErrAbility) {
			continue
		}
		if err != nil {
			t.Fatalf("load: %v", err)
		}
		if db.Order != nil {
			all = append(all, Ranges)
		} else if all = append(all, Walks); canJoin(r) {
			all = append(all, Joins)
		}
		if err := r.Close(); err != nil {
			t.Errorf("close a database: %v", err)
		}
	}
	return all
}

func canJoin(r kernel.Resident) bool {
	_, ok := r.(kernel.Joiner)
	return ok
}

// indexesOf returns bins and a pyramid of a scene's entries.
func indexesOf(s Scene) (*binindex.Bins, *binindex.Pyramid) {
	return binindex.NewBins(s.Entries, 0), binindex.NewPyramid(s.Entries, nil, binindex.Setting{RunLength: 4}, 1)
}

// database is a resident scene, with its search by one ability: as a whole, and in
// halves where the hits outgrow the device.
type database struct {
	kernel.Resident
	run   func(ctx context.Context, out *kernel.Hits) (kernel.Stats, error)
	whole func(out *kernel.Hits)
}

// newDatabase loads a scene for Ranges or Walks; the caller closes the database.
func newDatabase(t *testing.T, d kernel.Driver, s Scene, by Ability) database {
	t.Helper()
	bins, p := indexesOf(s)
	db := kernel.Database{Store: s.Entries, Pyramid: p}
	if by == Ranges {
		db = kernel.Database{Store: s.Entries, Order: bins.Rows}
	}
	r, err := d.Load(t.Context(), db)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	if by == Ranges {
		ranger, w := r.(kernel.Ranger), wholeRange(nil, s, bins)[0]
		run := func(ctx context.Context, out *kernel.Hits) (kernel.Stats, error) { return ranger.Interact(ctx, w, out) }
		return database{r, run, func(out *kernel.Hits) { rangesWhole(t, ranger, w, out) }}
	}
	q := binindex.NewPyramid(s.Queries, p.Frame, p.Setting, 1)
	walk, w := r.(kernel.Walker).Walk, kernel.WalkWork{Rule: s.Rule, Queries: kernel.Built(q), Query: kernel.Root(q), Entry: kernel.Root(p)}
	run := func(ctx context.Context, out *kernel.Hits) (kernel.Stats, error) { return walk(ctx, w, out) }
	return database{r, run, func(out *kernel.Hits) { walkWhole(t, walk, w, p, out) }}
}

// testCancelled: cancelled work returns the context's error, and later work finds the
// hits.
func testCancelled(t *testing.T, d kernel.Driver, s *solvedScene, by Ability) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	db := newDatabase(t, d, s.Scene, by)
	if _, err := db.run(ctx, new(kernel.Hits)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	found := new(kernel.Hits)
	db.whole(found)
	check(t, s, "after cancelled work", found)
	if err := db.Close(); err != nil {
		t.Errorf("close a database: %v", err)
	}
}

// testBudget: work with more hits than its budget of memory allows fails and adds nothing, and
// a budget that is enough changes nothing.
func testBudget(t *testing.T, d kernel.Driver, s *solvedScene, by Ability) {
	want := s.answer().hits
	if len(want) == 0 {
		t.Fatal("nothing is found, nothing tested")
	}
	db := newDatabase(t, d, s.Scene, by)
	found := &kernel.Hits{Budget: memory.NewBudget(1)}
	_, err := db.run(t.Context(), found)
	if overflow := new(kernel.OverflowError); !errors.Is(err, memory.ErrOver) && !errors.As(err, &overflow) || len(found.Lists) > 0 {
		t.Errorf("%v and %d lists, want %v and none", err, len(found.Lists), memory.ErrOver)
	}
	found.Budget = memory.NewBudget(1 << 40)
	db.whole(found)
	check(t, s, "within a budget", found)
	if taken := found.Budget.Taken(); taken < uint64(len(want))*24 {
		t.Errorf("%d bytes taken for %d hits", taken, len(want))
	}
	if err := db.Close(); err != nil {
		t.Errorf("close a database: %v", err)
	}
}

// testSeveral keeps two databases resident, closes one, searches the other, and
// leaves it to the driver's Close.
func testSeveral(t *testing.T, d kernel.Driver, scenes []solvedScene, by Ability) {
	var databases []database
	for _, s := range scenes {
		databases = append(databases, newDatabase(t, d, s.Scene, by))
	}
	for _, i := range []int{0, 1, 0} {
		found := new(kernel.Hits)
		databases[i].whole(found)
		check(t, &scenes[i], "several databases", found)
		if i == 1 {
			if err := databases[1].Close(); err != nil {
				t.Fatalf("close a database: %v", err)
			}
		}
	}
	closeDriver(t, d)
}

// sameAbilities reports whether two lists have the same abilities.
func sameAbilities(a, b []Ability) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
