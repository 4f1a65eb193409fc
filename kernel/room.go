package kernel

import (
	"context"
	"unsafe"

	"flyby/internal/parallel"
	"flyby/trajectory"
)

// Room is memory for the encounters of a search, made while a device is at work on
// it: to fault memory in takes longer than to fill it. It is for one merge. A nil
// Room has none.
type Room struct {
	n       int
	made    chan struct{} // closed when all is
	all     trajectory.Encounters
	numbers []uint32 // where there are parts to merge
	shares  []share
}

// mostFaulting is the number of threads that fault memory in: with more they wait
// for each other.
const mostFaulting = 8

// MakeRoom makes memory for n encounters of so many parts, to be merged on so many
// threads, in the background until ctx is done.
func MakeRoom(ctx context.Context, n, parts, threads int) *Room {
	r := &Room{n: n, made: make(chan struct{})}
	go func() {
		defer close(r.made)
		f := faulting{ctx, max(min(threads, mostFaulting), 1)}
		if r.all = newEncounters(n); parts > 1 {
			r.numbers, r.shares = column[uint32](n), make([]share, threads)
			fault(f, r.numbers)
			f.shares(r.shares)
		}
		f.encounters(&r.all)
	}()
	return r
}

// faulting is the faulting in of memory, on so many threads.
type faulting struct {
	ctx     context.Context
	threads int
}

// shares makes the memory of shares.
func (f faulting) shares(all []share) {
	one := faulting{f.ctx, 1}
	parallel.Share(len(all), min(f.threads, len(all)), func(_, first, last int) {
		for k := first; k < last; k++ {
			s := &all[k]
			s.reserve(2 * shareEncounters)
			for _, r := range []run{s.runs, s.other} {
				fault(one, r.pairs)
				fault(one, r.numbers)
			}
			fault(one, s.ids[:cap(s.ids)])
			fault(one, s.floats[:cap(s.floats)])
		}
	})
}

// encounters faults columns in.
func (f faulting) encounters(e *trajectory.Encounters) {
	for _, column := range floatsOf(e) {
		fault(f, column)
	}
	for _, column := range idsOf(e) {
		fault(f, column)
	}
	fault(f, e.Open)
}

// faultedAtOnce is the number of bytes that are faulted in without a look at
// whether that is still wanted.
const faultedAtOnce = 1 << 24

// pageBytes is the size of the smallest pages.
const pageBytes = 1 << 12

// fault writes to every page of a new column.
func fault[T float64 | uint64 | uint32 | trajectory.Open](f faulting, column []T) {
	bytes := int(unsafe.Sizeof(*new(T)))
	page, stretch := pageBytes/bytes, faultedAtOnce/bytes
	parallel.Share(len(column), f.threads, func(_, first, last int) {
		for from := first; from < last && f.ctx.Err() == nil; from += stretch {
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

// takeNumbers returns memory for the numbers [first, last) of all.
func (r *Room) takeNumbers(first, last int) []uint32 {
	if r == nil {
		return column[uint32](last - first)
	}
	if <-r.made; last > len(r.numbers) {
		return column[uint32](last - first)
	}
	return r.numbers[first:last]
}

// takeShares returns a share for each of so many threads, the room's if it has as
// many.
func (r *Room) takeShares(threads int) []share {
	if r == nil {
		return make([]share, threads)
	}
	if <-r.made; threads > len(r.shares) {
		return make([]share, threads)
	}
	return r.shares[:threads]
}
