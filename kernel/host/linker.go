package host

import (
	"flyby/encounter"
	"flyby/interaction"
	"flyby/trajectory"
)

// linker makes chains of the hits of a queue, which come as their pairs are in it: those of
// two runs in order of time.
type linker struct {
	*worker
	rule  *interaction.Rule
	pair  int             // of trajectories, that the last hit was of
	end   int             // of its pairs of segments
	some  bool            // chain has hits
	chain encounter.Chain // of the pair; Exit and the open end are those of its last hit, once closed
	exit  float64         // of the last hit
	last  int             // which it is
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

// begin begins a chain with a hit.
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

// close ends the chain and collects it.
func (l *linker) close() {
	l.chain.Exit = l.exit
	l.chain.Open |= l.openEnd(l.last)
	l.chains.Add(&l.chain)
}

// atEnd reports whether a hit of an instant is of the last one of a longer common span.
func (l *linker) atEnd(i int) bool {
	u, w := &l.queue, &l.rule.Window
	lo, hi := max(u.t[0][i], u.t[2][i], w.From), min(u.t[1][i], u.t[3][i], w.To)
	return lo < hi && u.enter[i] == hi
}

// openStart is that of encounter.Join: it tells whether the two were within the distance as
// one of them came into being, or as the window opened.
func (l *linker) openStart(i int, traj *[2]uint32) trajectory.Open {
	u, enter := &l.queue, l.queue.enter[i]
	if enter == l.rule.Window.From ||
		enter == u.t[0][i] && l.stores[0].StartsPiece(int(traj[0]), int(u.row[0][i])) ||
		enter == u.t[2][i] && l.stores[1].StartsPiece(int(traj[1]), int(u.row[1][i])) {
		q, e := l.segments(i)
		if start, _ := interaction.AtEnds(&q, &e, l.rule.Distance, &l.rule.Window); start {
			return trajectory.OpenStart
		}
	}
	return 0
}

// openEnd is that of encounter.Join: it tells whether the two were within the distance as one
// of them ended, or as the window closed.
func (l *linker) openEnd(i int) trajectory.Open {
	u, exit := &l.queue, l.queue.exit[i]
	if exit == l.rule.Window.To || exit == u.t[1][i] && u.own[0][i] > exit || exit == u.t[3][i] && u.own[1][i] > exit {
		q, e := l.segments(i)
		if _, end := interaction.AtEnds(&q, &e, l.rule.Distance, &l.rule.Window); end {
			return trajectory.OpenEnd
		}
	}
	return 0
}
