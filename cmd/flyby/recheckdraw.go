package main

import (
	"maps"
	"math/rand/v2"
	"slices"

	"flyby/internal/spool"
)

// drawnPart is the part of the memory that is left which the trajectories of a sample may take.
const drawnPart = 2

// drawn is those trajectories of spools that a sample is of, and that fit memory.
type drawn struct {
	job    *job
	trajs  map[*spool.Spool]map[int]bool
	bytes  uint64
	most   uint64
	beside uint64 // bytes that reading them takes
	lacked uint64 // what the first pair takes that did not fit
}

// draw puts some of the trajectories in the place of data that outgrow memory: those of pairs that are held, others by chance.
func (r *recheck) draw(dice *rand.Rand) error {
	if r.job.files.folder == nil {
		return nil
	}
	p := &drawn{job: r.job, trajs: map[*spool.Spool]map[int]bool{}, most: r.job.files.left() / drawnPart}
	for _, s := range r.job.spools() {
		if s.Direct() {
			if err := r.job.files.spill(r.job.ctx, s); err != nil {
				return err
			}
		}
		p.trajs[s] = map[int]bool{}
		p.beside += s.Gathering()
	}
	p.most -= min(p.most, p.beside)
	for _, pair := range r.held {
		p.add(pair)
	}
	queries, entries := r.job.queries.Trajectories(), r.job.entries.Trajectories()
	if n := max(queries, entries); n <= r.most { // perhaps all
		for i := range n {
			p.add(trajPair{i % queries, i % entries})
		}
	} else {
		for range r.most {
			p.add(trajPair{dice.IntN(queries), dice.IntN(entries)})
		}
	}
	return r.take(p)
}

// add adds the trajectories of a pair, where they fit.
func (p *drawn) add(pair trajPair) {
	sides := []struct {
		of   *spool.Spool
		traj int
	}{{p.job.queries.spool, pair.query}, {p.job.entries.spool, pair.entry}}
	bytes := uint64(0)
	for _, s := range sides {
		if !p.trajs[s.of][s.traj] {
			bytes += s.of.StoreBytes(s.traj)
		}
	}
	if p.bytes+bytes > p.most {
		p.lacked = max(p.lacked, bytes)
		return
	}
	p.bytes += bytes
	for _, s := range sides {
		p.trajs[s.of][s.traj] = true
	}
}

// take reads the trajectories that were drawn, and goes on with them alone.
func (r *recheck) take(p *drawn) (err error) {
	j := r.job
	if p.bytes == 0 {
		return j.files.tooLittle("the segments of two trajectories", j.files.held()+drawnPart*(p.beside+p.lacked))
	}
	queries, same := j.queries, j.queries.spool == j.entries.spool
	if j.entries, r.entries, err = p.read(j.entries); err != nil {
		return err
	}
	j.queries, r.queries = j.entries, r.entries
	if !same {
		if j.queries, r.queries, err = p.read(queries); err != nil {
			return err
		}
	}
	var held []trajPair
	for _, pair := range r.held {
		query, fits := slices.BinarySearch(r.queries, pair.query)
		entry, fit := slices.BinarySearch(r.entries, pair.entry)
		if fits && fit {
			held = append(held, trajPair{query, entry})
		}
	}
	r.held, r.part = held, true
	return nil
}

// read reads what was drawn of a data set, and returns the numbers of its trajectories in the whole.
func (p *drawn) read(of loaded) (loaded, []int, error) {
	trajs := slices.Sorted(maps.Keys(p.trajs[of.spool]))
	of, err := p.job.chosen(of, trajs)
	return of, trajs, err
}

// inWhole is a pair as the whole of the data has it.
func (r *recheck) inWhole(p trajPair) trajPair {
	if !r.part {
		return p
	}
	return trajPair{r.queries[p.query], r.entries[p.entry]}
}
