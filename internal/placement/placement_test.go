package placement

import (
	"log/slog"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"flyby/internal/estimate"
	"flyby/internal/fit"
	"flyby/internal/predict"
	"flyby/kernel"
)

// ours are the names of the providers.
func ours() []string { return []string{"cpu", "opencl"} }

// h200 is the start of a GPU as an NVIDIA H200 has it.
func h200() Start {
	return Start{Device: predict.Identity{Name: "NVIDIA H200"}, Seconds: 0.176}
}

// TestPlacements: of 16 cores of a Xeon and an H200 the choice is never slower by more than a fifth than the other, by the seconds that whole commands took from file to answer
// (docs/performance.md). Counts of walks were sampled; of the join of 10^8 segments they are 12 times the counts of 10^7. The GPU of the large joins was opened beside reading.
func TestPlacements(t *testing.T) {
	for name, c := range map[string]struct {
		segments   int
		count      estimate.WalkCount
		beside     bool
		cores, gpu float64 // measured seconds
		wantsGPU   bool
	}{
		"join of 10^5":          {1e5, estimate.WalkCount{Steps: 16, BoxTests: 7.5e5, Interactions: 1.6e5, Hits: 6e4}, false, 0.035, 0.240, false},
		"join of 10^6":          {1e6, estimate.WalkCount{Steps: 18, BoxTests: 1.1e7, Interactions: 5.6e6, Hits: 9.6e5}, false, 0.108, 0.274, false},
		"join of 10^7":          {1e7, estimate.WalkCount{Steps: 22, BoxTests: 2.6e8, Interactions: 2e8, Hits: 1e7}, true, 1.057, 0.559, true},
		"join of 10^8":          {1e8, estimate.WalkCount{Steps: 26, BoxTests: 3.1e9, Interactions: 2.4e9, Hits: 1e8}, true, 21.9, 10, true},
		"search of 100 in 10^7": {1e7, estimate.WalkCount{Steps: 19, BoxTests: 4.9e6, Interactions: 4.7e6, Hits: 8.3e5, Queries: 4e4}, false, 0.350, 0.434, false},
	} {
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		start := h200()
		if c.beside {
			start.Seconds = 0
		}
		cores, gpu := Cores(nil, 16), GPU(start)
		seconds := []float64{cores.Seconds(c.segments, c.count), gpu.Seconds(c.segments, c.count)}
		took := []float64{c.cores, c.gpu}
		at := Choose(seconds...)
		if (at == 1) != c.wantsGPU || took[at] > 1.2*min(c.cores, c.gpu) || c.beside != MayPay(uint64(c.segments), 16) && c.count.Queries == 0 {
			t.Errorf("%s: predicted %.3g and %.3g s, took place %d of %v", name, seconds[0], seconds[1], at, took)
		}
	}
}

// TestPlacementsByModels: a model of either device is followed in place of assumed costs, though the GPU was not opened yet, and the reason of a choice says what is assumed.
func TestPlacementsByModels(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	count := estimate.WalkCount{BoxTests: 1e9}
	slow := &predict.Model{Walk: predict.Walk{BoxTest: 1, Stride: 1}}
	if got := Cores(slow, 4).Seconds(0, count); got != 1e9 {
		t.Errorf("%v s, want the model's 1e9", got)
	}
	none, known := GPU(KeptStart(ours())), GPU(h200())
	if why := Why(known, none, 1, 2); !strings.Contains(why, "1 s by NVIDIA H200, 0.22 s of them to start, where its cost is assumed") || !strings.Contains(why, "2 s by a GPU, 0.34 s of them to start, where its start and its cost are assumed") {
		t.Error(why)
	}
	d := kernel.Device{Name: "NVIDIA H200"}
	path, err := predict.DefaultPath(d)
	if err != nil {
		t.Fatal(err)
	}
	flat, err := fit.NewSurface([]float64{1, 2}, []float64{1, 2}, []float64{1, 1, 1, 1}, fit.Linear)
	if err != nil {
		t.Fatal(err)
	}
	m := predict.Model{
		Kernel: predict.Kernel{Hit: flat, Miss: flat, Apart: flat, Empty: flat, Form: predict.Separate, Quantum: 1, Lanes: 1, HitLanes: 1},
		Host:   predict.Host{Curves: []predict.HostCurve{{Queries: 1}}},
	}
	m.Device, m.Walk = predict.Identify(d), predict.Walk{BoxTest: 7, Stride: 1}
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	if p := GPU(h200()); p.Told != "" || p.Walk != m.Walk {
		t.Errorf("%+v, want the walk of the model %+v", p, m.Walk)
	}
}

// TestMayPay: a GPU is opened beside reading for millions of segments, and for fewer where there are fewer cores.
func TestMayPay(t *testing.T) {
	for _, c := range []struct {
		segments uint64
		threads  int
		want     bool
	}{{1e5, 16, false}, {1e6, 16, false}, {1e7, 16, true}, {1e8, 16, true}, {1e5, 1, false}, {1e6, 1, true}, {0, 1, false}, {math.MaxUint64, 16, true}} {
		if got := MayPay(c.segments, c.threads); got != c.want {
			t.Errorf("%d segments, %d threads: %t", c.segments, c.threads, got)
		}
	}
}

// TestStart: the start of a GPU is kept, written again only where it changed, and assumed where the file is missing or damaged.
func TestStart(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if s := KeptStart(ours()); s.Measured() || s.Seconds != assumedStart {
		t.Errorf("before any GPU was opened: %+v", s)
	}
	d := kernel.Device{Name: "card", Platform: "p", Driver: "1", Units: 3, Kind: kernel.GPU}
	log := slog.New(slog.DiscardHandler)
	for _, c := range []struct{ took, want time.Duration }{{time.Second, time.Second}, {1050 * time.Millisecond, time.Second}, {2 * time.Second, 2 * time.Second}} {
		Started(ours(), d, c.took, log)
		if s := KeptStart(ours()); s.Seconds != c.want.Seconds() || s.Device != predict.Identify(d) {
			t.Errorf("%v: kept %+v, want %v", c.took, s, c.want)
		}
	}
	Started(ours(), kernel.Device{Name: "cores", Kind: kernel.CPU}, time.Hour, log)
	if s := KeptStart(ours()); s.Device != predict.Identify(d) {
		t.Errorf("a device that is no GPU is kept: %+v", s)
	}
	if s := KeptStart([]string{"cpu", "cards"}); s.Measured() {
		t.Errorf("of other providers: %+v", s)
	}
	folder, err := predict.Folder()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"{", `{"device":{"name":"card"},"seconds":-1}`, `{"seconds":3}`} {
		if err := os.WriteFile(folder.Path(startName(ours())), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if s := KeptStart(ours()); s.Measured() {
			t.Errorf("%s: %+v", text, s)
		}
	}
}
