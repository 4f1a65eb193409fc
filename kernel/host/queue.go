package host

import (
	"math/bits"

	"flyby/interaction"
	"flyby/internal/ownership"
	"flyby/trajectory"
)

const (
	lanes     = 8  // pairs that are solved at once
	queueFull = 64 // pairs from which on a queue is flushed
	queueRoom = queueFull + lanes
)

// queue is pairs of segments that wait to be solved, in an array for each number,
// which a vector instruction reads at once. internal/asm knows the layout.
type queue struct {
	t           [4][queueRoom]float64    // q.T0, q.T1, e.T0, e.T1
	own         [2][queueRoom]float64    // ownership.OwnedBefore of q and e
	p           [4][3][queueRoom]float64 // q.P0, q.P1, e.P0, e.P1
	threshold   [queueRoom]float64       // d and both radii
	enter, exit [queueRoom]float64       // of the pairs that hit, once solved
	closest     [queueRoom]float64       // interaction.Window.Closest of the pairs that hit, where encounters are wanted
	distance    [queueRoom]float64
	speed       [queueRoom]float64
	row         [2][queueRoom]uint32 // of q and e
	n           int
	pairs       [queueRoom + 1]pairStart // of trajectories, where encounters are wanted
	paired      int
}

// pairStart is two trajectories, and the place where their pairs of segments begin in a queue.
type pairStart struct {
	from int
	traj [2]uint32 // of queries and entries
}

// begin marks the pairs pushed from now on as pairs of two trajectories.
func (u *queue) begin(query, entry uint32) {
	if n := u.paired - 1; n >= 0 && u.pairs[n].from == u.n {
		u.paired = n // the trajectories before have no pairs
	}
	u.pairs[u.paired] = pairStart{u.n, [2]uint32{query, entry}}
	u.paired++
}

// push adds a pair.
func (u *queue) push(q, e *body, d float64) {
	i := u.n
	u.t[0][i], u.t[1][i], u.t[2][i], u.t[3][i] = q.T0, q.T1, e.T0, e.T1
	u.own[0][i], u.own[1][i] = ownership.OwnedBefore(q.T1, q.Last), ownership.OwnedBefore(e.T1, e.Last)
	for k := range 3 {
		u.p[0][k][i], u.p[1][k][i] = q.P0[k], q.P1[k]
		u.p[2][k][i], u.p[3][k][i] = e.P0[k], e.P1[k]
	}
	u.threshold[i] = (q.R + e.R) + d
	u.row[0][i], u.row[1][i] = q.row, e.row
	u.n++
}

// segments writes the i-th pair to q and e, without radii, and returns the pair's threshold,
// which includes both radii.
func (u *queue) segments(i int, q, e *trajectory.Segment) (d float64) {
	q.T0, q.T1, q.Last = u.t[0][i], u.t[1][i], u.own[0][i] > u.t[1][i]
	e.T0, e.T1, e.Last = u.t[2][i], u.t[3][i], u.own[1][i] > u.t[3][i]
	for k := range 3 {
		q.P0[k], q.P1[k] = u.p[0][k][i], u.p[1][k][i]
		e.P0[k], e.P1[k] = u.p[2][k][i], u.p[3][k][i]
	}
	return u.threshold[i]
}

// solveFunc is interaction.Window.Interact for the pairs [from, from+lanes) of a queue, from
// a multiple of lanes: bit i of a result is pair from+i's.
type solveFunc func(u *queue, from int, w *interaction.Window) (hit, borderline uint32)

// solveGeneric is solveFunc in Go: the reference of the vector versions.
func solveGeneric(u *queue, from int, w *interaction.Window) (hit, borderline uint32) {
	for i := range min(lanes, u.n-from) {
		var q, e trajectory.Segment
		d := u.segments(from+i, &q, &e)
		enter, exit, v := w.Interact(&q, &e, d)
		u.enter[from+i], u.exit[from+i] = enter, exit
		switch v {
		case interaction.Hit:
			hit |= 1 << i
		case interaction.Borderline:
			borderline |= 1 << i
		}
	}
	return hit, borderline
}

// flush solves all pairs of the worker's queue, and settles the borderline ones.
func (w *worker) flush(rule *interaction.Rule) {
	if w.joins {
		w.flushJoined(rule)
		return
	}
	u := &w.queue
	w.makeRoom()
	for from := 0; from < u.n; from += lanes {
		hit, borderline := w.solve(u, from, &rule.Window)
		there := uint32(1)<<min(lanes, u.n-from) - 1
		hit |= w.settleAll(from, borderline&there, rule)
		for found := hit & there; found != 0; found &= found - 1 {
			i := from + bits.TrailingZeros32(found)
			w.list = append(w.list, interaction.HitRow{Query: u.row[0][i], Entry: u.row[1][i], Enter: u.enter[i], Exit: u.exit[i]})
			if w.rows != nil {
				w.rows[u.row[0][i]]++
			}
		}
	}
	u.n = 0
}

// settleAll decides the borderline pairs among [from, from+lanes), a bit each, and returns
// the bits of the pairs that hit.
func (w *worker) settleAll(from int, borderline uint32, rule *interaction.Rule) (hit uint32) {
	for ; borderline != 0; borderline &= borderline - 1 {
		i := bits.TrailingZeros32(borderline)
		if w.settle(from+i, rule) {
			hit |= 1 << i
		}
	}
	return hit
}

// settle decides the i-th pair by exact arithmetic at once: so a search whose pairs are all
// borderline makes progress, and needs no memory for them.
func (w *worker) settle(i int, rule *interaction.Rule) (hit bool) {
	q, e := w.segments(i)
	w.stats.Exact++
	u := &w.queue
	u.enter[i], u.exit[i], hit = rule.Window.Settle(&q, &e, rule.Distance)
	return hit
}

// segments returns the i-th pair of the queue, with their radii.
func (w *worker) segments(i int) (q, e trajectory.Segment) {
	u := &w.queue
	u.segments(i, &q, &e)
	q.R, e.R = radiusOf(w.stores[0], u.row[0][i]), radiusOf(w.stores[1], u.row[1][i])
	return q, e
}

// radiusOf returns the radius of a segment by its row.
func radiusOf(s *trajectory.Store, row uint32) float64 {
	if s == nil || !s.HasRadius() {
		return 0
	}
	return s.Radius(s.Owner(int(row)))
}
