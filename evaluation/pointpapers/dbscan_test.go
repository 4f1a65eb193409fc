package pointpapers

import (
	"math"
	"strings"
	"testing"

	"flyby/cluster"
	"flyby/evaluation/journal"
	"flyby/points"
)

// TestDBSCAN wants the tables and figures of Hybrid-DBSCAN, and all methods and levels to find the same clusters.
func TestDBSCAN(t *testing.T) {
	o := tiny(t.TempDir(), "dbscan")
	report := evaluate(t, o)
	check(t, o.Folder, report, "Hybrid-DBSCAN, Figure 3", "Hybrid-DBSCAN, Figure 5", "SDSS3", "5.13 x", "72 %", "1.70 s")
	for title, want := range map[string]int{"Table D-1": 10, "Table D-2": 4, "Table D-3": 15 + 9 + 15 + 9 + 8, "Table D-4": 5, "Table D-5": 15, "Table D-7": 3} {
		if got := len(rowsOf(t, report, title)); got != want {
			t.Errorf("%s has %d rows, want %d", title, got, want)
		}
	}
	type answer struct {
		clusters uint64
		noise    int
	}
	known := map[string]answer{}
	for _, r := range runs(t, o.Folder) {
		if r.Join.Clusters == nil {
			continue
		}
		parameter, _, _ := strings.Cut(r.Parameter, " threads")
		what, got := r.Search+" "+parameter, answer{r.Hits, r.Join.Clusters.Noise}
		if same, ok := known[what]; ok && same != got {
			t.Errorf("%s by %s, %s: %v, by another way %v", what, r.Method, r.Round, got, same)
		}
		known[what] = got
	}
	if len(known) < 70 {
		t.Errorf("%d searches for clusters", len(known))
	}
	if cells := rowsOf(t, report, "Table D-2")[0]; cells[11] != "512" || cells[13] != "37,409,792" || whole(t, cells[12])%groupSize != 0 {
		t.Errorf("work-items of 500 points: %v", cells)
	}
}

// TestClustersKey wants the key of a case of clusters to have all its eps and minpts.
func TestClustersKey(t *testing.T) {
	c := clusters(realSet("SW1"), "hybrid", []float64{0.1, 0.25}, 4, 1000).on(2)
	want := journal.Key{Search: "SW1", Method: "hybrid", Parameter: "eps=0.1,0.25 minpts=4,1000 threads=2", Round: "together"}
	if got := c.key("opencl:0"); got != want {
		t.Errorf("kept as %+v, want %+v", got, want)
	}
	if got := inOrder(c.Set, 0.1, 4).key("opencl:0"); got.Device != hostDevice || got.Parameter != "eps=0.1 minpts=4 threads=1" || got.Round != "sequential" {
		t.Errorf("a sequential DBSCAN is kept as %+v", got)
	}
}

// TestSearches wants one search of all variants, or one of each variant in the same order.
func TestSearches(t *testing.T) {
	c := clusters(realSet("SW1"), "hybrid", []float64{1, 2}, 4, 8)
	if all := c.searches([]float64{3, 6}); len(all) != 1 || all[0].Variants() != 4 || all[0].Eps[1] != 6 {
		t.Errorf("together: %+v", all)
	}
	all := c.at(Separate).searches([]float64{3, 6})
	if len(all) != 4 || all[1].Eps[0] != 3 || all[1].MinPoints[0] != 8 || all[2].Eps[0] != 6 || all[2].MinPoints[0] != 4 {
		t.Errorf("apart: %+v", all)
	}
	for _, s := range all {
		if err := s.Check(); err != nil || s.Variants() != 1 {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// TestScenarios wants the eps of S2 and the minpts of S3 as the paper has them.
func TestScenarios(t *testing.T) {
	want := map[string]string{
		"SW1": "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,1.1,1.2,1.3,1.4,1.5", "SDSS2": "0.1,0.15,0.2,0.25,0.3,0.35,0.4,0.45,0.5", "SDSS3": "0.06,0.07,0.08,0.09,0.1,0.11,0.12,0.13",
	}
	for _, s := range scenarios() {
		if got := numbers(s.eps); want[s.set.Name] != "" && got != want[s.set.Name] {
			t.Errorf("%s at %s", s.set.Name, got)
		}
	}
	minPoints := map[string]string{
		"SW1 0.3": "10,20,30,40,50,60,70,80,90,100,200,400,800,1000,2000,3000", "SDSS1 0.3": "5,10,15,20,25,30,35,40,45,50,55,60,65,70,75,80",
		"SDSS1 0.5": "5,10,20,30,40,50,60,70,80,90,100,110,120,130,140,150",
	}
	for _, c := range reuseCases() {
		got := numbers(c.MinPoints)
		if want := minPoints[c.Set.Name+" "+number(c.Threshold.Eps)]; len(c.MinPoints) != 16 || want != "" && got != want {
			t.Errorf("%s at %v: minpts %s", c.Set.Name, c.Threshold, got)
		}
	}
	for _, s := range shares() {
		if !strings.Contains(" "+s.c.parameter(), " eps="+number(s.c.Threshold.Eps)+" minpts=4 ") {
			t.Errorf("a row of Table I is %s", s.c.parameter())
		}
	}
}

// TestThreadCounts wants powers of two that the host has.
func TestThreadCounts(t *testing.T) {
	for cores, want := range map[int]string{0: "1", 1: "1", 3: "1,2", 16: "1,2,4,8,16", 64: "1,2,4,8,16"} {
		if got := numbers(threadCounts(plan{cores: cores})); got != want {
			t.Errorf("%d cores: %s threads, want %s", cores, got, want)
		}
	}
}

// clusterRun writes a run of a case of clusters with the given times to the journal.
func clusterRun(t *testing.T, l *lab, c Case, index, table, labels float64) {
	t.Helper()
	r := journal.Run{Key: c.key(""), Seconds: table + labels, Join: &journal.Join{Index: index, Processors: index + table + labels, Clusters: &journal.Clusters{Search: table, Labels: labels}}}
	r.Trial = 1
	if err := l.journal.Add(r); err != nil {
		t.Fatal(err)
	}
}

// TestGain wants the gain to be the time of single searches over the pipeline's, and phases to be alike only where none takes more
// than twice the other.
func TestGain(t *testing.T) {
	l := testLab(t, Options{Scale: 1, Seed: 1})
	even, uneven := scenarios()[0], scenarios()[1]
	for _, c := range even.each("hybrid") {
		clusterRun(t, l, c, 1, 2, 3)
	}
	clusterRun(t, l, even.all(), 10, 30, 20)
	for _, c := range uneven.each("hybrid") {
		clusterRun(t, l, c, 1, 6, 3)
	}
	clusterRun(t, l, uneven.all(), 5, 20, 20)
	for _, row := range shares()[:2] {
		clusterRun(t, l, row.c, 7, 20, 4)
	}
	b := testBuilder(t, l)
	if got := b.gain(even); got != 15*6./60 || b.alikeGain(even) != got || !math.IsNaN(b.alikeGain(uneven)) || b.gain(uneven) != 2 {
		t.Errorf("gains %v and %v, where alike %v and %v", got, b.gain(uneven), b.alikeGain(even), b.alikeGain(uneven))
	}
	if got := b.overTree(even.set); got != 2*24./12 || !math.IsNaN(b.overTree(uneven.set)) {
		t.Errorf("over the tree %v, and unmeasured %v", got, b.overTree(uneven.set))
	}
}

// TestClaims wants verdicts at scale 1 on as many cores as a target asks for, and no row for cases that were not measured.
func TestClaims(t *testing.T) {
	l := testLab(t, Options{Scale: 1, Seed: 1})
	clusterRun(t, l, million(4), 0.1, 0.1, 0.1)
	clusterRun(t, l, million(16), 0.2, 0.2, 0.1)
	clusterRun(t, l, oneByOne(), 6, 6, 6)
	clusterRun(t, l, reuseCases()[0].on(1), 1, 1, 0.5)
	b := testBuilder(t, l)
	got := map[string]string{}
	for _, c := range claims() {
		if v := c.amount(b); !math.IsNaN(v) {
			got[c.what] = b.claimVerdict(c, v).Text
		}
	}
	all := claims()
	if len(got) != 3 || got[all[0].what] != "yes" || got[all[1].what] != "no" || got[all[len(all)-1].what] != "told" {
		t.Errorf("verdicts %v", got)
	}
	b.cores = 16
	for v, want := range map[float64]string{5.9: "no", 6: "yes", 7: "yes"} {
		if got := b.claimVerdict(all[len(all)-1], v).Text; got != want {
			t.Errorf("%v of at least 6: %s, want %s", v, got, want)
		}
	}
	gpu := 0
	for _, c := range claims() {
		if c.gpu {
			gpu++
		}
	}
	if gpu != 5 {
		t.Errorf("%d targets of a GPU", gpu)
	}
}

// TestPeakGrowth wants memory to be counted that do uses for a while, and the error of do.
func TestPeakGrowth(t *testing.T) {
	l := testLab(t, tiny(t.TempDir(), "dbscan"))
	l.stores = map[string]*points.Store{}
	r := l.testRun(t, peakMemoryAt(0.2), 1)
	if r.Join.Clusters.Noise < 0 || r.Hits == 0 && r.Join.Clusters.Noise == 0 {
		t.Errorf("found %+v", r.Join.Clusters)
	}
	b := testBuilder(t, l)
	if got := b.bytes(peakMemoryAt(0.2)); !(got >= 16) {
		t.Errorf("%v bytes a point, of which its coordinates are 16", got)
	}
	if !math.IsNaN(b.bytes(peakMemoryAt(2))) {
		t.Error("memory of what was not measured")
	}
}

// TestNoted wants the times and counts of variants added up.
func TestNoted(t *testing.T) {
	r := journal.Run{Join: &journal.Join{Clusters: &journal.Clusters{}}}
	v := cluster.Variant{Labels: cluster.New(3), Stats: cluster.Stats{Index: 1e9, Search: 2e9, Cluster: 3e9}}
	v.Labels.Clusters, v.Stats.Candidates = 2, 7
	note(&r, v)
	note(&r, v)
	if r.Hits != 4 || r.Join.Index != 2 || *r.Join.Clusters != (journal.Clusters{Search: 4, Labels: 6, Noise: 6}) || r.Join.Candidates != 14 {
		t.Errorf("%+v, %+v", r, r.Join)
	}
}

// TestKernels wants both kernels of a device, whose counts are asked for without UNICOMP, and one kernel of the host.
func TestKernels(t *testing.T) {
	for gpu, want := range map[bool]int{false: 4, true: 8} {
		all := kernelsExperiment().cases(plan{scale: 1, gpu: gpu})
		if len(all) != want {
			t.Errorf("%d cases, on a device %v: want %d", len(all), gpu, want)
		}
		for i, c := range all {
			if c.Settings["unicomp"] != "off" || c.Level != Counts || gpu && (c.Settings["kernel"] == "shared") != (i%2 == 1) {
				t.Errorf("case %d: %+v", i, c)
			}
		}
	}
}
