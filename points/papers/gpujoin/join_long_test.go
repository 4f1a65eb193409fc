//go:build long

package gpujoin_test

import "testing"

// TestWaysInOtherDimensions: TestWays in numbers of dimensions that stand for no case of their own.
func TestWaysInOtherDimensions(t *testing.T) { waysAgree(t, []int{1, 3, 4, 5, 7, 9}) }
