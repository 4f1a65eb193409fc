package host_test

import (
	"fmt"
	"testing"

	"flyby/internal/tier"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/host"
	"flyby/points/pointjoin/pointjointest"
)

// TestClusters: the suite of clusters, on one thread and on several.
func TestClusters(t *testing.T) {
	tier.Full(t)
	for _, threads := range []int{1, 3} {
		t.Run(fmt.Sprint(threads), func(t *testing.T) {
			pointjointest.RunClusters(t, func(testing.TB) pointjoin.Driver { return host.New(threads) })
		})
	}
}
