//go:build long

package states

import "testing"

// TestManyClosedForms is TestClosedForm with more pairs.
func TestManyClosedForms(t *testing.T) { closedForm(t, 100_000) }
