package pointpapers

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"flyby/datasets"
	"flyby/internal/memory"
	"flyby/points"
)

// TestJoin wants the tables and figures of GPU-Join.
func TestJoin(t *testing.T) {
	o := tiny(t.TempDir(), "join")
	report := evaluate(t, o)
	check(t, o.Folder, report, "GPU-Join, Figure 4", "GPU-Join, Figure 5", "GPU-Join, Figure 6", "GPU-Join, Figure 7", "GPU-Join, Figure 8", "8.25 x", "1.38 x")
	if n := strings.Count(report, "brute force on the host's cores"); n != 2 {
		t.Errorf("%d captions say where brute force runs", n)
	}
	for title, want := range map[string]int{"Table J-1": 10, "Table J-2": 10, "Table J-3": 8, "Table J-4": 6, "Table J-5": 9} {
		if got := len(rowsOf(t, report, title)); got != want {
			t.Errorf("%s has %d rows, want %d", title, got, want)
		}
	}
	for _, row := range rowsOf(t, report, "Table J-5") {
		points, distances := whole(t, row[1]), whole(t, row[12])
		if distances < points || distances > points*points {
			t.Errorf("%d distances of %d points: %v", distances, points, row)
		}
	}
	if a, b := rowsOf(t, report, "Table J-4"), rowsOf(t, report, "Table J-2"); a[0][len(a[0])-1] != "1.38 x" || b[0][5] != "2" || b[4][5] != "8" {
		t.Errorf("ablation %v, indexed %v", a[0], b[0])
	}
}

// TestOperations wants a fraction of the points to be compared, and the model's two numbers to follow its formula.
func TestOperations(t *testing.T) {
	o := tiny(t.TempDir(), "join")
	l := testLab(t, o)
	p := plan{scale: o.Scale, quick: true}
	cases := operationsCases(p)[:2]
	if err := l.measure(t.Context(), "", cases); err != nil {
		t.Fatal(err)
	}
	if err := countCells(t.Context(), l, p); err != nil {
		t.Fatal(err)
	}
	var counts []int
	if ok, err := l.journal.Fact(cellsFact, &counts); !ok || err != nil || len(counts) != 8 || counts[0] < 2 || counts[7] <= counts[0] || counts[7] > leastPoints {
		t.Fatalf("cells %v, %v", counts, err)
	}
	b := testBuilder(t, l)
	g, _ := b.groupOf(cases[1])
	compare, search := b.operations(cases[1], 32)
	if compare != 100*float64(g.Join.Candidates) || search != leastPoints*9*5 || g.Join.Candidates == 0 {
		t.Errorf("%v and %v operations of %d comparisons by %d queries", compare, search, g.Join.Candidates, leastPoints/100)
	}
}

// testBuilder returns a builder of the lab's measurements.
func testBuilder(t *testing.T, l *lab) *builder {
	t.Helper()
	b, err := newBuilder(l.journal)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSweep wants a sweep to end after a case that takes far longer than the best, and to end there again when it is resumed.
func TestSweep(t *testing.T) {
	l := testLab(t, tiny(t.TempDir(), "join"))
	c := selfJoin(exponential(16), Threshold{Eps: 0.03}, "gpujoin")
	c.sweep = "k"
	add := func(k string, seconds float64) {
		run := l.testRun(t, c.with("k="+k), 1)
		run.Seconds = seconds
		l.addTrial(c, run)
	}
	add("1", 1)
	add("2", 0.9*tooSlow)
	if l.ended(c.with("k=3"), 1) {
		t.Error("ended by what takes less than that many times the best")
	}
	add("3", 1.1*tooSlow)
	if !l.ended(c.with("k=4"), 1) || !l.ended(c.with("k=4"), 2) {
		t.Error("goes on after what took too long")
	}
	if l.ended(c.with("k=3"), 2) {
		t.Error("what has one trial does not get the others")
	}
	other := c
	other.sweep = "another"
	if l.ended(other, 1) {
		t.Error("ends another sweep")
	}
}

// TestQueries wants the queries of a Sample to be points of the set, and queries from another set not to be.
func TestQueries(t *testing.T) {
	all, err := datasets.GeneratePoints("lss-uniform", 1, 0.001, datasets.PointOptions{Dimensions: 3})
	if err != nil {
		t.Fatal(err)
	}
	few, err := sampleQueries(all)
	if err != nil || few.Len() != 10 || few.Column(2)[3] != all.Column(2)[300] {
		t.Errorf("queries of a sample: %v, %v", few.Len(), err)
	}
	s := ofSize(3, 1)
	same, err := s.generate(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.other = true
	other, err := s.generate(1, 1)
	if err != nil || same.Column(0)[0] != all.Column(0)[0] || other.Column(0)[0] == all.Column(0)[0] {
		t.Errorf("queries of another set begin with %v, the set with %v (%v)", other.Column(0)[0], all.Column(0)[0], err)
	}
}

// TestLevels wants all levels of a join to find the same pairs.
func TestLevels(t *testing.T) {
	l := testLab(t, tiny(t.TempDir(), "lss"))
	l.stores = map[string]*points.Store{}
	c := selfJoin(unitCube(2, 64), Threshold{Eps: 0.1}, "lss")
	found := map[Level]uint64{}
	for _, level := range []Level{Pairs, Counts, Warm} {
		found[level] = l.testRun(t, c.at(level), 0).Hits
	}
	if found[Pairs] == 0 || found[Counts] != found[Pairs] || found[Warm] != found[Pairs] {
		t.Errorf("pairs of a self-join: %v", found)
	}
	queries := ofSize(2, 1)
	queries.other = true
	c.Queries = &queries
	for _, level := range []Level{Pairs, Larger, Counts} {
		found[level] = l.testRun(t, c.at(level), 0).Hits
	}
	if found[Pairs] == 0 || found[Larger] != found[Pairs] || found[Counts] != found[Pairs] {
		t.Errorf("pairs with queries: %v", found)
	}
}

// TestRefuses: on the host a case is left out only for lack of memory, on a device for any error, but a baseline there is not.
func TestRefuses(t *testing.T) {
	l, c := testLab(t, tiny(t.TempDir(), "sj")), selfJoin(uniform(2, 2), Threshold{Eps: 1}, "gpusj")
	room := fmt.Errorf("flyby: %w", &memory.Error{What: "a table"})
	if k := c.key(l.device); !l.refuses(k, room) || l.refuses(k, errors.New("no")) {
		t.Error("the host does not leave out what does not fit, or leaves out what does")
	}
	l.device = "opencl:0"
	if !l.refuses(c.key(l.device), errors.New("no")) || l.refuses(treeRival(c).key(l.device), errors.New("no")) {
		t.Error("a device does not leave out what it cannot do, or a baseline is left out")
	}
}

// TestRefused wants the report to list the cases that a device refused, and the rest to be measured.
func TestRefused(t *testing.T) {
	l := testLab(t, tiny(t.TempDir(), "sj"))
	l.device = "nowhere"
	c := selfJoin(uniform(2, 2), Threshold{Eps: 1}, "gpusj")
	if err := l.measure(t.Context(), "", []Case{c, treeRival(c)}); err != nil {
		t.Fatal(err)
	}
	d, err := document(l.journal)
	if err != nil {
		t.Fatal(err)
	}
	last := d.Sections[len(d.Sections)-1]
	if last.Title != "What was not done here" || len(last.Blocks[0].Table.Rows) != 1 || !strings.Contains(last.Blocks[0].Table.Rows[0][0].Text, "gpusj") {
		t.Errorf("the last section is %+v", last)
	}
	n := 0
	for r := range l.journal.Runs() {
		if n++; r.Method != "kdtree" || r.Device != hostDevice || math.IsNaN(r.Seconds) {
			t.Errorf("measured %+v", r.Key)
		}
	}
	if n != 1 {
		t.Errorf("%d runs", n)
	}
}
