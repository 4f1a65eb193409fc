package main

import (
	"context"
	"errors"
	"iter"
	"runtime/debug"

	"flyby"
	"flyby/internal/devices"
	"flyby/internal/drivers"
	"flyby/internal/engine"
	hostmemory "flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/spool"
	"flyby/internal/sweep"
	"flyby/internal/whereabouts"
	"flyby/kernel"
	"flyby/trajectory"
)

// prepare cuts threads to the memory, and opens the folder and the drivers of a job whose files outgrow it: what drivers
// take comes first, and the files get what is left.
func (j *job) prepare(inputs []*inputFiles) error {
	if j.options.Device != "cpu" {
		j.files.beside = driverBytes
	}
	j.cutThreads()
	if !j.files.outgrow(inputs...) {
		return nil
	}
	if bytes, known := j.files.takes(inputs...); j.holds != "" && known && bytes > j.files.most {
		return j.tooMany(bytes)
	}
	folder, err := spill.Open(j.options.Tmp, j.options.TmpLimit)
	if err != nil {
		return err
	}
	j.files.folder = folder
	if j.holds != "" {
		return nil // where what is read fits, it comes back into memory: hold
	}
	open := kernel.OpenOptions{Threads: parallel.Threads(j.options.Threads), Memory: drivers.Share(j.files.most), Logger: j.options.Logger}
	j.drivers, err = drivers.Open(string(j.options.Method), j.options.Device, devices.Providers(j.options.Providers), open)
	hostmemory.Limit(j.files.most) // drivers are loaded
	if err == nil {
		err = j.checkMemory(inputs)
	}
	if err != nil {
		return errors.Join(err, j.close())
	}
	return nil
}

// checkMemory refuses a bound that leaves too little, whatever the files hold.
func (j *job) checkMemory(inputs []*inputFiles) error {
	sources := 1
	if len(inputs) > 1 && !inputs[1].same(inputs[0]) {
		sources = 2
	}
	return j.files.need(j.beside() + uint64(sources)*spool.LeastGathering + leastSearch(j.options.Threads))
}

// beside is what buffers of the devices may take.
func (j *job) beside() (bytes uint64) {
	for _, d := range j.drivers {
		bytes += d.Beside
	}
	return bytes
}

// slabsBytes is what is kept for slabs where threads are cut: some to read them, thrice the least of them, and ids.
const slabsBytes = 2*spool.LeastGathering + 3*slabParts*leastSlab

// leastSearch is what slabs and what is found in them take at least.
func leastSearch(threads int) uint64 {
	return engine.Least(parallel.Threads(threads)) + slabParts*leastSlab
}

// close frees what files were read to, and the drivers that wait for it.
func (j *job) close() error {
	var errs []error
	for _, s := range j.spools() {
		errs = append(errs, s.Close())
	}
	for _, d := range j.drivers {
		errs = append(errs, d.Close())
	}
	j.drivers = nil
	return errors.Join(errs...)
}

// spools are those that were read: the entries', then the queries' if they are others.
func (j *job) spools() (all []*spool.Spool) {
	for _, s := range []*spool.Spool{j.entries.spool, j.queries.spool} {
		if s != nil && (len(all) == 0 || s != all[0]) {
			all = append(all, s)
		}
	}
	return all
}

// swept is the answers of spools, which are searched slab by slab.
type swept struct {
	job      *job
	sweep    sweep.Sweep
	searches *sweep.Searches
	edges    []float64
	borders  map[*spool.Spool][]int // of ranges of trajectories, where slabs of time alone are not short enough
	slabs    int                    // in all
	bytes    uint64                 // that one takes at most
	done     int                    // that were begun
	made     func(*slab.Slab)       // indexes entries ahead; nil: nobody does
}

// sweep plans the slabs, such that each fits what memory is left.
func (j *job) sweep() (answers, error) {
	threads := parallel.Threads(j.options.Threads)
	config := engine.Config{Method: string(j.options.Method), Bins: j.options.Bins, Threads: threads, Logger: j.options.Logger, Memory: j.files.most}
	ask := engine.Ask(j.search)
	batches, err := ask.Algorithm()
	if err != nil {
		return nil, err
	}
	s := &swept{job: j, borders: map[*spool.Spool][]int{}, searches: sweep.OnDevices(j.drivers, config, batches)}
	sides, err := s.plan()
	if err != nil {
		return nil, err
	}
	s.sweep = sweep.Sweep{Sides: sides, Rule: ask.Rule(j.entries.Store), Search: s.searches.Search, Folder: j.files.folder, Merge: j.files.left() / mergePart, Threads: threads, Merging: s.merging}
	return s, nil
}

// slabParts is how many times a slab fits the memory for slabs: the one that is searched, its
// index and the tables of its rows, and the next one and its index.
const slabParts = 4

// An index that is made ahead takes at most this part of a slab: on cores 20 bytes a segment of long
// trajectories, 32 of short ones, where a slab has 32 and more.
const (
	indexPart  = 3
	indexParts = 4
)

// sidesOfRanges is how many ranges of trajectories are searched with each other.
const sidesOfRanges = 2

// foundPart is the part of the memory that is left which is kept for what is found.
const foundPart = 3

// mergePart is the part of the memory that is left before slabs are made which merging what they
// left may take: they are gone then.
const mergePart = 2

// leastSlab is the bytes of a slab that is worth being searched alone.
const leastSlab = 1 << 20

// plan cuts the spools into slabs. Where segments last so long that no edge makes slabs short
// enough, trajectories are searched range by range.
func (s *swept) plan() (iter.Seq[sweep.Sides], error) {
	left, cut, err := s.cut()
	for err == nil || errors.Is(err, hostmemory.ErrNoRoom) || errors.Is(err, errLittle) {
		spilled, failed := s.spill(cut.Edges, err == nil)
		if failed != nil {
			return nil, failed
		}
		if !spilled {
			break
		}
		left, cut, err = s.cut()
	}
	log := s.job.options.Logger
	if err == nil {
		s.edges, s.slabs, s.bytes = cut.Edges, len(cut.Edges)+1, cut.Bytes
		if s.slabs > 1 && parallel.Threads(s.job.options.Threads) > 1 {
			s.made = s.searches.IndexAhead(cut.Bytes / indexParts * indexPart)
		}
		s.tellDirect()
		log.Info("the data outgrow the memory: they are searched in slabs of time", "memory", hostmemory.Size(s.job.files.most),
			"slabs", s.slabs, "a slab", hostmemory.Size(cut.Bytes), "indexed ahead", s.made != nil, "read to files", hostmemory.Size(s.job.files.spilled()))
		return s.sides(), nil
	}
	if !errors.Is(err, hostmemory.ErrNoRoom) {
		return nil, err
	}
	s.bytes = left / slabParts / sidesOfRanges
	entries, queries, err := s.ranges(s.bytes)
	if err != nil {
		return nil, s.job.files.least(err, slabParts*sidesOfRanges*foundPart/(foundPart-1))
	}
	n, m := len(entries.Borders)-1, len(queries.Borders)-1
	log.Info("segments last too long for slabs of time: trajectories are searched range by range", "memory", hostmemory.Size(s.job.files.most),
		"ranges of entries", n, "a range", hostmemory.Size(s.bytes))
	if s.job.isJoin() {
		s.slabs = n * (n + 1) / 2
		return sweep.Within(entries), nil
	}
	s.slabs = n * m
	return sweep.Between(queries, entries), nil
}

// tellDirect tells which files are not copied.
func (s *swept) tellDirect() {
	for _, one := range s.job.spools() {
		if one.Direct() {
			s.job.options.Logger.Info("row groups tell times apart: each slab reads its own", "file", one.Path())
		}
	}
}

// cut plans slabs of time that fit what is left beside what is found.
func (s *swept) cut() (left uint64, cut spool.Plan, err error) {
	debug.FreeOSMemory() // what was held while files were read
	spools, gathering := s.job.spools(), uint64(0)
	for _, one := range spools {
		gathering += one.Gathering()
	}
	gathering += s.job.beside()
	if err := s.job.files.need(gathering + leastSearch(s.job.options.Threads)); err != nil {
		return 0, cut, err
	}
	left = s.job.files.left()
	left -= min(left, gathering)
	found := max(engine.Least(parallel.Threads(s.job.options.Threads)), left/foundPart)
	left -= min(left, found)
	cut, err = spool.Cut(left/slabParts, spools...)
	return left, cut, err
}

// spill reads a file to the folder whose row groups do not tell slabs apart that meet at edges; any,
// where there are no such slabs.
func (s *swept) spill(edges []float64, planned bool) (spilled bool, err error) {
	for _, one := range s.job.spools() {
		if one.Direct() && !(planned && one.TellsApart(edges)) {
			return true, s.job.files.spill(s.job.ctx, one)
		}
	}
	return false, nil
}

// isJoin reports whether the entries are joined with each other.
func (j *job) isJoin() bool { return j.search.Queries == nil }

// sides are all slabs of the two data sets.
func (s *swept) sides() iter.Seq[sweep.Sides] {
	all := spool.Range{Edges: s.edges, Ahead: true, Made: s.made}
	entries := s.counted(s.job.entries.spool.Slabs(s.job.ctx, all))
	if s.job.isJoin() {
		return sweep.Once(nil, entries)
	}
	all.Made = nil
	return sweep.Once(s.job.queries.spool.Slabs(s.job.ctx, all), entries)
}

// counted shows how many slabs have come.
func (s *swept) counted(from slab.Source) slab.Source {
	return func(yield func(*slab.Slab, error) bool) {
		for b, err := range from {
			s.job.display.set(float64(s.done), float64(s.slabs))
			s.done++
			if !yield(b, err) {
				return
			}
		}
	}
}

// ranges cuts trajectories into ranges of at most some bytes.
func (s *swept) ranges(most uint64) (entries, queries sweep.Ranges, err error) {
	if entries, err = s.rangesOf(s.job.entries.spool, most, s.counted); err != nil || s.job.isJoin() {
		return entries, queries, err
	}
	queries, err = s.rangesOf(s.job.queries.spool, most, func(from slab.Source) slab.Source { return from })
	return entries, queries, err
}

func (s *swept) rangesOf(of *spool.Spool, most uint64, seen func(slab.Source) slab.Source) (sweep.Ranges, error) {
	all, err := of.Ranges(most)
	if err != nil {
		return sweep.Ranges{}, err
	}
	r := sweep.Ranges{Borders: []int{0}, Slabs: func(first, last int) slab.Source {
		return seen(of.Slabs(s.job.ctx, spool.Range{First: first, Last: last, Ahead: true}))
	}}
	for _, one := range all {
		r.Borders = append(r.Borders, one.Last)
	}
	s.borders[of] = r.Borders
	return r, nil
}

// cells are how a spool is cut, once the slabs are planned.
func (s *swept) cells(of *spool.Spool) whereabouts.Cells {
	borders := s.borders[of]
	if borders == nil {
		whole := of.Whole()
		borders = []int{0, whole.IDs.Len()}
	}
	return whereabouts.Cells{Borders: borders, Edges: s.edges, Slabs: func(first, last int) slab.Source {
		return of.Slabs(s.job.ctx, spool.Range{First: first, Last: last, Edges: s.edges})
	}}
}

// merging shows that all slabs are searched and what they left is written, unless that would
// mix with results on the same terminal.
func (s *swept) merging() {
	s.job.display.begin("write", hitsUnit)
	if s.job.out != "-" || s.job.json {
		s.job.display.set(0, 0)
	}
}

// Close does nothing: the job has the drivers and the spools, and closes them.
func (s *swept) Close() error { return nil }

func (s *swept) hits(ctx context.Context, _ flyby.Search) (found[trajectory.Hits], error) {
	s.job.display.begin("search", slabsUnit)
	return sweptFound[trajectory.Hits]{s, s.sweep.Hits(ctx)}, nil
}

func (s *swept) encounters(ctx context.Context, _ flyby.Search) (found[trajectory.Encounters], error) {
	s.job.display.begin("search", slabsUnit)
	return sweptFound[trajectory.Encounters]{s, s.sweep.Encounters(ctx)}, nil
}

// sweptFound is what a sweep finds.
type sweptFound[T any] struct {
	of     *swept
	chunks iter.Seq2[T, error]
}

func (f sweptFound[T]) Chunks() iter.Seq2[T, error] { return f.chunks }

// Stats says what was found so far and what it cost.
func (f sweptFound[T]) Stats() flyby.Stats {
	j, c := f.of.job, f.of.searches.Cost()
	if c.Choice.Method == "" { // no slab has segments of both
		c.Choice = engine.Choice{Method: string(j.options.Method), Device: j.drivers[0].Device(), Reason: j.drivers[0].Reason}
	}
	c.Found.Count, c.Found.AtVertical = int(f.of.sweep.Found()), f.of.sweep.AtVertical()
	return flyby.Stats(engine.StatsOf[flyby.Method](j.entries.segments(), j.queries.segments(), c.Choice, c.Index, &c.Found))
}
