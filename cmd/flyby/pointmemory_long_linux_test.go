//go:build long

package main

import "testing"

// TestPointsWithinMemoryOfFurtherCommands: the property of TestPointsWithinMemory holds for other levels, queries and methods,
// with the same bounds.
func TestPointsWithinMemoryOfFurtherCommands(on *testing.T) {
	t := heavy(on)
	pointsWithinMemory(t, []withinMemory{
		{"knn --points points.npy -k 2", "searched in slabs", 69e6},
		{"knn --points fewer.npy --queries fewer.npy -k 6", "nearest points outgrow memory", 76e6},
		{"dbscan --eps 0.25 --minpts 12", "searched in slabs", 82e6},
		{"selfjoin --eps 0.25 --level neighbours", "table of neighbours outgrows memory", listRoom}, // and row groups of lists
		{"selfjoin --eps 0.15 --level counts", "searched in slabs", slabRoom},
		{"pointjoin --queries points.npy --eps 0.25 --level neighbours", "table of neighbours outgrows memory", listRoom}, // and row groups of lists
		{"pointjoin --queries points.npy --eps 0.1 --method gpusj", "searched in slabs", slabRoom},
	})
}

// TestPointsLeastMemoryOfEveryCommand: the property of TestPointsLeastMemory holds for every command on two cores and on
// sixteen.
func TestPointsLeastMemoryOfEveryCommand(on *testing.T) {
	t := heavy(on)
	pointsToRefuse(t)
	for _, line := range []string{
		"knn --points more.npy -k 10",
		"dbscan --points points.npy --eps 1 --minpts 4 --method hybrid",
		"selfjoin --points points.npy --eps 1 --level neighbours",
		"selfjoin --points points.csv --eps 1",
		"dbscan --points points.csv --eps 0.5 --minpts 4",
		"pointjoin --points points.npy --queries more.npy --eps 0.3",
		"selfjoin --points points.parquet --eps 1 --level counts",
		"dbscan --points more.npy --eps 40 --minpts 4",
		"dbscan --points points.npy --eps 0.5,1 --minpts 4,8 --method hybrid",
	} {
		for _, cores := range []string{"2", "16"} {
			pointsRefused(t, line, cores)
		}
	}
}
