package nearest

import (
	"context"
	"sync"
	"unsafe"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/rowbytes"
	"flyby/trajectory"
)

// Find gives the encounters of a search of the entries with queries, in their order, all encounters of a pair in one chunk.
type Find func(ctx context.Context, queries *trajectory.Store, r interaction.Rule, give func(trajectory.Encounters) error) error

// Search asks for the K entries that come closest to each query.
type Search struct {
	Queries, Entries *trajectory.Store
	Rule             interaction.Rule // its Window, and the pairs that it compares; in a join each object's neighbours are found
	K                int              // at most the number of entries
	MaxDistance      float64          // the most that a key may be; +Inf: anything
	Find             Find
	Threads          int
	Wide             bool    // a search costs more than what it finds, as on a GPU: rounds are few
	Start            float64 // distance of the first round; 0: a sample of the queries says it
}

// Bytes returns the most memory that a run takes beside its searches: the shortlists, the rows, and how long objects rest.
func (s *Search) Bytes() uint64 {
	list := int(unsafe.Sizeof(shortlist{})) + min(2*s.K+spare, s.Entries.Trajectories())*int(unsafe.Sizeof(candidate{}))
	return memory.Of(s.Queries.Trajectories(), list+s.K*rowbytes.NearestBytes) + memory.Of(s.Queries.Samples()+s.Entries.Samples(), 4)
}

// Run returns the rows: by query, then by rank. The error is that of Find, of ctx, or a *memory.Error.
func (s *Search) Run(ctx context.Context) (trajectory.Nearest, error) {
	n := s.Queries.Trajectories()
	if n == 0 || s.Entries.Trajectories() == 0 {
		return trajectory.Nearest{}, nil
	}
	r := &rounds{
		Search: s, lists: make([]shortlist, n), reach: make([]float64, n), rounds: make([]uint8, n), bound: make([]float64, n), most: min(diagonalOf(s.Queries, s.Entries), s.MaxDistance),
	}
	r.of = times{queries: s.Queries, entries: s.Entries, window: s.Rule.Window}
	if !s.single() {
		r.of.restE = restsOf(s.Entries, max(s.Threads, 1))
		if r.of.restQ = r.of.restE; s.Queries != s.Entries {
			r.of.restQ = restsOf(s.Queries, max(s.Threads, 1))
		}
	}
	r.ranks = r.rankings(max(s.Threads, 1))
	start, err := r.start(ctx)
	if err == nil {
		r.early = r.newEarly()
		defer r.early.end()
		err = r.run(ctx, spread(n, n), start, 0)
	}
	if err != nil {
		return trajectory.Nearest{}, err
	}
	return r.rows(ctx)
}

// single reports whether encounters have all that rows say: every trajectory is one segment of two samples, so that each encounter is one hit, whose key is its distance.
func (s *Search) single() bool {
	for _, of := range []*trajectory.Store{s.Queries, s.Entries} {
		if of.Segments() != of.Trajectories() || of.Samples() != 2*of.Trajectories() {
			return false
		}
	}
	return !s.Entries.HasRadius() && !s.Rule.ExactTimes
}

// rankings returns rankings for some goroutines.
func (r *rounds) rankings(n int) (all []*ranking) {
	margin, single := marginOf(r.Queries, r.Entries), r.single()
	for range n {
		all = append(all, &ranking{
			narrowing: newNarrowing(r.of, margin, single), k: r.K, margin: margin, distance: r.MaxDistance,
		})
	}
	return all
}

// rows returns the rows of all queries.
func (r *rounds) rows(ctx context.Context) (rows trajectory.Nearest, err error) {
	first := make([]int, len(r.lists)+1)
	for q := range r.lists {
		first[q+1] = first[q] + min(r.K, r.lists[q].offered)
	}
	n := first[len(r.lists)]
	if r.early != nil {
		return r.early.rest(ctx, first)
	}
	if err := memory.Need(memory.Count(n)+" nearest entries", memory.Of(n, rowbytes.NearestBytes)); err != nil {
		return rows, err
	}
	rows = newRows(n)
	parallel.Each(ctx, len(r.lists), len(r.ranks), func(thread, q int) {
		r.ranks[thread].write(&rows, first[q], uint32(q), &r.lists[q], r.reach[q])
		r.lists[q] = shortlist{}
	})
	return rows, ctx.Err()
}

// newRows returns n rows to be filled.
func newRows(n int) (rows trajectory.Nearest) {
	var made sync.WaitGroup
	for _, column := range []*[]uint32{&rows.QueryTraj, &rows.EntryTraj, &rows.Rank} {
		made.Go(func() { *column = make([]uint32, n) })
	}
	for _, column := range []*[]float64{&rows.Closest, &rows.Distance, &rows.Speed, &rows.Shared} {
		made.Go(func() { *column = make([]float64, n) })
	}
	made.Wait()
	return rows
}
