package groups

import (
	"math"

	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// A graph is objects at an instant, linked where they are within the threshold and their radii of each other.
type graph struct {
	*maker
	t, instant float64 // the true instant differs from t by instant at most
	nodes      []node
	size       float64 // size of the coordinates
	widest     float64 // greatest radius
	fastest    float64 // longest way within the instant
}

// A node is an object with its position, its radius, and the length of its way within the instant.
type node struct {
	scene.Mover
	at          [3]float64
	radius, way float64
}

// add adds a trajectory, if it has a position at the instant.
func (g *graph) add(traj int) bool {
	o := scene.Mover{Store: g.store(), Traj: traj}
	if !o.There(g.t, g.instant) {
		return false
	}
	n := node{Mover: o, at: o.At(traj, g.t), radius: o.Radius(traj)}
	n.way = max(scene.Between(n.at, o.At(traj, g.t-g.instant)), scene.Between(n.at, o.At(traj, g.t+g.instant)))
	g.nodes = append(g.nodes, n)
	g.size = max(g.size, math.Abs(n.at[0]), math.Abs(n.at[1]), math.Abs(n.at[2]))
	g.widest, g.fastest = max(g.widest, n.radius), max(g.fastest, n.way)
	return true
}

// linked reports whether two nodes are linked at some time within instant of t.
func (g *graph) linked(a, b *node) bool {
	reach := *g.Within() + a.radius + b.radius + float64(page.CoordinateError*g.size)
	switch distance := scene.Between(a.at, b.at); {
	case distance <= reach:
		return true
	case distance > reach+a.way+b.way:
		return false
	}
	return scene.LeastAround(a.Mover, b.Mover, g.t, g.instant) <= reach
}

// A cell is a cube of a grid.
type cell [3]float64

// reach finds the nodes that are connected with the first one. Nodes stay in the cells of a grid until they are reached, so that only near nodes are compared.
func (g *graph) reach() (reached []bool) {
	reached = make([]bool, len(g.nodes))
	if len(g.nodes) == 0 {
		return reached
	}
	side := *g.Within() + float64(2*g.widest) + float64(2*g.fastest) + float64(page.CoordinateError*g.size)
	if side == 0 {
		side = 1
	}
	cellOf := func(n *node) (c cell) {
		for k := range c {
			c[k] = math.Floor(n.at[k] / side)
		}
		return c
	}
	waiting := map[cell][]int{}
	for i := range g.nodes[1:] {
		c := cellOf(&g.nodes[i+1])
		waiting[c] = append(waiting[c], i+1)
	}
	reached[0] = true
	for next := []int{0}; len(next) > 0; {
		from := &g.nodes[next[len(next)-1]]
		next = next[:len(next)-1]
		for c := range around(cellOf(from)) {
			left := waiting[c][:0]
			for _, i := range waiting[c] {
				if g.linked(from, &g.nodes[i]) {
					reached[i] = true
					next = append(next, i)
				} else {
					left = append(left, i)
				}
			}
			if len(left) > 0 {
				waiting[c] = left
			} else {
				delete(waiting, c)
			}
		}
	}
	return reached
}

// around yields a cell and its neighbours.
func around(c cell) func(yield func(cell) bool) {
	return func(yield func(cell) bool) {
		for i := range 27 {
			if !yield(cell{c[0] + float64(i%3-1), c[1] + float64(i/3%3-1), c[2] + float64(i/9-1)}) {
				return
			}
		}
	}
}
