package main

import "testing"

// TestNumerals: numbers are written from their lowest five bits on, small ones in one character. A test of the pages' script reads the same.
func TestNumerals(t *testing.T) {
	if got := string(numerals([]byte("x"), 0, -1, 1, -2, 2)); got != "xABCDE" {
		t.Error(got)
	}
	if got := string(numerals(nil, 16, -596)); got != "gBnlB" {
		t.Error(got)
	}
}
