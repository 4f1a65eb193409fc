//go:build long

package visit_test

import (
	"fmt"
	"testing"
)

// TestManyScenes is TestScenes, TestEarthScenes and TestRandomScenes for 100,000 scenes, at once.
func TestManyScenes(t *testing.T) {
	const each = 5000
	for k := range 20 {
		agree := scenesAgree
		switch k % 5 {
		case 3:
			agree = earthScenesAgree
		case 4:
			agree = randomScenesAgree
		}
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			t.Parallel()
			agree(t, 1000+k*each, each)
		})
	}
}
