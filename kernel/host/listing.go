package host

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/kernel"
)

// listing is the pairs of runs that the walk of a join would compare (kernel.Listing), in
// buckets by query trajectory. When its pages are used up, the last bucket is dropped.
type listing struct {
	*resident
	work  kernel.WalkWork
	most  int // limit of pages
	first int // first trajectory of the first bucket
	shift int // a bucket has the pairs of 1 << shift query trajectories
	ends  atomic.Int64

	lock sync.Mutex
	full [][]*pairPage // the full pages of each bucket
	free []*pairPage
	made int // number of pages allocated
}

// pairPage is a page of a listing: groups of pairs of runs.
type pairPage struct {
	n      uint16 // number of groups
	thread uint16 // number of the thread that filled the page
	at     uint32 // number of pages that the thread began before this one
	groups [listedGroups]runGroup
}

const (
	// listedGroups is the number of groups in a full page.
	listedGroups = 84
	listedBytes  = 1 << 10 // size of a page
	// listedBuckets is the most buckets. Each thread fills one page of each at a time.
	listedBuckets = 256
	// listedPages is the least number of pages for each thread and bucket.
	listedPages = 4
)

// runGroup is the pairs of a run with some of the runs of a packet, a bit of near each.
type runGroup struct {
	run, packet int32
	near        uint32
}

// List returns an empty list; nil where the data are so dense that walks by query take less time.
func (r *resident) List(w kernel.WalkWork, bytes uint64) kernel.Listing {
	r.later = nil
	if r.isDense(w, r.steps, r.limits.near) {
		return nil
	}
	return &listing{resident: r, work: w.Prepared(), most: int(min(bytes/listedBytes, 1<<40))}
}

// Fill walks the pyramid against itself, and lists pairs of runs instead of comparing their
// segments.
func (l *listing) Fill(ctx context.Context, first int) (last int, stats kernel.Stats, err error) {
	l.empty(first)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	workers := l.hire(l.pool.Threads(), l.Store, nil, stop)
	listers := make([]*lister, len(workers))
	for i := range listers {
		listers[i] = &lister{listing: l, thread: uint16(i), own: make([]*pairPage, len(l.full))}
	}
	l.later = nil
	if first > 0 {
		l.later = &laterBoxes{latest: l.latestBoxes(), from: uint32(first)}
	}
	tasks := l.seed(l.work, l.steps, workers)
	l.visitAll(ctx, l.work, l.steps, tasks, workers, func(v *walker, thread int) { v.list = listers[thread] })
	for i, v := range listers {
		v.close()
		stats.Add(workers[i].stats)
	}
	if err := ctx.Err(); err != nil {
		l.ends.Store(0)
		return first, stats, err
	}
	return min(first+int(l.ends.Load())<<l.shift, l.Store.Trajectories()), stats, nil
}

// empty removes all pairs, and makes buckets of the query trajectories from first on.
func (l *listing) empty(first int) {
	for _, pages := range l.full {
		l.free = append(l.free, pages...)
	}
	most := min(listedBuckets, max(1, l.most/(listedPages*l.threads)))
	n := l.Store.Trajectories() - first
	l.first, l.shift = first, bits.Len(uint((n-1)/most))
	l.full = make([][]*pairPage, (n-1)>>l.shift+1)
	l.ends.Store(int64(len(l.full)))
}

// lister adds the pairs that one goroutine finds to a listing.
type lister struct {
	*listing
	thread uint16
	begun  uint32      // number of pages begun
	own    []*pairPage // for each bucket the page to add to; nil: none
}

// add lists a run with some of the runs of a packet. Consecutive pairs of one bucket become one
// group.
func (l *lister) add(run, packet int32, near uint32) {
	g, last := runGroup{run: run, packet: packet}, -1
	of := &l.Pyramid.Runs[run]
	for ; near != 0; near &= near - 1 {
		bit := bits.TrailingZeros32(near)
		bucket := l.bucketOf(of.Traj, l.Pyramid.Runs[int(packet)*packetBoxes+bit].Traj)
		if bucket != last {
			l.addTo(last, g)
			g.near, last = 0, bucket
		}
		g.near |= 1 << bit
	}
	l.addTo(last, g)
}

// bucketOf returns the bucket of the pairs of two trajectories, less than 0 where the pairs are
// not listed: pairs within one trajectory, or of a query trajectory before l.first.
func (l *lister) bucketOf(a, b uint32) int {
	if a == b {
		return -1
	}
	return (int(min(a, b)) - l.first) >> l.shift
}

// addTo adds a group to a bucket, unless the bucket is not listed.
func (l *lister) addTo(bucket int, g runGroup) {
	if bucket < 0 || bucket >= int(l.ends.Load()) {
		return
	}
	page := l.own[bucket]
	if page == nil || page.n == listedGroups {
		if page = l.next(bucket); page == nil {
			return
		}
	}
	page.groups[page.n] = g
	page.n++
}

// next hands in the page of a bucket and returns an empty one. If there is none it drops
// buckets, the last first; nil: the given bucket is no longer listed.
func (l *lister) next(bucket int) *pairPage {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.handIn(bucket)
	for bucket < int(l.ends.Load()) {
		if page := l.page(); page != nil {
			page.n, page.thread, page.at = 0, l.thread, l.begun
			l.own[bucket] = page
			l.begun++
			return page
		}
		l.shrink()
		for b := int(l.ends.Load()); b < len(l.own); b++ {
			l.handIn(b)
		}
	}
	return nil
}

// close hands in the last page of each bucket.
func (l *lister) close() {
	l.lock.Lock()
	defer l.lock.Unlock()
	for b := range l.own {
		l.handIn(b)
	}
}

// handIn adds a bucket's page to the listing, or to the free pages if the bucket is not listed.
func (l *lister) handIn(bucket int) {
	page := l.own[bucket]
	l.own[bucket] = nil
	switch {
	case page == nil:
	case bucket < int(l.ends.Load()):
		l.full[bucket] = append(l.full[bucket], page)
	default:
		l.free = append(l.free, page)
	}
}

// page returns a free page or a new one; nil where the listing has its most pages.
func (l *listing) page() *pairPage {
	if n := len(l.free) - 1; n >= 0 {
		page := l.free[n]
		l.free = l.free[:n]
		return page
	}
	if l.made >= l.most {
		return nil
	}
	l.made++
	return new(pairPage)
}

// shrink drops the last listed bucket and frees its pages.
func (l *listing) shrink() {
	last := l.ends.Add(-1)
	l.free = append(l.free, l.full[last]...)
	l.full[last] = nil
}

// Walk compares the segments of the listed pairs of the query trajectories [first, last).
func (l *listing) Walk(ctx context.Context, first, last int, joins bool, progress func(done, total float64), out *kernel.Hits) (kernel.Stats, error) {
	return l.find(ctx, l.Store, joins, out, func(ctx context.Context, workers []*worker) {
		l.compare(ctx, first, last, progress, workers)
	})
}

// pages returns the pages of the buckets of some query trajectories, in the order in which
// threads filled them, which keeps pairs of nearby runs together across buckets.
func (l *listing) pages(first, last int) []*pairPage {
	pages := slices.Concat(l.full[(first-l.first)>>l.shift : (last-1-l.first)>>l.shift+1]...)
	slices.SortFunc(pages, func(a, b *pairPage) int { return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(a.at, b.at)) })
	return pages
}

// compare has workers compare the segments of the listed pairs.
func (l *listing) compare(ctx context.Context, first, last int, progress func(done, total float64), workers []*worker) {
	pages := l.pages(first, last)
	l.later = nil
	deal := taskSequences(ctx, len(pages), workers)
	report := parallel.NewTally(progress, len(pages))
	l.pool.Run(func(thread int) {
		v := l.newWalker(l.work, l.steps, workers[thread])
		for k := range deal(thread) {
			v.comparePage(pages[k], uint32(first), uint32(last))
			report.Add(1)
		}
		workers[thread].flush(&v.Rule)
	})
}

// groupsAhead is the number of groups by which prefetching a group's samples precedes their use.
const groupsAhead = 4

// comparePage compares the segments of a page's pairs whose query trajectory is in
// [first, last).
func (v *walker) comparePage(page *pairPage, first, last uint32) {
	before := int32(-1)
	for i, g := range page.groups[:page.n] {
		if k := i + groupsAhead; k < int(page.n) && v.fetch != nil {
			v.fetchGroup(&page.groups[k], before)
			before = page.groups[k].run
		}
		of := v.query.Runs[g.run].Traj
		for near := g.near; near != 0; near &= near - 1 {
			run := int(g.packet)*packetBoxes + bits.TrailingZeros32(near)
			if query := min(of, v.query.Runs[run].Traj); query >= first && query < last {
				v.refine(int(g.run), run)
			}
		}
	}
}

// fetchGroup prefetches the samples of the runs of a group; g.run only if it differs from before.
func (v *walker) fetchGroup(g *runGroup, before int32) {
	if g.run != before {
		v.fetch(&v.query.Runs[g.run], 1, &v.meeting.column[0])
	}
	v.fetch(&v.query.Runs[g.packet*packetBoxes], g.near, &v.meeting.column[1])
}
