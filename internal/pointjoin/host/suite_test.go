package host_test

import (
	"fmt"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
)

// TestSuite: every method of the table passes the suite, on two threads, and every setting in space and in
// a high dimension.
func TestSuite(t *testing.T) {
	tier.Full(t)
	pointjointest.RunDefaults(t, onTwo)
	pointjointest.RunSettings(t, onTwo, pointjointest.Tries{"k": {"1"}, "lss-lists": {"log"}}, 3, 70)
}

func onTwo(testing.TB) pointjoin.Driver { return host.New(2) }

// TestClusters: the suite of clusters passes, on one thread and on several.
func TestClusters(t *testing.T) {
	tier.Full(t)
	for _, threads := range []int{1, 3} {
		t.Run(fmt.Sprint(threads), func(t *testing.T) {
			pointjointest.RunClusters(t, func(testing.TB) pointjoin.Driver { return host.New(threads) })
		})
	}
}
