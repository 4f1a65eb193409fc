package scene

import (
	"slices"
	"sort"

	"flyby/trajectory"
)

// A Mover is a trajectory of a store.
type Mover struct {
	*trajectory.Store
	Traj int
}

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
	least := Between(a.At(a.Traj, moments[0]), b.At(b.Traj, moments[0]))
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
	share := 0.0
	if length := Dot(way, way); length > 0 {
		share = max(0, min(-Dot(first, way)/length, 1))
	}
	for k := range first {
		first[k] += float64(share * way[k])
	}
	return Between(first, [3]float64{})
}
