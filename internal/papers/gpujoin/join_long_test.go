//go:build long

package gpujoin_test

import "testing"

// TestWaysInOtherDimensions is TestWays in numbers of dimensions that are no special cases.
func TestWaysInOtherDimensions(t *testing.T) { waysAgree(t, []int{1, 3, 4, 5, 7, 9}) }
