//go:build long

package sweep_test

import "testing"

// TestLargeSlabsAreOneRun: TestSlabsAreOneRun of larger scenes, too.
func TestLargeSlabsAreOneRun(t *testing.T) { slabsAreOneRun(t, 1200, 1) }
