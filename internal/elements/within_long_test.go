//go:build long

package elements

import "testing"

// TestChordsOfManyObjectsAreWithin: chords of 2,000 objects are within E of SGP4 at 100,000 random instants.
func TestChordsOfManyObjectsAreWithin(t *testing.T) {
	t.Logf("within %.3f E", testWithin(t, 2000, 50, 0.01))
}
