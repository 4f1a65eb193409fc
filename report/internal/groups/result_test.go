package groups

import (
	"slices"
	"strings"
	"testing"

	"flyby/internal/output"
	"flyby/internal/resultfile"
	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// TestRows: rows of a page have the texts of the file, in every format and packing.
func TestRows(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, convoy())
	for name, text := range map[string]string{
		"g.csv":    header + members(7, "10.50", "2e1", "a", "b", "c"),
		"g.ndjson": strings.Repeat(`{"group":7,"t_start":10.50,"t_end":2e1,"size":3,"traj_id":"a"}`+"\n", 1) + `{"group":7,"t_start":10.50,"t_end":2e1,"size":3,"traj_id":"b"}` + "\n" + `{"traj_id":"c","group":7,"t_start":10.50,"t_end":2e1,"size":3}`,
	} {
		p := made(t, page.Request{Result: opened(t, name, text), Entries: s, Name: "cars.csv"})
		if p.Title != name+": 1 group" || len(p.Shown) != 1 || !p.says("cars.csv") {
			t.Fatalf("%s: %+v", name, p)
		}
		r := p.Shown[0]
		if r.Group != "7" || r.Size != "3" || r.Start != "10.50" || r.End != "2e1" || r.duration() != 9.5 || !slices.Equal(r.names, []string{"a", "b", "c"}) || r.size() != 3 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestEmpty: a result without groups is a page that says so.
func TestEmpty(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, convoy())
	for name, text := range map[string]string{"g.csv": header, "moving.csv": "group,t,size,traj_id\n", "g.ndjson": ""} {
		p := made(t, page.Request{Result: opened(t, name, text), Entries: s})
		if p.Title != name+": no groups" || len(p.Shown) != 0 || p.Data.Groups == nil || p.Data.Names == nil || p.Data.All == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestWrongRows: a row that does not fit the data, or the others of its group, is an error that names it.
func TestWrongRows(t *testing.T) {
	s := pagetest.StoreOf(t, 5, trajectory.Number, map[string]pagetest.Samples{"a": pagetest.Straight(0, 20, 1, 0, 1), "b": append(pagetest.Straight(0, 5, 1, 1, 1), pagetest.Straight(15, 20, 1, 1, 1)...), "late": pagetest.Straight(30, 40, 1, 0, 1)})
	good := members(0, "1", "4", "a", "b")
	for text, want := range map[string]string{
		good + members(1, "1", "4", "a", "nobody"):             `row 4: traj_id "nobody" is not in the data: another file, or other flags`,
		good + members(1, "1", "4", "a", "late"):               "row 4: late is nowhere in the data from 1 to 4, when it is in group 1: another file, or other flags",
		good + members(1, "6", "14", "a", "b"):                 "row 4: b is nowhere in the data from 6 to 14",
		members(1, "1", "4", "a", "b") + good:                  "row 3: group 0 stands behind group 1",
		members(1, "1", "4", "a", "b") + good + "1,1,4,2,late": "row 3: group 0 stands behind group 1",
		"0,1,4,2,a\n0,1,5,2,b\n":                               "row 2: group 0 is of 2 members from 1 to 5, and in row 1 of 2 from 1 to 4",
		"0,1,4,2,a\n0,1,4,3,b\n":                               "row 2: group 0 is of 3 members",
		"0,1,4,1,a\n0,1,4,1,b\n":                               "row 2: group 0 has more members than its size, which is 1",
		"0,1,4,2,a\n0,1,4,2,a\n":                               "row 2: group 0 has a twice",
		"0,4,1,2,a\n":                                          "row 1: t_start 4 is behind t_end 1",
		"0,x,1,2,a\n":                                          "row 1: t_start is x, no time",
		"0,1,,2,a\n":                                           "row 1: t_end is empty, no time",
		"-1,1,2,2,a\n":                                         "row 1: group is -1, no whole number",
		"0,1,2,2.5,a\n":                                        "row 1: size is 2.5, no whole number",
		"0,1,2,2\n":                                            "row 1",
	} {
		_, err := tried(t, page.Request{Result: opened(t, "g.csv", header+text), Entries: s})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "g.csv") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		tick(0, "2", "a", "b") + tick(0, "1", "a", "b"): "row 3: group 0 is at 1, which is before the time",
		"0,2,2,a\n0,2,2,a\n":                            "row 2: group 0 has a twice",
		"0,2,1,a\n0,2,1,b\n":                            "row 2: group 0 has more members than its size",
		tick(0, "x", "a", "b"):                          "row 1: t is x, no time",
		tick(0, "2", "a", "b") + tick(0, "25", "late"):  "row 3: late is nowhere in the data from 25 to 25",
	} {
		_, err := tried(t, page.Request{Result: opened(t, "m.csv", "group,t,size,traj_id\n"+text), Entries: s})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestConnected: members that are not connected at the start, the middle or the end of a group are an error with its row, unless the
// result does not require it.
func TestConnected(t *testing.T) {
	objects := convoy()
	objects["e"] = pagetest.Samples{{0, 0, 1}, {50, 50, 31}, {100, 100, 1}}                   // leaves the others, and comes back
	objects["f"] = pagetest.Straight(0, 100, 1, 4, 1)                                         // next to c, not near enough
	objects["g"] = pagetest.Samples{{0, 0, -1}, {60, 60, -1}, {61, 61, -20}, {100, 100, -20}} // next to a until 60
	s := pagetest.StoreOf(t, 0, trajectory.Number, objects)
	one, two := 1.0, 2.5
	const between = "row 1: a and e of group 0 are not connected within 1 at"
	for _, c := range []struct {
		text     string
		distance *float64
		want     string
	}{
		{members(0, "10", "20", "a", "b", "c"), &one, ""},
		{members(0, "10", "20", "a", "c"), &one, ""}, // by b, which is no member
		{members(0, "10", "20", "a", "c", "f"), &two, ""},
		{members(0, "10", "20", "a", "d"), nil, ""}, // the threshold is unknown
		{members(0, "10", "20", "a", "d"), &two, "row 1: a and d of group 0 are not connected within 2.5 at 10 in the data: another file, or other flags; of groups of --max-break"},
		{members(0, "0", "100", "a", "e"), &one, between + " 50"},
		{members(0, "0", "50", "a", "e"), &one, between + " 25"},
		{members(0, "0", "1", "a", "e"), &one, ""}, // e moves 0.6 away from b, and c is near it
		{members(0, "40", "100", "a", "e"), &one, between + " 40"},
		{members(0, "40", "70", "a", "g"), &one, "row 1: a and g of group 0 are not connected within 1 at 70"},
		{members(0, "10", "20", "b", "f"), &one, "row 1: b and f of group 0"},
	} {
		_, err := tried(t, page.Request{Result: opened(t, "g.csv", header+c.text), Entries: s, Distance: c.distance})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	a, _ := s.Find("a")
	e, _ := s.Find("e")
	trajs := []uint32{uint32(a), uint32(e)}
	for o, good := range map[output.Origin]bool{{Method: "group"}: false, {Method: "cmc"}: true, {Method: "group", MaxBreak: 200}: true} {
		o.Level, o.Distance = "members", &one
		if _, err := tried(t, page.Request{Result: parquet(t, s, 0, 100, trajs, o), Entries: s}); (err == nil) != good || err != nil && strings.Contains(err.Error(), "--method") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestConnectedTicks: the members of a moving cluster at a tick must be connected at that time.
func TestConnectedTicks(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, convoy())
	one := 1.0
	first := "group,t,size,traj_id\n" + tick(3, "0", "a", "b")
	for text, good := range map[string]bool{tick(3, "5", "b", "c"): true, tick(3, "5", "a", "c"): true, tick(3, "5", "a", "d"): false, tick(3, "5", "a", "d") + tick(3, "6", "a", "b"): false} {
		if _, err := tried(t, page.Request{Result: opened(t, "m.csv", first+text), Entries: s, Distance: &one}); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestRoundedTimes: the times of text may be off by half a unit in their last place, times of Parquet by nothing.
func TestRoundedTimes(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": {{0, 0, 0}, {100, 0, 0}}, "b": {{0, 0, 0}, {100, 100, 0}}})
	d := 10.06 // reached at 10.06
	for until, good := range map[string]bool{"10.06": true, "10.0": true, "10.1": true, "10.2": false, "10.10": false} {
		if _, err := tried(t, page.Request{Result: opened(t, "g.csv", header+members(0, "1", until, "a", "b")), Entries: s, Distance: &d}); (err == nil) != good {
			t.Errorf("%s: %v", until, err)
		}
	}
	for until, good := range map[float64]bool{10.06: true, 10.07: false, 10.1: false} {
		o := output.Origin{Level: "members", Method: "group", Distance: &d}
		if _, err := tried(t, page.Request{Result: parquet(t, s, 1, until, []uint32{0, 1}, o), Entries: s}); (err == nil) != good {
			t.Errorf("%v: %v", until, err)
		}
	}
}

// TestGraph: the members reached over links equal the result of trying all pairs.
func TestGraph(t *testing.T) {
	objects := map[string]pagetest.Samples{}
	next := uint32(1)
	random := func() float64 {
		next = next*1664525 + 1013904223
		return float64(next>>8) / (1 << 24)
	}
	for i := range 300 {
		objects[string(rune('A'+i))] = pagetest.Samples{{0, 10 * random(), 10 * random(), 2 * random()}}
	}
	s := pagetest.StoreOf(t, 0, trajectory.Number, objects)
	for _, d := range []float64{0, 0.3, 0.6, 1, 30} {
		m := blank()
		m.Result, m.Distance, m.Sampled.Entries = &page.Result{File: new(resultfile.File)}, &d, s
		g := graph{maker: m}
		for traj := range s.Trajectories() {
			g.add(traj)
		}
		want := make([]bool, len(g.nodes))
		want[0] = true
		for again := true; again; {
			again = false
			for i := range g.nodes {
				for k := range g.nodes {
					if want[i] && !want[k] && g.linked(&g.nodes[i], &g.nodes[k]) {
						want[k], again = true, true
					}
				}
			}
		}
		if got := g.reach(); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", d, got, want)
		}
	}
}
