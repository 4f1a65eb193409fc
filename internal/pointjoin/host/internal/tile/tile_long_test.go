//go:build long

package tile

import "testing"

// TestEverySizeAgainstOracle is TestAgainstOracle with more numbers of points and of
// dimensions.
func TestEverySizeAgainstOracle(t *testing.T) {
	againstOracle(t, []int{0, 1, 2, 17, 290, 520}, []int{1, 2, 9, 16, 17, 33})
}
