package host_test

import (
	"testing"

	"flyby/points/pointjoin"
	"flyby/points/pointjoin/host"
	"flyby/points/pointjoin/pointjointest"
)

// tries are values of settings without choices.
func tries() pointjointest.Tries {
	t := pointjointest.Tries{"k": {"1"}, "lss-lists": {"log"}}
	if !testing.Short() {
		t["lss-lists"] = []string{"log", "random", "1", "4"}
	}
	return t
}

// TestSuite: every method of the table, on two threads.
func TestSuite(t *testing.T) {
	pointjointest.Run(t, func(testing.TB) pointjoin.Driver { return host.New(2) }, tries())
}
