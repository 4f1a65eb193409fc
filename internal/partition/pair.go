package partition

import (
	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// Pair is the part of the queries and the part of the entries of some work.
type Pair struct {
	Queries, Entries *Part
}

// Excluded maps the Excluded of a Rule for the whole stores to an Excluded for the
// parts. It may share memory with it.
func (p Pair) Excluded(whole interaction.Rule) []uint32 {
	if whole.Excluded == nil {
		return nil
	}
	q, e := p.Queries, p.Entries
	if e.isWhole() && q.trajs == nil {
		return whole.Excluded[q.traj:][:q.Store.Trajectories()]
	}
	find := e.findTraj
	if whole.Later {
		find = e.lastTraj
	}
	here := make([]uint32, q.Store.Trajectories())
	for i := range here {
		here[i] = find(whole.Excluded[q.Traj(uint32(i))])
	}
	return here
}

// ExcludeSelves returns the Excluded that keeps every trajectory from itself, where a join
// is run as the search of one part of a store against another.
func (p Pair) ExcludeSelves() []uint32 {
	here := make([]uint32, p.Queries.Store.Trajectories())
	for i := range here {
		here[i] = p.Entries.findTraj(p.Queries.Traj(uint32(i)))
	}
	return here
}

// Hit moves a hit to its rows in the whole stores.
func (p *Pair) Hit(h *interaction.HitRow) {
	h.Query, h.Entry = p.Queries.Row(h.Query), p.Entries.Row(h.Entry)
}

// MoveBack moves hits to their rows in the whole stores, and encounters to their
// trajectories.
func (p Pair) MoveBack(lists []kernel.HitList) {
	if p.Queries.inPlace() && p.Entries.inPlace() {
		return
	}
	for _, list := range lists {
		p.hits(list.List)
		if list.Joined != nil {
			p.encounters(&list.Joined.Encounters)
		}
	}
	p.counts(lists)
}

// inPlace reports whether rows and trajectories have the same numbers as in the whole.
func (p *Part) inPlace() bool { return p.rows == nil && p.row == 0 && p.traj == 0 }

// counts moves the counts of lists by query row, or drops them where rows do not stay
// together.
func (p *Pair) counts(lists []kernel.HitList) {
	var moved *kernel.RowHits
	for i := range lists {
		switch rows := lists[i].Rows; {
		case rows == nil || rows == moved:
		case p.Queries.rows != nil:
			lists[i].Rows = nil
		default:
			rows.First += p.Queries.row
			moved = rows
		}
	}
}

func (p *Pair) hits(list []interaction.HitRow) {
	if p.Queries.rows == nil && p.Entries.rows == nil {
		query, entry := p.Queries.row, p.Entries.row
		for i := range list {
			list[i].Query += query
			list[i].Entry += entry
		}
		return
	}
	for i := range list {
		p.Hit(&list[i])
	}
}

func (p *Pair) encounters(e *trajectory.Encounters) {
	for i := range e.QueryTraj {
		e.QueryTraj[i] = p.Queries.Traj(e.QueryTraj[i])
		e.EntryTraj[i] = p.Entries.Traj(e.EntryTraj[i])
	}
}
