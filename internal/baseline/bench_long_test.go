//go:build long

package baseline

import (
	"testing"

	"flyby/kernel"
)

// TestWorkloads: the workloads have as many hits as other programs find.
func TestWorkloads(t *testing.T) {
	data := stores(t)
	for _, w := range workloads() {
		tree := NewRTree(data[w.name], 0)
		queries, rule := w.first100(data[w.name])
		var found, joined kernel.Hits
		if _, err := tree.Search(t.Context(), queries, rule, 2, &found); err != nil {
			t.Fatal(err)
		}
		if _, err := tree.Search(t.Context(), data[w.name], w.join(), 2, &joined); err != nil {
			t.Fatal(err)
		}
		if found.Len() != w.hits || joined.Len() != w.joined {
			t.Errorf("%s, d = %v: %d hits and %d of a join, want %d and %d", w.name, w.distance, found.Len(), joined.Len(), w.hits, w.joined)
		}
	}
}
