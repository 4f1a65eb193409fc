//go:build long

package main

import (
	"slices"
	"testing"
)

// manyPlaces returns the indices of the first, the middle and the last of n rows.
func manyPlaces(n int) []int { return slices.Compact([]int{0, n / 2, n - 1}) }

// TestVerifyFindsMutantsAnywhere: the property of TestVerifyFindsMutants holds in every format, also for changes of the
// first and the last row.
func TestVerifyFindsMutantsAnywhere(on *testing.T) { findsMutants(beside(on), manyPlaces, true) }

// TestVerifyWithinMemoryAnywhere: the property of TestVerifyWithinMemory holds for all results, with changed rows at more
// places.
func TestVerifyWithinMemoryAnywhere(on *testing.T) {
	verifiedWithinMemory(heavy(on), manyPlaces, func(int) bool { return true })
}

// TestVerifyFindsResultsGoodInAllFormats: the property of TestVerifyFindsResultsGood holds for each result in every
// format.
func TestVerifyFindsResultsGoodInAllFormats(on *testing.T) { findsGood(beside(on), 7) }
