//go:build long

package main

import "testing"

// TestEncountersOfAHitEachInSlabs is TestEncountersOfAHitEach in slabs of time.
func TestEncountersOfAHitEachInSlabs(on *testing.T) {
	hitsAsEncounters(heavy(on), 20e6, "searched in slabs of time")
}
