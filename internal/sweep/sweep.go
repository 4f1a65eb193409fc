package sweep

import (
	"cmp"
	"context"
	"iter"
	"math"

	"flyby/interaction"
	"flyby/internal/packed"
	"flyby/internal/push"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/trajectory"
)

// A Searcher yields the hits of queries with entries in the defined order, settled, any number at a time; they are good until it is asked for more.
// In a join queries and entries are one store. Neither store is without segments.
type Searcher func(ctx context.Context, queries, entries *trajectory.Store, rule interaction.Rule) iter.Seq2[[]interaction.HitRow, error]

// A Sweep is a search of one data set with another, or a join of one, slab by slab. Its hits or
// its encounters can be asked for once.
type Sweep struct {
	// Sides are the slabs that are searched: no two trajectories meet in more than one pair of them.
	Sides iter.Seq[Sides]
	// Rule is the rule of the whole data sets: Excluded has numbers of their trajectories. Sides say which searches are joins.
	Rule   interaction.Rule
	Search Searcher
	// Folder takes the results, unless all is one slab.
	Folder *spill.Folder
	// Merge is the bytes that merging the results of slabs may take, or the least that it takes where that is more; 0: as much as it can use.
	Merge   uint64
	Threads int
	// Merging, unless nil, is called once, when all slabs are searched and before their results are merged.
	Merging func()

	found, near uint64
}

// Found returns the number of hits found so far.
func (s *Sweep) Found() uint64 { return s.found }

// AtVertical returns the number of hits so far whose heights differ by the vertical threshold, as far as float64 can tell.
func (s *Sweep) AtVertical() uint64 { return s.near }

// Hits yields the hits in the defined order, in chunks whose trajectories and segments have the numbers of the whole data sets. A chunk is good until
// Hits is asked for more. An error ends them: an error of a source, of the searcher, of the folder, or of ctx.
func (s *Sweep) Hits(ctx context.Context) iter.Seq2[trajectory.Hits, error] {
	return func(yield func(trajectory.Hits, error) bool) {
		for rows, err := range s.rows(ctx, packed.Hits) {
			if err != nil {
				yield(trajectory.Hits{}, err)
				return
			}
			if !yield(rows.Hits(), nil) {
				return
			}
		}
	}
}

// Encounters yields the encounters in the defined order, as Hits yields hits.
func (s *Sweep) Encounters(ctx context.Context) iter.Seq2[trajectory.Encounters, error] {
	return func(yield func(trajectory.Encounters, error) bool) {
		for rows, err := range s.rows(ctx, packed.EncountersOf(s.Rule.HasHeights())) {
			if err != nil {
				yield(trajectory.Encounters{}, err)
				return
			}
			if !yield(rows.Encounters(), nil) {
				return
			}
		}
	}
}

// rows yields the results of one slab as they are found, the results of several slabs from their merged runs.
func (s *Sweep) rows(ctx context.Context, kind packed.Kind) iter.Seq2[*packed.Rows, error] {
	return push.Seq(func(give func(*packed.Rows) error) error {
		r := execution{Sweep: s, kind: kind, give: give}
		err := r.run(ctx)
		return cmp.Or(err, r.close())
	})
}

// execution is a run of a sweep.
type execution struct {
	*Sweep
	kind packed.Kind
	give func(*packed.Rows) error
	runs *packed.Runs // nil: results of one slab need none
}

// run searches all slabs of all sides, and merges their runs.
func (r *execution) run(ctx context.Context) error {
	next, stop := iter.Pull(r.Sides)
	defer stop()
	sides, ok := next()
	for first := true; ok; first = false {
		following, more := next()
		if err := r.search(ctx, sides, first && !more); err != nil {
			return err
		}
		sides, ok = following, more
	}
	return r.merge(ctx)
}

// search searches the slabs of sides. Where there are no other sides, and all time is in one slab, the results need no run.
func (r *execution) search(ctx context.Context, sides Sides, only bool) error {
	for p, err := range r.pairs(sides) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if p.idle() {
			continue
		}
		give := r.give
		if !only || !p.allTime() {
			if give, err = r.begin(); err != nil {
				return err
			}
		}
		if err := r.slab(ctx, p, give); err != nil {
			return err
		}
	}
	return nil
}

// merge gives the rows of all runs.
func (r *execution) merge(ctx context.Context) error {
	if r.runs == nil {
		return nil
	}
	if r.Merging != nil {
		r.Merging()
	}
	for rows, err := range r.runs.Merged(ctx, cmp.Or(r.Merge, math.MaxUint64)) {
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = r.give(rows)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// begin begins the run of a slab.
func (r *execution) begin() (add func(*packed.Rows) error, err error) {
	if r.runs == nil {
		if r.runs, err = packed.NewRuns(r.Folder, r.kind, r.Threads); err != nil {
			return nil, err
		}
	}
	return r.runs.Add, r.runs.Begin()
}

func (r *execution) close() error {
	if r.runs == nil {
		return nil
	}
	return r.runs.Close()
}

// One searches one slab of queries with the slab of entries of the same time, which in a join is the same, and gives the rows of a kind in the
// defined order: hits, or encounters that are not joined with parts of them in other slabs.
func (s *Sweep) One(ctx context.Context, queries, entries *slab.Slab, kind packed.Kind, give func(*packed.Rows) error) error {
	p := s.pair(queries, entries)
	if p.idle() {
		return nil
	}
	r := execution{Sweep: s, kind: kind}
	return r.slab(ctx, p, give)
}

// slab gives the rows of one slab.
func (r *execution) slab(ctx context.Context, p *pair, give func(*packed.Rows) error) error {
	out := newMapping(p, give)
	defer func() { r.found, r.near = r.found+out.found, r.near+out.near }()
	found := r.Search(ctx, p.queries.Store, p.entries.Store, p.rule)
	if r.kind == packed.Hits {
		for list, err := range found {
			if err = cmp.Or(err, ctx.Err()); err == nil {
				err = out.hits(list)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	j := joiner{mapping: out, threads: r.Threads}
	for list, err := range found {
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = j.add(ctx, list)
		}
		if err != nil {
			return err
		}
	}
	return j.join(ctx, len(j.pending))
}
