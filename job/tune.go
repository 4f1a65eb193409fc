package job

import (
	"context"

	"flyby"
	"flyby/internal/memory"
	"flyby/internal/tune"
)

// Tune predicts how the time of the search depends on the size of its batches, and measures it where the options say so: see tune.Run, whose progress is the
// job's. The machine's method is flyby.MethodTemporal.
func (j *Job) Tune(ctx context.Context, o tune.Options) (*tune.Result, error) {
	if err := j.ofTrajectories(); err != nil {
		return nil, err
	}
	db, err := flyby.Open(ctx, j.entries, j.ask.Machine) // without the progress of searches, whose prediction takes time
	if err != nil {
		return nil, err
	}
	defer db.Close() //nolint:errcheck // all was read from it
	const percent = 100
	o.Progress = func(done, total int) {
		j.ask.Progress(Progress{Phase: "measure", Done: float64(percent*done) / float64(max(total, 1)), Total: percent})
	}
	defer j.ask.Progress(Progress{})
	return tune.Run(memory.WithQuota(ctx, j.quota), db, j.search(), o)
}
