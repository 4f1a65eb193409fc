package measure

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"

	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// runner measures by a plan.
type runner struct {
	Plan
	journal *journal.Journal
	data    data

	phase       string
	before      float64 // of the total, done by the stages before
	share       float64 // of the total, of the stage
	done, total float64
}

// begin and end tell of stages, step of a run in one.
func (r *runner) begin(s stage) {
	r.phase, r.share, r.done = s.name, s.units, 0
	r.Progress(Progress{r.phase, r.before, r.total})
}

func (r *runner) end(s stage) {
	r.before += s.units
	r.Progress(Progress{r.phase, r.before, r.total})
}

func (r *runner) step(run journal.Run) {
	r.done += run.Seconds / unit
	r.Progress(Progress{r.phase, r.before + min(r.done, r.share), r.total})
}

// run is the journal's run of a key, or a new one.
func (r *runner) run(ctx context.Context, k journal.Key, do func(context.Context) (journal.Run, error)) (got journal.Run, err error) {
	defer func() { r.step(got) }()
	if known, ok := r.journal.Run(k); ok {
		return known, nil
	}
	if err := ctx.Err(); err != nil {
		return journal.Run{}, err
	}
	runtime.GC() // now rather than in the middle of what is timed
	if got, err = do(ctx); err != nil {
		return journal.Run{}, err
	}
	got.Key = k
	return got, r.journal.Add(got)
}

// search is a run of a key by the method that it names, on the search in use.
func (r *runner) search(ctx context.Context, k journal.Key) (journal.Run, error) {
	return r.run(ctx, k, func(ctx context.Context) (journal.Run, error) {
		return r.data.search(ctx, r, k)
	})
}

// long is the response time in seconds up to which every trial is worth its time.
const long = 0.1

// interleave runs trials of several keys in turn, so that a slow spell of the machine meets them all: the
// first trial of each, the second of each, and so on, each time in another order, since a search leaves caches
// and clocks to the next. Keys whose first two trials take long, and more
// than slow times the least one, get no more of them; slow 0 means that all do. (A first trial may make room that later ones find.)
func (r *runner) interleave(ctx context.Context, keys []journal.Key, trials int, slow float64) error {
	first := make([]float64, len(keys)) // the lesser of the first two
	least := math.Inf(1)
	for trial := 1; trial <= trials; trial++ {
		for _, i := range r.turn(trial, len(keys)) {
			k := keys[i]
			if trial > 2 && slow > 0 && first[i] > max(long, slow*least) {
				continue
			}
			k.Trial = trial
			got, err := r.search(ctx, k)
			if err != nil {
				return err
			}
			if trial == 1 || trial == 2 && got.Seconds < first[i] {
				first[i] = got.Seconds
				least = min(least, got.Seconds)
			}
		}
	}
	return nil
}

// turn is the order of n keys in a trial.
func (r *runner) turn(trial, n int) []int {
	return rand.New(rand.NewPCG(r.Seed, uint64(trial))).Perm(n)
}

// known gathers what the journal has of the search in use.
func (r *runner) known() []results.Group {
	return results.Where(results.Groups(r.journal), func(g results.Group) bool {
		return g.Search == r.data.current.Name
	})
}
