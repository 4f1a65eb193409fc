//go:build long

package visit_test

import (
	"fmt"
	"testing"
)

// TestManyScenes is TestScenes, TestConeScenes, TestEarthScenes and TestRandomScenes for 100,000 scenes.
func TestManyScenes(t *testing.T) {
	const each = 1000
	kinds := []func(*testing.T, uint64) *scene{newFlatScene, newConeScene, newEarthScene, newFlatScene, newRandomScene}
	for k := range 100 {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			t.Parallel()
			scenesAgree(t, kinds[k%len(kinds)], 1000+k*each, each)
		})
	}
}
