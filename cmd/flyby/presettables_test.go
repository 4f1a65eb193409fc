package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/testing/tabletest"
	"flyby/internal/tier"
)

// TestPresetTables: a table with the columns of a preset has the same answer as Parquet, with typed columns or with times as text, and as
// CSV, to the byte, and the same messages.
func TestPresetTables(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	for _, c := range []struct{ name, text, flags string }{
		{"marinecadastre", read(t, "marine.csv"), "--distance 30"},
		{"marinecadastre with attributes", read(t, "marine.csv"), "--distance 30 --with SOG --where SOG<=5"},
		{"marinecadastre by name", read(t, "marine.csv"), "--distance 30 --preset marinecadastre"},
		{"aisdk", "# Timestamp,Type of mobile,MMSI,Latitude,Longitude\n31/12/2015 23:59:59,Class A,1,56.99,10.30\n31/12/2015 23:59:59,Class A,2,56.99,10.301\n" +
			"31/12/2015 23:59:59,Base Station,3,91,181\n01/01/2016 00:00:09,Class A,1,56.99,10.31\n01/01/2016 00:00:09,Class A,2,56.99,10.30\n", "--distance 100m"},
		{"movebank", "event-id,visible,timestamp,location-long,location-lat,individual-local-identifier\n1,true,2008-05-31 12:30:00.000,11.5,48.25,Ann\n" +
			"2,false,2008-05-31 12:40:00.000,11.5,40,Ann\n3,true,2008-05-31 13:30:00.000,11.6,48.25,Ann\n4,true,2008-05-31 12:30:00.000,11.501,48.25,\"Bea, 2\"\n", "--distance 1km"},
		{"opensky", read(t, "states.csv"), "--distance 400"},
		{"opensky, flat", read(t, "states.csv"), "--distance 400 --height none"},
		{"sumo", "timestep_time;person_id;person_x;person_y;vehicle_id;vehicle_x;vehicle_y;vehicle_type\n0.00;;;;;;;\n0.00;;;;0;3;400;car\n0.00;0;1;402;;;;\n1.50;;;;0;4;400;car\n1.50;0;1;402.5;;;;\n",
			"--distance 5 --with kind,vehicle_type"},
	} {
		write(t, "table.csv", c.text)
		args := append([]string{"join", "--level", "encounters"}, words("%s", c.flags)...)
		want := invoke(t, "", append(args, "table.csv")...)
		if want.status != cli.OK || strings.Count(want.out, "\n") < 2 {
			t.Fatalf("%s: %+v", c.name, want)
		}
		for _, stamps := range []bool{true, false} {
			write(t, "table.parquet", tabletest.Of(t, c.text).Parquet(t, stamps, 2))
			got := invoke(t, "", append(args, "table.parquet")...)
			if got.err = strings.ReplaceAll(got.err, "table.parquet", "table.csv"); got != want {
				t.Errorf("%s, timestamps %v: %+v, want %+v", c.name, stamps, got, want)
			}
		}
	}
}

// TestPresetTablesBeside: a folder with one day as CSV of one layout and one as Parquet of another has the answer of the same days as CSV
// alone, and conditions and attributes find the column of either.
func TestPresetTablesBeside(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	const old = "MMSI,BaseDateTime,LAT,LON,VesselName,VesselType\n1,2024-12-31T23:59:00,42,-83,Ann,30\n2,2024-12-31T23:59:00,42.0001,-83,,30\n3,2024-12-31T23:59:00,42,-83.0001,Cid,60\n"
	const recent = "mmsi,base_date_time,longitude,latitude,vessel_name,vessel_type\n1,2025-01-01 00:01:00,-83,42,Eve,30\n2,2025-01-01 00:01:00,-83,42.0001,Bea,30\n"
	for _, name := range []string{"text/1.csv", "mixed/1.csv"} {
		writeIn(t, name, old)
	}
	writeIn(t, "text/2.csv", recent)
	writeIn(t, "mixed/2.parquet", tabletest.Of(t, recent).Parquet(t, true, 2))
	for _, flags := range []string{"", "--with vessel_name,VesselType", "--where vessel_type=30 --with vessel_name"} {
		args := append([]string{"join", "--level", "encounters", "--distance", "20m"}, words("%s", flags)...)
		want, got := invoke(t, "", append(args, "text")...), invoke(t, "", append(args, "mixed")...)
		got.err = strings.ReplaceAll(strings.ReplaceAll(got.err, "mixed", "text"), "2.parquet", "2.csv")
		if want.status != cli.OK || got != want || strings.Count(want.out, "\n") < 2 {
			t.Errorf("%s: %+v, want %+v", flags, got, want)
		}
	}
}
