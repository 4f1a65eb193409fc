package kernel

import (
	"context"

	"flyby/internal/parallel"
	"flyby/trajectory"
)

// Room is memory for the encounters of a search, made while a device is at work on
// it: to fault memory in takes longer than to fill it. A nil Room has none.
type Room struct {
	n    int
	made chan struct{} // closed when all is
	all  trajectory.Encounters
}

// mostFaulting is the number of threads that fault memory in: with more they wait
// for each other.
const mostFaulting = 8

// MakeRoom makes memory for n encounters in the background, on so many threads at
// most, until ctx is done.
func MakeRoom(ctx context.Context, n, threads int) *Room {
	r := &Room{n: n, made: make(chan struct{})}
	go func() {
		defer close(r.made)
		r.all = newEncounters(n)
		threads = max(min(threads, mostFaulting), 1)
		for _, c := range [][]float64{r.all.Enter, r.all.Exit, r.all.Closest, r.all.Distance, r.all.Speed} {
			fault(ctx, c, 8, threads)
		}
		fault(ctx, r.all.QueryTraj, 4, threads)
		fault(ctx, r.all.EntryTraj, 4, threads)
		fault(ctx, r.all.Open, 1, threads)
	}()
	return r
}

// faultedAtOnce is the number of bytes that are faulted in without a look at
// whether that is still wanted.
const faultedAtOnce = 1 << 24

// pageBytes is the size of the smallest pages.
const pageBytes = 1 << 12

// fault writes to every page of a new column of items of so many bytes.
func fault[T float64 | uint32 | trajectory.Open](ctx context.Context, column []T, bytes, threads int) {
	page, stretch := pageBytes/bytes, faultedAtOnce/bytes
	parallel.Share(len(column), threads, func(_, first, last int) {
		for from := first; from < last && ctx.Err() == nil; from += stretch {
			for i := from; i < min(from+stretch, last); i += page {
				column[i] = 0
			}
		}
	})
}

// take returns columns for n encounters: the room's, unless they are too few, or so
// many that most would be held for nothing.
func (r *Room) take(n int) trajectory.Encounters {
	if r == nil || n > r.n || n < r.n/2 {
		return newEncounters(n)
	}
	<-r.made
	return stretch(&r.all, 0, n)
}
