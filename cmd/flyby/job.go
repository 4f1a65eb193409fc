package main

import (
	"context"
	"time"

	"flyby"
	hostmemory "flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// job is one search or join, from data in memory to a file of results.
type job struct {
	*app
	ctx          context.Context
	command      string
	entries      loaded
	queries      *trajectory.Store
	readOptions  format.Options
	options      flyby.Options
	out, level   string
	distance     float64
	writeOptions format.WriteOptions

	loading    time.Duration
	writing    time.Duration
	skipped    int
	encounters int
}

// run opens the output, searches and writes. A failed run leaves no output.
func (j *job) run(search func(context.Context, *flyby.Database) (*flyby.Result, error)) error {
	w, err := j.createOutput()
	if err != nil {
		return err
	}
	defer w.Abort()
	defer context.AfterFunc(j.ctx, w.Discard)()
	r, err := j.find(search)
	if err != nil {
		return err
	}
	j.display.begin("write", hitsUnit)
	start := time.Now()
	if err := w.write(r); err != nil {
		return err
	}
	if err := j.ctx.Err(); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	j.writing = time.Since(start)
	j.display.end()
	j.summarize(r)
	return nil
}

// find indexes the entries and searches them.
func (j *job) find(search func(context.Context, *flyby.Database) (*flyby.Result, error)) (*flyby.Result, error) {
	j.display.begin("index", queriesUnit)
	j.options.EncountersOnly = j.level == "encounters"
	segments := float64(j.queries.Segments())
	j.options.Progress = func(p flyby.Progress) { j.display.follow(p, segments) }
	db, err := flyby.Open(j.ctx, j.entries.Store, j.options)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	hostmemory.Limit() // drivers are loaded
	j.display.begin("search", queriesUnit)
	r, err := search(j.ctx, db)
	hostmemory.Limit() // and have compiled
	return r, err
}

// output is a file of results that is being written.
type output interface {
	write(r *flyby.Result) error
	Close() error
	Abort()
	Discard()
}

// createOutput begins the file before the search, so that one that cannot be
// written does not cost a search.
func (j *job) createOutput() (output, error) {
	if j.level == "encounters" {
		w, err := format.CreateEncounters(j.out, j.queries, j.entries.Store, j.writeOptions)
		return encounterOutput{w, j}, err
	}
	w, err := format.CreateHits(j.out, j.queries, j.entries.Store, j.writeOptions)
	return hitOutput{w, j}, err
}

// hitOutput writes hits.
type hitOutput struct {
	*format.HitWriter
	job *job
}

func (o hitOutput) write(r *flyby.Result) error {
	done := 0
	for hits := range r.Chunks() {
		if err := o.job.ctx.Err(); err != nil {
			return err
		}
		if err := o.Write(hits); err != nil {
			return err
		}
		done += hits.Len()
		o.job.wrote(done, r.Hits())
	}
	return nil
}

// wrote shows how much is written, unless that would mix with results on the
// same terminal.
func (j *job) wrote(done, total int) {
	if j.out != "-" || j.json {
		j.display.set(float64(done), float64(total))
	}
}

// encounterOutput writes encounters.
type encounterOutput struct {
	*format.EncounterWriter
	job *job
}

func (o encounterOutput) write(r *flyby.Result) error {
	e, err := r.Encounters(o.job.ctx)
	if err != nil {
		return err
	}
	o.job.encounters = e.Len()
	return o.Write(e)
}
