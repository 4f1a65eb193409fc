//go:build long

package spool

import "testing"

// TestSlabsOfManyFiles: TestSlabs with more seeds.
func TestSlabsOfManyFiles(t *testing.T) { slabsAgree(t, 150) }
