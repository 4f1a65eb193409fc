//go:build long

package main

import "testing"

// TestEncountersOfAHitEachInSlabs: the property of TestEncountersOfAHitEach holds in slabs of time.
func TestEncountersOfAHitEachInSlabs(on *testing.T) {
	hitsAsEncounters(heavy(on), 20e6, "searched in slabs of time")
}
