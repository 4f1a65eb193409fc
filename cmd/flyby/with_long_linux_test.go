//go:build long

package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestWithInSlabsOfFurtherLevels: the property of TestWithInSlabs holds for values of columns, from one file and two, and for further levels,
// formats and spaces.
func TestWithInSlabsOfFurtherLevels(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	inOrder(t, "byTime.parquet", true, 2500, func([]row) {})
	tracks(t, "flat.csv", "id,t,x,y", 1100, 700)
	tracks(t, "flights.csv", "id,t,lon,lat,height", 1100, 700)
	write(t, "named.csv", described(read(t, "flat.csv")))
	withInSlabs(t, []withRow{
		{"ndjson", "search --entries named.csv --queries flat.csv --distance 0.0005 --level hits --with kind,size,first:kind"},
		{"parquet", "search --entries stars.parquet --queries novae.csv --units kpc,Myr --distance 0.5 --level pairs --with positions --top 50"},
		{"ndjson", "join flat.csv --distance 0.005 --level encounters --max-gap 60 --with positions,speeds,both --merge-gap=40"},
		{"csv", "join stars.parquet --distance 0.3 --level pairs --with x,y"},
		{"ndjson", "join stars.parquet --distance 0.3 --level encounters --min-duration 0.5 --with speeds --merge-gap=40"},
		{"parquet", "join byTime.parquet --distance 0.5 --level encounters --max-gap 1.5 --with positions,speeds --merge-gap=40"},
		{"csv", "search --entries stars.parquet --queries stars.parquet --distance 0.05 --level hits --with speeds --exclude-same-id"},
		{"parquet", "join stars.parquet --distance 0.3 --level pairs --vertical 0.05 --with positions,both"},
		{"csv", "join flat.csv --distance 0.001 --level hits --with speeds,both"},
		{"parquet", "join named.csv --distance 0.005 --level encounters --with kind,size,speeds,both"},
		{"csv", "join named.csv --distance 0.005 --level pairs --with kind,positions"},
		{"parquet", "join byTime.parquet --distance 0.5 --level encounters --with id,t,y,both"},
		{"geojson", "join flights.csv --lonlat --distance 100m --level encounters --with positions,speeds,both --max-gap 60"},
		{"geojson", "join flights.csv --lonlat --distance 300m --with paths,both --max-gap 60 --merge-gap 100"},
		{"parquet", "join stars.parquet --distance 0.3 --geometry line"},
		{"arrows", "join flights.csv --lonlat --distance 300m --geometry line --with both --max-gap 60 --merge-gap 100"},
		{"parquet", "join flights.csv --lonlat --distance 300m --level pairs --geometry point"},
		{"csv", "join flights.csv --lonlat --distance 300m --vertical 30m --level pairs"},
		{"geojson", "join flights.csv --lonlat --distance 300m --vertical 30m --level encounters --with positions,speeds"},
	})
}

// described adds two columns to rows: a text that differs from row to row, and a number that differs from id to id.
func described(rows string) string {
	var text strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(rows, "\n"), "\n") {
		if i == 0 {
			text.WriteString(line + ",kind,size\n")
			continue
		}
		id, _, _ := strings.Cut(line, ",")
		fmt.Fprintf(&text, "%s,\"kind %s, row %d\",%s.25\n", line, id, i/200*200, id)
	}
	return text.String()
}
