package main

import (
	"context"
	"iter"
	"math"

	"flyby"
	"flyby/stage"
	"flyby/trajectory"
)

// answers is what finds hits and encounters: a database, or a sweep over data that outgrow
// memory.
type answers interface {
	hits(context.Context, flyby.Search) (found[trajectory.Hits], error)
	encounters(context.Context, flyby.Search) (found[trajectory.Encounters], error)
	Close() error
}

// found is an answer in chunks. What it cost is known once they have ended.
type found[T any] interface {
	Chunks() iter.Seq2[T, error]
	Stats() flyby.Stats
}

// database is the answers of data in memory.
type database struct{ *flyby.Database }

func (d database) hits(ctx context.Context, s flyby.Search) (found[trajectory.Hits], error) {
	return d.Hits(ctx, s)
}

func (d database) encounters(ctx context.Context, s flyby.Search) (found[trajectory.Encounters], error) {
	return d.Encounters(ctx, s)
}

// answer is what is made of what is found, before it is written.
type answer struct {
	mergeGap, minDuration *float64 // in the unit of the data; nil: not asked for
	top, limit            uint64   // rows; 0: all
	count                 bool     // rows are counted, not written
	levelUnsaid           bool     // no flag names the level: the default is told
}

// askHits asks for hits.
func (j *job) askHits(from answers) (asked[trajectory.Hits], error) {
	found, err := from.hits(j.ctx, j.search)
	if err != nil {
		return asked[trajectory.Hits]{}, err
	}
	rows := stage.Count(found.Chunks(), &j.tally.found)
	return asked[trajectory.Hits]{firstOf(j, rows), found.Stats, found.Stats().Hits}, nil
}

// askEncounters asks for encounters, and those of them that are closest.
func (j *job) askEncounters(from answers) (asked[trajectory.Encounters], error) {
	a, err := j.askMerged(from)
	if err != nil {
		return a, err
	}
	if a.rows = stage.Count(a.rows, &j.tally.all); j.answer.top > 0 {
		a.rows = stage.Closest(a.rows, j.answer.closest(), j.closestBytes())
	}
	a.rows = firstOf(j, a.rows)
	return a, nil
}

// askPairs asks for pairs, and those of them that are closest.
func (j *job) askPairs(from answers) (asked[trajectory.Pairs], error) {
	a, err := j.askMerged(from)
	if err != nil {
		return asked[trajectory.Pairs]{}, err
	}
	pairs := stage.Count(stage.Pairs(a.rows), &j.tally.all)
	if j.answer.top > 0 {
		pairs = stage.ClosestPairs(pairs, j.answer.closest(), j.closestBytes())
	}
	return asked[trajectory.Pairs]{rows: firstOf(j, pairs), stats: a.stats}, nil
}

// askMerged asks for encounters, joined over gaps, and those of them that last.
func (j *job) askMerged(from answers) (a asked[trajectory.Encounters], err error) {
	found, err := from.encounters(j.ctx, j.search)
	if err != nil {
		return a, err
	}
	a.stats, a.rows = found.Stats, stage.Count(found.Chunks(), &j.tally.found)
	if gap := j.answer.mergeGap; gap != nil {
		a.rows = stage.Count(stage.MergeGap(a.rows, *gap), &j.tally.merged)
	}
	if least := j.answer.minDuration; least != nil {
		a.rows = stage.Count(stage.MinDuration(a.rows, *least), &j.tally.long)
	}
	return a, nil
}

// firstOf leaves the first rows, and counts them.
func firstOf[T stage.Rows[T]](j *job, rows stage.Stream[T]) stage.Stream[T] {
	if j.answer.limit > 0 {
		rows = stage.Limit(rows, j.answer.limit)
	}
	return stage.Count(rows, &j.tally.rows)
}

// closest is how many rows --top asks for.
func (a answer) closest() int { return int(min(a.top, math.MaxInt)) }

// closestPart is the part of what the process may hold that the rows of --top may take.
const closestPart = 8

// closestBytes is what the rows of --top may take.
func (j *job) closestBytes() uint64 { return j.files.most / closestPart }
