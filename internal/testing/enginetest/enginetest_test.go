package enginetest

import (
	"encoding/json"
	"math"
	"path/filepath"
	"testing"

	"flyby"
	"flyby/batching"
	"flyby/datasets"
	"flyby/internal/tier"
	"flyby/kernel/host"
)

// TestPredict: a model read back from JSON predicts the same as the model itself, for the sizes that were asked for;
// times and hits are predicted where there are some.
func TestPredict(t *testing.T) {
	tier.Full(t)
	walks, err := datasets.RandomWalks(50, 40, 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := QuickModel(t.Context(), "cpu", 1)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var again Model
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	s := Search{Entries: walks, Queries: walks, Distance: 5}
	first, second := m.Predict(s, []int{10, 100}, 1), again.Predict(s, []int{10, 100}, 1)
	if len(first.Curve) != 2 || first.Curve[0].Size != 10 || first.Curve[1].Size != 100 {
		t.Errorf("curve %+v", first.Curve)
	}
	for i, p := range append(first.Curve, first.Choice, first.Walk) {
		if q := append(second.Curve, second.Choice, second.Walk)[i]; p != q || p.Kernel < 0 || p.Kernel+p.Host <= 0 { // a busy machine may measure kernels that take no time
			t.Errorf("prediction %d: %+v, read back %+v", i, p, q)
		}
	}
	found, err := NewRTree(walks, 4).Search(t.Context(), s, 2)
	if err != nil {
		t.Fatal(err)
	}
	if hits := first.Choice.Hits; found.Hits == 0 || math.Abs(math.Log(hits/float64(found.Hits))) > math.Log(2) {
		t.Errorf("%v hits expected, %d are", hits, found.Hits)
	}
}

// TestRTree: the R-tree finds as many hits as the public API, at any r.
func TestRTree(t *testing.T) {
	walks, err := datasets.RandomWalks(50, 40, 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	db, err := flyby.Open(t.Context(), walks, flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	want, err := db.Hits(t.Context(), flyby.Search{Queries: walks, Distance: 3, ExcludeSameID: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []int{2, 12} {
		got, err := NewRTree(walks, r).Search(t.Context(), Search{walks, walks, 3}, 2)
		if err != nil || got.Hits != want.Stats().Hits || got.Hits == 0 || got.Interactions < got.Hits || got.BoxTests == 0 {
			t.Errorf("r = %d: %+v (%v), want %d hits", r, got, err, want.Stats().Hits)
		}
	}
}

// TestKeep: a kept model is found where searches look, for its own device only.
func TestKeep(t *testing.T) {
	tier.Full(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	driver := host.New(1)
	defer driver.Close()
	device := driver.Device()
	if _, err := TunedModel(device); err == nil {
		t.Error("a model before any was kept")
	}
	m, err := QuickModel(t.Context(), "cpu", 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Keep(device); err != nil {
		t.Fatal(err)
	}
	got, err := TunedModel(device)
	if err != nil || got.model.Device != m.model.Device {
		t.Errorf("%+v (%v), want %+v", got, err, m)
	}
	other := device
	other.Units++
	if _, err := TunedModel(other); err == nil {
		t.Error("a model of another device")
	}
}

// TestChoiceIsThePlans: the batch size that flyby-bench paper prints for a model, Predictions.Choice, is the one of a plan by the same model, which --explain
// prints as batch_size, of a search by it, and of its curve.
func TestChoiceIsThePlans(t *testing.T) {
	m, err := QuickModel(t.Context(), "cpu", 1)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "model.json")
	if err := m.model.Save(path); err != nil {
		t.Fatal(err)
	}
	s1 := datasets.Searches()[0]
	entries, queries, err := s1.Load(0.05, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := m.Predict(Search{entries, queries, s1.Distance}, nil, 1).Choice
	db, err := flyby.Open(t.Context(), entries, flyby.Options{Device: "cpu", Threads: 1, Method: flyby.MethodTemporal, Settings: map[string]string{"model": path}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ask := flyby.Search{Queries: queries, Distance: s1.Distance, ExcludeSameID: true, Batching: batching.Model}
	plan, err := db.Plan(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	hits, err := db.Hits(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := db.Tune(t.Context(), ask, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := []int{plan.BatchSize, hits.Stats().BatchSize, curve.Best.Size}; want.Size < 1 || got[0] != want.Size || got[1] != want.Size || got[2] != want.Size {
		t.Errorf("%v query segments a batch, want %d", got, want.Size)
	}
}
