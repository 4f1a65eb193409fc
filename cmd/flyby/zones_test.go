package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"flyby/internal/cli"
	"flyby/internal/testing/formattest"
)

// localShips writes two ships that meet now and then, around the hour that clocks of Copenhagen skipped, as CSV and as Parquet with row groups in
// order of time, whose times have no zone in either.
func localShips(t testing.TB) (csv, file string) {
	type row struct {
		ID int64   `parquet:"id"`
		T  int64   `parquet:"t,timestamp(millisecond:local)"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	var text strings.Builder
	text.WriteString("id,t,x,y\n")
	var rows []row
	at := time.Date(2021, 3, 27, 22, 0, 0, 0, time.UTC)
	for i := range 120 {
		clock := at.Add(time.Duration(i) * 5 * time.Minute)
		if clock.Day() == 28 && clock.Hour() == 2 {
			continue // no clock showed it
		}
		for id := range int64(2) {
			x := float64(id * int64(i%6))
			rows = append(rows, row{id, clock.UnixMilli(), x, float64(i)})
			fmt.Fprintf(&text, "%d,%s,%v,%d\n", id, clock.Format("2006-01-02T15:04:05"), x, i)
		}
	}
	return text.String(), formattest.InGroups(t, rows, 16)
}

// TestZoneOfParquet: --tz acts on times without a zone in Parquet as in CSV: in memory, in slabs, in parts that row groups have, in windows whose
// bounds are instants, and in further columns. Without it they are told.
func TestZoneOfParquet(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	csv, file := localShips(t)
	write(t, "a.csv", csv)
	write(t, "a.parquet", file)
	const note = "flyby: a.parquet: the times of t have no zone and are taken as UTC (--tz says another)\n"
	for _, ask := range []string{
		"join --distance 1.5 --level encounters", "join --distance 1.5 --level hits --from 2021-03-28T00:10:00Z --to 2021-03-28T01:20:00Z",
		"join --distance 1.5 --from 2021-03-28T01:30:00 --to 2021-03-28T03:30:00", "convoys --distance 1.5 --min-size 2 --min-duration 60", "convert --out -",
	} {
		for _, zone := range []string{"Europe/Copenhagen", "+05:30", "UTC"} {
			want := invoke(t, "", append(words("%s", ask), "a.csv", "--tz", zone)...)
			for _, s := range []streams{{}, {outgrown: true}} {
				r := invokeOn(t, s, append(words("%s", ask), "a.parquet", "--tz", zone)...)
				if want.status != cli.OK || r.status != want.status || r.out != want.out || strings.Contains(r.err, "no zone") {
					t.Errorf("%s, %s, outgrown %t: %d %s\n%s\nwant %s", ask, zone, s.outgrown, r.status, r.err, r.out, want.out)
				}
			}
		}
	}
	window := words("join --distance 1.5 --level hits --from 2021-03-28T00:10:00Z --to 2021-03-28T01:20:00Z")
	want := ran(t, append(window, "a.csv", "--tz", "UTC")...)
	for _, s := range []streams{{}, {outgrown: true}} {
		if r := invokeOn(t, s, append(window, "a.parquet")...); r.out != want || strings.Count(r.err, note) != 1 {
			t.Errorf("without a zone, outgrown %t: %s\n%s", s.outgrown, r.err, r.out)
		}
	}
	for _, of := range []string{"info a.parquet", "points"} {
		args := words("%s", of)
		if of == "points" {
			args = words("knn --points a.parquet --columns x1=t -k 1")
		}
		if r := invoke(t, "", args...); r.status != cli.OK || strings.Count(r.err, note) != 1 {
			t.Errorf("%s: %s", of, r.err)
		}
		if r := invoke(t, "", append(args, "--tz", "+01:00")...); r.status != cli.OK || strings.Contains(r.err, "no zone") {
			t.Errorf("%s with a zone: %s", of, r.err)
		}
	}
}
