package encounter

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"sync"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"flyby/interaction"
	"flyby/internal/hugepage"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/rowbytes"
	"flyby/trajectory"
)

// kernel/opencl/internal/hitlist/encounters.cl is the twin of this file: the same encounters, to
// the bit.

// Join joins the hits of each pair of trajectories where they touch in time, on the
// given number of threads. The hits must be hits of the rule, settled and in the defined
// order. The result is sorted by query trajectory, entry trajectory and time. Join reports
// by tell, unless it is nil, how many hits are joined, on one thread at a time.
func Join(ctx context.Context, hits []interaction.HitRow, queries, entries *trajectory.Store, r interaction.Rule, threads int, tell func(done, total float64)) (trajectory.Encounters, error) {
	threads = max(threads, 1)
	tally := parallel.NewTally(tell, len(hits))
	buckets := bucketsOf(hits, queries, threads*bucketsAThread)
	parts := make([][]encounter, len(buckets))
	numbers := parallel.NewNumbers(len(buckets))
	var group errgroup.Group
	for range min(threads, len(buckets)) {
		group.Go(func() error {
			j := joiner{queries: queries, entries: newOwners(entries), rule: &r, tally: tally}
			for k := range numbers.Until(ctx) {
				j.out = nil
				if err := j.join(ctx, buckets[k]); err != nil {
					return err
				}
				parts[k] = j.out
			}
			return nil
		})
	}
	err := group.Wait()
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return trajectory.Encounters{}, err
	}
	return gathered(ctx, parts, r.HasHeights())
}

// encounter is one of trajectory.Encounters.
type encounter struct {
	query, entry             uint32
	enter, exit              float64
	closest, distance, speed float64
	height                   float64 // where there is a vertical threshold
	open                     trajectory.Open
}

// needEncounters refuses columns of n encounters for which there is no memory.
func needEncounters(n int) error {
	return memory.Need(memory.Count(n)+" encounters", memory.Of(n, rowbytes.EncounterBytes))
}

// newEncounters makes columns of n encounters, with heights or without. The columns are made at once,
// since memory that was used before is cleared first, and all of them are written soon.
func newEncounters(n int, upright bool) (all trajectory.Encounters) {
	var wg sync.WaitGroup
	for _, c := range []*[]float64{&all.Enter, &all.Exit, &all.Closest, &all.Distance, &all.Speed} {
		wg.Go(func() { *c = column[float64](n) })
	}
	if upright {
		wg.Go(func() { all.Height = column[float64](n) })
	}
	for _, c := range []*[]uint32{&all.QueryTraj, &all.EntryTraj} {
		wg.Go(func() { *c = column[uint32](n) })
	}
	all.Open = column[trajectory.Open](n)
	wg.Wait()
	return all
}

func column[T uint32 | float64 | trajectory.Open](n int) []T {
	c := make([]T, n)
	hugepage.Advise(c)
	return c
}

// gathered makes columns of the encounters of parts, one part after another, each part on a
// thread.
func gathered(ctx context.Context, parts [][]encounter, upright bool) (trajectory.Encounters, error) {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	if err := needEncounters(n); err != nil {
		return trajectory.Encounters{}, err
	}
	all := newEncounters(n, upright)
	var wg sync.WaitGroup
	from := 0
	for _, p := range parts {
		first := from
		from += len(p)
		wg.Go(func() {
			for i := range p {
				if i%copiedAtOnce == 0 && ctx.Err() != nil {
					return
				}
				p[i].store(&all, first+i)
			}
		})
	}
	wg.Wait()
	return all, ctx.Err()
}

// store makes an encounter the n-th.
func (e *encounter) store(all *trajectory.Encounters, n int) {
	all.QueryTraj[n], all.EntryTraj[n] = e.query, e.entry
	all.Enter[n], all.Exit[n] = e.enter, e.exit
	all.Closest[n], all.Distance[n], all.Speed[n] = e.closest, e.distance, e.speed
	if all.Height != nil {
		all.Height[n] = e.height
	}
	all.Open[n] = e.open
}

// bucketsAThread is the number of buckets for each thread: a bucket of few hits may
// be much work.
const bucketsAThread = 8

// bucketsOf cuts hits into about n buckets: each has all hits of its query
// trajectories.
func bucketsOf(hits []interaction.HitRow, queries *trajectory.Store, n int) [][]interaction.HitRow {
	var buckets [][]interaction.HitRow
	for first := 0; first < len(hits); {
		last := min(first+len(hits)/n, len(hits)-1)
		_, end := queries.Range(queries.Owner(int(hits[last].Query)))
		last += sort.Search(len(hits)-last, func(i int) bool { return int(hits[last+i].Query) >= end })
		buckets = append(buckets, hits[first:last])
		first = last
	}
	return buckets
}

// joiner builds encounters.
type joiner struct {
	queries *trajectory.Store
	entries owners
	rule    *interaction.Rule
	tally   *parallel.Tally // of hits
	out     []encounter
	order   []uint64 // entry trajectory, and number of the hit
}

// join joins the hits of whole query trajectories, unless there is no memory for
// their encounters.
func (j *joiner) join(ctx context.Context, hits []interaction.HitRow) error {
	if err := j.reserve(len(hits) / 8); err != nil {
		return err
	}
	told := 0
	for first := 0; first < len(hits) && ctx.Err() == nil; {
		traj := j.queries.Owner(int(hits[first].Query))
		_, end := j.queries.Range(traj)
		last := first
		for last < len(hits) && int(hits[last].Query) < end {
			last++
		}
		if err := j.joinQuery(traj, hits[first:last]); err != nil {
			return err
		}
		first = last
		if first-told >= toldAtOnce || first == len(hits) {
			j.tally.Add(first - told)
			told = first
		}
	}
	return nil
}

// toldAtOnce is the number of hits between two looks at how many are joined.
const toldAtOnce = 1 << 12

// reserve makes memory for n encounters more.
func (j *joiner) reserve(n int) error {
	if cap(j.out)-len(j.out) >= n {
		return nil
	}
	all := len(j.out) + n
	if err := memory.Need(memory.Count(all)+" encounters of one thread", memory.Of(all, int(unsafe.Sizeof(encounter{})))); err != nil {
		return err
	}
	out := make([]encounter, len(j.out), all)
	copy(out, j.out)
	j.out = out
	return nil
}

// pairHit is a hit with its entry trajectory.
type pairHit struct {
	interaction.HitRow
	traj uint32
}

// joinQuery joins the hits of one query trajectory.
func (j *joiner) joinQuery(query int, hits []interaction.HitRow) error {
	if len(hits) > cap(j.order) {
		n := len(hits) + len(hits)/4
		if err := memory.Need(memory.Count(len(hits))+" hits of one trajectory", memory.Of(n, 8)); err != nil {
			return err
		}
		j.order = make([]uint64, 0, n)
	}
	j.order = j.order[:0]
	for i, h := range hits {
		j.order = append(j.order, uint64(j.entries.of(int(h.Entry)))<<32|uint64(i))
	}
	slices.Sort(j.order) // hits of one pair of trajectories stay in order of time
	for i, key := range j.order {
		h := pairHit{hits[uint32(key)], uint32(key >> 32)}
		n := len(j.out) - 1
		if i > 0 && uint32(j.order[i-1]>>32) == h.traj && h.Enter <= j.out[n].exit {
			j.extend(&j.out[n], query, h)
			continue
		}
		if len(j.out) == cap(j.out) {
			if err := j.reserve(len(j.out)/4 + fewEncounters); err != nil {
				return err
			}
		}
		j.begin(query, h)
	}
	return nil
}

// fewEncounters is the least number of encounters that memory is made for.
const fewEncounters = 1 << 8

// owners finds the trajectories of rows, at once where trajectories are about
// as long as each other.
type owners struct {
	*trajectory.Store
	length int // of a trajectory, on average
}

func newOwners(s *trajectory.Store) owners {
	return owners{s, max(s.Samples()/max(s.Trajectories(), 1), 1)}
}

func (o owners) of(row int) int {
	guess := min(row/o.length, o.Trajectories()-1)
	if first, last := o.Range(guess); first <= row && row < last {
		return guess
	}
	return o.Owner(row)
}

// begin opens an encounter with its first hit.
func (j *joiner) begin(query int, h pairHit) {
	m := j.meeting(query, h)
	a := m.approach()
	j.out = append(j.out, encounter{
		uint32(query), h.traj, h.Enter, h.Exit, a.Time, a.Distance, a.Speed, a.Height, m.openStart() | m.openEnd(),
	})
}

// extend joins a hit to an encounter.
func (j *joiner) extend(o *encounter, query int, h pairHit) {
	m := j.meeting(query, h)
	if a := m.approach(); a.Distance < o.distance {
		o.closest, o.distance, o.speed, o.height = a.Time, a.Distance, a.Speed, a.Height
	}
	if h.Exit >= o.exit {
		o.exit = h.Exit
		o.open = o.open&trajectory.OpenStart | m.openEnd()
	}
}
