//go:build long

package agree_test

import "testing"

// TestSearchesAgreeAtATenth: the property of TestSearchesAgree holds at a tenth of the paper's
// sizes, at its distances.
func TestSearchesAgreeAtATenth(t *testing.T) { searchesAgree(t, 0.1, 1) }

// TestLargerJoinIsSearchOfItself: the property of TestJoinIsSearchOfItself holds for five times the
// objects.
func TestLargerJoinIsSearchOfItself(t *testing.T) { joinIsSearchOfItself(t, 0.05, 10) }
