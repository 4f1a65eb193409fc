package groups

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"flyby/internal/geo"
	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// numbered returns n objects side by side, in order of their names.
func numbered(n int, from, until, step float64) (objects map[string]pagetest.Samples, names []string) {
	objects = map[string]pagetest.Samples{}
	for i := range n {
		name := fmt.Sprintf("o%04d", i)
		objects[name] = pagetest.Straight(from, until, step, float64(i), 1)
		names = append(names, name)
	}
	return objects, names
}

// TestWindow: paths go a quarter of the group's duration beyond both ends, at least four samples, and no farther than the data; times are
// offsets from the start and places offsets from the centre in the middle of the time.
func TestWindow(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, convoy())
	for _, c := range []struct {
		from, until string
		window      [2]float64
		samples     int
	}{
		{"40", "60", [2]float64{-5, 25}, 31},
		{"40.5", "60.5", [2]float64{-5, 25}, 32}, // out to whole samples
		{"50", "50", [2]float64{-4, 4}, 9},
		{"0", "100", [2]float64{0, 100}, 101},
		{"2", "90", [2]float64{-2, 98}, 101},
	} {
		g := made(t, page.Request{Result: opened(t, "g.csv", header+members(0, c.from, c.until, "a", "b", "c")), Entries: s}).Data.Groups[0]
		line := g.Members[0].Lines[0]
		if g.Window != c.window || len(line.T) != c.samples || g.Thinned || g.Members[0].Spans != nil || line.Z != nil {
			t.Errorf("%s to %s: %+v", c.from, c.until, g)
		}
		var from, until float64
		fmt.Sscan(c.from, &from)
		fmt.Sscan(c.until, &until)
		for i, at := range line.T {
			if g.Until != until-from || line.X[i] != at+from-(from+until)/2 || line.Y[i] != -1 {
				t.Errorf("%s to %s: sample %d is at %v: %v, %v", c.from, c.until, i, at, line.X[i], line.Y[i])
			}
		}
	}
}

// TestGaps: a path is interrupted where a member has no samples, and a group across a gap shows both sides.
func TestGaps(t *testing.T) {
	s := pagetest.StoreOf(t, 5, trajectory.Number, map[string]pagetest.Samples{"a": pagetest.Straight(0, 100, 1, 0, 1), "b": append(pagetest.Straight(0, 30, 1, 1, 1), pagetest.Straight(60, 100, 1, 1, 1)...)})
	g := made(t, page.Request{Result: opened(t, "g.csv", header+members(0, "20", "70", "a", "b")), Entries: s}).Data.Groups[0]
	b := g.Members[1].Lines
	if len(g.Members[0].Lines) != 1 || len(b) != 2 || b[0].T[len(b[0].T)-1] != 10 || b[1].T[0] != 40 {
		t.Errorf("%+v", b)
	}
	one := 1.0
	if _, err := tried(t, page.Request{Result: opened(t, "g.csv", header+members(0, "20", "70", "a", "b")), Entries: s, Distance: &one}); err == nil || !strings.Contains(err.Error(), "row 1: b of group 0 is nowhere at 45 in the data: another file, or other flags") {
		t.Errorf("%v", err)
	}
}

// TestBefore1970: timestamps before 1970, and groups of an instant, are shown as others.
func TestBefore1970(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Timestamp, map[string]pagetest.Samples{"a": pagetest.Straight(-1000, -900, 1, 0, 1), "b": pagetest.Straight(-1000, -900, 1, 1, 1)})
	p := made(t, page.Request{Result: opened(t, "g.csv", header+members(0, "1969-12-31T23:44:00Z", "1969-12-31T23:44:00Z", "a", "b")), Entries: s})
	r, g := p.Shown[0], p.Data.Groups[0]
	if r.Start != "1969-12-31T23:44:00Z" || r.start != -960 || p.Clock().Text(r.start) != "1969-12-31 23:44:00" || r.duration() != 0 || p.Data.Instants != 1 || len(p.Data.Durations.Counts) != 0 || g.Until != 0 || g.Members[0].Lines[0].T[0] != -4 {
		t.Errorf("%+v %+v", r, g)
	}
}

// TestDegrees: positions in degrees are drawn to the east, the north and up of the group's centre, in metres, with their true distances.
func TestDegrees(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Timestamp, map[string]pagetest.Samples{"a": {{0, -160, 57}, {100, -160, 57.001}}, "b": {{0, -160.001, 57}, {100, -160.001, 57.001}}}, geo.GreatCircles())
	p := made(t, page.Request{Result: opened(t, "g.csv", header+members(0, "10", "20", "a", "b")), Entries: s, Units: format.Units{Length: "m", Time: "s"}})
	g := p.Data.Groups[0]
	a, b := g.Members[0].Lines[0], g.Members[1].Lines[0]
	var apart [3]float64
	for k, pair := range [][2][]float64{{a.X, b.X}, {a.Y, b.Y}, {a.Z, b.Z}} {
		apart[k] = pair[0][0] - pair[1][0]
	}
	d := math.Hypot(math.Hypot(apart[0], apart[1]), apart[2])
	p0, p1 := s.At(0, 0), s.At(1, 0)
	want := math.Hypot(math.Hypot(p0[0]-p1[0], p0[1]-p1[1]), p0[2]-p1[2])
	if !p.Data.Degrees || p.Data.Length != "m" || math.Abs(g.Place[0]+160.0005) > 1e-6 || math.Abs(g.Place[1]-57.00015) > 1e-5 || math.Abs(d-want) > 1e-5 || a.X[0] < 0 || b.X[0] > 0 || a.Y[1] <= a.Y[0] {
		t.Errorf("%+v, %v apart and not %v", g, d, want)
	}
}

// TestThinned: a member has 400 samples at most, with its ends and the samples next to the group's ends, and the page says so.
func TestThinned(t *testing.T) {
	s := pagetest.StoreOf(t, 5, trajectory.Number, map[string]pagetest.Samples{"a": pagetest.Straight(0, 3000, 1, 0, 1), "b": append(pagetest.Straight(0, 1003, 1, 1, 1), pagetest.Straight(1013, 3000, 1, 1, 1)...)})
	p := made(t, page.Request{Result: opened(t, "g.csv", header+members(0, "500.5", "2500.5", "a", "b")), Entries: s})
	g := p.Data.Groups[0]
	for i, who := range g.Members {
		n := 0
		var times []float64
		for _, line := range who.Lines {
			n += len(line.T)
			times = append(times, line.T...)
		}
		if n > 400 || n < 300 || !slices.Contains(times, 0.5-1) || !slices.Contains(times, 0.5) || !slices.Contains(times, 1999.5) || !slices.Contains(times, 2000.5) || i == 1 && (!slices.Contains(times, 502.5) || !slices.Contains(times, 512.5)) {
			t.Errorf("%d: %d samples: %v", i, n, times)
		}
	}
	if !g.Thinned || !p.says("1 group would have more than 400 samples of a member: paths leave samples out there.") {
		t.Errorf("%v", p.Facts)
	}
}

// TestPageSize: where paths would be too large there are fewer samples, and the page says so.
func TestPageSize(t *testing.T) {
	objects, names := numbered(40, 0, 800, 1)
	s := pagetest.StoreOf(t, 0, trajectory.Number, objects)
	q := page.Request{Result: opened(t, "g.csv", header+members(0, "0", "800", names...)), Entries: s}
	m, err := New(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	m.Bytes = 60_000
	if err := m.Make(); err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(m.Data)
	if n := len(m.Data.Groups[0].Members[3].Lines[0].T); n > 100 || len(text) > 70_000 || !m.says("Paths have about 100 samples of a member at most, so that the page is not too large.") {
		t.Errorf("%d samples, %d bytes: %v", n, len(text), m.Facts)
	}
}

// TestPageSizeOfMany: where fewer samples do not suffice there are fewer members, and the page says so.
func TestPageSizeOfMany(t *testing.T) {
	objects, names := numbered(60, 0, 200, 1)
	s := pagetest.StoreOf(t, 0, trajectory.Number, objects)
	text := header
	for i := range 20 {
		text += members(i, "0", "200", names...)
	}
	q := page.Request{Result: opened(t, "g.csv", text), Entries: s}
	m, err := New(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	m.Bytes = 100_000
	if err := m.Make(); err != nil {
		t.Fatal(err)
	}
	if data, _ := json.Marshal(m.Data.Groups); len(data) > 101_000 || len(m.Data.Groups) != 20 || !m.says("20 groups would have more than 10 paths: the first 10 of each are drawn.") {
		t.Errorf("%d bytes: %v", len(data), m.Facts)
	}
	m.Bytes = 1
	m.drawPaths() // thinning ends
	if g := m.Data.Groups[0]; len(g.Members) != 1 || g.More != 59 {
		t.Errorf("%d members and %d more", len(g.Members), g.More)
	}
}

// TestManyMembers: 40 paths are drawn and 100 members listed, and the page has the number of all.
func TestManyMembers(t *testing.T) {
	objects, names := numbered(150, 0, 10, 1)
	s := pagetest.StoreOf(t, 0, trajectory.Number, objects)
	p := made(t, page.Request{Result: opened(t, "g.csv", header+members(0, "1", "9", names...)), Entries: s})
	g := p.Data.Groups[0]
	if len(g.Members) != 100 || g.More != 50 || g.Members[39].Lines == nil || g.Members[40].Lines != nil || len(p.Data.Names) != 100 || len(p.Shown[0].names) != 5 || p.Shown[0].size() != 150 || !p.says("1 group would have more than 40 paths: the first 40 of each are drawn.") {
		t.Errorf("%d members and %d more: %v", len(g.Members), g.More, p.Facts)
	}
}

// TestMembersThatDiffer: a row names the members that the fewest groups shown have, so that rows of groups that share most members differ.
func TestMembersThatDiffer(t *testing.T) {
	objects, names := numbered(9, 0, 10, 1)
	s := pagetest.StoreOf(t, 0, trajectory.Number, objects)
	p := made(t, page.Request{Result: opened(t, "g.csv", header+members(0, "1", "9", names[:8]...)+members(1, "1", "9", append(slices.Clone(names[:7]), names[8])...)+members(2, "2", "9", names[:5]...)), Entries: s})
	for n, want := range [][]string{{names[7], names[5], names[6], names[0], names[1]}, {names[8], names[5], names[6], names[0], names[1]}, names[:5]} {
		if got := p.Shown[n].names; !slices.Equal(got, want) {
			t.Errorf("group %d names %v, want %v", n, got, want)
		}
	}
	alike := made(t, page.Request{Result: opened(t, "g.csv", header+members(0, "1", "9", names[:8]...)+members(1, "1", "9", names[:7]...)+members(2, "2", "8", names[7])+members(3, "2", "8", names[7])), Entries: s})
	if one, other := alike.Shown[0].names, alike.Shown[1].names; slices.Equal(one, other) || one[0] != names[7] {
		t.Errorf("two groups, of which one has a member more, are %v and %v", one, other)
	}
	var b bytes.Buffer
	if err := p.Page.Write(&b); err != nil || !strings.Contains(b.String(), "members, the rarest first") {
		t.Errorf("no heading says which members are named: %v", err)
	}
}

// TestTop: the page has the largest groups, of one size the longest, or the longest, and figures of all.
func TestTop(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, convoy())
	text := header
	for i := range 50 {
		names := []string{"a", "b"}
		if i%10 == 3 {
			names = append(names, "c")
		}
		text += members(i, fmt.Sprint(i), fmt.Sprint(2*i), names...)
	}
	groupsOf := func(p *maker) (all []string) {
		for _, r := range p.Shown {
			all = append(all, r.Group)
		}
		return all
	}
	for by, want := range map[string][]string{"size": {"43", "33", "23", "13", "3", "49", "48"}, "duration": {"49", "48", "47", "46", "45", "44", "43"}} {
		p := made(t, page.Request{Result: opened(t, "g.csv", text), Entries: s, Top: 7, By: by})
		which := map[string]string{"size": "largest", "duration": "longest"}[by]
		if got := groupsOf(p); !slices.Equal(got, want) || p.Title != "g.csv: the "+which+" 7 of 50 groups" || !slices.Equal(p.Data.Sizes.Counts, []int{45, 5}) || p.Data.Sizes.From != 1.5 || p.Data.Instants != 1 {
			t.Errorf("%s: %v, %s, %+v", by, got, p.Title, p.Data.Sizes)
		}
		most := 0
		for _, step := range p.Data.All {
			most = max(most, step[1])
		}
		if most != 25 || p.Data.Span.From != "0" || p.Data.Span.Until != "98" {
			t.Errorf("%d groups at once from %s to %s", most, p.Data.Span.From, p.Data.Span.Until)
		}
	}
	if p := made(t, page.Request{Result: opened(t, "g.csv", text), Entries: s, Top: 7, Held: 20}); !p.says("When there were groups is of the 7 rows of the table alone: there are too many others.") {
		t.Errorf("%v", p.Facts)
	}
}

// TestMoving: a moving cluster lasts from its first tick to its last, has a smallest and a largest size, and shows when each member was in
// it.
func TestMoving(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, convoy())
	text := "group,t,size,traj_id\n" + tick(0, "10", "a", "b") + tick(0, "15", "a", "b", "c") + tick(0, "20", "b", "c") + tick(0, "25.0", "a", "c") + tick(2, "30", "a", "b") + tick(2, "35", "a", "b")
	p := made(t, page.Request{Result: opened(t, "m.csv", text), Entries: s})
	r, g := p.Shown[0], p.Data.Groups[0]
	if !p.moving() || r.Group != "0" || r.Size != "3" || r.Least != "2" || r.Start != "10" || r.End != "25.0" || g.Until != 15 {
		t.Errorf("%+v", r)
	}
	for i, want := range [][][2]float64{{{0, 5}, {15, 15}}, {{0, 10}}, {{5, 15}}} {
		if !slices.Equal(g.Members[i].Spans, want) {
			t.Errorf("%s: %v, want %v", p.Data.Names[g.Members[i].Name], g.Members[i].Spans, want)
		}
	}
	if g := p.Data.Groups[1]; g.Members[0].Spans != nil {
		t.Errorf("%+v", g)
	}
}

// TestSpans: the times of a member that comes and goes are listed one by one, and where there are many, breaks shorter than a column are
// closed.
func TestSpans(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": pagetest.Straight(0, 5000, 1, 0, 1), "b": pagetest.Straight(0, 5000, 1, 1, 1), "c": pagetest.Straight(0, 5000, 1, 2, 1)})
	for ticks, want := range map[int]int{100: 51, 500: 251, 5000: 1} {
		text := "group,t,size,traj_id\n"
		for i := range ticks + 1 {
			names := []string{"a", "b"}
			if i%2 == 0 {
				names = append(names, "c")
			}
			text += tick(0, fmt.Sprint(i), names...)
		}
		c := made(t, page.Request{Result: opened(t, "m.csv", text), Entries: s}).Data.Groups[0].Members[2]
		if len(c.Spans) != want || c.Spans[0][0] != 0 || c.Spans[want-1][1] != float64(ticks) {
			t.Errorf("%d ticks: %d spans", ticks, len(c.Spans))
		}
	}
}

// TestPartial: the page says that groups have fewer rows than members, as --having leaves them.
func TestPartial(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, convoy())
	if p := made(t, page.Request{Result: opened(t, "g.csv", header+"0,1,2,3,a\n1,2,3,2,a\n1,2,3,2,b\n"), Entries: s}); !p.says("Of 1 group the result has fewer rows than members.") {
		t.Errorf("%v", p.Facts)
	}
}

// TestThreshold: the threshold and lengths are in the units of the answer.
func TestThreshold(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, convoy())
	two := 2.0
	q := page.Request{Result: opened(t, "g.csv", header+members(0, "40", "60", "a", "b")), Entries: s, Distance: &two, Units: format.Units{Length: "km", Time: "s"}, Answer: format.AnswerUnits{Length: "m"}}
	p := made(t, q)
	if *p.Data.Threshold != 2000 || p.Data.Length != "m" || p.Data.Groups[0].Members[0].Lines[0].X[0] != -15000 || !p.says("Members are linked within 2000 m.") {
		t.Errorf("%+v", p.Data)
	}
	q.Distance = nil
	if p := made(t, q); p.Data.Threshold != nil || !p.says("The threshold is not known") {
		t.Errorf("%+v", p.Facts)
	}
}

// TestTake: for data that outgrow memory the members of the shown groups are loaded, and the page is the same; other objects that connect
// members may be missing, and the page says so.
func TestTake(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, convoy())
	one := 1.0
	q := page.Request{Result: opened(t, "g.csv", header+members(0, "40", "60", "a", "b")+members(1, "40", "50", "b", "c")), Entries: s, Distance: &one}
	whole := made(t, q)
	q.Take = func(pairs [][2]int) (page.Excerpt, error) {
		var trajs []int
		for _, pair := range pairs {
			trajs = append(trajs, pair[:]...)
		}
		slices.Sort(trajs)
		trajs = slices.Compact(trajs)
		return page.Excerpt{Entries: s.Subset(trajs), EntryTrajs: trajs}, nil
	}
	part := made(t, q)
	a, err := json.Marshal([]any{whole.Title, whole.Facts, whole.Data})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := json.Marshal([]any{part.Title, part.Facts, part.Data}); err != nil || !bytes.Equal(a, b) {
		t.Errorf("%s\n%s (%v)", a, b, err)
	}
	q.Result = opened(t, "g.csv", header+members(0, "40", "60", "a", "c"))
	if p := made(t, q); !p.says("Objects that connect members of 1 group were not read: the data outgrow memory.") {
		t.Errorf("%v", p.Facts)
	}
}

// TestNamesAreText: hostile names reach the page as text alone, and come back whole from its JSON.
func TestNamesAreText(t *testing.T) {
	hostile := pagetest.Hostile()
	objects, text := map[string]pagetest.Samples{}, ""
	for i, name := range hostile {
		objects[name] = pagetest.Straight(0, 10, 1, float64(i), 1)
		line, _ := json.Marshal(map[string]any{"group": 0, "t_start": 1, "t_end": 9, "size": len(hostile), "traj_id": name})
		text += string(line) + "\n"
	}
	var b bytes.Buffer
	q := page.Request{Result: opened(t, "g.ndjson", text), Entries: pagetest.StoreOf(t, 0, trajectory.Number, objects), Name: hostile[0], Called: hostile[1]}
	if _, err := made(t, q).Write(&b, ""); err != nil {
		t.Fatal(err)
	}
	var data Data
	pagetest.Data(t, b.String(), &data)
	if slices.Sort(data.Names); !slices.Equal(data.Names, slices.Sorted(slices.Values(hostile))) {
		t.Errorf("%q", data.Names)
	}
}

// TestScriptIsWhole: the script has each of its files.
func TestScriptIsWhole(t *testing.T) { pagetest.WholeScript(t, blank().Page) }

// TestRequest: a request that does not go with a page of groups is refused.
func TestRequest(t *testing.T) {
	s, r := pagetest.StoreOf(t, 0, trajectory.Number, convoy()), opened(t, "g.csv", header)
	for want, q := range map[string]page.Request{"Result": {Entries: s}, "By": {Result: r, Entries: s, By: "name"}, "Queries": {Result: r, Entries: s, Queries: s}, "Queries and SVG": {Result: r, Entries: s, SVG: "folder"}} {
		if _, err := New(t.Context(), q); err == nil || !strings.HasPrefix(err.Error(), "report: "+want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
