//go:build long

package tile

import "testing"

// TestNearestOfEverySize is TestNearest with more numbers of points and of dimensions.
func TestNearestOfEverySize(t *testing.T) {
	nearestAgree(t, []int{0, 1, 2, 40, 300, 520}, []int{1, 3, 17})
}
