package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/inventory"
	"flyby/internal/tier"
)

// towers returns two objects, one 1,000 above the way of the other, as a file with a header.
func towers(header string) string {
	return header + "\na,0,0,0,0\na,10,0.0001,0,0\nb,0,0.00005,0,1000\nb,10,0.00005,0,1000\n"
}

// TestHeightsAreTold: each command that reads trajectories or points tells once of a column of heights that it does not take, and --height none silences
// it, in the same answer.
func TestHeightsAreTold(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "plain.csv", towers("id,t,x,y,Altitude"))
	write(t, "other.csv", towers("id,t,x,y,ele_m"))
	write(t, "degrees.csv", towers("id,t,lon,lat,alt_ft"))
	write(t, "further.csv", towers("id,t,lon,lat,alt_ft"))
	write(t, "ships.csv", strings.NewReplacer("a,0", "1,0", "a,10", "1,10", "b,", "2,").Replace(towers("mmsi,time,lon,lat,altitude")))
	const plain, other, degrees = "flyby: plain.csv: z not taken: Altitude (--columns z=Altitude)\n", "flyby: other.csv: z not taken: ele_m (--columns z=ele_m --units m)\n", "flyby: degrees.csv: z not taken: alt_ft (--columns z=alt_ft --units z=ft)\n"
	const flat = "flyby: degrees.csv: z not taken: alt_ft (--columns x1=lon,x2=lat,x3=alt_ft, in ft)\n"
	for _, c := range []struct {
		args string
		told []string
	}{
		{"join plain.csv --distance 1", []string{plain}},
		{"join plain.csv --distance 1 --quiet", []string{plain}},
		{"join plain.csv --distance 1 --columns id=id,t=t,x=x,y=y", []string{plain}},
		{"join degrees.csv --distance 20m", []string{degrees}},
		{"join degrees.csv --distance 20m --lonlat --preset none", []string{degrees}},
		{"join ships.csv --distance 20m --preset ais --units t=unix", []string{"flyby: ships.csv: z not taken: altitude (--columns z=altitude)\n"}},
		{"search --entries plain.csv --queries other.csv --distance 1", []string{plain, other}},
		{"search --entries plain.csv --queries plain.csv --distance 1", []string{plain}},
		{"join plain.csv other.csv --distance 1 --skip-bad-rows", []string{"flyby: other.csv and 1 other file: z not taken: ele_m, Altitude (--columns z=ele_m --units m)\n"}},
		{"convoys plain.csv --distance 1 --min-size 2 --min-duration 1", []string{plain}},
		{"at --entries plain.csv --time 5", []string{plain}},
		{"convert plain.csv", []string{plain}},
		{"dbscan degrees.csv --eps 1 --minpts 2 --columns x1=lon,x2=lat --lonlat", []string{flat}},
		{"selfjoin degrees.csv --eps 1 --columns x1=lon,x2=lat --lonlat", []string{flat}},
		{"knn degrees.csv --neighbours 1 --columns x1=lon,x2=lat --lonlat", []string{flat}},
		{"pointjoin --points degrees.csv --queries further.csv --eps 1 --columns x1=lon,x2=lat --lonlat", []string{strings.Replace(flat, "--columns", "--entry-columns", 1), strings.NewReplacer("degrees.csv", "further.csv", "--columns", "--query-columns").Replace(flat)}},
	} {
		loud, quiet := invoke(t, "", strings.Fields(c.args)...), invoke(t, "", append(strings.Fields(c.args), "--height", "none")...)
		var told []string
		for line := range strings.Lines(loud.err) {
			if strings.Contains(line, "z not taken") {
				told = append(told, line)
			}
		}
		if loud.status != cli.OK || !slices.Equal(told, c.told) {
			t.Errorf("%s: exit status %d, %swant %q", c.args, loud.status, loud.err, c.told)
		}
		if quiet.status != cli.OK || quiet.out != loud.out || strings.Contains(quiet.err, "z not taken") {
			t.Errorf("%s --height none: exit status %d, %s%swant\n%s", c.args, quiet.status, quiet.err, quiet.out, loud.out)
		}
	}
}

// TestHeightsInSummaries: info has the columns of heights among its notes and its facts, and summaries list them.
func TestHeightsInSummaries(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "plain.csv", towers("id,t,x,y,Altitude"))
	write(t, "other.csv", towers("id,t,x,y,ele_m"))
	const text = "z not taken: Altitude (--columns z=Altitude)"
	if r := invoke(t, "", "info", "plain.csv"); !strings.Contains(r.out, "\n  note           "+text+"\n") || strings.Contains(r.err, "z not taken") {
		t.Errorf("info: %s%s", r.out, r.err)
	}
	var f inventory.Facts
	if err := json.Unmarshal([]byte(ran(t, "info", "plain.csv", "--json")), &f); err != nil || !slices.Contains(f.Notes, text) || !slices.Equal(f.Aside, []string{"Altitude"}) {
		t.Errorf("info --json: %v, %q, %q", err, f.Notes, f.Aside)
	}
	if out := ran(t, "info", "plain.csv", "--height", "none"); strings.Contains(out, "z not taken") {
		t.Errorf("info --height none: %s", out)
	}
	var m summary
	r := invoke(t, "", words("search --entries plain.csv --queries other.csv --distance 1 --json")...)
	if err := json.Unmarshal([]byte(lastLine(r)), &m); err != nil || !slices.Equal(m.EntryAside, []string{"Altitude"}) || !slices.Equal(m.QueryAside, []string{"ele_m"}) {
		t.Errorf("search --json: %v, %q, %q", err, m.EntryAside, m.QueryAside)
	}
	if !strings.Contains(r.err, `{"type":"warning","message":"plain.csv: `+text+`"}`) {
		t.Errorf("no warning in %s", r.err)
	}
	r = invoke(t, "", words("convoys plain.csv --distance 1 --min-size 2 --min-duration 1 --json")...)
	if !strings.Contains(lastLine(r), `"entry_z_not_taken":["Altitude"]`) {
		t.Errorf("convoys --json: %s", lastLine(r))
	}
	r = invoke(t, "", words("join plain.csv --distance 1 --vertical 1")...)
	if r.status == cli.OK || !strings.Contains(r.err, "needs; "+text) {
		t.Errorf("join --vertical: exit status %d, %s", r.status, r.err)
	}
}

// TestHeightsAreToldBeyondMemory: files in slabs tell of their columns of heights as in memory.
func TestHeightsAreToldBeyondMemory(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	write(t, "plain.csv", towers("id,t,x,y,Altitude"))
	want := ran(t, words("join plain.csv --distance 1")...)
	r := invokeWithin(t, words("join plain.csv --distance 1")...)
	if r.status != cli.OK || r.out != want || strings.Count(r.err, "flyby: plain.csv: z not taken: Altitude (--columns z=Altitude)\n") != 1 {
		t.Errorf("in slabs: exit status %d, %s%s", r.status, r.err, r.out)
	}
	r = invoke(t, "", words("slab plan --entries plain.csv --distance 1 --dir work --slabs 2")...)
	if r.status != cli.OK || strings.Count(r.err, "z not taken: Altitude") != 1 {
		t.Errorf("slab plan: exit status %d, %s", r.status, r.err)
	}
}

// TestSuggestedHeights: the flags that an error suggests, pasted, read heights.
func TestSuggestedHeights(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for header, distance := range map[string]string{"ID,T,X,Y,Z": "5", "name,time,east,north,alt": "5", "name,time,x,y,alt_ft": "5", "vehicle,time,lon,lat,Altitude (m)": "50m", "tag,time,lng,lat,GeoAltitudeFeet": "50m"} {
		write(t, "a.csv", towers(header))
		r := invoke(t, "", "join", "a.csv", "--distance", distance)
		_, try, ok := strings.Cut(strings.TrimSpace(r.err), "; try: ")
		if !ok || !strings.Contains(try, "z=") {
			t.Fatalf("%s: %s", header, r.err)
		}
		try, _, _ = strings.Cut(try, " (left to say")
		var args []string
		for word := range strings.SplitSeq(strings.ReplaceAll(try, "Altitude (m)", "Altitude\x00(m)"), " ") {
			args = append(args, strings.Trim(strings.ReplaceAll(word, "\x00", " "), "'"))
		}
		r = invoke(t, "", append([]string{"join", "a.csv", "--distance", distance}, args...)...)
		if r.status != cli.OK || strings.Count(r.out, "\n") != 1 || strings.Contains(r.err, "z not taken") {
			t.Errorf("%s: %s: exit status %d, %s%s", header, try, r.status, r.err, r.out)
		}
	}
}
