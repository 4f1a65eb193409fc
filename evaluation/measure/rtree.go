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
	"flyby/internal/testing/enginetest"
)

// Rounds of the R-tree.
const (
	RTreeRound   = "R-tree"   // over r and threads on GALAXY (Figures 5 and 6)
	SpeedUpRound = "speed-up" // at the best r, on one core and on all (§7.4)

	treeTuning = "R-tree tuning" // the search for that r
)

// longRun is the response time in seconds above which the R-tree is measured once only.
const longRun = 5.0

// RTree has the parameters of the R-tree in a run.
type RTree struct {
	Run      int // r, segments under a box
	Threads  int
	Distance float64
}

// String returns the parameter of a key; ParseRTree reads it back.
func (t RTree) String() string {
	return fmt.Sprintf("r=%d,threads=%d,d=%v", t.Run, t.Threads, t.Distance)
}

// ParseRTree reads the parameter of a key; ok is false for another parameter.
func ParseRTree(parameter string) (t RTree, ok bool) {
	n, err := fmt.Sscanf(parameter, "r=%d,threads=%d,d=%g", &t.Run, &t.Threads, &t.Distance)
	return t, n == 3 && err == nil
}

// Runs lists the values of r that Figure 5 shows.
func Runs() []int { return []int{2, 4, 8, 12, 16, 24, 48} }

// Threads lists the numbers of threads that Figure 6 shows: powers of two, and all cores.
func Threads(cores int) []int {
	var all []int
	for n := 1; n < cores; n *= 2 {
		all = append(all, n)
	}
	return append(all, cores)
}

// rtree measures the R-tree on GALAXY for d = 1 to 5: over r on one core, and over the number of threads
// at the best r over all d.
func (r *runner) rtree(ctx context.Context, s datasets.Search) error {
	best, least := 0, math.Inf(1)
	for _, run := range Runs() {
		sum := 0.0
		for d := 1.0; d <= 5; d++ {
			seconds, err := r.tree(ctx, s, RTreeRound, RTree{run, 1, d})
			if err != nil {
				return err
			}
			sum += seconds
		}
		if sum < least {
			best, least = run, sum
		}
	}
	for _, threads := range Threads(r.Cores) {
		for d := 1.0; d <= 5; d++ {
			if _, err := r.tree(ctx, s, RTreeRound, RTree{best, threads, d}); err != nil {
				return err
			}
		}
	}
	return nil
}

// speedUp measures the R-tree on all cores over r, then at the best r on one core and on all.
func (r *runner) speedUp(ctx context.Context, s datasets.Search) error {
	best, least := 0, math.Inf(1)
	for _, run := range Runs() {
		seconds, err := r.treeTrial(ctx, s, treeTuning, RTree{run, r.Cores, s.Distance}, 1)
		if err != nil {
			return err
		}
		if seconds < least {
			best, least = run, seconds
		}
	}
	for _, threads := range slices.Compact([]int{1, r.Cores}) {
		if _, err := r.tree(ctx, s, SpeedUpRound, RTree{best, threads, s.Distance}); err != nil {
			return err
		}
	}
	return nil
}

// tree returns the median response time of the trials of the R-tree, of one trial if it takes long.
func (r *runner) tree(ctx context.Context, s datasets.Search, round string, t RTree) (float64, error) {
	var all []float64
	for trial := 1; trial <= r.Trials && (trial == 1 || all[0] < longRun); trial++ {
		seconds, err := r.treeTrial(ctx, s, round, t, trial)
		if err != nil {
			return 0, err
		}
		all = append(all, seconds)
	}
	return results.Median(all), nil
}

// treeTrial runs the R-tree once. Its hits are left in no order, which is in its favour.
func (r *runner) treeTrial(ctx context.Context, s datasets.Search, round string, t RTree, trial int) (float64, error) {
	k := journal.Key{
		Search: s.Name, Method: string(flyby.MethodRTree), Device: "cpu",
		Parameter: t.String(), Round: round, Trial: trial,
	}
	got, err := r.run(ctx, k, func(ctx context.Context) (journal.Run, error) {
		return r.data.searchTree(ctx, r, t)
	})
	return got.Seconds, err
}

// searchTree searches the entries in use through an R-tree, made anew where r changes.
func (d *data) searchTree(ctx context.Context, r *runner, t RTree) (journal.Run, error) {
	if err := d.load(ctx, &r.Plan); err != nil {
		return journal.Run{}, err
	}
	if d.tree == nil || d.run != t.Run {
		d.tree, d.run = enginetest.NewRTree(d.entries, t.Run), t.Run
	}
	found, err := d.tree.Search(ctx, d.enginetestSearch(t.Distance), t.Threads)
	got := journal.NewTimedRun(found.Took, found.Hits)
	got.Interactions, got.BoxTests = found.Interactions, found.BoxTests
	return got, err
}
