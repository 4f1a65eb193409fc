package trajectory

import (
	"context"
	"sort"
	"sync"

	"flyby/internal/parallel"
	"flyby/internal/weave"
)

// A gatherer gathers the rows that stay at the front of the columns, which are in the order of the store: portions of them at once, on all cores.
type gatherer struct {
	s      *Store
	c      *Columns
	kept   int // rows that stay
	splits []weave.Split
	jumped chan Jumps
}

// build goes through all rows. starts has the row at which each trajectory begins, then the number of rows; file row i is row place[i], nil
// for the same. The error is a *RowError for the first bad row of the file that is not dropped.
func (p *gatherer) build(b *Builder, starts []int, place []uint32) error {
	portions := p.portions(b, starts)
	if place != nil {
		order := sync.OnceValue(func() []uint32 { return inverse(place) })
		for _, q := range portions {
			q.order = order
		}
	}
	parallel.Each(context.Background(), len(portions), parallel.Threads(0), func(_, i int) { portions[i].build() })
	var wrong *RowError
	for _, q := range portions {
		if q.err != nil {
			return q.err
		}
		if q.wrong != nil && (wrong == nil || q.wrong.Row < wrong.Row) {
			wrong = q.wrong
		}
	}
	if wrong != nil {
		return wrong
	}
	p.move(portions)
	p.join(b, portions)
	return nil
}

// portions cuts the rows between trajectories. There are more portions than cores, since long trajectories make them unequal.
func (p *gatherer) portions(b *Builder, starts []int) (all []*portion) {
	const perCore, least = 4, 1 << 14 // portions, rows of one
	trajectories := len(starts) - 1
	rows := starts[trajectories]
	if p.s.first = starts; p.c.R != nil {
		p.s.radius = make([]float64, trajectories)
	}
	parts := 1
	if threads := parallel.Threads(0); threads > 1 {
		parts = max(1, min(perCore*threads, rows/least))
	}
	for k, first := 1, 0; first < trajectories; k++ {
		last := trajectories
		if k < parts {
			last = max(first+1, sort.SearchInts(starts[:trajectories], rows*k/parts))
		}
		q := &portion{c: p.c, ids: p.s.ids.slice(first, last), first: starts[first:last], from: starts[first], to: starts[last]}
		if q.kept = q.from; p.c.R != nil {
			q.radius = p.s.radius[first:last]
		}
		q.b = b.fork(q)
		all, first = append(all, q), last
	}
	return all
}

// move moves the rows that stay in each portion behind the rows that stay in the portions before it.
func (p *gatherer) move(portions []*portion) {
	columns := p.c.numbers()
	parallel.Each(context.Background(), len(columns), parallel.Threads(0), func(_, k int) {
		column, kept := *columns[k], 0
		for _, q := range portions {
			if column != nil && kept < q.from {
				copy(column[kept:], column[q.from:q.kept])
			}
			kept += q.kept - q.from
		}
	})
}

// join joins what the portions found, in their order.
func (p *gatherer) join(b *Builder, portions []*portion) {
	s, n := p.s, 0
	for _, q := range portions {
		moved := p.kept - q.from
		for i, row := range q.first[:q.trajectories] {
			s.first[n+i] = row + moved
		}
		q.ids.slice(0, q.trajectories).copyTo(s.ids, n)
		if s.radius != nil {
			copy(s.radius[n:], q.radius[:q.trajectories])
		}
		s.gaps = appendShifted(s.gaps, q.gaps, q.from, q.kept, moved)
		s.holes = appendShifted(s.holes, q.holes, q.from, q.kept, moved)
		for _, split := range q.splits {
			p.splits = append(p.splits, weave.Split{From: split.From + moved, To: split.To + moved, Parts: split.Parts})
		}
		s.skipped, s.twice = s.skipped+q.skipped, s.twice+q.twice
		for _, bad := range q.skippedRows {
			s.skippedRows = remember(s.skippedRows, bad)
		}
		b.take(q.b)
		p.kept, n = p.kept+q.kept-q.from, n+q.trajectories
	}
	s.first, s.ids = append(s.first[:n], p.kept), s.ids.slice(0, n)
	if s.radius != nil {
		s.radius = s.radius[:n]
	}
}
