package group

import (
	"context"
	"iter"
	"time"

	"flyby/trajectory"
)

// SweepStats counts the encounters that groups were made of, and times the making.
type SweepStats struct {
	Encounters uint64
	Searching  time.Duration // time until all encounters have come
	Clustering time.Duration // time to make groups of them
}

// SweepWith is Sweep that fills in stats before the first group is yielded. Ended is called once all encounters have come.
func (s Search) SweepWith(ctx context.Context, objects int, from iter.Seq2[trajectory.Encounters, error], stats *SweepStats, ended func()) iter.Seq2[Group, error] {
	counted := func(yield func(trajectory.Encounters, error) bool) {
		begun := time.Now()
		defer func() {
			stats.Searching += time.Since(begun)
			ended()
		}()
		for e, err := range from {
			stats.Searching += time.Since(begun)
			stats.Encounters += uint64(e.Len())
			more := yield(e, err)
			if begun = time.Now(); !more {
				return
			}
		}
	}
	return Timed(s.Sweep(ctx, objects, counted), func(took time.Duration) { stats.Clustering = took - stats.Searching })
}

// Timed yields groups that are all found before the first, and calls found with the time that finding them took.
func Timed(all iter.Seq2[Group, error], found func(took time.Duration)) iter.Seq2[Group, error] {
	return func(yield func(Group, error) bool) {
		begun, told := time.Now(), false
		tell := func() {
			if !told {
				found(time.Since(begun))
			}
			told = true
		}
		for g, err := range all {
			if tell(); !yield(g, err) {
				return
			}
		}
		tell()
	}
}
