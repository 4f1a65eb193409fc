//go:build long

package agree_test

import "testing"

// TestBoundOfEveryMethod: the property of TestBound holds for more trajectories, by more methods.
func TestBoundOfEveryMethod(t *testing.T) {
	boundedJoins(t, 1000, []string{"spatiotemporal", "rtree"}, []uint64{300, 150})
}
