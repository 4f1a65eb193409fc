package main

import (
	"context"
	"time"

	"flyby"
	"flyby/internal/engine"
	hostmemory "flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/output"
)

// job is one search or join, from files that were read to a file of results.
type job struct {
	*app
	ctx          context.Context
	command      string
	files        files
	inputs       []*inputFiles
	entries      loaded
	queries      loaded
	options      flyby.Options
	search       flyby.Search
	vertical     string          // --vertical as it was given
	wide         *float64        // the extent of all data, where the distance is more; else nil
	drivers      []engine.Device // of a sweep
	out, level   string
	explains     bool   // and does not search
	holds        string // as of searchFlags
	writeOptions output.WriteOptions

	answer  answer
	besides *besides

	begun   time.Time // all of it
	loading time.Duration
	writing time.Duration // at work on it, not waiting for what is found
	skipped int
	missed  int // rows that do not hold --where
	left    trajectory.LeftOut
	tally   tally
}

// run opens the output, searches and writes. A failed run leaves no output.
func (j *job) run() error {
	defer j.close() //nolint:errcheck // what was read of spools was good
	if j.explains {
		return j.explain()
	}
	return j.supervised(j.do)
}

// supervised does the work such that it ends where writing fails.
func (j *job) supervised(do func() error) error {
	whole := j.ctx
	ctx, stop := context.WithCancelCause(whole)
	defer stop(nil)
	j.ctx, j.writeOptions.Failed = ctx, stop
	err := do()
	if err != nil && whole.Err() == nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func (j *job) do() error {
	w, err := j.createOutput()
	if err != nil {
		return err
	}
	defer w.Abort()
	defer context.AfterFunc(j.ctx, w.Discard)()
	from, err := j.open()
	if err != nil {
		return err
	}
	defer from.Close()
	err = w.find(from)
	hostmemory.Limit(j.files.most) // drivers have compiled
	if err != nil {
		return err
	}
	if j.entries.spool == nil {
		j.display.begin("write", hitsUnit)
	}
	if err := w.write(); err != nil {
		return err
	}
	if err := j.ctx.Err(); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	j.writing = w.AtWork()
	j.display.end()
	stats := w.stats()
	j.warnAtVertical(stats)
	j.summarize(stats)
	j.tellCut()
	j.tellCounted(stats.Hits)
	return nil
}

// open returns what finds the answers; the search is next.
func (j *job) open() (answers, error) {
	if j.entries.spool != nil {
		return j.sweep()
	}
	db, err := j.index()
	if err != nil {
		return nil, err
	}
	return database{db}, nil
}

// index indexes entries that are in memory.
func (j *job) index() (*flyby.Database, error) {
	j.display.begin("index", queriesUnit)
	segments := float64(j.queries.segments())
	j.options.Progress = func(p flyby.Progress) { j.display.follow(p, segments) }
	db, err := flyby.Open(j.ctx, j.entries.Store, j.options)
	if err != nil {
		return nil, err
	}
	hostmemory.Limit(j.files.most) // drivers are loaded
	j.display.begin("search", queriesUnit)
	return db, nil
}

// wrote shows how much is written, unless that would mix with results on the
// same terminal, or slabs are shown.
func (j *job) wrote(done, total float64) {
	if j.entries.spool == nil && (j.out != "-" || j.json) {
		j.display.set(done, total)
	}
}
