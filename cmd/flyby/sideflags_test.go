package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestSideFlags: a flag of one side holds there in place of the flag of both, which --verbose tells; of each flag the answer is that for the files with these words for both.
func TestSideFlags(on *testing.T) {
	t := beside(on)
	sideFiles(t)
	write(t, "fleet.csv", "vehicle_id,timestamp,latitude,longitude,speed\nv1,2025-05-01T08:00:00Z,52.50,13.40,10\nv1,2025-05-01T08:10:00Z,52.51,13.42,10\nv2,2025-05-01T08:00:00Z,52.50,13.40,30\nv2,2025-05-01T08:10:00Z,52.51,13.42,30\n")
	write(t, "stops.csv", "stop_id,stop_name,stop_lat,stop_lon\nS1,Main,52.505,13.41\nS2,Far,52.5,13.5\n")
	write(t, "zone.csv", "id,t,lon,lat\nA,2025-05-01 10:00:00,13.40,52.50\nA,2025-05-01 10:10:00,13.42,52.51\n")
	write(t, "far.csv", "id,t,x,y\n1,0,0,0\n1,1,0.009,0\n")
	const fleet = " --entry-lonlat --entry-columns id=vehicle_id,t=timestamp,x=longitude,y=latitude"
	stops := "--entries fleet.csv --queries stops.csv --distance 2km --query-lonlat --query-columns id=stop_id,t=none,x=stop_lon,y=stop_lat" + fleet
	zone := "--entries fleet.csv --queries zone.csv --distance 1m --query-lonlat --tz America/Lima --query-tz Europe/Berlin" + fleet
	for _, c := range []struct {
		args string
		rows int
		over string
	}{
		{"--entries stars.csv --queries sun.ecsv --distance 5 --entry-columns id=source_id", 1, ""},
		{"--entries stars.csv --queries sun.ecsv --distance 5 --columns id=nothing --entry-columns id=source_id --query-columns id=id", 1, "--entry-columns --query-columns"},
		{stops, 2, ""},
		{stops + " --entry-where speed<20", 1, ""},
		{stops + " --where speed<5 --entry-where speed<20 --query-where stop_id=S1", 1, "--entry-where --query-where"},
		{zone, 2, "--query-tz"},
		{"--entries sun.csv --queries far.csv --distance 5m --units m,s --query-units km,min", 1, "--query-units"},
	} {
		r := invoke(t, "", append([]string{"search", "--level", "encounters", "--verbose"}, strings.Fields(c.args)...)...)
		var over []string
		for line := range strings.Lines(r.err) {
			if _, flag, told := strings.Cut(line, `in place of the flag of both" flag=`); told {
				over = append(over, strings.TrimSpace(flag))
			}
		}
		if r.status != cli.OK || strings.Count(r.out, "\n") != c.rows+1 || strings.Join(over, " ") != c.over {
			t.Errorf("%s: %d, %s%swant %d rows, told of %s", c.args, r.status, r.out, r.err, c.rows, c.over)
		}
	}
}

// TestSideFlagsOffered: shells offer the flags of sides with their words, help has one sentence about them, and without queries a flag of the queries is wrong usage.
func TestSideFlagsOffered(on *testing.T) {
	t := beside(on)
	sideFiles(t)
	for line, want := range map[string]string{"--query-col": "--query-columns", "--entry-un": "--entry-units", "--query-curve|": "none"} {
		if r := invoke(t, "", append([]string{"__complete", "search"}, strings.Split(line, "|")...)...); !strings.HasPrefix(r.out, want) {
			t.Errorf("%s: %s", line, r.out)
		}
	}
	for _, command := range []string{"search", "slab plan", "verify", "report", "knn", "pointjoin"} {
		if text := strings.Join(strings.Fields(must(t, strings.Fields(command+" --help")...)), " "); strings.Count(text, strings.TrimSpace(sidesHint)) != 1 || strings.Contains(text, "--query-tz") {
			t.Errorf("%s: %s", command, text)
		}
	}
	for _, args := range []string{"--query-in-format ecsv", "--in-format csv --query-in-format ecsv", "--entry-in-format parquet --query-in-format ecsv"} {
		r := invoke(t, "", append(strings.Fields("search --entries sun.csv --queries sun.ecsv --distance 5"), strings.Fields(args)...)...)
		if refused := strings.Contains(args, "parquet"); refused != (r.status == cli.WrongUsage && strings.Contains(r.err, "--entry-in-format parquet: --entries sun.csv is CSV by its ending")) {
			t.Errorf("%s: %d, %s", args, r.status, r.err)
		}
	}
	must(t, "join", "sun.csv", "--distance", "5", "--out", "near.csv")
	for _, args := range []string{"slab plan --dir work --slabs 2", "verify sun.csv", "report near.csv"} {
		r := invoke(t, "", append(strings.Fields(args), "--entries", "sun.csv", "--distance", "5", "--query-tz", "UTC")...)
		if r.status != cli.WrongUsage || !strings.Contains(r.err, "--query-tz: is for the queries, and --queries names none") {
			t.Errorf("%s: %d, %s", args, r.status, r.err)
		}
	}
	if r := invoke(t, "", "report", "x.csv", "--points", "sun.csv", "--entry-where", "id=1"); r.status != cli.WrongUsage || !strings.Contains(r.err, "--entry-where: is for encounters of trajectories") {
		t.Errorf("report of points: %d, %s", r.status, r.err)
	}
	if r := invoke(t, "", "join", "sun.csv", "--distance", "5", "--query-tz", "UTC"); r.status != cli.WrongUsage {
		t.Errorf("join: %d, %s", r.status, r.err)
	}
}
