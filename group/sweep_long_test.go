//go:build long

package group

import "testing"

// TestSweepIsTheDefinitionInManyRounds: TestSweepIsTheDefinition with more seeds.
func TestSweepIsTheDefinitionInManyRounds(t *testing.T) { sweepIsTheDefinition(t, 3000) }
