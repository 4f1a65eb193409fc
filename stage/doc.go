// Package stage turns the encounters of a search into other answers, for job: encounters joined over
// short gaps, encounters that last, rows that hold conditions, pairs of trajectories, sums of each trajectory, the closest rows, the first rows. Each stage takes a stream and returns
// one, so that stages follow one another:
//
//	found, err := db.Encounters(ctx, search)
//	long := stage.MinDuration(stage.MergeGap(found.Chunks(), 1800), 7200)
//	for pairs, err := range stage.Pairs(long) { ... }
//
// A stage holds a few thousand rows, Closest the rows that it was asked for, and Objects a row for each trajectory, however long the
// stream. A chunk that a stage yields is good until the caller asks for the next. The rows of a stage do not depend on how the rows
// before it were cut into chunks. An error of a stream is passed on and ends it.
package stage

import "iter"

// A Stream is an answer in chunks, as Chunks of flyby.Hits and flyby.Encounters yields it: the
// rows in the defined order. Encounters of a pair of trajectories follow each other.
type Stream[T any] = iter.Seq2[T, error]

// Rows are the chunks of streams: trajectory.Hits, Encounters, Pairs or Objects.
type Rows[T any] interface {
	Len() int
	Slice(first, last int) T
}

// mostRows is the number of rows that a stage reads, or makes, at a time.
const mostRows = 1 << 14

// steps yields a stream in chunks of mostRows at most.
func steps[T Rows[T]](from Stream[T]) Stream[T] {
	return func(yield func(T, error) bool) {
		for all, err := range from {
			if err != nil {
				yield(*new(T), err)
				return
			}
			for first := 0; first < all.Len(); first += mostRows {
				if !yield(all.Slice(first, min(first+mostRows, all.Len())), nil) {
					return
				}
			}
		}
	}
}
