package pointjoin

import (
	"flyby/internal/memory"
	"flyby/points"
)

// A Giver gives the pairs of a work, which come in order, to the caller of the driver: to Found.Take, where it is set, else in one
// list. It is for drivers that know the number of pairs before the first pair.
type Giver struct {
	out   *Found
	total uint64
	list  []Pair
}

// Giver returns a Giver of total pairs. The caller has taken the memory of a list of them from the budget.
func (f *Found) Giver(total uint64) *Giver { return &Giver{out: f, total: total} }

// Give gives the pairs that come next, whose memory is the caller's again once it returns.
func (g *Giver) Give(p points.Pairs) error {
	if g.out.Take != nil {
		return g.out.Take(p)
	}
	if g.list == nil {
		if err := memory.Need("pairs", memory.Of(int(g.total), PairBytes)); err != nil {
			return err
		}
		g.list = make([]Pair, 0, g.total)
	}
	for i, first := range p.First {
		g.list = append(g.list, PairOf(first, p.Second[i]))
	}
	return nil
}

// End is called after the last pair. It adds the list of pairs, if Take did not take them.
func (g *Giver) End() {
	if len(g.list) > 0 {
		g.out.Lists = append(g.out.Lists, List{Pairs: g.list, Ordered: true})
	}
}
