package main

import (
	"context"
	"iter"

	"flyby"
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
