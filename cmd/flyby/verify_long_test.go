//go:build long

package main

import (
	"slices"
	"testing"
)

// manyPlaces are the first place among n rows, the middle and the last.
func manyPlaces(n int) []int { return slices.Compact([]int{0, n / 2, n - 1}) }

// TestVerifyFindsMutantsAnywhere is TestVerifyFindsMutants in every format, with the first row and the last changed, too.
func TestVerifyFindsMutantsAnywhere(on *testing.T) { findsMutants(beside(on), manyPlaces, true) }

// TestVerifyWithinMemoryAnywhere is TestVerifyWithinMemory of all results with rows changed at more places.
func TestVerifyWithinMemoryAnywhere(on *testing.T) {
	verifiedWithinMemory(heavy(on), manyPlaces, func(int) bool { return true })
}

// TestVerifyFindsResultsGoodInAllFormats is TestVerifyFindsResultsGood of each result in every format.
func TestVerifyFindsResultsGoodInAllFormats(on *testing.T) { findsGood(beside(on), 7) }
