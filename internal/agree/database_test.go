package agree_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"flyby"
	"flyby/batching"
	"flyby/datasets"
	"flyby/internal/tier"
	"flyby/kernel/opencl"
	"flyby/trajectory"
)

// TestSmallDevice: buffers so small that the database is cut into parts, lists are walked in chunks
// and hits split the work lose no hit.
func TestSmallDevice(t *testing.T) {
	tier.Full(t)
	entries, queries, err := datasets.Searches()[3].Load(0.02, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := search(t, flyby.Options{Device: "cpu"}, entries, queries, 25).hits
	join := search(t, flyby.Options{Device: "cpu"}, entries, nil, 25).hits
	for _, device := range devices(t)[1:] {
		for _, method := range []flyby.Method{flyby.MethodTemporal, flyby.MethodSpatiotemporal} {
			o := withLimits(flyby.Options{Device: device, Method: method},
				opencl.Options{MaxAlloc: 1 << 17, HitCapacity: 1, PairCapacity: 1})

			sameHits(t, want, search(t, o, entries, queries, 25).hits)
			sameHits(t, join, search(t, o, entries, nil, 25).hits)
		}
	}
}

func TestOptionsComplainTogether(t *testing.T) {
	from, to := 2.0, 1.0
	o, s := flyby.Options{Method: "fast", Device: "tpu", Threads: -1}, flyby.Search{Distance: -1, Batching: "weekly:1", From: &from, To: &to}
	db := opened(t, flyby.Options{Device: "cpu"}, store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {1, 1, 1}}))
	_, errOpen := flyby.Open(context.Background(), nil, o)
	_, errHits := db.Hits(context.Background(), s)
	_, errEncounters := db.Encounters(context.Background(), s)
	for _, c := range []struct {
		err   error
		parts []string
	}{
		{o.Validate(), []string{`method "fast"`, `device "tpu": must be auto, `, "threads -1"}},
		{errOpen, []string{`method "fast"`, "threads -1"}},
		{s.Validate(), []string{"distance -1", "weekly", batching.Model, "window from 2 to 1"}},
		{errHits, []string{"distance -1", "weekly", "window from 2 to 1"}},
		{errEncounters, []string{"distance -1", "weekly", "window from 2 to 1"}},
	} {
		for _, part := range c.parts {
			if c.err == nil || !strings.Contains(c.err.Error(), part) {
				t.Errorf("%q is not in %v", part, c.err)
			}
		}
	}
	if err := errors.Join(flyby.Options{}.Validate(), flyby.Options{Method: flyby.MethodTemporal, Settings: map[string]string{"bins": "7", "batching": "setsplit-max:3"}}.Validate(), flyby.Search{}.Validate(), flyby.Search{Batching: batching.Model}.Validate()); err != nil {
		t.Error(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	s := store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {1, 1, 1}})
	for _, test := range []struct {
		name string
		o    flyby.Options
		want error
	}{
		{"a device of another name", flyby.Options{Device: "tpu"}, flyby.ErrNoDevice},
		{"a device that is not there", flyby.Options{Device: "opencl:99"}, flyby.ErrNoDevice},
	} {
		if _, err := flyby.Open(context.Background(), s, test.o); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
	if _, err := flyby.Open(context.Background(), nil, flyby.Options{}); !errors.Is(err, flyby.ErrEmpty) {
		t.Errorf("nil store: %v, want %v", err, flyby.ErrEmpty)
	}
	if _, err := flyby.Open(context.Background(), s, flyby.Options{Method: flyby.MethodRTree, Device: "gpu"}); err == nil {
		t.Error("rtree on a gpu: no error")
	}
}

func TestSearchRefuses(t *testing.T) {
	s := store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {1, 1, 1}})
	db, err := flyby.Open(context.Background(), s, flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, d := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := db.Hits(context.Background(), flyby.Search{Queries: s, Distance: d}); err == nil {
			t.Errorf("search at %v: no error", d)
		}
		if _, err := db.Encounters(context.Background(), flyby.Search{Distance: d}); err == nil {
			t.Errorf("join at %v: no error", d)
		}
	}
	solid, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1}}, T: []float64{0}, X: []float64{0}, Y: []float64{0}, Z: []float64{0},
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Hits(context.Background(), flyby.Search{Queries: solid, Distance: 1}); err == nil || !strings.Contains(err.Error(), "3-D") {
		t.Errorf("3-D queries in 2-D entries: %v", err)
	}
}

// TestSearchAcrossFrames: a search of earth-centred metres for plain coordinates is refused, and
// the reverse; query memory makes queries of the entries' own frame.
func TestSearchAcrossFrames(t *testing.T) {
	columns := func(f trajectory.Frame) trajectory.Columns {
		return trajectory.Columns{
			ID: trajectory.IDColumn{Int: []int64{1}}, T: []float64{0}, X: []float64{0}, Y: []float64{0}, Z: []float64{0}, Frame: f,
		}
	}
	build := func(c trajectory.Columns) *trajectory.Store {
		s, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	names := map[trajectory.Frame]string{trajectory.Plain: "plain coordinates", trajectory.EarthCentred: "earth-centred metres"}
	for entries, name := range names {
		db, err := flyby.Open(context.Background(), build(columns(entries)), flyby.Options{Device: "cpu"})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for queries, other := range names {
			want := "flyby: search: positions of the queries are " + other + ", of the entries " + name
			_, err := db.Hits(context.Background(), flyby.Search{Queries: build(columns(queries)), Distance: 1})
			if queries == entries && err != nil || queries != entries && (err == nil || err.Error() != want) {
				t.Errorf("%s in %s: %v", other, name, err)
			}
		}
		m, err := db.NewQueryMemory(1)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		c, err := m.Columns(1)
		if err != nil {
			t.Fatal(err)
		}
		c.ID = trajectory.IDColumn{Int: []int64{1}}
		if r, err := find(context.Background(), db, flyby.Search{Queries: build(c), Distance: 1}); err != nil || r.hits.Len() != 1 {
			t.Errorf("from query memory in %s: %v", name, err)
		}
	}
}

// TestFewQueries: a search for no segment finds none, and a search for one finds its hits.
func TestFewQueries(t *testing.T) {
	s := store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {1, 1, 1}})
	for _, w := range ways(t) {
		o := flyby.Options{Method: w.method, Device: w.device}
		if n := search(t, o, s, s.Subset(nil), 1).hits.Len(); n != 0 {
			t.Errorf("%v: %d hits of no queries", w, n)
		}
		if n := search(t, o, s, s, 1).hits.Len(); n != 1 {
			t.Errorf("%v: %d hits of one segment with itself", w, n)
		}
		if n := search(t, o, s, nil, 1).hits.Len(); n != 0 {
			t.Errorf("%v: %d hits of one segment joined", w, n)
		}
	}
}

func TestCancelledSearch(t *testing.T) {
	entries, err := datasets.Generate("galaxy", 1, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range ways(t) {
		db, err := flyby.Open(context.Background(), entries, flyby.Options{Method: w.method, Device: w.device})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := db.Hits(ctx, flyby.Search{Distance: 1}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v, want %v", w, err, context.Canceled)
		}
		if _, err := db.Hits(context.Background(), flyby.Search{Distance: 1}); err != nil {
			t.Errorf("%v: after a cancelled search: %v", w, err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestSettings: settings that a method does not have, and values that do not fit, are refused, of trajectories and of points.
func TestSettings(t *testing.T) {
	all, tree := flyby.Options.Validate, flyby.Options.ValidatePoints
	for _, c := range []struct {
		validate func(flyby.Options) error
		method   flyby.Method
		settings map[string]string
		want     string // "": no error
	}{
		{all, flyby.MethodTemporal, map[string]string{"bins": "0"}, ""},
		{all, flyby.MethodTemporal, map[string]string{"batching": batching.Model}, ""},
		{all, flyby.MethodTemporal, map[string]string{"bins": "-1"}, `setting: bins "-1": must be positive, or 0 for the default`},
		{all, flyby.MethodTemporal, map[string]string{"bins": "few"}, `setting: bins "few": must be positive, or 0 for the default`},
		{all, flyby.MethodTemporal, map[string]string{"batching": "often"}, `setting: batching "often": must be periodic:S | `},
		{all, flyby.MethodTemporal, map[string]string{"k": "2"}, "setting: method temporal has no k: its settings are batching, bins"},
		{all, flyby.MethodRTree, map[string]string{"bins": "7"}, "setting: method rtree has no bins: its settings are rtree-run"},
		{all, flyby.MethodRTree, map[string]string{"rtree-run": "few"}, `setting: rtree-run "few": must be positive, or 0 for the default`},
		{all, "", map[string]string{"bins": "7"}, "flyby: settings are those of a method: name it"},
		{tree, "gpujoin", map[string]string{"k": "2"}, ""},
		{tree, "gpujoin", map[string]string{"reorder": "2"}, `setting: reorder "2": must be one of on, off`},
		{tree, "gpujoin", map[string]string{"bins": "2"}, "setting: method gpujoin has no bins: its settings are k, reorder, "},
		{tree, "auto", map[string]string{"k": "2"}, "flyby: settings are those of a method: name it"},
	} {
		err := c.validate(flyby.Options{Method: c.method, Settings: c.settings})
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %v: %v, want %s", c.method, c.settings, err, c.want)
		}
	}
}

// TestSettingsAreHeeded: bins and batches that are settings of the method give the same hits, in more batches; a search's own batching goes first.
func TestSettingsAreHeeded(t *testing.T) {
	s := store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}, path{{0, 1, 0}, {1, 1, 2}, {2, 2, 3}, {3, 3, 4}})
	plain := flyby.Options{Device: "cpu", Method: flyby.MethodTemporal}
	set := plain
	set.Settings = map[string]string{"bins": "2", "batching": "periodic:1"}
	one := search(t, plain, s, s, 1)
	for _, c := range []struct {
		batching string
		batches  int
	}{{"", 6}, {"periodic:3", 2}} {
		got := ask(t, set, s, flyby.Search{Queries: s, Distance: 1, Batching: c.batching})
		sameHits(t, one.hits, got.hits)
		if one.stats.Batches != 1 || got.stats.Batches != c.batches {
			t.Errorf("%q: %d batches, and %d", c.batching, got.stats.Batches, one.stats.Batches)
		}
	}
	tests := map[string]uint64{}
	for _, run := range []string{"1", "0", "12"} {
		tree := flyby.Options{Device: "cpu", Method: flyby.MethodRTree, Settings: map[string]string{"rtree-run": run}}
		got := search(t, tree, s, s, 1)
		sameHits(t, one.hits, got.hits)
		tests[run] = got.stats.BoxTests
	}
	if tests["0"] != tests["12"] || tests["1"] <= tests["12"] {
		t.Errorf("box tests by segments under a box: %v", tests)
	}
}
