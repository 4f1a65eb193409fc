package pair

import (
	"runtime"

	"flyby/interaction"
	"flyby/internal/hitbuffer"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/trajectory"
)

// The host solves the pairs of a device without float64 on all cores, in portions.

// Portion is the hits and counts of one goroutine.
type Portion struct {
	hits       hitbuffer.Finder
	borderline uint64
	solves     uint64
}

// InPortions calls work for n items, cut into one portion for each core; growth
// accounts for the memory of their hits.
func InPortions(growth *hitbuffer.Growth, n int, work func(p *Portion, i int)) []Portion {
	portions := make([]Portion, min(runtime.GOMAXPROCS(0), max(n, 1)))
	for i := range portions {
		portions[i].hits.Growth = growth
	}
	parallel.Ranges(n, len(portions), func(k, from, to int) {
		for i := from; i < to; i++ {
			work(&portions[k], i)
		}
	})
	return portions
}

// Solve compares two segments and keeps a hit, or a borderline pair with an enter of
// NaN.
func (p *Portion) Solve(r interaction.Rule, qrow, erow uint32, q, e trajectory.Segment) {
	p.solves++
	enter, exit, verdict := r.Window.Interact(&q, &e, r.Distance)
	if r.Join && qrow > erow {
		qrow, erow = erow, qrow
	}
	switch verdict {
	case interaction.Hit:
		p.hits.Add(interaction.HitRow{Query: qrow, Entry: erow, Enter: enter, Exit: exit})
	case interaction.Borderline:
		p.borderline++
		p.hits.Add(interaction.BorderlineRow(qrow, erow))
	}
}

// Gather adds the hits of the portions to out and returns the sums of their counts.
func Gather(portions []Portion, out *kernel.Hits) (s kernel.Stats) {
	for i := range portions {
		p := &portions[i]
		for _, list := range p.hits.Take() {
			out.Add(kernel.HitList{List: list})
			s.Hits += uint64(len(list))
		}
		s.Borderline += p.borderline
		s.Interactions += p.solves
	}
	return s
}
