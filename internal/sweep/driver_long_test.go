//go:build long

package sweep_test

import "testing"

// TestSuiteOverAllCuts: every scene passes in many slabs of time, and in a few of each range of trajectories.
func TestSuiteOverAllCuts(t *testing.T) {
	for name, c := range map[string]cutting{"20 slabs": {20, 1}, "3 slabs of 2 ranges": {3, 2}} {
		t.Run(name, func(t *testing.T) { suiteOf(t, c) })
	}
}
