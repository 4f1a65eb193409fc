package clusters

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"flyby/internal/testing/pagetest"
	"flyby/points"
	"flyby/report/internal/page"
	"flyby/trajectory/format"
)

// TestPage: rows have the figures of clusters, and the data have each point at its place.
func TestPage(t *testing.T) {
	eps := 1.0
	text, d, s := pageOf(t, page.Request{Result: opened(t, "labels.csv", crowd), Points: crowdPoints(t), Name: "points.csv", Columns: []string{"east", "north"}, Units: format.Units{Length: "km"}, Distance: &eps, MinPoints: 3})
	if s.Rows != 8 || s.Drawn != 8 || s.Found != 2 || s.Shown != 2 || s.Noise != 1 || s.Title != "labels.csv: 2 clusters of 8 points" {
		t.Errorf("%+v", s)
	}
	for _, want := range []string{
		`<tr id="c1" data-row="0" data-cluster="1" data-points="4" data-core="2" data-border="2"`, `<tr id="c0" data-row="1" data-cluster="0" data-points="3" data-core="1" data-border="2"`,
		`<td data-sort="11.5">11.5</td><td data-sort="5">5</td><td data-sort="3">3</td><td data-sort="0">0</td>`, "Of 8 points in points.csv: east, north, in km.", "eps 1 km, minpts 3.",
		"1 point of noise, 12.5 % of all.", `aria-sort="descending"><button type="button">points<`, "centre east, km", "<title>labels.csv: 2 clusters of 8 points</title>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	if want := [][3]int{{-1, 1, 0}, {1, 2, 2}, {0, 1, 2}}; !slices.Equal(d.Bunches, want) {
		t.Errorf("bunches %v, want %v", d.Bunches, want)
	}
	if want := "alone e f d g b a c"; strings.Join(d.IDs, " ") != want {
		t.Errorf("ids %v, want %s", d.IDs, want)
	}
	for i, want := range []float64{50, 11, 12, 10, 13, 1, 0, 2} {
		if got := d.Axes[0].From + float64(d.At[0][i])*d.Axes[0].Step; math.Abs(got-want) > d.Axes[0].Step/2 {
			t.Errorf("point %d is at %v, not %v", i, got, want)
		}
	}
	if !slices.Equal(d.Sizes, []int{0, 1, 1}) {
		t.Errorf("sizes %v", d.Sizes)
	}
}

// TestPageOfFew: no point, noise alone, and a single point have a page.
func TestPageOfFew(t *testing.T) {
	head := "id,label,kind\n"
	for _, c := range []struct {
		name, text string
		points     []float64
		want       string
		clusters   int
	}{
		{"none.csv", head, []float64{}, "There are no points.", 0},
		{"none.ndjson", "", []float64{}, "There are no points.", 0},
		{"noise.csv", head + "0,-1,noise\n1,-1,noise\n", []float64{3, 4}, "There are no clusters: all points are noise.", 0},
		{"one.csv", head + "0,0,core\n", []float64{7}, "1 cluster of 1 point", 1},
		{"whole.csv", head + "0,0,core\n1,0,border\n", []float64{7, 7}, "No point is noise.", 1},
	} {
		text, d, s := pageOf(t, page.Request{Result: opened(t, c.name, c.text), Points: storeOf(t, points.IDs{}, c.points)})
		if !strings.Contains(text, c.want) || s.Found != c.clusters || s.Drawn != len(c.points) {
			t.Errorf("%s: %+v, %+v", c.name, s, d)
		}
		for _, a := range d.Axes {
			if !(a.Step > 0) {
				t.Errorf("%s: %+v", c.name, a)
			}
		}
	}
}

// TestNamesAreText: hostile names reach the page as text alone, and come back whole from its JSON.
func TestNamesAreText(t *testing.T) {
	hostile := pagetest.Hostile()
	ids, err := points.NameIDs(hostile)
	if err != nil {
		t.Fatal(err)
	}
	rows := "id,label,kind\n"
	for _, name := range hostile {
		rows += `"` + strings.ReplaceAll(name, `"`, `""`) + "\",0,core\n"
	}
	q := page.Request{Result: opened(t, "labels.csv", rows), Points: storeOf(t, ids, []float64{1, 2, 3, 4, 5, 6}), Name: hostile[0], Columns: []string{hostile[0]}, Called: hostile[1]}
	text, d, _ := pageOf(t, q)
	if strings.Contains(text, "a\u2028b") {
		t.Error("the page has a line separator as it is")
	}
	if !slices.Equal(d.IDs, hostile) || d.Axes[0].Name != hostile[0] {
		t.Errorf("ids %q, axis %q", d.IDs, d.Axes[0].Name)
	}
}

// TestScriptIsWhole: the script has each of its files.
func TestScriptIsWhole(t *testing.T) { pagetest.WholeScript(t, blank().Page) }

// TestTableIsBounded: the table has the largest clusters, and the page has the number of all.
func TestTableIsBounded(t *testing.T) {
	sizes := []int{0}
	for range page.MostTop + 5 {
		sizes = append(sizes, 1)
	}
	sizes[page.MostTop+3] = 2
	text, _, s := pageOf(t, labelled(t, 1, sizes...))
	if s.Shown != page.MostTop || s.Found != page.MostTop+5 || !strings.Contains(text, "The table has the 2,000 largest of 2,005 clusters.") || !strings.Contains(text, `<tr id="c2002" data-row="0"`) {
		t.Errorf("%+v", s)
	}
}

// TestSize: the largest page would have at most 20 MB: a page of a part of the points has that part
// of 20 MB.
func TestSize(t *testing.T) {
	const part = 10
	q := labelled(t, page.MostAxes+1, 1000, page.MostDrawn/part/2, page.MostDrawn/part/4, page.MostDrawn/part/4-1000)
	far := slices.Clone(q.Points.Column(0)) // places of far noise take no digits of others
	far[0], far[1] = -1e12, 1e12
	text, d, s := pageOf(t, page.Request{Result: q.Result, Points: storeOf(t, points.IDs{}, append([][]float64{far}, q.Points.Columns()[1:]...)...)})
	if len(text) > 20_000_000/part || s.Drawn != page.MostDrawn/part || len(d.IDs) != s.Drawn || !strings.Contains(text, "the first 12 of 13 coordinates") {
		t.Errorf("%d bytes: %+v", len(text), s)
	}
}

// TestIDsThatAreTooLong: ids that would take too much are left out, and the page says so.
func TestIDsThatAreTooLong(t *testing.T) {
	names := []string{strings.Repeat("a", mostIDBytes), "b"}
	ids, err := points.NameIDs(names)
	if err != nil {
		t.Fatal(err)
	}
	text, d, _ := pageOf(t, page.Request{Result: opened(t, "labels.csv", "id,label,kind\n"+names[0]+",0,core\nb,-1,noise\n"), Points: storeOf(t, ids, []float64{1, 2})})
	if d.IDs != nil || !strings.Contains(text, "Ids of the points take too much") {
		t.Errorf("%d ids", len(d.IDs))
	}
}

// TestFarNoise: with noise far away, clusters keep four digits.
func TestFarNoise(t *testing.T) {
	q := page.Request{Result: opened(t, "labels.csv", "id,label,kind\n0,0,core\n1,0,core\n2,0,core\n3,-1,noise\n"), Points: storeOf(t, points.IDs{}, []float64{5, 6, 7, 1e300})}
	_, d, _ := pageOf(t, q)
	if a := d.Axes[0]; !(a.Step > 0) || math.IsInf(a.Step, 0) {
		t.Errorf("%+v", a)
	}
	q.Points = storeOf(t, points.IDs{}, []float64{5, 6, 7, -1e9})
	_, d, _ = pageOf(t, q)
	for i, want := range []float64{-1e9, 5, 6, 7} {
		if got := d.Axes[0].From + float64(d.At[0][i])*d.Axes[0].Step; math.Abs(got-want) > 2e-4 {
			t.Errorf("point %d is at %v, not %v", i, got, want)
		}
	}
}

// TestRequest: wrong requests are refused.
func TestRequest(t *testing.T) {
	result, store, below := opened(t, "labels.csv", crowd), crowdPoints(t), -1.0
	for want, q := range map[string]page.Request{
		"Result: there is none":                                  {Points: store},
		"Points: there are none":                                 {Result: result},
		"places have 3 coordinates":                              {Result: result, Points: store, Degrees: true},
		"Distance -1: must be 0 or more":                         {Result: result, Points: store, Distance: &below},
		"MinPoints -1: must be 0":                                {Result: result, Points: store, MinPoints: -1},
		"Held -1: must be 0 or more, of clusters 200000 at most": {Result: result, Points: store, Held: -1},
	} {
		if _, err := write(t, io.Discard, q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestStepped: centres have the digits in which they differ, and no more.
func TestStepped(t *testing.T) {
	for _, c := range []struct {
		value, step float64
		want        string
	}{
		{-160.0951234, 1.2e-6, "-160.095123"}, {-160.0951234, 0.003, "-160.095"}, {1234567, 20, "1234567"}, {1.5, 1, "2"}, {100, 0.1, "100"}, {1e300, 1e290, "1e+300"}, {2, 1e-300, "2"}, {0, 0.5, "0"},
	} {
		if got := stepped(c.value, c.step); got != c.want {
			t.Errorf("%v by %v: %s, want %s", c.value, c.step, got, c.want)
		}
	}
}
