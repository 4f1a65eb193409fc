package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"flyby"
	"flyby/stage"
	"flyby/trajectory"
	"flyby/trajectory/output"
)

// outputFile is a file of results that is being written.
type outputFile interface {
	// find asks for it.
	find(from answers) error
	// write writes what was found.
	write() error
	// stats says what that cost, once it is written.
	stats() flyby.Stats
	Close() error
	AtWork() time.Duration
	Abort()
	Discard()
}

// createOutput begins the file before the search, so that one that cannot be
// written does not cost a search.
func (j *job) createOutput() (outputFile, error) {
	switch j.level {
	case hitLevel:
		return begin(j, output.CreateHits, j.askHits)
	case pairLevel:
		return begin(j, output.CreatePairs, j.askPairs)
	}
	return begin(j, output.CreateEncounters, j.askEncounters)
}

// A rowWriter writes rows to a file of results.
type rowWriter[T any] interface {
	Write(T) error
	Close() error
	AtWork() time.Duration
	Abort()
	Discard()
}

// begin begins a file of rows, or their count.
func begin[T withRows[T], W rowWriter[T]](j *job, create func(string, *trajectory.Store, *trajectory.Store, output.WriteOptions) (W, error), ask func(answers) (asked[T], error)) (outputFile, error) {
	r := &results[T]{job: j, ask: ask}
	if j.answer.count {
		r.rowWriter = unwritten[T]{j.streams.out, &j.tally.rows}
		return r, nil
	}
	o := j.besides.options(j.writeOptions)
	o.Parts = j.answer.mergeGap != nil
	w, err := create(j.out, j.queries.Store, j.entries.Store, o)
	r.rowWriter = accompanied(w, j.besides)
	return r, err
}

// asked are the rows of an answer as they are found, and what that has cost once they have ended.
type asked[T any] struct {
	rows  stage.Stream[T]
	stats func() flyby.Stats
	total uint64 // rows that will be found; 0: not known
}

// results are the rows of a job that are written.
type results[T withRows[T]] struct {
	rowWriter[T]
	job   *job
	ask   func(answers) (asked[T], error)
	asked asked[T]
}

func (r *results[T]) find(from answers) (err error) {
	r.asked, err = r.ask(from)
	r.asked.rows = waited(r.job, from, r.asked.rows)
	return err
}

func (r *results[T]) stats() flyby.Stats { return r.asked.stats() }

func (r *results[T]) write() error {
	for rows, err := range r.asked.rows {
		if err = errors.Join(err, r.job.ctx.Err()); err != nil {
			return err
		}
		if err := r.Write(rows); err != nil {
			return err
		}
		if r.asked.total > 0 { // else they are searched for meanwhile, which shows how far it is
			r.job.wrote(float64(r.job.tally.found), float64(r.asked.total))
		}
	}
	return nil
}

// unwritten are rows that are counted, not written: it prints how many rows there are in place of them.
type unwritten[T any] struct {
	to   io.Writer
	rows *uint64
}

func (unwritten[T]) Write(T) error { return nil }

func (w unwritten[T]) Close() error {
	_, err := fmt.Fprintln(w.to, *w.rows)
	return err
}

func (unwritten[T]) AtWork() time.Duration { return 0 }

func (unwritten[T]) Abort() {}

func (unwritten[T]) Discard() {}
