package scale

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/evaluation/speed"
)

// TestEven wants slabs in order to go to the first worker that is free.
func TestEven(t *testing.T) {
	for _, one := range []struct {
		slabs   []float64
		workers int
		want    float64
	}{
		{[]float64{1, 1, 1, 1}, 2, 1},
		{[]float64{3, 1, 1, 1}, 2, 1},
		{[]float64{1, 1, 1, 3}, 2, 0.75}, // 1 and 3 on one worker, 1 and 1 on the other
		{[]float64{2}, 4, 0.25},
	} {
		if got := evenness(one.slabs, one.workers); math.Abs(got-one.want) > 1e-12 {
			t.Errorf("%v by %d workers: %v of even, want %v", one.slabs, one.workers, got, one.want)
		}
	}
}

// fake is a command with given processor times for each kind of process, and given output.
type fake struct {
	cpu     map[string]float64 // by the first words of a command
	written string             // the output of one run
	merged  string             // the output of a merge
	slabs   int
	ranges  bool
}

// run answers as the fake command; it is a runner.
func (f *fake) run(_ context.Context, args ...string) (c cost, err error) {
	flag := func(name string) string { return args[slices.Index(args, name)+1] }
	kind := strings.Join(args[:min(2, len(args))], " ")
	if args[0] == "join" {
		kind = "join"
	}
	c.cpu = f.cpu[kind]
	c.Rows, c.Peak = 1000, 200e6
	switch {
	case slices.Contains(args, "--help"):
		if f.ranges {
			c.said = "--ranges N"
		}
	case kind == "join":
		err = os.WriteFile(flag("--out"), []byte(f.written), 0o666)
	case kind == "slab plan":
		c.said = fmt.Sprintf(`{"type":"slab_plan","slabs":%d}`, f.slabs)
		err = os.MkdirAll(flag("--dir"), 0o777)
	case kind == "slab run" && slices.Contains(args, "--slab"):
		err = os.WriteFile(filepath.Join(args[2], "part-"+flag("--slab")), []byte("0123456789"), 0o666)
	case kind == "slab merge":
		if slices.Contains(args, "--range") {
			c.Rows, c.cpu = 250, c.cpu/2
		}
		err = os.WriteFile(flag("--out"), []byte(f.merged), 0o666)
	}
	return c, err
}

// labOf returns a lab of a fake command at full size, which writes no data of that size.
func labOf(t *testing.T, f *fake) *lab {
	o, err := Options{Turns: 2, Slabs: f.slabs}.settle()
	if err != nil {
		t.Fatal(err)
	}
	return &lab{Options: o, run: f.run, folder: t.TempDir()}
}

// usual returns a command whose slabs cost as much as a run in memory.
func usual() *fake {
	return &fake{cpu: map[string]float64{"join": 8, "slab plan": 2, "slab run": 1, "slab merge": 2}, written: "rows", merged: "rows", slabs: 4}
}

// TestCuts wants the ratios of known times, and bytes of parts by the hits.
func TestCuts(t *testing.T) {
	f := usual()
	l := labOf(t, f)
	all := []*cuts{{order: "trajectories", wantedPlan: 0.45, wantedIn: 2}, {order: "time", wantedPlan: 0.2, wantedIn: 1.5}}
	for range 2 {
		for _, c := range all {
			if err := c.measure(t.Context(), l, "none.parquet", set{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	rows := l.cutRows(all)
	for i, want := range [][]float64{{0.25, 0.25}, {1, 1}, {0.04}} {
		for j, c := range rows[i].Claims {
			if c.Got != want[j] {
				t.Errorf("%s: %+v, want %v", rows[i].Name, c, want[j])
			}
		}
	}
	if got := []speed.Verdict{rows[0].Claims[0].Verdict(), rows[0].Claims[1].Verdict(), rows[1].Holds(), rows[2].Holds()}; !slices.Equal(got, []speed.Verdict{speed.Holds, speed.Fails, speed.Holds, speed.Holds}) {
		t.Errorf("verdicts %v", got)
	}
	if left, err := os.ReadDir(l.folder); err != nil || len(left) > 0 {
		t.Errorf("leaves %v (%v)", left, err)
	}
}

// TestOtherMerge wants a merge that writes another file than one run to be an error.
func TestOtherMerge(t *testing.T) {
	f := usual()
	f.merged = "other rows"
	c := cuts{order: "time"}
	if err := c.measure(t.Context(), labOf(t, f), "none.parquet", set{}); err == nil || !strings.Contains(err.Error(), "the merge of time: SHA-256") {
		t.Errorf("%v", err)
	}
}

// TestRangesAddedUp wants ranges to be added up, and ranges that lose rows to be an error.
func TestRangesAddedUp(t *testing.T) {
	f := usual()
	f.ranges = true
	m := merges{lab: labOf(t, f)}
	if err := m.canRange(t.Context()); err != nil || m.noRanges {
		t.Fatalf("no ranges: %v (%v)", m.noRanges, err)
	}
	if err := m.mergeRanges(t.Context(), "none", cost{cpu: 2, summary: summary{Rows: 1000}}); err != nil || m.inRanges[0] != 2 {
		t.Errorf("four ranges of half a merge: %v times one (%v)", m.inRanges, err)
	}
	if err := m.mergeRanges(t.Context(), "none", cost{cpu: 2, summary: summary{Rows: 1001}}); err == nil || !strings.Contains(err.Error(), "4 ranges have 1000 rows, one merge 1001") {
		t.Errorf("a row is lost: %v", err)
	}
}

// TestOptions wants complaints about options that are impossible, and rows without a command to be skipped.
func TestOptions(t *testing.T) {
	for _, o := range []Options{{Segments: 1}, {Turns: -1}, {Rows: []string{"none"}}} {
		if _, err := Run(t.Context(), o); err == nil || !strings.HasPrefix(err.Error(), "scale: ") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	r, err := Run(t.Context(), Options{Segments: LeastSegments})
	if err != nil || len(r.Rows) != len(Names()) {
		t.Fatalf("%+v (%v)", r.Rows, err)
	}
	for i, row := range r.Rows {
		if row.Name != Names()[i] || row.Skipped != "no program to start" {
			t.Errorf("%+v", row)
		}
	}
}
