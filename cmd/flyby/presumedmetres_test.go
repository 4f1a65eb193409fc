package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// fcdOf returns cars as floating-car data of SUMO and as the output of its xml2csv.py: each moves from its place by way in a
// step, for ten steps.
func fcdOf(places [][2]float64, way float64) (xml, csv string) {
	var x, c strings.Builder
	x.WriteString("<fcd-export>\n")
	c.WriteString("timestep_time;vehicle_id;vehicle_x;vehicle_y\n")
	for step := range 10 {
		fmt.Fprintf(&x, "<timestep time=\"%d\">\n", step)
		for i, p := range places {
			at := p[0] + float64(step)*way
			fmt.Fprintf(&x, "<vehicle id=\"car%d\" x=\"%.8f\" y=\"%.8f\"/>\n", i, at, p[1])
			fmt.Fprintf(&c, "%d;car%d;%.8f;%.8f\n", step, i, at, p[1])
		}
		x.WriteString("</timestep>\n")
	}
	return x.String() + "</fcd-export>\n", c.String()
}

// TestPresumedMetres: SUMO's data in the range of longitudes and latitudes that no file declares as metres are refused by every
// command that searches or writes them, in memory and beyond, and noted by info.
func TestPresumedMetres(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	const hint = "looks like degrees: --lonlat, or --units m if it is metres"
	for _, c := range []struct {
		name   string
		places [][2]float64
		way    float64
		looks  bool
	}{
		{"berlin", [][2]float64{{13, 52.5}, {13.0085, 52.5056}}, 0.0001, true},
		{"corner", [][2]float64{{179.9, -90}, {176, -86}}, 0.01, true},
		{"beyond", [][2]float64{{179.9, -90}, {176, -86}}, 0.02, false},  // extent 180.08
		{"polar", [][2]float64{{13, 90.5}, {13.0085, 90.4}}, 0.1, false}, // no latitude
		{"point", [][2]float64{{13, 52.5}, {13, 52.5}}, 0, false},        // distances are 0 either way
		{"wide", [][2]float64{{13, 52.5}, {17.1, 52.5}}, 0.1, false},     // as far as 5
		{"tall", [][2]float64{{13, 52.5}, {13, 57.5}}, 0.1, false},
	} {
		xml, csv := fcdOf(c.places, c.way)
		write(t, c.name+".xml", xml)
		write(t, c.name+".csv", csv)
		for _, file := range []string{c.name + ".xml", c.name + ".csv"} {
			for _, ask := range []string{"join F --distance 2m", "search --entries F --queries F --distance 2", "convert F", "at --entries F --time 3", "convoys F --distance 2 --min-size 2 --min-duration 1"} {
				for _, outgrown := range []bool{false, true} {
					if outgrown && !strings.HasPrefix(ask, "join") {
						continue
					}
					r := invokeOn(t, streams{outgrown: outgrown}, strings.Fields(strings.ReplaceAll(ask, "F", file))...)
					if refused := r.status == cli.Failure && strings.Contains(r.err, file+": x from ") && strings.Contains(r.err, hint) && r.out == ""; refused != c.looks || !refused && r.status != cli.OK {
						t.Errorf("%s of %s (outgrown %v): exit status %d, %s%s", ask, file, outgrown, r.status, r.out, r.err)
					}
				}
			}
			if r := invoke(t, "", "info", file); r.status != cli.OK || strings.Contains(r.out, "look like degrees of longitude and latitude; --lonlat takes them as such") != c.looks {
				t.Errorf("info %s: exit status %d, %s%s", file, r.status, r.out, r.err)
			}
			for _, flag := range []string{"--units=m", "--units=m,s", "--lonlat"} {
				if r := invoke(t, "", "join", file, flag, "--distance", "2m", "--count"); c.looks && r.status != cli.OK {
					t.Errorf("%s of %s: exit status %d, %s", flag, file, r.status, r.err)
				}
			}
		}
	}
	write(t, "later.xml", `<fcd-export><timestep time="20"><vehicle id="car9" x="100" y="52.5"/></timestep></fcd-export>`)
	if r := invoke(t, "", "join", "berlin.xml", "later.xml", "--distance", "2m"); r.status != cli.OK {
		t.Errorf("files are looked at together: exit status %d, %s", r.status, r.err)
	}
}

// TestVastDistance: a distance above the extent of all data is reported, in a line and in the summary.
func TestVastDistance(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	write(t, "a.csv", "id,t,x,y,z\n1,0,0,0,7\n1,9,3,0,7\n2,0,0,4,7\n2,9,3,4,7\n")
	write(t, "flat.csv", "id,t,x,y\n1,0,0,0\n2,0,30,40\n")
	for _, c := range []struct {
		args string
		want string // "" for no warning
	}{
		{"join a.csv --distance 5", ""}, // extent 3, 4, 0
		{"join a.csv --distance 5.001", "--distance 5.001: more than the extent of all data, 5: any two are within it while both are there"},
		{"join a.csv --units km,s --distance 6000m", "--distance 6000m: more than the extent of all data, 5 km: any two"},
		{"join a.csv --units km,s --distance 6000m --quiet", "--distance 6000m: more than the extent of all data, 5 km: any two"},
		{"join a.csv --distance 5.001 --vertical 100", "--distance 5.001: more than the extent of all data, 5: any two"},
		{"join flat.csv --where id=1 --distance 50", ""}, // a single place
		{"search --entries flat.csv --queries flat.csv --distance 50", ""},
		{"search --entries flat.csv --queries flat.csv --distance 51", "more than the extent of all data, 50:"},
		{"search --entries a.csv --queries b.csv --distance 51", ""}, // extent 30, 40, 19 of both
		{"search --entries a.csv --queries b.csv --distance 51 --vertical 0", "more than the extent of all data, 50:"},
		{"convoys flat.csv --distance 51 --min-size 2 --min-duration 1", "more than the extent of all data, 50:"},
	} {
		write(t, "b.csv", "id,t,x,y,z\n1,0,30,40,8\n1,9,30,40,-11.0\n")
		for _, outgrown := range []bool{false, true} {
			s := streams{outgrown: outgrown}
			r := invokeOn(t, s, strings.Fields(c.args)...)
			if told := strings.Contains(r.err, "more than the extent"); r.status != cli.OK || told != (c.want != "") || strings.Count(r.err, c.want) != 1 && told {
				t.Errorf("%s: exit status %d, %swant %q", c.args, r.status, r.err, c.want)
			}
			r = invokeOn(t, s, append(strings.Fields(c.args), "--json", "--out", "out.csv")...)
			lines := strings.Split(strings.TrimSpace(r.err), "\n")
			var got struct{ Extent *float64 }
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &got); err != nil || (got.Extent != nil) != (c.want != "") {
				t.Errorf("%s: %v, %s", c.args, err, r.err)
			}
		}
	}
}
