package main

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/resultfile"
)

// TestVisitsSummary: the summary of --json has the question by its fields, counts of zones and of rows; what was made of zones is told as objects, too.
func TestVisitsSummary(on *testing.T) {
	t := beside(on)
	inputs(t)
	r := invoke(t, "", words("visits good.csv --zones park.geojson --zones areas.csv --skip-bad-rows --distance 1 --level pairs --merge-gap 1 --min-duration 0.1 --having visits>=1 --limit 2 --json --out near.csv")...)
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	var last map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || r.status != cli.OK {
		t.Fatalf("%+v: %v", r, err)
	}
	for key, want := range map[string]any{
		"command": "visits", "distance": 1.0, "level": "pairs", "entry_trajectories": 3.0, "zones": 4.0, "zone_files": 2.0, "skipped_zones": 1.0, "self_crossing_rings": 1.0,
		"visits": 10.0, "visits_merged": 10.0, "visits_long": 7.0, "pairs": 7.0, "rows_having": 7.0, "rows": 2.0, "device": "cpu", "out": "near.csv",
	} {
		if last[key] != want {
			t.Errorf("%s: %v, want %v", key, last[key], want)
		}
	}
	for _, want := range []string{`{"type":"warning","message":"left out 1 bad zone: areas.csv`, `{"type":"warning","message":"park.geojson and 1 other file: 1 ring that crosses itself`} {
		if !strings.Contains(r.err, want) {
			t.Errorf("%s, want %s", r.err, want)
		}
	}
}

// TestVisitFormats: a level has the same columns and rows in every format, by which its level is known.
func TestVisitFormats(on *testing.T) {
	t := beside(on)
	inputs(t)
	for level, want := range map[string]resultfile.Level{"visits": resultfile.VisitLevel, "hits": resultfile.VisitHitLevel, "pairs": resultfile.VisitPairLevel, "events": resultfile.EventLevel} {
		var columns []string
		var rows [][]string
		for _, name := range []string{"v.csv", "v.csv.gz", "v.ndjson", "v.parquet", "v.arrows"} {
			must(t, words("visits ships.csv --lonlat --zones ports.geojson --zone-id code --distance 100m --with country --level %s --out %s --quiet", level, name)...)
			f, err := resultfile.OpenIn("", t.at(name))
			if err != nil || f.Level() != want || !f.Level().OfZones() {
				t.Fatalf("%s: %v, level %q, want %q", name, err, f.Level(), want)
			}
			if columns == nil {
				columns = f.Columns()
			}
			var got [][]string
			for row, err := range f.Rows(t.Context(), columns) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, slices.Clone(row.Fields))
			}
			if rows == nil {
				rows = got
			}
			if len(got) < 4 || !reflect.DeepEqual(got, rows) {
				t.Errorf("%s of %s: %v, want %v", level, name, got, rows)
			}
		}
	}
	must(t, words("visits ships.csv --lonlat --zones ports.geojson --zone-id code --with country --out v.geojson --quiet")...)
	if text := read(t, "v.geojson"); strings.Count(text, `"zone_id":"EQ"`) != 5 || !strings.Contains(text, `"coordinates":[4,0]`) || !strings.Contains(text, `"zone_country":null`) {
		t.Errorf("%s", text)
	}
}

// TestVisitsAtHeight: heights of aircraft are compared with heights of zones in feet, and positions count at height 0.
func TestVisitsAtHeight(on *testing.T) {
	t := beside(on)
	inputs(t)
	write(t, "tma.csv", "zone_id,wkt,floor,ceiling\nlow,\"POLYGON ((8.4 47.3, 8.6 47.3, 8.6 47.5, 8.4 47.5, 8.4 47.3))\",,4921.25984251969ft\nhigh,\"POLYGON ((8.4 47.3, 8.6 47.3, 8.6 47.5, 8.4 47.5, 8.4 47.3))\",1550,\n")
	const header = "traj_id,zone_id,t_enter,t_exit,t_closest,d_min,inside,open\n"
	got := must(t, words("visits aircraft.csv --lonlat --zones tma.csv --zone-height floor,ceiling --quiet")...)
	if want := header + "alfa,low,2024-05-01T12:00:00Z,2024-05-01T12:01:00Z,2024-05-01T12:00:00Z,0,60,both\nbravo,low,2024-05-01T12:00:36Z,2024-05-01T12:01:00Z,2024-05-01T12:00:36Z,0,24,end\nbravo,high,2024-05-01T12:00:00Z,2024-05-01T12:00:06Z,2024-05-01T12:00:00Z,0,6,start\ncharlie,high,2024-05-01T12:00:00Z,2024-05-01T12:01:00Z,2024-05-01T12:00:00Z,0,60,both\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	got = must(t, words("visits aircraft.csv --lonlat --zones tma.csv --zone-height ,1km --quiet")...)
	if got != header {
		t.Errorf("%s, want no row", got)
	}
	if r := invoke(t, "", words("visits aircraft.csv --lonlat --zones tma.csv --zone-height floor,ceiling --zone-sides arcs --json --out v.csv")...); !strings.Contains(r.err, `"zone_height":"floor,ceiling","zone_sides":"arcs"`) {
		t.Errorf("%+v", r)
	}
	if r := invoke(t, "", words("report v.csv --entries aircraft.csv --lonlat")...); r.status != cli.WrongUsage || !strings.Contains(r.err, "v.csv has visits: --zones FILE is missing") {
		t.Errorf("%+v", r)
	}
	refusedFlag(t, `--zone-height "2km,1km": 2km is above 1km`, words("visits aircraft.csv --lonlat --zones tma.csv --zone-height 2km,1km")...)
}

// TestVisitsOutgrown: data that outgrow the memory are an error, and leave no file.
func TestVisitsOutgrown(on *testing.T) {
	t := beside(on)
	inputs(t)
	r := invokeOn(t, streams{outgrown: true}, words("visits good.csv --zones park.geojson --out near.csv")...)
	if r.status != cli.Failure || !strings.Contains(r.err, "visits are found in memory") {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(t.at("near.csv")); err == nil {
		t.Error("a file is left")
	}
}
