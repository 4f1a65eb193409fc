//go:build long

package spool

import "testing"

// TestSamplesOfManyFiles: TestSamples with more seeds.
func TestSamplesOfManyFiles(t *testing.T) { samples(t, 60) }
