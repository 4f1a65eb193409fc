package scene

import (
	"math"
	"slices"
	"sort"

	"flyby/trajectory"
)

// A Mover is a trajectory of a store.
type Mover struct {
	*trajectory.Store
	Traj int
}

// Samples returns the rows [first, last) of the samples from one time to another, both included.
func (o Mover) Samples(from, until float64) (first, last int) {
	begin, end := o.Range(o.Traj)
	t := o.T()[begin:end]
	return begin + sort.SearchFloat64s(t, from), begin + sort.Search(len(t), func(i int) bool { return t[i] > until })
}

// Covering returns the part [first, last) of ascending times that covers a span of time, with a time before it and one after it where there are any.
func Covering(t []float64, from, until float64) (first, last int) {
	first = sort.Search(len(t), func(i int) bool { return t[i] > from }) - 1
	return max(0, first), min(len(t), sort.SearchFloat64s(t, until)+1)
}

// Nearest returns the row of the sample nearest to a time.
func (o Mover) Nearest(t float64) int {
	begin, end := o.Range(o.Traj)
	at := begin + sort.SearchFloat64s(o.T()[begin:end], t)
	if at == end || at > begin && t-o.T()[at-1] < o.T()[at]-t {
		at--
	}
	return at
}

// There reports whether the object has a position at a time, or a sample at most within before or after it.
func (o Mover) There(t, within float64) bool {
	return o.Present(o.Traj, t) || math.Abs(o.T()[o.Nearest(t)]-t) <= within
}

// Line returns the samples [first, last) that are kept, all where kept is nil, in a frame, with their times from t on.
func (o Mover) Line(f *Frame, t float64, first, last int, kept func(row int) bool) (l Line) {
	for row := first; row < last; row++ {
		if kept == nil || kept(row) {
			l.add(f, o.Store, row, t)
		}
	}
	f.flush(&l)
	return l
}

// Apart returns the distance of two objects at a time.
func Apart(a, b Mover, t float64) float64 { return Between(a.At(a.Traj, t), b.At(b.Traj, t)) }

// LeastAround returns the least distance of two objects while both exist, at most within before or after t, which is the rounded time of an
// encounter.
func LeastAround(a, b Mover, t, within float64) float64 {
	from, until := t-within, t+within
	for _, o := range []Mover{a, b} {
		begin, end := o.Range(o.Traj)
		from, until = max(from, o.T()[begin]), min(until, o.T()[end-1])
	}
	moments := []float64{from, until}
	for _, o := range []Mover{a, b} {
		begin, end := o.Range(o.Traj)
		for row := begin + sort.SearchFloat64s(o.T()[begin:end], from); row < end && o.T()[row] < until; row++ {
			moments = append(moments, o.T()[row])
		}
	}
	slices.Sort(moments)
	least := Apart(a, b, moments[0])
	for i := range moments[1:] {
		least = min(least, leastBetween(a, b, moments[i], moments[i+1]))
	}
	return least
}

// leastBetween returns the least distance of two objects that move straight from one time to another.
func leastBetween(a, b Mover, from, until float64) float64 {
	relative := func(t float64) (d [3]float64) {
		at, other := a.At(a.Traj, t), b.At(b.Traj, t)
		for k := range d {
			d[k] = other[k] - at[k]
		}
		return d
	}
	first, last := relative(from), relative(until)
	var way [3]float64
	for k := range way {
		way[k] = last[k] - first[k]
	}
	share := ShareOfLeast(first, way)
	for k := range first {
		first[k] += float64(share * way[k])
	}
	return Between(first, [3]float64{})
}
