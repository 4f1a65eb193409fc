package agree_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/group"
	"flyby/internal/output"
	"flyby/internal/testing/slabtest"
	"flyby/trajectory"
	"flyby/trajectory/input"
)

// inFile writes a store to a file with the given name and opens it.
func inFile(t *testing.T, s *trajectory.Store, name string) *input.Data {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := output.WriteStore(t.Context(), path, s, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	data, err := input.Open(t.Context(), []string{path}, input.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { data.Close() })
	return data
}

// galaxies returns entries and queries for searches of files.
func galaxies(t *testing.T) (entries, queries *trajectory.Store) {
	t.Helper()
	entries, err := datasets.Generate("galaxy", 1, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	if queries, err = datasets.Generate("galaxy", 2, 0.004); err != nil {
		t.Fatal(err)
	}
	return entries, queries
}

// answers returns the hits and the encounters of a search.
func answers(t testing.TB, db *flyby.Database, s flyby.Search) (trajectory.Hits, trajectory.Encounters) {
	t.Helper()
	hits, err := db.Hits(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	h, err := hits.Collect()
	if err != nil {
		t.Fatal(err)
	}
	met, err := db.Encounters(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	e, err := met.Collect()
	if err != nil {
		t.Fatal(err)
	}
	if met.Stats().Hits != uint64(h.Len()) {
		t.Errorf("stats of encounters have %d hits, want %d", met.Stats().Hits, h.Len())
	}
	return h, e
}

// TestSources: stores and files, in memory or in slabs, with queries of each kind, have the same answers.
func TestSources(t *testing.T) {
	entries, queries := galaxies(t)
	const d = 0.8
	memory := opened(t, flyby.Options{Device: "cpu"}, entries)
	joined, joinedE := answers(t, memory, flyby.Search{Distance: d})
	found, foundE := answers(t, memory, flyby.Search{Queries: queries, Distance: d})
	if joined.Len() == 0 || found.Len() == 0 {
		t.Fatal("nothing was found")
	}
	for _, name := range []string{"e.csv", "e.parquet"} {
		file := inFile(t, entries, name)
		other := inFile(t, queries, "q.csv")
		for _, o := range []flyby.Options{{Device: "cpu"}, inSlabs(flyby.Options{Device: "cpu"})} {
			db, err := flyby.Open(t.Context(), file, o)
			if err != nil {
				t.Fatal(err)
			}
			if h, e := answers(t, db, flyby.Search{Distance: d}); !reflect.DeepEqual(h, joined) || !reflect.DeepEqual(e, joinedE) {
				t.Errorf("%s: the join has %d hits and %d encounters, want %d and %d, or others", name, h.Len(), e.Len(), joined.Len(), joinedE.Len())
			}
			for _, q := range []flyby.Source{queries, other} {
				if h, e := answers(t, db, flyby.Search{Queries: q, Distance: d}); !reflect.DeepEqual(h, found) || !reflect.DeepEqual(e, foundE) {
					t.Errorf("%s: the search with %T has %d hits and %d encounters, want %d and %d, or others", name, q, h.Len(), e.Len(), found.Len(), foundE.Len())
				}
			}
			if id := other.ID(3); id != queries.ID(3) {
				t.Errorf("query 3 is %s, want %s", id, queries.ID(3))
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
			if _, err := db.Hits(t.Context(), flyby.Search{Distance: d}); !errors.Is(err, flyby.ErrClosed) {
				t.Errorf("after Close: %v", err)
			}
		}
	}
}

// TestNoQueries: an interface that holds a nil store is a join.
func TestNoQueries(t *testing.T) {
	entries, _ := galaxies(t)
	db := opened(t, flyby.Options{Device: "cpu"}, entries)
	var none *trajectory.Store
	want, _ := answers(t, db, flyby.Search{Distance: 0.3})
	if got, _ := answers(t, db, flyby.Search{Queries: none, Distance: 0.3}); !reflect.DeepEqual(got, want) {
		t.Error("queries of a nil store are no join")
	}
	if _, err := flyby.Open(t.Context(), none, flyby.Options{}); !errors.Is(err, flyby.ErrEmpty) {
		t.Errorf("a nil store is opened: %v", err)
	}
}

// TestPlan: a plan obeyed unchanged, with more slabs, or after a round trip through JSON has the same answers; a plan of other data is
// refused.
func TestPlan(t *testing.T) {
	entries, queries := galaxies(t)
	file := inFile(t, entries, "e.csv")
	db, err := flyby.Open(t.Context(), file, inSlabs(flyby.Options{Device: "cpu"}))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range []flyby.Search{{Distance: 0.5}, {Queries: queries, Distance: 0.5}} {
		want, wantE := answers(t, db, s)
		p, err := db.Plan(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if p.Kind != "time" || p.Slabs != 1 || len(p.SlabRows) != 1 || p.SlabRows[0] < uint64(entries.Segments()) {
			t.Errorf("plan %+v: want one slab of time of all segments", p)
		}
		for _, edges := range [][]float64{nil, slabtest.Even(entries, 7)} {
			p.Edges, p.Slabs = edges, len(edges)+1
			text, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			s.Plan = new(flyby.Plan)
			if err := json.Unmarshal(text, s.Plan); err != nil || !reflect.DeepEqual(s.Plan, p) {
				t.Fatalf("%s: read back as %+v, %v", text, s.Plan, err)
			}
			if got, gotE := answers(t, db, s); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotE, wantE) {
				t.Errorf("%d slabs: %d hits, want %d, or others", p.Slabs, got.Len(), want.Len())
			}
		}
		p.Edges = []float64{3, 2}
		s.Plan = p
		if _, err := db.Hits(t.Context(), s); err == nil || !strings.Contains(err.Error(), "does not come after") {
			t.Errorf("edges that go back: %v", err)
		}
		p.Edges, p.Entries.Segments = nil, 3
		if _, err := db.Hits(t.Context(), s); err == nil || !strings.Contains(err.Error(), "entries have") {
			t.Errorf("of other entries: %v", err)
		}
	}
}

// TestSlabQuestions: positions at an instant, and groups, are the same as of data in memory.
func TestSlabQuestions(t *testing.T) {
	entries, _ := galaxies(t)
	memory := opened(t, flyby.Options{Device: "cpu"}, entries)
	db, err := flyby.Open(t.Context(), inFile(t, entries, "e.csv"), inSlabs(flyby.Options{Device: "cpu"}))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	at := (entries.Extent().Start + entries.Extent().End) / 3
	want, err := memory.At(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := db.At(t.Context(), at); err != nil || got.Len() == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("at %v: %d points, want %d, or others (%v)", at, got.Len(), want.Len(), err)
	}
	connected := group.Search{Distance: 1, MinSize: 2, MinDuration: 1}
	byClock := group.Search{Distance: 1, MinSize: 2, Method: group.Convoy, MinTicks: 2, Clock: group.Clock{Step: 1}}
	for _, s := range []group.Search{connected, byClock} {
		var all [2][]group.Group
		var stats [2]flyby.GroupStats
		for i, d := range []*flyby.Database{memory, db} {
			for g, err := range d.GroupsWith(t.Context(), s, &stats[i]) {
				if err != nil {
					t.Fatal(err)
				}
				all[i] = append(all[i], group.Group{Start: g.Start, End: g.End, Members: g.Members})
			}
		}
		if len(all[0]) == 0 || !reflect.DeepEqual(all[0], all[1]) {
			t.Errorf("%s: %d groups in slabs, want %d, or others", s.Method, len(all[1]), len(all[0]))
		}
		if stats[0].Encounters != stats[1].Encounters || stats[0].Clock.Ticks != stats[1].Clock.Ticks {
			t.Errorf("%s: stats in slabs %+v, want %+v", s.Method, stats[1], stats[0])
		}
	}
}

// TestClosedData: a database whose source is closed before it answers returns an error.
func TestClosedData(t *testing.T) {
	entries, _ := galaxies(t)
	data := inFile(t, entries, "e.csv")
	db, err := flyby.Open(t.Context(), data, inSlabs(flyby.Options{Device: "cpu"}))
	if err != nil {
		t.Fatal(err)
	}
	found, err := db.Hits(t.Context(), flyby.Search{Distance: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	data.Close()
	if _, err := db.Hits(t.Context(), flyby.Search{Distance: 0.1}); !errors.Is(err, input.ErrClosed) {
		t.Errorf("hits of closed data: %v", err)
	}
	if _, err := found.Collect(); !errors.Is(err, input.ErrClosed) {
		t.Errorf("what was found of closed data: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	if _, err := flyby.Open(t.Context(), data, flyby.Options{}); !errors.Is(err, input.ErrClosed) {
		t.Errorf("closed data are opened: %v", err)
	}
}

// TestPlanOfOthers: a plan of data with other trajectories, segments or times, of another kind of search, of data that fit memory, or of
// another version is refused; an obeyed plan has the number of slabs that it states.
func TestPlanOfOthers(t *testing.T) {
	rows := wanderersFor(9, 6, 1)
	wider := slices.Clone(rows) // other ends, and otherwise equal
	wider[0].T, wider[len(wider)-1].T = -1, 9
	paths := map[string]string{"data": wanderFile(t, "e.csv", rows), "one object less": wanderFile(t, "e.csv", rows[9:]), "others": wanderFile(t, "q.csv", wanderersFor(9, 3, 2))}
	slabs := 0
	o := flyby.Options{Threads: 1, Progress: func(p flyby.Progress) {
		if p.Phase == "slabs" && p.Total > 0 {
			slabs = max(slabs, int(p.Done)+1)
		}
	}}
	db := slabDatabase(t, wanderData(t, inSpace, paths["data"]), o)
	queries := wanderData(t, inSpace, paths["others"])
	for name, s := range map[string]flyby.Search{"join": {Distance: 4}, "search": {Queries: queries, Distance: 4}} {
		for how, change := range map[string]func(*flyby.Plan){
			"trajectories": func(p *flyby.Plan) { p.Entries.Trajectories++ },
			"segments":     func(p *flyby.Plan) { p.Entries.Segments-- },
			"start":        func(p *flyby.Plan) { p.Entries.Start-- },
			"end":          func(p *flyby.Plan) { p.Entries.End++ },
			"version":      func(p *flyby.Plan) { p.Format++ },
			"in memory":    func(p *flyby.Plan) { p.Kind = "memory" },
			"other queries": func(p *flyby.Plan) {
				if p.Queries == nil {
					p.Queries = &p.Entries
				} else {
					p.Queries.Segments++
				}
			},
			"no queries": func(p *flyby.Plan) {
				if p.Queries == nil {
					p.Format = 0
				}
				p.Queries = nil
			},
		} {
			p := planned(t, db, s)["in slabs"]
			change(p)
			asked := s
			asked.Plan = p
			if _, err := db.Hits(t.Context(), asked); err == nil || !strings.Contains(err.Error(), "plan") {
				t.Errorf("%s, %s: %v", name, how, err)
			}
		}
		asked := s
		asked.Plan = planned(t, db, s)["in slabs"]
		asked.Plan.Edges, asked.Plan.Slabs = []float64{2, 3, 7}, 4
		slabs = 0
		if answers(t, db, asked); slabs != 4 {
			t.Errorf("%s: %d slabs were searched, want 4", name, slabs)
		}
	}
	for name, data := range map[string]*input.Data{"one object less": wanderData(t, inSpace, paths["one object less"]), "other times": wanderData(t, inSpace, wanderFile(t, "w.csv", wider))} {
		asked := flyby.Search{Distance: 4, Plan: planned(t, db, flyby.Search{Distance: 4})["in slabs"]}
		if _, err := slabDatabase(t, data, flyby.Options{Threads: 1}).Hits(t.Context(), asked); err == nil || !strings.Contains(err.Error(), "entries have") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
