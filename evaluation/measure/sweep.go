package measure

import (
	"context"
	"fmt"
	"math"
	"slices"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// PaperSize is the batch size of the paper's comparison with the R-tree (§7.4).
const PaperSize = 120

// Sizes lists the batch sizes that a sweep may visit for n query segments: ten to a decade from 10 on, with
// the paper's 120 for 125, and n.
func Sizes(n int) []int {
	var sizes []int
	for k := 0; ; k++ {
		size := int(math.Round(10 * math.Pow(10, float64(k)/10)))
		if digits := math.Pow(10, float64(k/10)); k > 0 {
			size = int(math.Round(float64(size)/digits) * digits)
		}
		if size >= n {
			return append(sizes, n)
		}
		if size == 130 {
			size = PaperSize
		}
		sizes = append(sizes, size)
	}
}

// temporal returns the key of a run by the paper's method.
func temporal(s datasets.Search, round, spec string) journal.Key {
	return journal.Key{Search: s.Name, Method: string(flyby.MethodTemporal), Parameter: spec, Round: round}
}

func periodic(size int) string { return fmt.Sprintf("%s:%d", results.PeriodicName, size) }

// tooSlow limits how far a sweep goes beyond the best batch size, inView the sizes that get every trial.
const (
	tooSlow = 4.0 // times the least response time: two such sizes in a row end the sweep on that side
	inView  = 3.0 // times the least response time: above it two trials are enough where they take long
)

// sweep runs Periodic over the batch sizes, from the paper's outwards.
func (r *runner) sweep(ctx context.Context, s datasets.Search) error {
	n, err := r.queries(s)
	if err != nil || n == 0 {
		return err
	}
	sizes := Sizes(n)
	middle, _ := slices.BinarySearch(sizes, PaperSize)
	middle = min(middle, len(sizes)-1)
	var keys []journal.Key
	least := math.Inf(1)
	visit := func(from, to, step int) error {
		slow := 0
		for i := from; i != to && slow < 2; i += step {
			k := temporal(s, results.Sweep, periodic(sizes[i]))
			keys = append(keys, k)
			k.Trial = 1
			got, err := r.search(ctx, k)
			if err != nil {
				return err
			}
			least = min(least, got.Seconds)
			slow++
			if got.Seconds <= tooSlow*least {
				slow = 0
			}
		}
		return nil
	}
	if err := visit(middle, len(sizes), 1); err != nil {
		return err
	}
	if err := visit(middle-1, -1, -1); err != nil {
		return err
	}
	return r.settle(ctx, keys, rules{trials: r.Trials, hopeless: inView})
}
