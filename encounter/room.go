package encounter

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
	n      int
	made   chan struct{} // closed when all is
	all    trajectory.Encounters
	shares []share // where there are parts to merge
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
			r.shares = make([]share, threads)
			f.shares(r.shares, min(n, 2*shareEncounters))
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

// shares makes the memory of shares, for n encounters each.
func (f faulting) shares(all []share, n int) {
	one := faulting{f.ctx, 1}
	parallel.Share(len(all), min(f.threads, len(all)), func(_, first, last int) {
		for k := first; k < last; k++ {
			s := &all[k]
			s.reserve(n)
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

// fits reports whether the room is for n encounters: there are not too few, nor so
// many that most would be held for nothing.
func (r *Room) fits(n int) bool { return r != nil && n <= r.n && n >= r.n/2 }

// take returns columns for n encounters: the room's, if it fits.
func (r *Room) take(n int) trajectory.Encounters {
	if !r.fits(n) {
		return newEncounters(n)
	}
	<-r.made
	return stretch(&r.all, 0, n)
}

// takeShares returns a share for each of so many threads, the room's if it has as
// many.
func (r *Room) takeShares(threads int) []share {
	if <-r.made; threads > len(r.shares) {
		return make([]share, threads)
	}
	return r.shares[:threads]
}
