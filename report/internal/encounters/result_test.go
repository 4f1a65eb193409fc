package encounters

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/output"
	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// TestRows: the rows of a page have the texts of the file, the closest first, and the numbers of their pictures.
func TestRows(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	for _, name := range []string{"r.csv", "r.ndjson", "r.parquet", "r.arrows", "r.csv.gz"} {
		p := made(t, page.Request{Result: found(t, name, s, nil, 2), Entries: s, Name: "cars.csv"})
		if p.Title != name+": 1 encounter" || len(p.Shown) != 1 || p.rowName() != "encounter" || !p.says("cars.csv") {
			t.Fatalf("%s: %+v", name, p)
		}
		r := p.Shown[0]
		if r.Query != "a" || r.Entry != "b" || r.Closest != "10.25" || !strings.HasPrefix(r.Distance, "0.35355339059327") || r.Open != "" {
			t.Errorf("%s: %+v", name, r)
		}
		if d, at := p.Data.Passes[0].least(); math.Abs(d-math.Sqrt(0.125)) > 1e-8 || math.Abs(at) > 1e-3 {
			t.Errorf("%s: %v apart at %v", name, d, at)
		}
	}
}

// TestNameOfResult: the page and an error use the request's name for the result, if it has one, as text.
func TestNameOfResult(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	if p := made(t, page.Request{Result: found(t, "r.parquet", s, nil, 2), Entries: s, Called: "join of a/b.csv"}); p.Title != "join of a/b.csv: 1 encounter" {
		t.Error(p.Title)
	}
	_, err := tried(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+"a,nobody,10,10.5,10.25,0.1,1,\n"), Entries: s, Called: "join of b\x1b.csv"})
	if err == nil || !strings.HasPrefix(err.Error(), `join of b\x1b.csv: row 1: entry_traj "nobody" is not in the data`) {
		t.Error(err)
	}
}

// TestEmpty: a result without rows is a page that says so.
func TestEmpty(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	for name, text := range map[string]string{"r.csv": pagetest.Header, "r.ndjson": "", "pairs.csv": "query_traj,entry_traj,encounters,duration,t_first,t_last,t_closest,d_min,v_closest\n",
		"hits.csv": "query_traj,query_seg,entry_traj,entry_seg,t_enter,t_exit\n"} {
		d := 1.0
		p := made(t, page.Request{Result: opened(t, name, text), Entries: s, Distance: &d})
		if what := map[bool]string{true: "pairs", false: "encounters"}[name == "pairs.csv"]; p.Title != name+": no "+what || len(p.Shown) != 0 || p.Data.Passes == nil || p.Data.Some == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestLackingColumn: a file of encounters without a column that pages need is refused.
func TestLackingColumn(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	if _, err := tried(t, page.Request{Result: opened(t, "r.csv", "query_traj,entry_traj,t_enter,t_exit\na,b,1,2\n"), Entries: s}); err == nil || !strings.Contains(err.Error(), "no column t_closest") {
		t.Errorf("%v", err)
	}
}

// TestWrongRows: a row that does not fit the data is an error that names it.
func TestWrongRows(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	const good = "a,b,9.0,11.5,10.25,0.3535533905932738,1.4142,\n"
	for line, want := range map[string]string{
		"a,c,9,11,10.25,0.3535533905932738,1,":       `row 2: entry_traj "c" is not in the data: another file, or other flags`,
		"a,b,9,11.5,10.25,0.3535533915932738,1,":     "row 2: d_min is 0.3535533915932738, and in the data a and b are 0.353553390593",
		"a,b,9,50,40,0.3535533905932738,1,":          "row 2: a is nowhere at t_closest 40 in the data",
		"a,b,9,11.5,10.25,x,1,":                      "row 2: d_min is x, no number",
		"a,b,9,11.5,10.25,NaN,1,":                    "row 2: d_min is NaN, no number",
		"a,b,9,11.5,,0.1,1,":                         "row 2: t_closest is empty, no time",
		"a,b,9,11.5,10.25,-0.3535533905932738,1,":    "row 2: t_closest 10.25 is not from 9 to 11.5, or d_min -0.3535533905932738 is below 0",
		"a,b,10.5,11.5,10.25,0.3535533905932738,1,":  "row 2: t_closest 10.25 is not from 10.5 to 11.5",
		"a,b,9,11.5,10.25,0.3535533905932738,1,ajar": "row 2: open is ajar",
		"a,b,9,11.5\n":                               "row 2",
	} {
		_, err := tried(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+good+line+"\n"), Entries: s})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "r.csv") {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// TestRoundedText: numbers that another program rounded are compared with the data up to their digits, numbers of Parquet in full.
func TestRoundedText(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	for line, good := range map[string]bool{
		"a,b,9.0,11.5,10.25,0.35,1.41,": true, "a,b,9.0,11.5,10.25,0.354,1.41,": true, "a,b,9.0,11.5,10.25,0.36,1.41,": false, "a,b,9.0,11.5,10.25,0.352,1.41,": false,
		"a,b,9.0,11.5,10.3,0.35355339,1.41,": true, "a,b,9.0,11.5,10.2,0.3535533905932738,1.41,": true, "a,b,9.0,11.5,10.7,0.3535533905932738,1.41,": false,
		"a,b,9.0,11.5,1.025e1,3.5e-1,1.41,": true, "a,b,9.0,11.5,1.025e1,3.6e-1,1.41,": false,
	} {
		if _, err := tried(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+line+"\n"), Entries: s}); (err == nil) != good {
			t.Errorf("%s: %v", line, err)
		}
	}
	path := filepath.Join(t.TempDir(), "r.parquet")
	w, err := output.CreateEncounters(path, s, s, output.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rows := trajectory.Encounters{QueryTraj: []uint32{0}, EntryTraj: []uint32{1}, Enter: []float64{9}, Exit: []float64{11.5}, Closest: []float64{10.25}, Distance: []float64{0.35}, Speed: []float64{1}, Open: []trajectory.Open{0}}
	if err := errors.Join(w.Write(rows), w.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := page.Open("", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tried(t, page.Request{Result: r, Entries: s}); err == nil {
		t.Error("0.35 of Parquet is taken for rounded")
	}
}

// TestHits: hits are shown as the encounters that they are joined to; a hit of another segment is an error.
func TestHits(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	const hits = "query_traj,query_seg,entry_traj,entry_seg,t_enter,t_exit\n"
	d := 2.0
	text := hits
	enter, exit := 10.25-math.Sqrt(4-0.125)/math.Sqrt2, 10.25+math.Sqrt(4-0.125)/math.Sqrt2
	for seg := 8; seg <= 11; seg++ {
		text += fmt.Sprintf("a,%d,b,%[1]d,%v,%v\n", seg, max(enter, float64(seg)), min(exit, float64(seg+1)))
	}
	p := made(t, page.Request{Result: opened(t, "hits.csv", text), Entries: s, Distance: &d})
	want := made(t, page.Request{Result: found(t, "r.csv", s, nil, 2), Entries: s, Distance: &d})
	if got, want := p.Shown[0], want.Shown[0]; len(p.Shown) != 1 || got.Closest != want.Closest || got.Distance != want.Distance || got.Speed != want.Speed || p.rowName() != "encounter" {
		t.Errorf("%+v, want %+v", got, want)
	}
	for line, want := range map[string]string{
		"a,77,b,8,8.9,9": `row 1: query_seg is "77", and the trajectory has no such segment`, "a,x,b,8,8.9,9": "no such segment", "a,8,b,2,8.9,9": "row 1: segment 2 of b is there from 2 to 3",
		"a,8,q,8,8.9,9": `entry_traj "q" is not in the data`,
	} {
		if _, err := tried(t, page.Request{Result: opened(t, "hits.csv", hits+line+"\n"), Entries: s, Distance: &d}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
	near := 0.1
	if _, err := tried(t, page.Request{Result: opened(t, "hits.csv", text), Entries: s, Distance: &near}); err == nil || !strings.Contains(err.Error(), "row 1: a and b are 0.35355339059327") {
		t.Errorf("another distance: %v", err)
	}
	if _, err := tried(t, page.Request{Result: opened(t, "hits.csv", text), Entries: s}); err == nil || !strings.Contains(err.Error(), "give --distance") {
		t.Errorf("without a distance: %v", err)
	}
}

// TestPairs: a row of a pair shows its closest encounter, and the time of all of them.
func TestPairs(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	p := made(t, page.Request{Result: opened(t, "pairs.csv", "query_traj,entry_traj,encounters,duration,t_first,t_last,t_closest,d_min,v_closest\na,b,3,1.5,2,12,10.25,0.3535533905932738,1.4\n"), Entries: s})
	if r := p.Shown[0]; p.Title != "pairs.csv: 1 pair" || p.rowName() != "pair" || r.duration != 1.5 || r.Enter != "2" || p.Data.Passes[0].Enter != -8.25 || p.Data.Threshold != nil {
		t.Errorf("%+v, %+v", p, p.Data)
	}
	if m := p.Data.Meetings; len(m.Counts) != 1 || m.Counts[0] != [3]int{0, 1, 3} {
		t.Errorf("%+v", m)
	}
}

// TestBoth: rows that --with both repeats are counted once.
func TestBoth(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5))
	p := made(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+"a,b,9.0,11.5,10.25,0.3535533905932738,1.4,\nb,a,9.0,11.5,10.25,0.3535533905932738,1.4,\n"), Entries: s})
	if len(p.Shown) != 1 || p.Title != "r.csv: 1 encounter" {
		t.Errorf("%+v", p)
	}
}

// TestTop: the closest rows are shown, of equally close ones the first; the title has the number of all.
func TestTop(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0))
	text := pagetest.Header
	for i := range 1500 {
		at := 10 + float64((i*7)%1500)/1000
		text += fmt.Sprintf("a,b,9.0,11.5,%v,%v,1.4,\n", at, (at-10)*math.Sqrt2)
	}
	p := made(t, page.Request{Result: opened(t, "r.csv", text+"a,b,9,11.5,10,0,1,\n"), Entries: s, Top: 3})
	if p.Title != "r.csv: the closest 3 of 1,501 encounters" || len(p.Shown) != 3 || p.Shown[0].Enter != "9.0" || p.Shown[1].Enter != "9" || p.Shown[2].Closest != "10.001" {
		t.Errorf("%s: %+v", p.Title, p.Shown)
	}
}

// TestRequest: a request that does not go with a page of encounters is refused.
func TestRequest(t *testing.T) {
	s, r := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(0.5)), opened(t, "r.csv", pagetest.Header)
	for want, q := range map[string]page.Request{
		"report: Result: there is none":                       {Entries: s},
		"times of Queries are timestamps, of Entries numbers": {Result: r, Entries: s, Queries: pagetest.StoreOf(t, 0, trajectory.Timestamp, pagetest.Crossing(0))},
		"in 2-D, of Entries plain coordinates in 3-D":         {Result: r, Entries: pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": {{0, 0, 0, 0}}}), Queries: s},
		"By \"size\": is for groups":                          {Result: r, Entries: s, By: "size"},
		"have no heights":                                     {Result: opened(t, "r.csv", strings.Replace(pagetest.Header, "v_closest", "dz_closest,v_closest", 1)), Entries: s},
	} {
		if _, err := tried(t, q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
