//go:build long

package main

import "testing"

// TestWithInSlabsOfFurtherLevels: the property of TestWithInSlabs holds for further levels, formats
// and spaces.
func TestWithInSlabsOfFurtherLevels(on *testing.T) {
	withInSlabs(heavy(on), []withRow{
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
