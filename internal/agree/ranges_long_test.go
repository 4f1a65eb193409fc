//go:build long

package agree_test

import "testing"

// TestRangesOfEveryScene: the property of TestRangesOnDevices holds for all scenes.
func TestRangesOfEveryScene(t *testing.T) { rangesOnDevices(t, 1) }
