//go:build long

package visit_test

import (
	"fmt"
	"testing"
)

// TestManyScenes is TestScenes, TestConeScenes, TestEarthScenes and TestRandomScenes for 100,000 scenes.
func TestManyScenes(t *testing.T) {
	const each = 1000
	kinds := []func(*testing.T, int, int){scenesAgree, coneScenesAgree, earthScenesAgree, scenesAgree, randomScenesAgree}
	for k := range 100 {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			t.Parallel()
			kinds[k%len(kinds)](t, 1000+k*each, each)
		})
	}
}
