package visit

import (
	"cmp"
	"context"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// Each finds the visits of all objects to all zones, in order of trajectory, zone and time: as encounters, whose queries are the objects and whose entries are the zones, so that the steps of package
// stage are for visits, too. On the Earth positions should be at height 0, with heights beside them
// (trajectory.Columns.H). The same visits come of any number of threads, in chunks, all visits of an object in one chunk. It ends with an error of give.
func Each(ctx context.Context, s *trajectory.Store, zones *zone.Set, r Rule, give func(trajectory.Encounters) error) error {
	j := newJoiner(newFinder(s, zones, &r, false), give)
	if err := r.search(ctx, s, zones, false, j.take); err != nil {
		return err
	}
	j.object()
	return j.pass()
}

// EachHits finds the hits of all objects with all zones, in order of trajectory, segment, zone and time, and gives them in chunks. It ends with an error of give.
func EachHits(ctx context.Context, s *trajectory.Store, zones *zone.Set, r Rule, give func([]Hit) error) error {
	return r.search(ctx, s, zones, true, func(f *found) error { return give(f.hits) })
}

// found is what a job found: stays or hits.
type found struct {
	number   int
	segments int
	stays    []*stay
	hits     []Hit
}

// bytes returns the memory of the visits and the hits that were found.
func (f *found) bytes() uint64 {
	return memory.Of(len(f.stays), int(unsafe.Sizeof(stay{}))) + memory.Of(len(f.hits), int(unsafe.Sizeof(Hit{})))
}

// claim takes memory of the quota for n visits, until free.
func (r *Rule) claim(n int, bytes uint64) error {
	what := memory.Count(n) + " visits"
	if r.Quota == nil {
		return memory.Need(what, bytes)
	}
	if err := r.Quota.Need(what+" take", bytes); err != nil {
		return err
	}
	r.Quota.Take(bytes)
	return nil
}

// free gives back what claim took.
func (r *Rule) free(bytes uint64) {
	if r.Quota != nil {
		r.Quota.Give(bytes)
	}
}

// jobsAhead is how many jobs a thread may be ahead of the first that is not done.
const jobsAhead = 16

// search does all jobs, and hands over what they found, in order: hits or stays.
func (r *Rule) search(ctx context.Context, s *trajectory.Store, zones *zone.Set, hits bool, take func(*found) error) error {
	if err := r.Check(s, zones); err != nil {
		return err
	}
	threads := parallel.Threads(r.Threads)
	deal := newDealer(s, r)
	defer deal.stop()
	w := &work{rule: r, deal: deal, free: make(chan struct{}, jobsAhead*threads), done: make(chan *found, jobsAhead*threads)}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	group, inner := errgroup.WithContext(inner)
	for range threads {
		group.Go(func() error { return w.jobs(inner, newFinder(s, zones, r, hits)) })
	}
	ended := make(chan error, 1)
	go func() {
		ended <- group.Wait()
		close(w.done)
	}()
	err := w.inOrder(float64(s.Segments()), take, cancel)
	return cmp.Or(err, <-ended, ctx.Err())
}
