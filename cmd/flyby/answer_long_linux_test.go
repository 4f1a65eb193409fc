//go:build long

package main

import "testing"

// TestAnswersInSlabsOtherwise is TestAnswersInSlabs of further answers.
func TestAnswersInSlabsOtherwise(on *testing.T) {
	answersInSlabs(heavy(on), [][]string{
		{"--level", "pairs", "--top", "100"},
		{"--level", "hits", "--limit", "5000"},
	})
}
