//go:build long

package main

import (
	"math"
	"testing"
)

// TestSlabsOfFurtherSearches: the property of TestSlabs holds for further searches.
func TestSlabsOfFurtherSearches(on *testing.T) {
	inSlabs(heavy(on), [][]string{
		{"join", "--distance", "300pc", "--units", "kpc,Myr", "--max-gap", "1500kyr", "--max-speed", "260km/s", "--level", "encounters"},
		{"search", "--queries", "novae.csv", "--distance", "500pc", "--level", "hits", "--units", "kpc,Myr", "--from", "100", "--to", "300"},
	})
}

// TestRowGroupsWithBadRows: the property of TestRowGroups holds for short row groups with rows that
// are left out.
func TestRowGroupsWithBadRows(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	inOrder(t, "fine.parquet", true, 250, func(rows []row) { rows[70_001].Y, rows[300_000].Z = math.NaN(), math.Inf(1) })
	byRowGroups(t, []groupedRow{
		{34e6, "fine.parquet", []string{"join", "--entries", "fine.parquet", "--distance", "0.4", "--level", "encounters", "--skip-bad-rows", "--max-gap", "1.5"}},
	})
}

// TestCatalogueOfMillion: the property of TestCatalogue holds for a million objects.
func TestCatalogueOfMillion(on *testing.T) { rangeByRange(heavy(on), 1_000_000, 105e6) }

// TestLeastMemoryOfFurtherSearches: the property of TestLeastMemory holds for further searches.
func TestLeastMemoryOfFurtherSearches(on *testing.T) {
	enoughMemory(heavy(on), [][]string{
		{"join", "--distance", "0.3", "--level", "encounters"},
		{"search", "--queries", "stars.parquet", "--distance", "0.1", "--level", "encounters", "--exclude-same-id"},
	})
}
