//go:build long

package group

import "testing"

// TestSweepIsTheDefinitionInManyRounds: the property of TestSweepIsTheDefinition holds for more
// seeds.
func TestSweepIsTheDefinitionInManyRounds(t *testing.T) { sweepIsTheDefinition(t, 3000) }
