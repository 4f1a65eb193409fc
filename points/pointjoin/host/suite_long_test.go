//go:build long

package host_test

import (
	"testing"

	"flyby/points/pointjoin"
	"flyby/points/pointjoin/host"
	"flyby/points/pointjoin/pointjointest"
)

// TestSuiteOfEveryList is TestSuite with the other lists of LSS.
func TestSuiteOfEveryList(t *testing.T) {
	pointjointest.Run(t, func(testing.TB) pointjoin.Driver { return host.New(2) }, pointjointest.Tries{"k": {"1"}, "lss-lists": {"random", "1", "4"}})
}
