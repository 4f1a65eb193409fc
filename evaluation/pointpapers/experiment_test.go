package pointpapers

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/cluster"
	"flyby/evaluation/journal"
	"flyby/evaluation/report"
)

// plans returns the plans that cases may depend on.
func plans() []plan {
	return []plan{{scale: 1}, {scale: 1, gpu: true}, {scale: 1, peer: true}, {scale: 0.05}, {scale: QuickScale, quick: true}, {scale: 1e-9, quick: true}}
}

// TestKeys wants cases that a journal cannot tell apart to be the same.
func TestKeys(t *testing.T) {
	for _, p := range plans() {
		known := map[journal.Key]Case{}
		for _, e := range experiments(Papers()) {
			for _, c := range e.cases(p) {
				c.sweep = ""
				k := c.key("cpu")
				if same, ok := known[k]; ok && !reflect.DeepEqual(same, c) {
					t.Errorf("%s: %+v has the key of another case, %+v", e.title, c, same)
				}
				known[k] = c
			}
		}
		if len(known) < 300 {
			t.Errorf("%d cases", len(known))
		}
	}
}

// TestCases wants every case to name a method with settings that the method has, a set of an existing size, and a
// threshold.
func TestCases(t *testing.T) {
	methods := map[string]error{"auto": nil, peerMethod: nil, cluster.Hybrid: nil, cluster.Fused: nil}
	for _, m := range flyby.PointMethods() {
		methods[m.Name] = nil
	}
	for _, p := range plans() {
		for _, e := range experiments(Papers()) {
			for _, c := range e.cases(p) {
				if _, ok := methods[c.Method]; !ok {
					t.Errorf("%s: no method %q", e.title, c.Method)
				}
				for _, m := range flyby.PointMethods() {
					if m.Name != c.Method {
						continue
					}
					if err := m.Check(c.Settings); err != nil {
						t.Errorf("%s: %v", e.title, err)
					}
				}
				if n := c.Set.size(p.scale); n < leastPoints || c.Set.Dimensions < 1 || !(c.Threshold.Eps > 0) || c.Level == "" {
					t.Errorf("%s: %d points: %+v", e.title, n, c)
				}
				if c.Method == "bruteforce" && c.Set.size(p.scale) > mostBruteForced {
					t.Errorf("%s: brute force of %d points", e.title, c.Set.size(p.scale))
				}
			}
		}
	}
}

// TestKeyOfDevice wants the keys of baselines to name the host whatever the device, and all others the device.
func TestKeyOfDevice(t *testing.T) {
	c := selfJoin(uniform(2, 2), Threshold{Eps: 0.5}, "gpujoin", "k=3", "reorder=off").on(2)
	want := journal.Key{Search: "Syn2D2M", Method: "gpujoin", Parameter: "eps=0.5 k=3 reorder=off threads=2", Round: "pairs"}
	if got := c.key("opencl:0"); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := treeRival(c).key("opencl:0").Device; got != hostDevice {
		t.Errorf("a baseline beside a device is kept as of %q", got)
	}
	if got := treeRival(c).key(hostDevice).Device; got != "" {
		t.Errorf("a baseline on the host is kept as of %q", got)
	}
	if kept := c.with("k=4"); c.Settings["k"] != "3" || kept.Settings["k"] != "4" {
		t.Error("a case with another setting changes the first")
	}
	queries := ofSize(2, 1)
	if c.Queries = &queries; c.key("cpu").Search != "Syn2D2M with uniform2D1k at any scale" {
		t.Errorf("a join with queries is kept as %q", c.key("cpu").Search)
	}
}

// TestExperiments wants each paper to have experiments, under titles of their own.
func TestExperiments(t *testing.T) {
	titles, papers := map[string]bool{}, map[string]bool{}
	for _, e := range experiments(Papers()) {
		if titles[e.title] {
			t.Errorf("two sections %q", e.title)
		}
		titles[e.title], papers[e.paper] = true, true
	}
	if got := slices.Sorted(maps.Keys(papers)); len(got) != len(Papers()) {
		t.Errorf("experiments of %v, want of %v", got, Papers())
	}
	if got := experiments([]string{"lss"}); len(got) != 6 || slices.ContainsFunc(got, func(e experiment) bool { return e.paper != "lss" }) {
		t.Errorf("%d experiments of LSS", len(got))
	}
}

// TestCells wants empty cells where nothing was measured, and no figure without panels.
func TestCells(t *testing.T) {
	l := testLab(t, tiny(t.TempDir(), "sj"))
	b := testBuilder(t, l)
	c := selfJoin(uniform(2, 2), Threshold{Eps: 0.5}, "gpusj")
	var texts []string
	for _, cell := range append(b.about(c), append(b.timed(c), b.ratioOf(c, c), b.interval(c))...) {
		texts = append(texts, cell.Text)
	}
	if got := strings.Join(texts, " "); got != "Syn2D2M 500 0.5 0 - - - -" {
		t.Errorf("what was not measured is shown as %q", got)
	}
	if got := significant(1234.5).Text + significant(0.01234).Text; got != "1.23e+030.0123" {
		t.Errorf("three digits: %s", got)
	}
	panels, err := appendPanel(nil, "", times("", "", b.curve("", epsOfCase, []Case{c})))
	if err != nil || len(panels) != 0 || figure("", "", "", panels...) != (report.Block{}) {
		t.Errorf("a figure of nothing: %v, %v", panels, err)
	}
	took := map[string]float64{"kdtree": math.NaN(), "gpusj": 2, "lss": 1, "tiles": 3}
	all := []Case{byMethod(c, "kdtree"), byMethod(c, "gpusj"), byMethod(c, "lss"), byMethod(c, "tiles")}
	if got := least(all, func(c Case) float64 { return took[c.Method] }); got != 1 || !math.IsNaN(least(all, b.whole)) {
		t.Errorf("the least of %v is %v, of nothing %v", took, got, least(all, b.whole))
	}
	if heads := aboutHeads("more"); len(heads) != 6 || !heads[0].Left || heads[5].Head != "more" {
		t.Errorf("heads %+v", heads)
	}
}

// TestLast wants the host's baselines to wait for the device's cases, and no case to wait where the device is the host.
func TestLast(t *testing.T) {
	gpu, host := &lab{device: "opencl:0"}, &lab{device: hostDevice}
	first, last := 0, 0
	for _, e := range experiments([]string{"sj"}) {
		first += len(e.casesOf(plan{scale: 1}, func(c Case) bool { return !gpu.last(c) }))
		last += len(e.casesOf(plan{scale: 1}, func(c Case) bool { return gpu.last(c) && baseline(c.Method) }))
		if n := len(e.casesOf(plan{scale: 1}, host.last)); n > 0 {
			t.Errorf("%s: %d cases wait for the host", e.title, n)
		}
	}
	all := 0
	for _, e := range experiments([]string{"sj"}) {
		all += len(e.cases(plan{scale: 1}))
	}
	if first == 0 || last == 0 || first+last != all {
		t.Errorf("%d first and %d last of %d", first, last, all)
	}
}
