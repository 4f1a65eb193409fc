//go:build long

package host

import "testing"

// TestVectorSolveOfAMillionPairs: TestVectorSolve with twenty times the families.
func TestVectorSolveOfAMillionPairs(t *testing.T) { vectorSolve(t, 40_000) }
