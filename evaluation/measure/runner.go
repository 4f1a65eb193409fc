package measure

import (
	"context"
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
		return r.data.trial(ctx, r, k)
	})
}

// known gathers what the journal has of the search in use.
func (r *runner) known() []results.Group {
	return results.Where(results.Groups(r.journal), func(g results.Group) bool {
		return g.Search == r.data.current.Name
	})
}
