//go:build long

package host_test

import (
	"testing"

	"flyby/internal/testing/pointjointest"
)

// TestSuiteOfSettings is TestSuite with every setting, and the other lists of LSS, in all numbers of dimensions.
func TestSuiteOfSettings(t *testing.T) {
	pointjointest.RunSettings(t, onTwo, pointjointest.Tries{"k": {"1"}, "lss-lists": {"log", "random", "1", "4"}})
}
