package engine

import (
	"math"

	"flyby/interaction"
	"flyby/internal/partition"
	"flyby/trajectory"
)

// queryRange is the rows [first, last) of a task's queries: rows of whole trajectories, or of
// one trajectory.
type queryRange struct {
	*partition.Part
	first, last int
	whole       bool // it has whole trajectories
	ends        bool // it ends a trajectory
	rule        interaction.Rule
}

// ranging cuts the queries of a task into ranges, one after another.
type ranging struct {
	entries *trajectory.Store
	task    Task
	row     int     // first row of the next range
	rows    float64 // rows that it should have
	most    int     // rows of a range; 0: any number
	growth  float64 // how many times as long as one range the next is, at most
}

// next returns the range behind the last one done; false at the end.
func (r *ranging) next() (queryRange, bool) {
	s := r.task.Queries
	if r.row >= s.Samples() {
		return queryRange{}, false
	}
	rows := int(max(1, min(r.rows, float64(s.Samples()))))
	if r.most > 0 {
		rows = min(rows, r.most)
	}
	whole, traj := partition.Whole(s), s.Owner(r.row)
	first, last := s.Range(traj)
	q := queryRange{first: r.row, last: min(r.row+rows, last)}
	if q.whole = q.first == first && q.last == last; q.whole {
		next := max(traj+1, s.Owner(min(r.row+rows, s.Samples()-1)))
		if r.row+rows >= s.Samples() {
			next = s.Trajectories()
		}
		_, q.last = s.Range(next - 1)
		q.Part = whole.Slice(traj, next)
	} else {
		q.Part = whole.Rows(traj, q.first, q.last)
	}
	q.ends = q.last >= last
	q.rule = r.ruleOf(q.Part)
	return q, true
}

// ruleOf returns the rule for a part of the queries: in a join a trajectory meets only later
// ones.
func (r *ranging) ruleOf(p *partition.Part) interaction.Rule {
	rule := r.task.Rule
	if !rule.Join {
		rule.Excluded = partition.Pair{Queries: p, Entries: partition.Whole(r.entries)}.Excluded(rule)
		return rule
	}
	rule.Join, rule.Later = false, true
	rule.Excluded = make([]uint32, p.Store.Trajectories())
	for i := range rule.Excluded {
		rule.Excluded[i] = p.Traj(uint32(i))
	}
	return rule
}

// done moves on behind a range, which took taken of its budget most, and sets the length of
// the next.
func (r *ranging) done(q queryRange, taken, most uint64) {
	rows := float64(q.last - q.first)
	r.row = q.last
	r.rows = min(fill*rows*float64(most)/float64(max(taken, 1)), r.growth*max(rows, r.rows))
}

// over shortens a range whose hits outgrow the budget: to the length that fits, where hits are
// known to be that many times as many, else to half.
func (r *ranging) over(q queryRange, times float64) {
	rows := float64(q.last - q.first)
	r.rows = math.Floor(min(rows/2, fill*rows/times))
}

const (
	// fill is the share of the budget that a range is to fill, since ranges differ.
	fill = 0.75
	// growth is ranging.growth where hits outgrow memory.
	growth = 4
)

// empty reports whether no segment starts at the rows.
func (q queryRange) empty() bool { return q.Store.Trajectories() == 0 }
