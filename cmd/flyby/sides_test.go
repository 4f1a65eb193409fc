package main

import (
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// sideFiles writes files of objects that meet, under names that differ from file to file.
func sideFiles(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	metres := func(header, id string) string { return header + "\n" + id + ",0,0,0\n" + id + ",60,9,0\n" }
	degrees := func(header, id string) string {
		return header + "\n" + id + ",2024-05-01T10:00:00Z,10,0\n" + id + ",2024-05-01T10:01:00Z,10,0.001\n"
	}
	for name, text := range map[string]string{
		"stars.csv": metres("source_id,t,x,y", "7"), "sun.csv": metres("id,t,x,y", "1"), "traj.csv": metres("traj_id,t,x,y", "1"), "late.csv": metres("id,time,x,y", "1"),
		"tracks.csv": metres("track_id,time,x,y", "2"), "more.csv": metres("source_id,t,x,y", "8"), "both.csv": "id,source_id,t,x,y\n1,3,0,0,0\n1,3,60,9,0\n",
		"fleet.csv": degrees("vehicle_id,timestamp,longitude,latitude", "7"), "ships.csv": degrees("id,t,lon,lat", "1"), "east.csv": degrees("id,t,Lon,Lat", "1"),
		"stops.csv": "stop,stop_lon,stop_lat\nA,10,0\n", "ports.csv": "name,lon,lat\nA,10,0\n", "berths.csv": "id,lon,lat\nA,10,0\n",
		"sun.ecsv": "# %ECSV 1.0\n# ---\n# datatype:\n# - {name: id, datatype: string}\n# - {name: t, datatype: float64}\n# - {name: x, datatype: float64}\n# - {name: y, datatype: float64}\n" + strings.ReplaceAll(metres("id,t,x,y", "1"), ",", " "),
		"sumo.xml": `<fcd-export><timestep time="0"><vehicle id="1" x="0" y="0"/></timestep><timestep time="60"><vehicle id="1" x="9" y="0"/></timestep></fcd-export>`,
	} {
		write(t, name, text)
	}
	must(t, "convert", "sun.csv", "--out", "sun.parquet")
	must(t, "convert", "sun.csv", "--out", "sun.arrows")
}

// TestSidesSuggested: where one file of a search lacks columns, one suggestion has flags for its side, and for the other side where that lacks some; pasted it
// runs, in memory and beyond. One --columns for both runs, too, where it has the names of the one file, and the other has neutral names, which is told.
func TestSidesSuggested(on *testing.T) {
	t := beside(on)
	sideFiles(t)
	const taken = "no column source_id: id is taken"
	for _, c := range []struct{ one, other, want, shared, told string }{
		{"stars.csv", "sun.csv", "--ONE-columns id=source_id", "--columns id=source_id", "sun.csv: " + taken},
		{"stars.csv", "traj.csv", "--ONE-columns id=source_id", "--columns id=source_id", "traj.csv: no column source_id: traj_id is taken"},
		{"stars.csv", "sun.ecsv", "--ONE-columns id=source_id", "--columns id=source_id", "sun.ecsv: " + taken},
		{"stars.csv", "sun.parquet", "--ONE-columns id=source_id", "--columns id=source_id", "sun.parquet: no column source_id: traj_id is taken"},
		{"stars.csv", "sun.arrows", "--ONE-columns id=source_id", "--columns id=source_id", "sun.arrows: no column source_id: traj_id is taken"},
		{"stars.csv", "late.csv", "--ONE-columns id=source_id --OTHER-columns t=time", "--columns id=source_id,t=time", "late.csv: " + taken},
		{"sun.csv", "late.csv", "--OTHER-columns t=time", "--columns t=time", "sun.csv: no column time: t is taken"},
		{"stars.csv", "both.csv", "--ONE-columns id=source_id", "--columns id=source_id", ""},
		{"stars.csv", "more.csv", "--columns id=source_id", "", ""},
		{"stars.csv", "tracks.csv", "--ONE-columns id=source_id --OTHER-columns id=track_id,t=time", "", ""},
		{"fleet.csv", "ships.csv", "--ONE-lonlat --ONE-columns id=vehicle_id,t=timestamp,x=longitude,y=latitude", "--lonlat --columns id=vehicle_id,t=timestamp,x=longitude,y=latitude", "ships.csv: no column timestamp: t is taken; no column longitude: lon is taken; no column latitude: lat is taken; no column vehicle_id: id is taken"},
		{"fleet.csv", "east.csv", "--ONE-lonlat --ONE-columns id=vehicle_id,t=timestamp,x=longitude,y=latitude", "--lonlat --columns id=vehicle_id,t=timestamp,x=longitude,y=latitude", "east.csv: no column timestamp: t is taken; no column longitude: the pair of degrees is taken; no column latitude: the pair of degrees is taken; no column vehicle_id: id is taken"},
		{"ships.csv", "ports.csv", "--OTHER-lonlat --OTHER-columns id=name,t=none", "--lonlat --columns id=name,t=none", "ships.csv: no column name: id is taken"},
	} {
		for i, sides := range [][2]string{{c.one, c.other}, {c.other, c.one}} {
			names := strings.NewReplacer("ONE", []string{"entry", "query"}[i], "OTHER", []string{"query", "entry"}[i])
			args := []string{"search", "--distance", "5", "--entries", sides[0], "--queries", sides[1]}
			r := invoke(t, "", args...)
			tried, _, _ := strings.Cut(strings.TrimSpace(r.err), " (left to say: t=none")
			if _, try, _ := strings.Cut(tried, "; try: "); r.status != cli.Failure || sorted(try) != sorted(names.Replace(c.want)) {
				t.Errorf("%v: exit status %d, %swant %s", sides, r.status, r.err, names.Replace(c.want))
				continue
			}
			for _, outgrown := range []bool{false, true}[:2-i] {
				again := invokeOn(t, streams{outgrown: outgrown}, append(args, pasted(t, r.err)...)...)
				if again.status != cli.OK || strings.Count(again.out, "\n") != 2 || strings.Contains(again.err, "taken") {
					t.Errorf("%v %s, outgrown %v: exit status %d, %s%swant one encounter", sides, c.want, outgrown, again.status, again.err, again.out)
				}
				if c.shared == "" {
					continue
				}
				if both := invokeOn(t, streams{outgrown: outgrown}, append(args, strings.Fields(c.shared)...)...); c.told != "" && both.out != again.out || strings.Count(both.out, "\n") != 2 || c.told != "" && !strings.Contains(both.err, "flyby: "+c.told+"\n") {
					t.Errorf("%v %s, outgrown %v: exit status %d, %s%swant one encounter, told %s", sides, c.shared, outgrown, both.status, both.err, both.out, c.told)
				}
			}
		}
	}
}

// sorted returns the flags of a suggestion with their values, in order.
func sorted(try string) string {
	flags := strings.Split(" "+try, " --")
	slices.Sort(flags)
	return strings.Join(flags, " --")
}

// TestSidesNamed: a name that neither file has, or one that a file lacks beside the neutral name, is an error, and so is any missing name of one data set.
func TestSidesNamed(on *testing.T) {
	t := beside(on)
	sideFiles(t)
	write(t, "nameless.csv", "who,t,x,y\n1,0,0,0\n1,60,9,0\n")
	write(t, "twoids.csv", "id,traj_id,t,x,y\n1,2,0,0,0\n1,2,60,9,0\n")
	const search = "search --distance 5 --entries "
	for args, want := range map[string]string{
		search + "stars.csv --queries sun.csv --columns id=sourceid":                     `stars.csv:1: no column sourceid; there is "source_id", "t", "x", "y"`,
		search + "sun.csv --queries stars.csv --columns id=sourceid":                     `sun.csv:1: no column sourceid; there is "id", "t", "x", "y"`,
		search + "sun.csv --queries late.csv --columns t=tiem":                           `sun.csv:1: no column tiem; there is "id", "t", "x", "y"`,
		search + "stars.csv --queries sun.csv --columns id=source_id,x=east":             `stars.csv:1: no column east; there is "source_id", "t", "x", "y"`,
		search + "stars.csv --queries nameless.csv --columns id=source_id":               `nameless.csv:1: no column source_id; there is "who", "t", "x", "y"`,
		search + "stars.csv --queries twoids.csv --columns id=source_id":                 `twoids.csv:1: no column source_id; there is "id", "traj_id", "t", "x", "y"`,
		search + "stars.csv --entries sun.csv --queries both.csv --columns id=source_id": `sun.csv:1: no column source_id; there is "id", "t", "x", "y"`,
		search + "stars.csv --queries - --columns id=source_id":                          `standard input:1: no column source_id; there is "id", "t", "x", "y"`,
		search + "sun.csv --queries - --columns id=source":                               `standard input:1: no column source; there is "id", "t", "x", "y"`,
		"join --distance 5 stars.csv sun.csv --columns id=source_id":                     `sun.csv:1: no column source_id; there is "id", "t", "x", "y"`,
		"join --distance 5 sun.csv --columns id=source_id":                               `sun.csv:1: no column source_id; there is "id", "t", "x", "y"`,
		search + "sun.csv --queries sun.csv --columns id=source_id":                      `sun.csv:1: no column source_id; there is "id", "t", "x", "y"`,
	} {
		r := invoke(t, "id,t,x,y\n1,0,0,0\n1,60,9,0\n", strings.Fields(args)...)
		if (r.status == cli.OK) != (want == "") || !strings.HasSuffix(strings.TrimSpace(r.err), want) {
			t.Errorf("%s: exit status %d, %swant %s", args, r.status, r.err, want)
		}
	}
}

// TestSidesElsewhere: slabs write the answer of the command, with the same columns of two files, and verify and report read both files as it does.
func TestSidesElsewhere(on *testing.T) {
	t := beside(on)
	sideFiles(t)
	must(t, "convert", "stars.csv", "--columns", "id=source_id", "--order", "time", "--out", "ordered.parquet")
	for name, files := range map[string]string{"text": "--entries stars.csv --queries sun.csv --columns id=source_id", "parquet": "--entries ordered.parquet --queries stars.csv --columns id=source_id"} {
		asked := append(strings.Fields(files), "--distance", "5", "--level", "encounters")
		run := func(command ...string) {
			if r := invoke(t, "", append(command, asked...)...); r.status != cli.OK || !strings.Contains(r.err, "no column source_id") {
				t.Errorf("%s: %v: %+v", name, command, r)
			}
		}
		run("search", "--out", "one.csv")
		run("slab", "plan", "--dir", name, "--slabs", "2")
		must(t, "slab", "run", name, "--missing")
		must(t, "slab", "merge", name, "--out", "merged.csv")
		if one, merged := read(t, "one.csv"), read(t, "merged.csv"); one != merged || strings.Count(one, "\n") != 2 {
			t.Errorf("%s: %q merged, want the one encounter %q", name, merged, one)
		}
		for _, outgrown := range []bool{false, true} {
			if r := invokeOn(t, streams{outgrown: outgrown}, append([]string{"verify", "one.csv"}, asked...)...); r.status != cli.OK || !strings.Contains(r.err, "no column source_id") {
				t.Errorf("%s: verify, outgrown %v: %+v", name, outgrown, r)
			}
		}
		asked = asked[:len(asked)-2]
		run("report", "one.csv", "--out", name+".html")
		if page := read(t, name+".html"); !strings.Contains(page, "stars.csv") {
			t.Errorf("%s: the report does not name its files", name)
		}
	}
}

// TestSidesWithNames: a suggestion with NAME runs as soon as the names of the one file stand in it; as flags for both files, too.
func TestSidesWithNames(on *testing.T) {
	t := beside(on)
	sideFiles(t)
	args := strings.Fields("search --distance 5 --entries ships.csv --queries stops.csv")
	if r := invoke(t, "", args...); !strings.HasSuffix(r.err, "; try: --query-columns id=NAME,t=none,x=NAME,y=NAME (left to say: a column for each NAME; t=none takes the rows for places, beside a file with times)\n") {
		t.Errorf("%+v", r)
	}
	if r := invoke(t, "", append(args, strings.Fields("--query-lonlat --query-columns id=stop,t=none,x=stop_lon,y=stop_lat")...)...); r.status != cli.OK || strings.Count(r.out, "\n") != 2 {
		t.Errorf("with the names of the side: %+v", r)
	}
	r := invoke(t, "", append(args, strings.Fields("--lonlat --columns id=stop,t=none,x=stop_lon,y=stop_lat")...)...)
	if r.status != cli.OK || strings.Count(r.out, "\n") != 2 || !strings.Contains(r.err, "ships.csv: no column stop_lon: lon is taken; no column stop_lat: lat is taken; no column stop: id is taken") {
		t.Errorf("with the names: %+v", r)
	}
}
