package numerals_test

import (
	"testing"

	"flyby/internal/numerals"
)

// TestAppend: numbers are written from their lowest five bits on, small ones in one character. A test of the pages' script reads the same.
func TestAppend(t *testing.T) {
	if got := string(numerals.Append([]byte("x"), 0, -1, 1, -2, 2)); got != "xABCDE" {
		t.Error(got)
	}
	if got := string(numerals.Append(nil, 16, -596)); got != "gBnlB" {
		t.Error(got)
	}
}
