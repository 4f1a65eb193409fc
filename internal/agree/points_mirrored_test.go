package agree_test

import (
	"slices"
	"testing"

	"flyby"
)

// TestMirroredPairs: a self-join in both orders has the neighbours of the table, row by row; a join with queries is unchanged.
func TestMirroredPairs(t *testing.T) {
	s, queries := cloudOf(t, 500), cloudOf(t, 70)
	p := openPoints(t, s, flyby.Options{Tmp: t.TempDir(), Memory: 1})
	table, _, err := p.Neighbours(t.Context(), flyby.PointSearch{Eps: 5})
	if err != nil {
		t.Fatal(err)
	}
	all, stats := pairsOf(t, p, flyby.PointSearch{Eps: 5, Mirrored: true, Distances: true})
	if !slices.Equal(all.Second, table.Rows) || !slices.IsSorted(all.First) || stats.Pairs*2 != uint64(all.Len()) || all.Len() < 1000 {
		t.Errorf("%d pairs in both orders, the table has %d; %d were counted", all.Len(), len(table.Rows), stats.Pairs)
	}
	if most := slices.Max(all.Distances); most != 5 {
		t.Errorf("the greatest distance is %v", most)
	}
	plain, _ := pairsOf(t, p, flyby.PointSearch{Queries: queries, Eps: 5})
	mirrored, _ := pairsOf(t, p, flyby.PointSearch{Queries: queries, Eps: 5, Mirrored: true})
	if !slices.Equal(plain.First, mirrored.First) || !slices.Equal(plain.Second, mirrored.Second) {
		t.Errorf("%d pairs with queries, mirrored %d", plain.Len(), mirrored.Len())
	}
}
