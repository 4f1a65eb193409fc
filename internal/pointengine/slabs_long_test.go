//go:build long

package pointengine_test

import (
	"testing"

	"flyby/internal/pointengine"
)

// TestSuiteInSlabsOfOtherDimensions is TestSuiteInSlabs on the scenes of the
// other dimensions.
func TestSuiteInSlabsOfOtherDimensions(t *testing.T) {
	suiteInSlabs(t, map[string]slabCase{
		"bruteforce": {pointengine.Config{Slab: 7, Room: 1 << 30}, []int{1, 3, 4, 5, 6, 16, 70, 1024}},
		"kdtree":     {pointengine.Config{Slab: 50, Room: 1 << 15}, []int{2, 4, 5, 6, 16, 1024}},
	})
}
