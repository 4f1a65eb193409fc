package evaluation_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"flyby/evaluation/journal"

	"flyby/evaluation/results"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{3}, 3}, {[]float64{9, 1, 2}, 2}, {[]float64{4, 1, 2, 100}, 3}} {
		if got := results.Median(c.values); got != c.want {
			t.Errorf("median of %v is %v, want %v", c.values, got, c.want)
		}
	}
	if !math.IsNaN(results.Median(nil)) {
		t.Error("nothing has a median")
	}
}

// TestMedianError: of 10,000 values spread evenly over [1, 3) the median's standard error is 1/(2 √n f) = 1/100,
// half a percent of 2.
func TestMedianError(t *testing.T) {
	values := make([]float64, 10_000)
	for i := range values {
		values[i] = 1 + 2*float64((i*7919)%len(values))/float64(len(values))
	}
	if got := results.MedianError(values); math.Abs(got-0.005) > 1e-4 {
		t.Errorf("standard error %v, want 0.005", got)
	}
	if got := results.MedianError([]float64{5, 5, 5, 5}); got != 0 {
		t.Errorf("equal values: %v", got)
	}
	if got := results.MedianError([]float64{1, 2, 3}); !math.IsInf(got, 1) {
		t.Errorf("three values tell %v", got)
	}
}

// TestSlowerAndOff: the paper's Table 3 says "Had s=80 been chosen, s=120 would be 6.3% faster".
func TestSlowerAndOff(t *testing.T) {
	if got := results.Slower(1.063, 1); math.Abs(got-6.3) > 1e-9 {
		t.Errorf("slower by %v %%", got)
	}
	if got := results.Slower(2, 2); got != 0 {
		t.Errorf("as slow as itself: %v %%", got)
	}
	if under, over := results.Off(0.85, 1), results.Off(1.15, 1); math.Abs(under-15) > 1e-9 || math.Abs(over-15) > 1e-9 {
		t.Errorf("off by %v and %v %%", under, over)
	}
}

func TestFitLine(t *testing.T) {
	l := results.FitLine([]float64{1, 2, 4}, []float64{5, 7, 11})
	if math.Abs(l.A-3) > 1e-12 || math.Abs(l.B-2) > 1e-12 || math.Abs(l.R2-1) > 1e-12 {
		t.Errorf("got %+v", l)
	}
}

// fill makes a journal of runs, seconds by round and spec, one trial after another.
func fill(t *testing.T, runs []journal.Run) []results.Group {
	t.Helper()
	j, err := journal.Open(filepath.Join(t.TempDir(), "j"), journal.Session{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	trial := map[journal.Key]int{}
	for _, r := range runs {
		trial[r.Key]++
		r.Trial = trial[r.Key]
		if err := j.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	return results.Groups(j)
}

func timed(round, spec string, seconds ...float64) []journal.Run {
	var runs []journal.Run
	for _, s := range seconds {
		runs = append(runs, journal.Run{Key: journal.Key{Search: "S1", Method: "temporal", Parameter: spec, Round: round}, Seconds: s, Batching: s / 10})
	}
	return runs
}

func TestGroupsTakeMedians(t *testing.T) {
	groups := fill(t, slices.Concat(timed(results.Sweep, "periodic:100", 5, 1, 2), timed(results.Sweep, "periodic:50", 7)))
	if len(groups) != 2 || groups[0].Seconds != 2 || groups[0].Trials != 3 || groups[0].Batching != 0.2 || groups[1].Seconds != 7 {
		t.Errorf("got %+v", groups)
	}
}

func TestContest(t *testing.T) {
	groups := fill(t, slices.Concat(
		timed(results.Sweep, "periodic:100", 0.5), // lucky in the sweep: the final counts
		timed(results.Sweep, "periodic:10", 9),
		timed(results.Final, "periodic:100", 1.00),
		timed(results.Final, "periodic:80", 1.03),
		timed(results.Final, "periodic:120", 1.04),
		timed(results.Final, "periodic:121", 1.5),
		timed(results.Tuning, "setsplit-max:7", 0.1), // not in the final
		timed(results.Final, "setsplit-max:90", 0.98),
		timed(results.Final, "setsplit-max:60", 0.99),
		timed(results.Final, "greedysetsplit-min:90", 1.2),
	))
	c, ok := results.NewContest(groups)
	if !ok {
		t.Fatal("no contest")
	}
	if c.Best.S != 100 || c.Good.S != 120 || c.Near.S != 120 || c.Fastest.Seconds != 0.98 {
		t.Errorf("best %d, good %d, near %d, lowest %v", c.Best.S, c.Good.S, c.Near.S, c.Fastest.Seconds)
	}
	if got := results.Slower(c.Good.Seconds, c.Fastest.Seconds); math.Abs(got-(1.04/0.98-1)*100) > 1e-9 {
		t.Errorf("PeriodicGood is %v %% above the lowest", got)
	}
	if len(c.Others) != 2 || c.Others["setsplit-max"].Parameter != "setsplit-max:90" {
		t.Errorf("others: %+v", c.Others)
	}
	curve := results.Curve(groups)
	if len(curve) != 5 || curve[0].S != 10 || curve[2].S != 100 || curve[2].Seconds != 1 {
		t.Errorf("curve: %+v", curve)
	}
	if _, ok := results.NewContest(nil); ok {
		t.Error("a contest without runs")
	}
	race := slices.Concat(timed(results.Race, "periodic:110", 2.1), timed(results.Race, "periodic:120", 2), timed(results.Race, "setsplit-max:60", 2.2))
	c, ok = results.NewContest(append(groups, fill(t, race)...))
	if !ok || c.Best.S != 120 || c.Good.S != 110 || c.Fastest.Seconds != 2 || len(c.Others) != 1 || c.Others["setsplit-max"].Seconds != 2.2 {
		t.Errorf("with a race, which alone counts: %+v", c)
	}
}

func TestContestWithoutNeighbours(t *testing.T) {
	c, ok := results.NewContest(fill(t, slices.Concat(timed(results.Race, "periodic:3200", 1), timed(results.Race, "periodic:2900", 1.02))))
	if !ok || c.Best.S != 3200 || c.Good.S != 0 || c.Near.S != 2900 {
		t.Errorf("best %d, good %d, near %d, want 3200, none, 2900", c.Best.S, c.Good.S, c.Near.S)
	}
	// The round Beside runs an hour later.
	groups := fill(t, slices.Concat(
		timed(results.Race, "periodic:3200", 1), timed(results.Race, "periodic:2900", 1.02),
		timed(results.Beside, "periodic:3180", 2.1), timed(results.Beside, "periodic:3200", 2), timed(results.Beside, "periodic:3210", 1.9)))
	if c, _ := results.NewContest(groups); c.Best.S != 3200 || c.Good.S != 3180 || math.Abs(c.Good.Seconds-1.05) > 1e-12 || len(c.Periodic) != 2 {
		t.Errorf("best %d, good %d in %v s, %d in the race; want 3200, 3180 in 1.05 s, 2", c.Best.S, c.Good.S, c.Good.Seconds, len(c.Periodic))
	}
}

func TestZoom(t *testing.T) {
	for _, c := range []struct {
		best, n int
		want    []int
	}{
		{120, 40_000, []int{96, 100, 108, 110, 120, 130, 132, 140, 144}},
		{1000, 1100, []int{800, 900, 980, 990, 1000, 1010, 1020, 1100}},
		{5, 1000, []int{4, 5, 6, 15, 25}},
		{1, 1, []int{1}},
	} {
		if got := results.Zoom(c.best, c.n); !slices.Equal(got, c.want) {
			t.Errorf("zoom about %d: %v, want %v", c.best, got, c.want)
		}
	}
}

func TestNeighbours(t *testing.T) {
	for _, c := range []struct {
		best, n int
		want    []int
	}{{100, 1000, []int{80, 90, 100, 110, 120}}, {15, 30, []int{5, 15, 25}}, {1, 1, []int{1}}} {
		if got := results.Neighbours(c.best, c.n); !slices.Equal(got, c.want) {
			t.Errorf("neighbours of %d: %v, want %v", c.best, got, c.want)
		}
	}
	if got := results.Fifths(100, 110); !slices.Equal(got, []int{80}) {
		t.Errorf("a fifth beside 100 of 110: %v", got)
	}
}

func TestFastest(t *testing.T) {
	groups := fill(t, slices.Concat(timed(results.Final, "a:1", 3), timed(results.Final, "a:2", 2), timed(results.Final, "a:3", 4)))
	if best, ok := results.Fastest(groups); !ok || best.Parameter != "a:2" {
		t.Errorf("fastest: %+v", best)
	}
	if _, ok := results.Fastest(nil); ok {
		t.Error("nothing is the fastest")
	}
}

// TestGroupOfClusters wants medians of the times of clusters, and their counts unchanged.
func TestGroupOfClusters(t *testing.T) {
	var runs []journal.Run
	for _, seconds := range []float64{3, 1, 2} {
		c := &journal.Clusters{Search: 10 * seconds, Labels: seconds, Noise: 7, Memory: 9}
		runs = append(runs, journal.Run{Seconds: seconds, Join: &journal.Join{Index: 1, Clusters: c}})
	}
	if got := *fill(t, runs)[0].Join.Clusters; got != (journal.Clusters{Search: 20, Labels: 2, Noise: 7, Memory: 9}) {
		t.Errorf("got %+v", got)
	}
	if runs[0].Join.Clusters.Search != 30 {
		t.Error("a run was changed")
	}
}
