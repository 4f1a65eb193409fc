package encounters

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/internal/geo"
	"flyby/internal/scene"
	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// span returns the first and the last time of a track, and its number of samples.
func (k *Track) span() (from, until float64, n int) {
	for _, l := range k.Lines {
		n += len(l.T)
	}
	last := k.Lines[len(k.Lines)-1].T
	return k.Lines[0].T[0], last[len(last)-1], n
}

// TestWindow: a window goes three durations beyond both ends of an encounter, at least four samples of each object from its closest
// approach, and no farther than the data.
func TestWindow(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": pagetest.Straight(0, 200, 1, 0, 0), "b": pagetest.Straight(0, 200, 10, 0.5, 0), "c": pagetest.Straight(99, 101, 0.5, 0.5, 0)})
	for _, c := range []struct {
		row                    string
		from, until            float64 // of a
		entryFrom, entryUntil  float64
		entrySamples, ofSample int
	}{
		{"a,b,98.5,102.5,100,0.5,1,", -14, 15, -40, 40, 9, 30}, // 98.5 - 12 and 102.5 + 12, out to samples
		{"a,b,100,100,100,0.5,1,", -4, 4, -40, 40, 9, 9},
		{"a,b,1,199,100,0.5,1,", -100, 100, -100, 100, 21, 201},
		{"a,c,99,101,100,0.5,1,", -7, 7, -1, 1, 5, 15},
		{"a,b,0,2,0,0.5,1,", 0, 8, 0, 40, 5, 9},
	} {
		p := made(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+c.row+"\n"), Entries: s}).Data.Passes[0]
		from, until, n := p.Query.span()
		first, last, m := p.Entry.span()
		if from != c.from || until != c.until || first != c.entryFrom || last != c.entryUntil || m != c.entrySamples || n != c.ofSample || p.Cut {
			t.Errorf("%s: %v to %v, %d; %v to %v, %d; cut %v", c.row, from, until, n, first, last, m, p.Cut)
		}
	}
}

// TestCut: a window of more samples than a page draws is cut at both ends, around the closest approach as far as data go, and the page says
// so.
func TestCut(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": pagetest.Straight(0, 2000, 1, 0, 0), "b": pagetest.Straight(0, 2000, 10, 0.5, 0)})
	for at, want := range map[float64][2]float64{1000: {-200, 199}, 5: {-5, 394}, 1995: {-394, 5}} {
		p := made(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+fmt.Sprintf("a,b,0,2000,%v,0.5,1,\n", at)), Entries: s})
		one := p.Data.Passes[0]
		if from, until, n := one.Query.span(); from != want[0] || until != want[1] || n != mostSamples || !one.Cut || !p.says("would have more than 400 samples") {
			t.Errorf("%v: %v to %v, %d, %v, %v", at, from, until, n, one.Cut, p.Facts)
		}
		if _, _, n := one.Entry.span(); n != 201 {
			t.Errorf("%d samples of the other", n)
		}
	}
}

// TestGaps: the paths of an object have its gaps.
func TestGaps(t *testing.T) {
	a := append(pagetest.Straight(0, 5, 1, 0, 1), pagetest.Straight(9, 12, 1, 0, 1)...)
	s := pagetest.StoreOf(t, 2, trajectory.Number, map[string]pagetest.Samples{"a": a, "b": pagetest.Straight(0, 12, 1, 0.5, 1)})
	p := made(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+"a,b,3,5,4,0.5,0,end\n"), Entries: s}).Data.Passes[0]
	if l := p.Query.Lines; len(l) != 2 || len(l[0].T) != 6 || l[1].T[0] != 5 || l[0].Z != nil {
		t.Errorf("%+v", l)
	}
	if _, there := p.Query.at(3); there {
		t.Error("it is there in the gap")
	}
}

// TestSplices: a row whose two are closest as a piece ends at a splice is of the data, and both pieces are drawn.
func TestSplices(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1, 1, 1, 1, 2, 2}}, T: []float64{0, 5, 5, 9, 0, 9}, X: []float64{10, 1, 7, 20, 0, 0}, Y: make([]float64, 6),
		Piece: []uint32{0, 0, 1, 1, 2, 2}, Splices: true,
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p := made(t, page.Request{Result: found(t, "r.csv", s, nil, 8), Entries: s})
	if one := p.Data.Passes; len(one) != 1 || p.Shown[0].Distance != "1" || p.Shown[0].Closest != "5" || len(one[0].Query.Lines) != 2 {
		t.Errorf("%+v", p.Data)
	}
}

// TestPointEvent: a trajectory of one sample is drawn as its place alone, and so is a sample between two gaps.
func TestPointEvent(t *testing.T) {
	for _, bang := range []pagetest.Samples{{{10, 1, 1}}, {{0, 3, 3}, {10, 1, 1}, {100, 3, 3}}} {
		s := pagetest.StoreOf(t, 2, trajectory.Number, map[string]pagetest.Samples{"bang": bang, "b": pagetest.Straight(0, 20, 1, 1.5, 0.1)})
		p := made(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+"b,bang,10,10,10,0.5,,\n"), Entries: s})
		k := p.Data.Passes[0].Entry
		if !k.Event || len(k.Lines) != 1 || len(k.Lines[0].T) != 1 || k.Lines[0].T[0] != 0 || k.Lines[0].Y[0] != -0.5 || p.Data.Passes[0].Query.Event {
			t.Errorf("%+v", k)
		}
		if p.Data.Instants != 1 || len(p.Data.Durations.Counts) != 0 || p.Shown[0].Speed != "" || !strings.Contains(exampleHTML(t, p), `<td data-sort="">–</td>`) {
			t.Errorf("%+v", p.Data)
		}
	}
}

// TestDegrees: positions on the Earth are drawn to the east and to the north of the query's, and objects are as far apart as in the data.
func TestDegrees(t *testing.T) {
	for _, at := range []struct{ lon, lat float64 }{{0, 0}, {12, 55}, {-170, -33}, {180, 89.9}} {
		s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{
			"a": {{0, at.lon, at.lat - 0.001}, {10, at.lon, at.lat + 0.001}},
			"b": {{0, at.lon + 0.001, at.lat}, {10, at.lon + 0.001, at.lat}},
		}, geo.GreatCircles())
		r := found(t, "r.csv", s, nil, 1000)
		p := made(t, page.Request{Result: r, Entries: s, Units: format.Units{Length: "m", Time: "s"}})
		one := p.Data.Passes[0]
		d, _ := one.least()
		if want := scene.Between(s.At(0, 5), s.At(1, 5)); !p.Data.Degrees || p.Data.Dim != 3 || math.Abs(d-want) > 1e-3 || p.Data.Length != "m" {
			t.Errorf("%v: %v apart, want %v: %+v", at, d, want, p.Data)
		}
		north, _ := one.Query.at(1)
		south, _ := one.Query.at(-1)
		east, _ := one.Entry.at(0)
		if north[1]-south[1] < 40 || math.Abs(north[0]) > 0.1 || east[0] <= 0 || math.Abs(east[1]) > 1 || math.Abs(east[2]) > 1 {
			t.Errorf("%v: from %v to %v, the other at %v", at, south, north, east)
		}
		if lon := math.Mod(one.Place[0]-at.lon+360, 360); math.Abs(one.Place[1]-at.lat) > 0.001 || math.Min(lon, 360-lon) > 1e-6 || math.Abs(one.Place[2]) > 0.01 {
			t.Errorf("%v: place %v", at, one.Place)
		}
	}
}

// TestOffsets: Unix times and places far from 0 are written as offsets, so that their digits are significant.
func TestOffsets(t *testing.T) {
	const unix, far = 1714564800, 5e6
	var a, b pagetest.Samples
	for i := range 21 {
		at := float64(i)
		a = append(a, []float64{unix + at, far + at - 10, far})
		b = append(b, []float64{unix + at, far + 0.02, far + at - 10})
	}
	s := pagetest.StoreOf(t, 0, trajectory.Timestamp, map[string]pagetest.Samples{"a": a, "b": b})
	p := made(t, page.Request{Result: found(t, "r.csv", s, nil, 2), Entries: s})
	if d, _ := p.Data.Passes[0].least(); math.Abs(d-0.02/math.Sqrt2) > 1e-7 || !p.Data.Stamps {
		t.Errorf("%v apart", d)
	}
	text, err := json.Marshal(p.Data.Passes)
	if err != nil || strings.Contains(string(text), "17145") || len(text) > 3000 {
		t.Errorf("%d bytes: %s %v", len(text), text, err)
	}
}

// TestSize: paths that are too large have fewer samples, and the page says so.
func TestSize(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": pagetest.Straight(0, 2000, 1, 0, 0.3), "b": pagetest.Straight(0, 2000, 1, 0.5, 0.3)})
	m, err := New(t.Context(), page.Request{Result: opened(t, "r.csv", pagetest.Header+"a,b,0,2000,1000,0.5,1,\n"), Entries: s})
	if err != nil {
		t.Fatal(err)
	}
	m.Bytes = 4000
	if err := m.Make(); err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(m.Data.Passes); len(text) > 4000 || len(text) < 2000 || !m.says("Paths have at most 150 samples of an object, so that the page is not too large.") {
		t.Errorf("%d bytes, %v", len(text), m.Facts)
	}
}

// TestManyRows: a page of 2,000 dense encounters has less than 1 MB, 200 rows in its table and the others packed, and paths whose distances are right to a hundredth of a pixel.
func TestManyRows(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	objects, text := map[string]pagetest.Samples{}, pagetest.Header
	for n := range 2000 {
		var a, b pagetest.Samples
		gap := random.Float64()
		for k := range 60 {
			at := 1e6*random.Float64() + 1
			a, b = append(a, []float64{float64(k), at, float64(n)}), append(b, []float64{float64(k), at, float64(n) + gap})
		}
		objects[fmt.Sprintf("a%d", n)], objects[fmt.Sprintf("b%d", n)] = a, b
		text += fmt.Sprintf("a%d,b%d,3.25,55,30.125,%v,0.123456789012345,\n", n, n, float64(n)+gap-float64(n))
	}
	d := 1.0
	m, err := New(t.Context(), page.Request{Result: opened(t, "r.csv", text), Entries: pagetest.StoreOf(t, 0, trajectory.Number, objects), Distance: &d, Top: 2000})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := m.Write(&b, ""); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	if rows := strings.Count(html, `<tr id="e`); len(html) > 1_000_000 || rows != 200 || !strings.Contains(html, `<script type="application/gzip" id="rows">`) {
		t.Errorf("%d bytes, %d rows in the table", len(html), rows)
	}
	var data Data
	pagetest.Data(t, html, &data)
	for n := range data.Passes {
		if at, want := data.Passes[n].least(); math.Abs(at-m.Shown[n].distance) > 1e-3 || len(data.Passes) != 2000 {
			t.Fatalf("row %d of %d: %v apart at %v, want %v", n, len(data.Passes), at, want, m.Shown[n].distance)
		}
		if n == 20 {
			break // each takes 40,000 steps
		}
	}
}

// TestStepOf: a step is at most as large as wanted, and numbers keep no more digits than float64 has, however small or large they are.
func TestStepOf(t *testing.T) {
	for _, c := range []struct {
		want, size float64
		step       int
	}{{2e-5, 1, -5}, {0, 1, -12}, {1e-9, 1e6, -6}, {0, 0, -300}, {1e-320, 1e-310, -300}, {1e300, 1e305, 300}, {math.Inf(1), 5, 300}} {
		if got := stepOf(c.want, c.size); got != c.step {
			t.Errorf("%v of %v: %d, want %d", c.want, c.size, got, c.step)
		}
	}
	line := scene.Line{T: []float64{0}, X: []float64{0}, Y: []float64{1e-310}}
	if line.Round(stepOf(0, 0), stepOf(0, 1e-310)); line.T[0] != 0 || line.X[0] != 0 || line.Y[0] != 0 {
		t.Errorf("%+v", line)
	}
}

// TestHorizontal: in results with heights distances are horizontal, and heights are written next to places.
func TestHorizontal(t *testing.T) {
	c := trajectory.Columns{ID: trajectory.Names([]string{"a", "a", "b", "b"}), T: []float64{0, 20, 0, 20}, X: []float64{-10, 10, 0.5, 0.5}, Y: []float64{0, 0, -10, 10}, H: []float64{100, 120, 105, 105}}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const rows = "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,dz_closest,v_closest,open\na,b,9,11.5,10.25,0.3535533905932738,-5.25,1.4142,\n"
	p := made(t, page.Request{Result: opened(t, "r.csv", rows), Entries: s})
	d := p.Data
	if !d.Vertical || d.Dim != 2 || d.Threshold != nil || d.Passes[0].Entry.Lines[0].H[0] != -5.25 || d.Passes[0].Place[2] != 110.25 {
		t.Errorf("%+v", d)
	}
}
