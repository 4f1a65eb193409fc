package host_test

import (
	"testing"

	"flyby/points/pointjoin"
	"flyby/points/pointjoin/host"
	"flyby/points/pointjoin/pointjointest"
)

// tries are values of settings without choices.
func tries() pointjointest.Tries {
	return pointjointest.Tries{"lss-lists": {"log", "random", "1", "4"}}
}

// TestSuite: every method of the table, on two threads.
func TestSuite(t *testing.T) {
	pointjointest.Run(t, func(testing.TB) pointjoin.Driver { return host.New(2) }, tries())
}
