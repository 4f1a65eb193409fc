package main

import (
	"maps"
	"math/rand/v2"
	"slices"

	"flyby/internal/spool"
	"flyby/verify"
)

// drawnPart is the part of the memory that is left which the trajectories of a sample may take.
const drawnPart = 2

// drawn are the trajectories of a sample, as many as fit memory, by their spools.
type drawn struct {
	job    *job
	trajs  map[*spool.Spool]map[int]bool
	bytes  uint64
	most   uint64
	beside uint64 // bytes that reading them takes
	lacked uint64 // what the first pair takes that did not fit
}

// draw takes some trajectories in place of data that outgrow memory: the trajectories of held pairs first, then others by chance. It
// returns the numbers of these trajectories in the whole; none where the data are in memory.
func (j *job) draw(held []verify.Pair, most int, dice *rand.Rand) (part verify.Part, err error) {
	if j.files.folder == nil {
		return part, nil
	}
	p := &drawn{job: j, trajs: map[*spool.Spool]map[int]bool{}, most: j.files.left() / drawnPart}
	for _, s := range j.spools() {
		if s.Direct() {
			if err := j.files.spill(j.ctx, s); err != nil {
				return part, err
			}
		}
		p.trajs[s] = map[int]bool{}
		p.beside += s.Gathering()
	}
	p.most -= min(p.most, p.beside)
	for _, pair := range held {
		p.add(pair)
	}
	queries, entries := j.queries.Trajectories(), j.entries.Trajectories()
	if n := max(queries, entries); n <= most { // perhaps all
		for i := range n {
			p.add(verify.Pair{Query: i % queries, Entry: i % entries})
		}
	} else {
		for range most {
			p.add(verify.Pair{Query: dice.IntN(queries), Entry: dice.IntN(entries)})
		}
	}
	return p.take()
}

// add adds the trajectories of a pair, where they fit.
func (p *drawn) add(pair verify.Pair) {
	sides := []struct {
		of   *spool.Spool
		traj int
	}{{p.job.queries.spool, pair.Query}, {p.job.entries.spool, pair.Entry}}
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
func (p *drawn) take() (part verify.Part, err error) {
	j := p.job
	if p.bytes == 0 {
		return part, j.files.tooLittle("the segments of two trajectories", j.files.held()+drawnPart*(p.beside+p.lacked))
	}
	queries, same := j.queries, j.queries.spool == j.entries.spool
	if j.entries, part.EntryTrajs, err = p.read(j.entries); err != nil {
		return part, err
	}
	j.queries, part.QueryTrajs = j.entries, part.EntryTrajs
	if !same {
		j.queries, part.QueryTrajs, err = p.read(queries)
	}
	return part, err
}

// read reads the trajectories that were drawn of a data set, and returns their numbers in the whole.
func (p *drawn) read(of loaded) (loaded, []int, error) {
	trajs := slices.Sorted(maps.Keys(p.trajs[of.spool]))
	of, err := p.job.chosen(of, trajs)
	return of, trajs, err
}
