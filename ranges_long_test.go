//go:build long

package flyby_test

import "testing"

// TestRangesOfEveryScene is TestRangesOnDevices of all scenes.
func TestRangesOfEveryScene(t *testing.T) { rangesOnDevices(t, 1) }
