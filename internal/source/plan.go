package source

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/spool"
)

// A Plan partitions data sets that outgrow memory for a search: into slabs of time that meet at Edges, or where segments last too long for
// that, into pairs of ranges of trajectories.
type Plan struct {
	Edges       []float64 // times where slabs meet, ascending; for slabs of time alone
	Entries     []int     // [ranges+1] where ranges of trajectories meet, ascending; nil: slabs of time
	Queries     []int     // the same for the queries; nil for a join
	Slabs       int       // number of slabs, or of pairs of ranges
	SlabBytes   uint64    // bytes of a slab of both data sets, at most
	MergeBytes  uint64    // bytes for merging the slabs' results
	AheadBytes  uint64    // bytes for the index of the next slab, which is made ahead; 0: it is not
	SlabRows    []uint64  // [slabs of time] segments of both data sets, at most
	SpillsBytes uint64    // bytes of the data in files of the folder
}

// The parts of memory. The memory that remains once the data sets are read, less the buffers for reading slabs, is divided between results
// and slabs.
const (
	// foundPart divides the remaining memory: one part is for results.
	foundPart = 3
	// slabParts is the number of slabs' sizes that make up the memory for slabs: the slab that is searched, its index and the tables of its
	// rows, and the next slab and its index.
	slabParts = 4
	// indexPart of indexParts of a slab is the most for an index that is made ahead: on cores 20 bytes a segment of long trajectories, 32 of
	// short ones, where a slab has 32 and more.
	indexPart  = 3
	indexParts = 4
	// sidesOfRanges is the number of ranges of trajectories that are searched with each other.
	sidesOfRanges = 2
	// mergePart divides the memory that remains before slabs are made: one part is for merging their results, when the slabs are gone.
	mergePart = 2
	// leastSlab is the fewest bytes of a slab that is worth a search of its own.
	leastSlab = 1 << 20
	// slabsBytes is the memory kept for slabs when threads are cut: buffers to read them, thrice the least slabs, and ids.
	slabsBytes = 2*spool.LeastGathering + 3*slabParts*leastSlab
)

// leastSearch returns the least memory for slabs and their results.
func leastSearch(threads int) uint64 {
	return engine.Least(parallel.Threads(threads)) + slabParts*leastSlab
}

// A Pair has the two data sets of a search. In a join both are the same.
type Pair struct {
	Reader           *Reader // of the data set that outgrows memory
	Entries, Queries *Set
	Join             bool
}

// Outgrows reports whether one of the data sets is not in memory: then both are searched in slabs.
func (p Pair) Outgrows() bool { return p.Entries.spool != nil || p.Queries.spool != nil }

// Cut returns the pair with slabs for both sets: a set in memory has its slabs cut from its store.
func (p Pair) Cut() Pair {
	if p.Entries.spool != nil {
		p.Reader = p.Entries.reader
	} else {
		p.Reader = p.Queries.reader
	}
	cut := func(s *Set) *Set {
		if s.spool != nil {
			return s
		}
		of := *s
		of.spool, of.reader = spool.OfStore(of.Store), p.Reader
		return &of
	}
	if p.Entries = cut(p.Entries); p.Join {
		p.Queries = p.Entries
	} else {
		p.Queries = cut(p.Queries)
	}
	return p
}

// sets returns the sets that outgrow memory: the entries, then the queries if they are others.
func (p Pair) sets() (all []*Set) {
	for _, s := range []*Set{p.Entries, p.Queries} {
		if s != nil && s.spool != nil && (len(all) == 0 || s.spool != all[0].spool) {
			all = append(all, s)
		}
	}
	return all
}

// spools returns the spools of the sets.
func (p Pair) spools() (all []*spool.Spool) {
	for _, s := range p.sets() {
		all = append(all, s.spool)
	}
	return all
}

// Plan cuts the data sets into slabs that fit the remaining memory. Where segments last so long that no edge makes slabs short enough,
// trajectories are searched range by range. Files that were to be read by row groups go to the folder where slabs would read them more than
// twice.
func (p Pair) Plan(ctx context.Context) (Plan, error) {
	r := p.Reader
	left, cut, err := p.cut()
	for little := (*memory.LittleError)(nil); err == nil || errors.Is(err, memory.ErrNoRoom) || errors.As(err, &little); {
		spilled, failed := p.spill(ctx, cut.Edges, err == nil)
		if failed != nil {
			return Plan{}, failed
		}
		if !spilled {
			break
		}
		left, cut, err = p.cut()
	}
	switch little := (*memory.LittleError)(nil); {
	case err == nil:
		return p.ofTime(cut), nil
	case errors.As(err, &little) || !errors.Is(err, memory.ErrNoRoom):
		return Plan{}, err
	}
	plan, err := p.ofTrajectories(left / slabParts / sidesOfRanges)
	if err != nil {
		return Plan{}, r.least(err, slabParts*sidesOfRanges*foundPart/(foundPart-1))
	}
	return plan, nil
}

// cut plans slabs of time that fit the memory beside the part for results.
func (p Pair) cut() (left uint64, cut spool.Plan, err error) {
	runtime.GC() // memory used while files were read
	r, spools := p.Reader, p.spools()
	gathering := r.buffers()
	for _, one := range spools {
		gathering += one.Gathering()
	}
	if err := r.recutThreads(gathering + slabParts*leastSlab); err != nil {
		return 0, cut, err
	}
	if err := r.need(gathering + leastSearch(r.Threads)); err != nil {
		return 0, cut, err
	}
	left = r.Quota.Remaining()
	left -= min(left, gathering)
	found := max(engine.Least(parallel.Threads(r.Threads)), left/foundPart)
	left -= min(left, found)
	cut, err = spool.Cut(left/slabParts, spools...)
	return left, cut, err
}

// spill copies to the folder the first file that slabs meeting at edges would read more than twice; any file, where there are no such slabs.
func (p Pair) spill(ctx context.Context, edges []float64, planned bool) (spilled bool, err error) {
	for _, one := range p.sets() {
		if one.spool.Direct() && !(planned && one.spool.TellsApart(edges)) {
			return true, one.spill(ctx)
		}
	}
	return false, nil
}

// common fills in the fields that plans of both kinds have.
func (p Pair) common(plan Plan) Plan {
	r := p.Reader
	plan.MergeBytes, plan.SpillsBytes = r.Quota.Remaining()/mergePart, r.Spilled()
	return plan
}

// ofTime returns a plan of slabs of time.
func (p Pair) ofTime(cut spool.Plan) Plan {
	r := p.Reader
	plan := Plan{Edges: cut.Edges, Slabs: len(cut.Edges) + 1, SlabBytes: cut.Bytes, SlabRows: spool.Rows(cut.Edges, p.spools()...)}
	if plan.Slabs > 1 && parallel.Threads(r.Threads) > 1 {
		plan.AheadBytes = cut.Bytes / indexParts * indexPart
	}
	for _, one := range p.sets() {
		if one.spool.Direct() {
			r.Logger.Info("row groups tell times apart: each slab reads its own", "file", one.spool.Path())
		} else if one.copied {
			r.Logger.Info("rows were copied to --tmp, as those of Parquet in order of time are not: flyby convert --order time writes it", "of", one.in.Name, "copied", memory.Size(one.spool.Spilled()))
		}
	}
	r.Logger.Info("the data outgrow the memory: they are searched in slabs of time", "memory", memory.Size(r.Quota.Bytes()),
		"slabs", plan.Slabs, "a slab", memory.Size(cut.Bytes), "indexed ahead", plan.AheadBytes > 0, "read to files", memory.Size(r.Spilled()))
	return p.common(plan)
}

// ofTrajectories returns a plan of ranges of trajectories of at most some bytes.
func (p Pair) ofTrajectories(most uint64) (plan Plan, err error) {
	r := p.Reader
	plan.SlabBytes = most
	if plan.Entries, err = borders(p.Entries.spool, most); err != nil {
		return plan, err
	}
	n := len(plan.Entries) - 1
	plan.Slabs = n * (n + 1) / 2
	if !p.Join {
		if plan.Queries, err = borders(p.Queries.spool, most); err != nil {
			return plan, err
		}
		plan.Slabs = n * (len(plan.Queries) - 1)
	}
	r.Logger.Info("segments last too long for slabs of time: trajectories are searched range by range", "memory", memory.Size(r.Quota.Bytes()),
		"ranges of entries", n, "a range", memory.Size(most))
	return p.common(plan), nil
}

// borders returns where ranges of trajectories of at most some bytes meet.
func borders(of *spool.Spool, most uint64) ([]int, error) {
	all, err := of.Ranges(most)
	if err != nil {
		return nil, err
	}
	at := []int{0}
	for _, one := range all {
		at = append(at, one.Last)
	}
	return at, nil
}

// Facts identify a data set in a plan, together with the ranges of its trajectories.
type Facts struct {
	Trajectories, Segments int
	Start, End             float64 // of the first and the last sample
	Ranges                 []int
}

// Facts returns the facts of the set, without ranges.
func (s *Set) Facts() Facts {
	f := Facts{Trajectories: s.Trajectories(), Segments: s.Segments()}
	if f.Trajectories > 0 {
		e := s.Extent()
		f.Start, f.End = e.Start, e.End
	}
	return f
}

// check refuses a data set with other facts.
func (f Facts) check(of string, s *Set) error {
	if now := s.Facts(); now.Trajectories != f.Trajectories || now.Segments != f.Segments || now.Start != f.Start || now.End != f.End {
		return fmt.Errorf("source: plan: %s have %d trajectories and %d segments from %v to %v, and had %d and %d from %v to %v", of,
			now.Trajectories, now.Segments, now.Start, now.End, f.Trajectories, f.Segments, f.Start, f.End)
	}
	return nil
}

// Check refuses a plan of other data sets: the facts of the entries or the queries differ, its slabs do not follow one another, or its ranges
// do not cover their trajectories.
func (p Pair) Check(plan *Plan, facts [2]Facts) error {
	if err := facts[0].check("entries", p.Entries); err != nil {
		return err
	}
	if !p.Join {
		if err := facts[1].check("queries", p.Queries); err != nil {
			return err
		}
	}
	last := math.Inf(-1)
	for _, edge := range plan.Edges {
		if !(edge > last) || math.IsInf(edge, 1) {
			return fmt.Errorf("source: plan: edge %v does not come after %v", edge, last)
		}
		last = edge
	}
	if err := checkBorders("entries", plan.Entries, p.Entries.Trajectories()); err != nil {
		return err
	}
	if !p.Join {
		if err := checkBorders("queries", plan.Queries, p.Queries.Trajectories()); err != nil {
			return err
		}
	}
	if ranges := plan.Entries != nil; !p.Join && ranges != (plan.Queries != nil) || ranges && len(plan.Edges) > 0 {
		return errors.New("source: plan: slabs are of time, or of ranges of the trajectories of all data sets")
	}
	return nil
}

// checkBorders refuses borders that do not go from the first to the last trajectory.
func checkBorders(of string, borders []int, trajectories int) error {
	if borders == nil {
		return nil
	}
	if n := len(borders); n < 2 || borders[0] != 0 || borders[n-1] != trajectories || !slices.IsSorted(borders) || len(slices.Compact(slices.Clone(borders))) < n {
		return fmt.Errorf("source: plan: ranges of %s: must go from 0 to %d, and ascend, none of them empty", of, trajectories)
	}
	return nil
}
