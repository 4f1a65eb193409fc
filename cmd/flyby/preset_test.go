package main

import (
	"encoding/json"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
	"flyby/trajectory/format"
)

// TestSpooledTimes: timestamps of data in memory and out of core, whose stores have no samples, make
// the same Parquet file: their extent chooses the type of times.
func TestSpooledTimes(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	for file, flags := range map[string][]string{
		"marine.csv": {"--distance", "30"}, "stamps.csv": {"--distance", "2"}, "local.csv": {"--distance", "2", "--tz", "UTC"}, "states.csv": {"--distance", "400"},
	} {
		for _, level := range []string{"hits", "encounters"} {
			args := append([]string{"join", "--level", level, "--quiet"}, flags...)
			if r := invoke(t, "", append(args, "--out", "whole.parquet", file)...); r.status != cli.OK {
				t.Fatal(r.err)
			}
			if r := invoke(t, read(t, file), append(args, "--out", "spooled.parquet", "--memory", "1GB", "-")...); r.status != cli.OK {
				t.Fatal(r.err)
			}
			if whole := read(t, "whole.parquet"); whole != read(t, "spooled.parquet") {
				t.Errorf("%s, %s: another file of a spool", file, level)
			}
		}
	}
}

// TestPresetIsReported: the summary has the presets of both files, and info the preset of its file,
// as JSON.
func TestPresetIsReported(on *testing.T) {
	t := beside(on)
	inputs(t)
	want := format.Preset{Name: "marinecadastre", Columns: "marinecadastre: id=MMSI t=BaseDateTime (UTC) x=LON y=LAT, degrees", Absent: 1}
	r := invoke(t, "", "search", "--entries", "marine.csv", "--queries", "states.csv", "--height", "none", "--distance", "1", "--json")
	if r.status != cli.OK {
		t.Fatal(r.err)
	}
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	var summary struct {
		Entry format.Preset `json:"entry_preset"`
		Query format.Preset `json:"query_preset"`
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &summary); err != nil || summary.Entry != want || summary.Query.Name != "opensky" || summary.Query.Repeated != 1 {
		t.Errorf("%+v, %v", summary, err)
	}
	var info struct {
		Preset *format.Preset `json:"preset"`
	}
	if err := json.Unmarshal([]byte(invoke(t, "", "info", "marine.csv", "--json").out), &info); err != nil || info.Preset == nil || *info.Preset != want {
		t.Errorf("%+v, %v", info, err)
	}
	info.Preset = nil
	if err := json.Unmarshal([]byte(invoke(t, "", "info", "good.csv", "--json").out), &info); err != nil || info.Preset != nil {
		t.Errorf("%+v of a neutral file, %v", info, err)
	}
}
