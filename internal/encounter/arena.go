package encounter

import (
	"context"
	"unsafe"

	"flyby/internal/parallel"
	"flyby/trajectory"
)

// Arena is memory for the encounters of a search, made while a device is at work on
// the search: to fault memory in takes longer than to fill it. It is for one merge. A nil
// Arena has no memory.
type Arena struct {
	n       int
	made    chan struct{}         // closed when all memory is made
	all     trajectory.Encounters // without heights
	buckets []bucket              // where there are parts to merge
}

// mostFaulting is the number of threads that fault memory in: with more they wait
// for each other.
const mostFaulting = 8

// NewArena makes memory for a Merge of the given number of parts, of n encounters
// together, on the given number of threads. It does so in the background until ctx
// is done.
func NewArena(ctx context.Context, n, parts, threads int) *Arena {
	a := &Arena{n: n, made: make(chan struct{})}
	go func() {
		defer close(a.made)
		f := faulting{ctx, max(min(threads, mostFaulting), 1)}
		if a.all = newEncounters(n, false); parts > 1 {
			a.buckets = make([]bucket, threads)
			f.buckets(a.buckets, min(n, 2*bucketEncounters))
		}
		f.encounters(&a.all)
	}()
	return a
}

// faulting is the faulting in of memory, on a number of threads, until ctx is done.
type faulting struct {
	ctx     context.Context
	threads int
}

// buckets makes the memory of buckets, for n encounters each.
func (f faulting) buckets(all []bucket, n int) {
	one := faulting{f.ctx, 1}
	parallel.Ranges(len(all), min(f.threads, len(all)), func(_, first, last int) {
		for k := first; k < last; k++ {
			b := &all[k]
			b.reserve(n)
			for _, s := range []sorted{b.sorted, b.other} {
				fault(one, s.pairs)
				fault(one, s.numbers)
			}
			fault(one, b.ids[:cap(b.ids)])
			fault(one, b.floats[:cap(b.floats)])
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

// faultedAtOnce is the number of bytes that are faulted in between two looks at
// the context.
const faultedAtOnce = 1 << 24

// pageBytes is the size of the smallest pages.
const pageBytes = 1 << 12

// fault writes to every page of a new column.
func fault[T float64 | uint64 | uint32 | trajectory.Open](f faulting, column []T) {
	bytes := int(unsafe.Sizeof(*new(T)))
	page, step := pageBytes/bytes, faultedAtOnce/bytes
	parallel.Ranges(len(column), f.threads, func(_, first, last int) {
		for from := first; from < last && f.ctx.Err() == nil; from += step {
			for i := from; i < min(from+step, last); i += page {
				column[i] = 0
			}
		}
	})
}

// fits reports whether the arena fits n encounters: it has columns for n, and at
// least half of their length would be used.
func (a *Arena) fits(n int) bool { return a != nil && n <= a.n && n >= a.n/2 }

// take returns columns for n encounters, with heights or without: the arena's, if it fits.
func (a *Arena) take(n int, upright bool) trajectory.Encounters {
	if !a.fits(n) {
		return newEncounters(n, upright)
	}
	<-a.made
	all := a.all.Slice(0, n)
	if upright {
		all.Height = column[float64](n)
	}
	return all
}

// takeBuckets returns a bucket for each thread: the arena's, if it has as many.
func (a *Arena) takeBuckets(threads int) []bucket {
	if <-a.made; threads > len(a.buckets) {
		return make([]bucket, threads)
	}
	return a.buckets[:threads]
}
