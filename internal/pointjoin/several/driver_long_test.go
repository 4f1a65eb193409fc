//go:build long

package several_test

import "testing"

// TestSuiteOfOtherDimensions is TestSuite on the other scenes.
func TestSuiteOfOtherDimensions(t *testing.T) { suite(t, 1, 2, 4, 5, 16, 1024) }
