//go:build long

package sweep_test

import "testing"

// TestLargeSlabsAreOneRun is TestSlabsAreOneRun with larger scenes, too.
func TestLargeSlabsAreOneRun(t *testing.T) { slabsAreOneRun(t, 1200, 1) }
