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
	before      float64 // of the total, of the stages before
	share       float64 // of the total, of this stage
	done, total float64
}

// begin and end report a stage's begin and end, step a run inside it.
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

// run returns the journal's run of a key, or a new one.
func (r *runner) run(ctx context.Context, k journal.Key, do func(context.Context) (journal.Run, error)) (got journal.Run, err error) {
	defer func() { r.step(got) }()
	if known, ok := r.journal.Run(k); ok {
		return known, nil
	}
	if err := ctx.Err(); err != nil {
		return journal.Run{}, err
	}
	runtime.GC() // now rather than while the run is timed
	if got, err = do(ctx); err != nil {
		return journal.Run{}, err
	}
	got.Key = k
	return got, r.journal.Add(got)
}

// search returns a run of a key by the key's method, on the search in use.
func (r *runner) search(ctx context.Context, k journal.Key) (journal.Run, error) {
	return r.run(ctx, k, func(ctx context.Context) (journal.Run, error) {
		return r.data.trial(ctx, r, k)
	})
}

// measurements returns the journal's measurements of the search in use.
func (r *runner) measurements() []results.Group {
	return results.Where(results.Groups(r.journal), func(g results.Group) bool {
		return g.Search == r.data.current.Name
	})
}
