package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/inventory"
	"flyby/internal/tier"
)

// shipsOf returns ships that meet on their ways north-east, as a file with the given header, whose columns of positions are
// longitude, latitude and, of three, height.
func shipsOf(header string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for ship := range 4 {
		for step := range 30 {
			fmt.Fprintf(&b, "s%d,%d,%g,%g", ship, 60*step, 10+0.001*float64(step*(ship+1)), 50+0.002*float64(step))
			if strings.Count(header, ",") > 3 {
				fmt.Fprintf(&b, ",%d", 100*ship)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// lastLine returns the last line of standard error.
func lastLine(r result) string {
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	return lines[len(lines)-1]
}

// TestPairOfDegrees: one pair of degrees next to ids and times is read as with --lonlat, and reported in a line that --quiet keeps
// and in the summary, from each format with columns, in memory and in slabs.
func TestPairOfDegrees(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	flat, solid := shipsOf("id,t,lon,lat"), shipsOf("id,t,lon,lat,height")
	write(t, "flat.csv", flat)
	write(t, "solid.csv", solid)
	ask := words("join --distance 300m --level encounters")
	want := map[bool]string{}
	for high, file := range map[bool]string{false: "flat.csv", true: "solid.csv"} {
		want[high] = ran(t, append(ask, file, "--lonlat")...)
		if strings.Count(want[high], "\n") < 3 {
			t.Fatalf("%s: few encounters\n%s", file, want[high])
		}
	}
	write(t, "upper.csv", shipsOf("traj_id,t,LON,Lat"))
	write(t, "long.csv", shipsOf("id,t,Longitude,LATITUDE,height"))
	write(t, "named.csv", shipsOf("ship,t,lon,lat"))
	write(t, "z.csv", shipsOf("id,t,lon,lat,z"))
	write(t, "further.csv", strings.Replace(strings.ReplaceAll(flat, "\ns", "\n7,s"), "id,t", "long,id,t", 1))
	head := "# %ECSV 1.0\n# ---\n# datatype:\n# - {name: id, datatype: string}\n# - {name: t, datatype: float64}\n# - {name: lon, unit: deg, datatype: float64}\n# - {name: lat, unit: deg, datatype: float64}\n"
	write(t, "flat.ecsv", head+strings.ReplaceAll(flat, ",", " "))
	table := `<VOTABLE><RESOURCE><TABLE><FIELD name="id" datatype="char" arraysize="*"/><FIELD name="t" datatype="double"/><FIELD name="lon" datatype="double" unit="deg"/><FIELD name="lat" datatype="double" unit="deg"/><DATA><TABLEDATA>`
	for _, row := range strings.Split(strings.TrimSpace(flat), "\n")[1:] {
		table += "<TR><TD>" + strings.ReplaceAll(row, ",", "</TD><TD>") + "</TD></TR>"
	}
	write(t, "flat.vot", table+"</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>")
	ran(t, words("convert flat.csv --lonlat --out flat.parquet")...)
	ran(t, words("convert solid.csv --out solid.parquet")...)
	ran(t, words("convert long.csv --out converted.csv")...)
	for _, c := range []struct {
		args string
		high bool
		told string
	}{
		{"flat.csv", false, "x=lon y=lat"},
		{"solid.csv", true, "x=lon y=lat z=height"},
		{"upper.csv", false, "x=LON y=Lat"},
		{"upper.csv --lonlat", false, "x=LON y=Lat"},
		{"upper.csv --preset none", false, "x=LON y=Lat"},
		{"long.csv", true, "x=Longitude y=LATITUDE z=height"},
		{"long.csv --height none", false, "x=Longitude y=LATITUDE"},
		{"named.csv --columns id=ship", false, "x=lon y=lat"},
		{"z.csv", true, "x=lon y=lat z=z"},
		{"further.csv", false, "x=lon y=lat"},
		{"flat.ecsv", false, "x=lon y=lat"},
		{"flat.vot", false, "x=lon y=lat"},
		{"flat.parquet", false, "x=lon y=lat"},
		{"solid.parquet", true, "x=lon y=lat z=height"},
		{"converted.csv", true, "x=lon y=lat z=height"},
	} {
		file, _, _ := strings.Cut(c.args, " ")
		for _, outgrown := range []bool{false, true} {
			s := streams{outgrown: outgrown}
			args := append(ask, strings.Fields(c.args)...)
			r := invokeOn(t, s, append(args, "--quiet")...)
			if told := "flyby: " + file + ": " + c.told + ", degrees\n"; r.status != cli.OK || r.out != want[c.high] || r.err != told {
				t.Errorf("%s, outgrown %v: exit status %d, %swant %s%s\nwant\n%s", c.args, outgrown, r.status, r.err, told, r.out, want[c.high])
			}
			var m summary
			r = invokeOn(t, s, append(args, "--json")...)
			if err := json.Unmarshal([]byte(lastLine(r)), &m); err != nil || m.EntryLonLat != c.told || m.QueryLonLat != "" {
				t.Errorf("%s, outgrown %v: %v, %q in the summary, want %q", c.args, outgrown, err, m.EntryLonLat, c.told)
			}
		}
	}
	for _, further := range []string{"", "--skip-bad-rows", "--sort-times"} {
		for _, file := range []string{"flat.csv", "flat.parquet"} {
			if r := invokeOn(t, streams{outgrown: true}, append(append(ask, file), strings.Fields(further)...)...); r.out != want[false] {
				t.Errorf("%s %s in slabs: another answer\n%s%s", file, further, r.err, r.out)
			}
		}
	}
	if r := invoke(t, "", words("join solid.csv --distance 300m --lonlat --level encounters --json")...); strings.Contains(r.err, "degrees") || strings.Contains(r.err, "lonlat") {
		t.Errorf("told of what --lonlat says: %s", r.err)
	}
}

// TestPairOfDegreesEverywhere: each command that reads trajectories takes a pair of degrees, alone, among several files and on both
// sides.
func TestPairOfDegreesEverywhere(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	flat := shipsOf("id,t,lon,lat")
	write(t, "flat.csv", flat)
	write(t, "upper.csv", strings.ReplaceAll(strings.Replace(flat, "lon,lat", "LON,LAT", 1), "\ns", "\nu"))
	for _, args := range []string{
		"search --queries upper.csv --entries flat.csv --distance 300m --level pairs",
		"join flat.csv upper.csv --distance 300m --level pairs",
		"convoys flat.csv --distance 300m --min-size 2 --min-duration 10",
		"at --entries flat.csv --time 60",
		"convert flat.csv",
	} {
		lonLat := invoke(t, "", append(strings.Fields(args), "--lonlat")...)
		r := invoke(t, "", strings.Fields(args)...)
		if r.status != cli.OK || r.out != lonLat.out || len(r.out) < 50 || !strings.Contains(r.err, "x=lon y=lat") {
			t.Errorf("%s: exit status %d, %s%swant\n%s", args, r.status, r.err, r.out, lonLat.out)
		}
	}
	if r := invoke(t, "", words("join flat.csv upper.csv --distance 300m --count")...); !strings.HasPrefix(r.err, "flyby: flat.csv: x=lon y=lat, degrees\nflyby: upper.csv: x=LON y=LAT, degrees\n") {
		t.Errorf("two files: %s", r.err)
	}
	var m summary
	r := invoke(t, "", words("search --queries upper.csv --entries flat.csv --distance 300m --json")...)
	if err := json.Unmarshal([]byte(lastLine(r)), &m); err != nil || m.QueryLonLat != "x=LON y=LAT" || m.EntryLonLat != "x=lon y=lat" {
		t.Errorf("%v: %+v", err, m)
	}
	var f inventory.Facts
	if err := json.Unmarshal([]byte(ran(t, "info", "upper.csv", "--json")), &f); err != nil || f.LonLat != "x=LON y=LAT" {
		t.Errorf("info: %v, %q", err, f.LonLat)
	}
	if out := ran(t, "info", "upper.csv"); !strings.Contains(out, "\n  degrees        x=LON y=LAT\n") {
		t.Errorf("info: %s", out)
	}
	ran(t, words("join flat.csv --distance 300m --level hits --out hits.csv")...)
	ran(t, words("verify hits.csv --entries flat.csv --distance 300m")...)
	placeFiles(t)
	places := "search --queries gone.csv --entries ships.csv --columns t=none --distance 0"
	if got, want := ran(t, strings.Fields(places)...), ran(t, words("%s --lonlat", places)...); got != want {
		t.Errorf("places: %s, want %s", got, want)
	}
}

// TestPairOfDegreesRefused: columns that are no pair are not taken, values out of range are refused as with --lonlat, files that do
// not agree are reported, and --columns keeps numbers as they are.
func TestPairOfDegreesRefused(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"beyond.csv":  "id,t,lon,lat\n1,0,10,50\n1,60,10,91\n",
		"lng.csv":     "id,t,lng,lat\n1,0,10,50\n",
		"both.csv":    "id,t,lon,lat,longitude,latitude\n1,0,10,50,10,50\n",
		"twice.csv":   "id,t,lon,LON,lat\n1,0,10,10,50\n",
		"half.csv":    "id,t,lon,latitude\n1,0,10,50\n",
		"east.csv":    "id,t,x,lon,lat\n1,0,1,10,50\n",
		"plain.csv":   "id,t,x,y\n1,0,10,50\n",
		"good.csv":    "id,t,lon,lat\n1,0,10,50\n2,0,500,2000\n",
		"neutral.csv": "id,t,lon,lat,x,y\n1,0,10,500,3,4\n",
		"curved.csv":  "id,t,lon,lat,vx,vy\n1,0,10,50,1,1\n1,60,10,51,1,1\n",
		"unit.ecsv":   "# %ECSV 1.0\n# ---\n# datatype:\n# - {name: id, datatype: int64}\n# - {name: t, datatype: float64}\n# - {name: lon, unit: rad, datatype: float64}\n# - {name: lat, unit: rad, datatype: float64}\nid t lon lat\n1 0 1 1\n",
		"ranged.csv":  "id,t,lon,lat\n1,0,10,50\n",
	} {
		write(t, name, text)
	}
	ran(t, words("convert plain.csv --out plain.parquet")...)
	ran(t, words("convert beyond.csv --columns x=lon,y=lat --out named.parquet")...)
	for _, c := range []struct{ args, want string }{
		{"beyond.csv", ""},
		{"lng.csv", `lng.csv:1: no place in "id", "t", "lng", "lat"; try: --lonlat --columns x=lng`},
		{"both.csv", `both.csv:1: no place in `},
		{"twice.csv", `twice.csv:1: no place in "id", "t", "lon", "LON", "lat"; try: --lonlat`},
		{"half.csv", `half.csv:1: no place in "id", "t", "lon", "latitude"; try: --lonlat --columns y=latitude`},
		{"east.csv", `east.csv:1: no y in "id", "t", "x", "lon", "lat"; try: --lonlat --columns x=lon`},
		{"ranged.csv --preset ais", "ranged.csv:1: no column timestamp or date_time_utc or time of preset ais"},
		{"ranged.csv plain.csv", "positions are plain coordinates in plain.csv, degrees in ranged.csv"},
		{"ranged.csv plain.parquet", "positions are plain coordinates in plain.parquet, degrees in ranged.csv"},
		{"curved.csv --curve 1", "positions are degrees, which have no velocities"},
		{"unit.ecsv", "unit.ecsv: column lon is in rad: --lonlat needs degrees"},
	} {
		args := append(words("join --distance 1"), strings.Fields(c.args)...)
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: outgrown}, args...)
			want := c.want
			if want == "" {
				want = invokeOn(t, streams{outgrown: outgrown}, append(args, "--lonlat")...).err
			}
			if r.status == cli.OK || !strings.Contains(r.err, want) || want == "" {
				t.Errorf("%s, outgrown %v: exit status %d, %swant %s", c.args, outgrown, r.status, r.err, want)
			}
		}
	}
	for args, want := range map[string]string{
		"convert good.csv --columns x=lon,y=lat": "traj_id,t,x,y\n1,0,10,50\n2,0,500,2000\n",
		"convert neutral.csv":                    "traj_id,t,x,y\n1,0,3,4\n",
		"convert named.parquet":                  "traj_id,t,x,y\n1,0,10,50\n1,60,10,91\n",
	} {
		if r := invoke(t, "", strings.Fields(args)...); r.status != cli.OK || r.out != want || r.err != "" {
			t.Errorf("%s: exit status %d, %s%swant %s", args, r.status, r.err, r.out, want)
		}
	}
}
