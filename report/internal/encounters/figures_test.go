package encounters

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"flyby/internal/output"
	"flyby/internal/scene"
	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestThreshold: the threshold is the given one, else the metadata's, else the distance where encounters begin and
// end, less radii, unless the end of data ended them; else none.
func TestThreshold(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	units := format.Units{Length: "km", Time: "s"}
	two := 2.0
	parquet := func(distance *float64) *page.Result {
		o := output.WriteOptions{Units: units, Answer: format.AnswerUnits{Length: "m"}, Origin: output.Origin{Distance: distance}}
		return written(t, "r.parquet", s, s, trajectory.Encounters{}, o)
	}
	three := 3.0
	in := format.AnswerUnits{Length: "m"}
	for _, c := range []struct {
		name string
		q    page.Request
		want float64 // NaN: none
		says string
	}{
		{"given", page.Request{Result: parquet(&three), Distance: &two, Answer: in}, 2000, ""},
		{"metadata", page.Request{Result: parquet(&three), Answer: in}, 3000, ""},
		{"ends", page.Request{Result: found(t, "r.csv", s, nil, 2)}, 2, "Within 2 km, the distance as encounters begin and end."},
		{"open", page.Request{Result: opened(t, "r.csv", pagetest.Header+"a,b,9,11.5,10.25,0.3535533905932738,1.4142,both\n")}, math.NaN(), "The threshold is not known"},
		{"open at one end", page.Request{Result: opened(t, "r.csv", pagetest.Header+"a,b,9,12,10.25,0.3535533905932738,1.4142,start\n")}, scene.Between(s.At(0, 12), s.At(1, 12)), ""},
		{"no column", page.Request{Result: opened(t, "r.csv", "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min\na,b,9,12,10.25,0.3535533905932738\n")}, math.NaN(), "not known"},
	} {
		c.q.Entries, c.q.Units = s, units
		p := made(t, c.q)
		got := math.NaN()
		if p.Data.Threshold != nil {
			got = *p.Data.Threshold
		}
		if math.IsNaN(got) != math.IsNaN(c.want) || math.Abs(got-c.want) > 1e-8*c.want || !p.says(c.says) {
			t.Errorf("%s: %v, want %v: %v", c.name, got, c.want, p.Facts)
		}
	}
}

// TestRadii: the radii of both objects are no part of the threshold, and are written next to a pass.
func TestRadii(t *testing.T) {
	var ids []string
	c := trajectory.Columns{}
	for id, all := range pagetest.Crossing(0.5) {
		for _, at := range all {
			ids = append(ids, id)
			c.T, c.X, c.Y, c.R = append(c.T, at[0]), append(c.X, at[1]), append(c.Y, at[2]), append(c.R, 0.25)
		}
	}
	c.ID = trajectory.Names(ids)
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p := made(t, page.Request{Result: found(t, "r.csv", s, nil, 2), Entries: s})
	if p.Data.Passes[0].Radii != 0.5 || p.Data.Threshold == nil || *p.Data.Threshold != 2 {
		t.Errorf("%+v", p.Data)
	}
}

// TestUnits: positions, distances and the threshold are in the unit of the answer.
func TestUnits(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	d := 2.0
	p := made(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+"a,b,9,11.5,10.25,353.5533905932738,1.4142,\n"), Entries: s, Distance: &d, Units: format.Units{Length: "km", Time: "s"}, Answer: format.AnswerUnits{Length: "m"}})
	if d, _ := p.Data.Passes[0].least(); math.Abs(d-353.5533905932738) > 1e-4 || p.Data.Length != "m" || p.Data.Time != "s" || *p.Data.Speed != "km/s" || *p.Data.Threshold != 2000 {
		t.Errorf("%v: %+v", d, p.Data)
	}
}

// TestIntervals: the objects with most encounters have a line each, and the last line counts simultaneous encounters.
func TestIntervals(t *testing.T) {
	text, s := pagetest.Many(t, 100)
	r := opened(t, "r.csv", text)
	d := made(t, page.Request{Result: r, Entries: s}).Data
	if len(d.Some) != 40 || d.Some[0].Name != "o0001" || d.Some[0].Count != 2 || d.Span != (scene.Span{From: "0", Until: "100", Columns: 1000}) {
		t.Fatalf("%+v %v", d.Some[0], d.Span)
	}
	if c := d.Some[0].Columns; len(c) != 1 || c[0] != [2]int{0, 20} {
		t.Errorf("%v", c)
	}
	if first := d.All[0]; first != [2]int{0, 1} || d.All[1] != [2]int{10, 2} || d.All[2] != [2]int{11, 1} {
		t.Errorf("%v", d.All[:3])
	}
}

// TestMeetings: up to 60 objects form a matrix, component by component, and more a table of components.
func TestMeetings(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": {{0, 0, 0}, {9, 0, 0}}, "b": {{0, 1, 0}, {9, 1, 0}}, "c": {{0, 0, 1}, {9, 0, 1}}, "d": {{0, 50, 0}, {9, 50, 0}}, "e": {{0, 51, 0}, {9, 51, 0}}})
	text := pagetest.Header + "d,e,0,1,0,1,0,\nd,e,2,3,2,1,0,\na,b,0,1,0,1,0,\na,c,0,1,0,1,0,\n"
	m := made(t, page.Request{Result: opened(t, "r.csv", text), Entries: s}).Data.Meetings
	if !slices.Equal(m.Objects, []string{"a", "b", "c", "d", "e"}) || !slices.Equal(m.Counts, [][3]int{{0, 1, 1}, {0, 2, 1}, {3, 4, 2}}) || m.Components != nil {
		t.Errorf("%+v", m)
	}
	rows, chain := pagetest.Many(t, 70)
	m = made(t, page.Request{Result: opened(t, "r.csv", rows), Entries: chain}).Data.Meetings
	if m.Objects != nil || len(m.Components) != 1 || m.Components[0].Objects != 71 || m.Components[0].Encounters != 70 || len(m.Components[0].Some) != someNames {
		t.Errorf("%+v", m)
	}
}

// TestComponents: components beyond the listed ones are counted.
func TestComponents(t *testing.T) {
	all, text := map[string]pagetest.Samples{}, pagetest.Header
	for i := range 250 {
		for k := range 2 {
			all[fmt.Sprintf("%d.%d", i, k)] = pagetest.Samples{{0, float64(10 * i), float64(k)}, {1, float64(10 * i), float64(k)}}
		}
		text += fmt.Sprintf("%d.0,%[1]d.1,0,1,0,1,0,\n", i)
	}
	m := made(t, page.Request{Result: opened(t, "r.csv", text), Entries: pagetest.StoreOf(t, 0, trajectory.Number, all)}).Data.Meetings
	if len(m.Components) != 200 || m.More != 50 {
		t.Errorf("%d, and %d more", len(m.Components), m.More)
	}
}

// TestMoreRowsThanHeld: with more rows than are held, the figures of encounters by object and time show the rows
// shown, histograms show all, and the page says so.
func TestMoreRowsThanHeld(t *testing.T) {
	text, s := pagetest.Many(t, 50)
	r := opened(t, "r.csv", text)
	p := made(t, page.Request{Result: r, Entries: s, Held: 49, Top: 5})
	if !p.says("is of the 5 rows of the table alone") || len(p.Data.Meetings.Objects) != 6 || p.Data.Span.Until != "5" || p.Data.Distances.Counts[len(p.Data.Distances.Counts)-1] != 50 {
		t.Errorf("%v %+v", p.Facts, p.Data)
	}
	if p := made(t, page.Request{Result: r, Entries: s, Held: 50, Top: 5}); p.says("alone") || len(p.Data.Meetings.Objects) != 51 {
		t.Errorf("%v", p.Facts)
	}
}

// TestNamesAlike: a name that both queries and entries have is marked with its side.
func TestNamesAlike(t *testing.T) {
	entries := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": {{0, 0, 0}, {9, 0, 0}}, "b": {{0, 1, 0}, {9, 1, 0}}})
	queries := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": {{0, 0, 0.5}, {9, 0, 0.5}}, "c": {{0, 1, 1}, {9, 1, 1}}})
	p := made(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+"a,a,0,9,0,0.5,0,both\nc,b,0,9,0,1,0,both\n"), Entries: entries, Queries: queries})
	if got := strings.Join(p.Data.Meetings.Objects, ","); got != "a (query),a (entry),c,b" || p.Shown[0].Query != "a" || p.Shown[0].Entry != "a" {
		t.Errorf("%s: %+v", got, p.Shown)
	}
}

// TestNamesOfColumns: the first column of the data in a file names objects in rows and figures; two objects of one name have their ids beside it, and an object without a name its id.
func TestNamesOfColumns(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"1": {{0, 0, 0}, {9, 0, 0}}, "2": {{0, 1, 0}, {9, 1, 0}}, "3": {{0, 1, 1}, {9, 1, 1}}, "4": {{0, 2, 0}, {9, 2, 0}}})
	const head = "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,query_speed,entry_speed,query_name,entry_name,query_flag,entry_flag,query_only\n"
	p := made(t, page.Request{Result: opened(t, "r.csv", head+"1,2,0,9,0,1,7,7,<b>,Kama,NO,,x\n2,3,0,9,0,1,7,7,Kama,Kama,,RU,x\n2,4,0,9,0,1,7,7,Kama,,,,x\n"), Entries: s})
	if got := strings.Join(p.Data.Meetings.Objects, ","); got != "Kama (2),<b>,Kama (3),4" {
		t.Error(got)
	}
	text := exampleHTML(t, p)
	for _, want := range []string{`<td title="1, flag NO">&lt;b&gt;</td><td title="2">Kama</td>`, `<td title="2">Kama</td><td title="3, flag RU">Kama</td>`, `<td>4</td>`, `data-query="2" data-entry="4"`, "pointing at a name shows the id, flag."} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
	if picture := string(p.svgOf(0)); !strings.Contains(picture, "<title>Distance against time: &lt;b&gt; and Kama</title>") {
		t.Error(picture)
	}
}

// TestExtremes: a distance of 0, a speed without end and times before 1970 are shown.
func TestExtremes(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Timestamp, map[string]pagetest.Samples{"a": {{-1e9, 0, 0}, {-1e9 + 20, 20, 0}}, "b": {{-1e9, 10, -10}, {-1e9 + 20, 10, 10}}})
	for speed, want := range map[string]string{"1.7976931348623157e+308": "∞", "Inf": "∞", "": "–", "1.4142": "1.414", "1e-9": "1e-09", "123456": "123456", "123456.7": "123457", "0.00012346": "0.0001235", "9999.6": "10000", "1e20": "1e+20"} {
		text := pagetest.Header + "a,b,1938-04-24T22:13:25Z,1938-04-24T22:13:35Z,1938-04-24T22:13:30Z,0," + speed + ",\n"
		p := made(t, page.Request{Result: opened(t, "r.csv", text), Entries: s})
		for _, cell := range []string{`-9.9999999e+08">1938-04-24 22:13:30.0000`, `0">0`, speed + `">` + want} {
			if !strings.Contains(exampleHTML(t, p), `<td data-sort="`+cell+`</td>`) {
				t.Errorf("%q: no %s", speed, cell)
			}
		}
		if d, _ := p.Data.Passes[0].least(); d != 0 || p.Data.Span.From != "1938-04-24 22:13:25" {
			t.Errorf("%v apart, %+v", d, p.Data.Span)
		}
	}
}
