package host_test

import (
	"testing"

	"flyby/internal/tier"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/host"
	"flyby/points/pointjoin/pointjointest"
)

// TestSuite: every method of the table, on two threads.
func TestSuite(t *testing.T) {
	tier.Full(t)
	pointjointest.Run(t, func(testing.TB) pointjoin.Driver { return host.New(2) }, pointjointest.Tries{"k": {"1"}, "lss-lists": {"log"}})
}
