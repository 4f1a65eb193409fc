package predict

import (
	"cmp"
	"time"

	"flyby/internal/estimate"
)

// Costs of the parts of choosing a batch size, in seconds, as measured on a core of a server of 2021 between searches of a GPU,
// when its caches hold other data. Host.Choosing scales them to a machine.
const (
	queryCost = 1.1e-9 // of a query segment of the search
	placeCost = 1.1e-6 // of a query segment whose overlaps are counted
	testCost  = 120e-9 // of an interaction tested
	batchCost = 1.3e-6 // of a batch predicted
)

// choosing returns the time of choosing a batch size for a workload, after batches of it were predicted.
func (h *Host) choosing(w *estimate.Workload, batches int) time.Duration {
	return duration(h.pace() * (float64(queryCost*float64(w.Queries())) + float64(placeCost*float64(w.Counted())) +
		float64(testCost*float64(w.Estimate().Tests)) + float64(batchCost*float64(batches))))
}

// pace returns the ratio of this machine's costs of choosing to the constants.
func (h *Host) pace() float64 { return cmp.Or(h.Choosing, 1) }

// budget bounds the work of Plan.
type budget struct {
	places  int // query segments whose overlaps are counted
	tests   int // interactions tested
	batches int // batches of each size that a prediction sums
}

// mostTests bounds the tests of a budget.
const mostTests = 1 << 26

// budget returns a budget for a search that takes at least the given time. The budget takes 2.1 % of that time, and more for
// searches so short that the least of each part takes longer.
func (h *Host) budget(search time.Duration) budget {
	const placesPart, testsPart, batchesPart = 0.003, 0.008, 0.01
	const sizes = 9 // about the number of sizes that are predicted
	t := search.Seconds() / h.pace()
	within := func(least int, n float64, most int) int { return int(min(max(n, float64(least)), float64(most))) }
	return budget{
		places:  within(16, t*placesPart/placeCost, 1<<14),
		tests:   within(256, t*testsPart/testCost, mostTests),
		batches: within(fewestBatches, t*batchesPart/batchCost/sizes, fineBatches),
	}
}
