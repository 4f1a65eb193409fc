package host

import (
	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/trajectory"
)

// linker makes chains of the hits of a queue. The hits come in the order of their pairs in the
// queue: the hits of two runs in order of time.
type linker struct {
	*worker
	rule  *interaction.Rule
	pair  int             // index in queue.pairs of the last hit's trajectories
	end   int             // the end of the trajectories' pairs of segments in the queue
	some  bool            // chain has hits
	chain encounter.Chain // of the pair; close sets Exit and the open end
	exit  float64         // the exit of the last hit
	last  int             // the last hit's place in the queue
}

// add adds a hit, by its place in the queue.
func (l *linker) add(i int) {
	u := &l.queue
	if l.some {
		if i < l.end && u.enter[i] <= l.exit {
			if c := &l.chain; u.distance[i] < c.Distance {
				c.Closest, c.Distance, c.Speed = u.closest[i], u.distance[i], u.speed[i]
			}
			l.exit, l.last = u.exit[i], i
			l.chain.AtEnd = false
			return
		}
		l.close()
	}
	l.begin(i)
}

// begin begins a chain with the hit at place i.
func (l *linker) begin(i int) {
	u := &l.queue
	for i >= l.end {
		if l.end > 0 {
			l.pair++
		}
		if l.end = u.n; l.pair+1 < u.paired {
			l.end = u.pairs[l.pair+1].from
		}
	}
	traj := &u.pairs[l.pair].traj
	l.chain = encounter.Chain{
		Enter: u.enter[i], Closest: u.closest[i], Distance: u.distance[i], Speed: u.speed[i],
		Query: traj[0], Entry: traj[1], QueryRow: u.row[0][i], EntryRow: u.row[1][i],
		Open: l.openStart(i, traj), AtEnd: u.enter[i] == u.exit[i] && l.atEnd(i),
	}
	l.some, l.exit, l.last = true, u.exit[i], i
}

// close completes the chain and adds it to the worker's chains.
func (l *linker) close() {
	l.chain.Exit = l.exit
	l.chain.Open |= l.openEnd(l.last)
	l.chains.Add(&l.chain)
}

// atEnd reports whether a hit of one instant is at the last instant of a longer common span.
func (l *linker) atEnd(i int) bool {
	u, w := &l.queue, &l.rule.Window
	lo, hi := max(u.t[0][i], u.t[2][i], w.From), min(u.t[1][i], u.t[3][i], w.To)
	return lo < hi && u.enter[i] == hi
}

// openStart computes the OpenStart of encounter.Join: whether the two trajectories were within
// the distance when a piece of one of them, or the window, began.
func (l *linker) openStart(i int, traj *[2]uint32) trajectory.Open {
	u, enter := &l.queue, l.queue.enter[i]
	if enter == l.rule.Window.From ||
		enter == u.t[0][i] && l.stores[0].StartsPiece(int(traj[0]), int(u.row[0][i])) ||
		enter == u.t[2][i] && l.stores[1].StartsPiece(int(traj[1]), int(u.row[1][i])) {
		q, e := l.segments(i)
		if start, _ := l.rule.Window.AtEnds(&q, &e, l.rule.Distance); start {
			return trajectory.OpenStart
		}
	}
	return 0
}

// openEnd computes the OpenEnd of encounter.Join: whether the two trajectories were within the
// distance when a piece of one of them, or the window, ended.
func (l *linker) openEnd(i int) trajectory.Open {
	u, exit := &l.queue, l.queue.exit[i]
	if exit == l.rule.Window.To || exit == u.t[1][i] && u.own[0][i] > exit || exit == u.t[3][i] && u.own[1][i] > exit {
		q, e := l.segments(i)
		if _, end := l.rule.Window.AtEnds(&q, &e, l.rule.Distance); end {
			return trajectory.OpenEnd
		}
	}
	return 0
}
