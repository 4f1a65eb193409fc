package whereabouts

import (
	"cmp"
	"context"
	"errors"

	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/trajectory"
)

// A stay is a trajectory from one time to another.
type stay struct {
	from, to float64
	traj     uint32
}

// A waypoint is a sample of a way, and whether a gap lies before it.
type waypoint struct {
	at     trajectory.Sample
	begins bool
}

// A leg is the part of a way inside a cell: the number of its waypoints, the first and the last.
type leg struct {
	n           uint64
	first, last waypoint
	several     bool // a line ends between two of its waypoints
}

// ways answers questions for the ways of trajectories. A way asks every cell from the one where it begins to the one where it ends; each cell
// writes its waypoints.
type ways struct {
	cells     *Cells
	ends      func(a, b trajectory.Sample, begins bool) bool
	questions *notes[stay]
	legs      *notes[leg]
	waypoints *notes[waypoint]
	wayLegs   []leg
}

func newWays(folder *spill.Folder, c *Cells, ends func(a, b trajectory.Sample, begins bool) bool, bytes uint64) (w *ways, err error) {
	w = &ways{cells: c, ends: ends}
	if w.questions, err = newNotes(folder, c.len(), bytes, stayLayout()); err != nil {
		return nil, err
	}
	if w.legs, err = newNotes(folder, c.len(), bytes/2, legLayout()); err != nil {
		return nil, errors.Join(err, w.questions.close())
	}
	if w.waypoints, err = newNotes(folder, c.len(), bytes/2, waypointLayout()); err != nil {
		return nil, errors.Join(err, w.questions.close(), w.legs.close())
	}
	return w, nil
}

func (w *ways) ask(traj uint32, from, to float64) error {
	for cell := w.cells.of(traj, from); cell <= w.cells.of(traj, to); cell++ {
		if err := w.questions.add(cell, stay{from, to, traj}); err != nil {
			return err
		}
	}
	return nil
}

// answer writes the parts inside a cell of the ways that it is asked for.
func (w *ways) answer(ctx context.Context, cell int, b *slab.Slab) error {
	if err := w.questions.end(cell); err != nil {
		return err
	}
	for {
		s, ok, err := w.questions.next(cell)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if !ok {
			return cmp.Or(w.legs.end(cell), w.waypoints.end(cell))
		}
		if err := w.writeWay(cell, s, b); err != nil {
			return err
		}
	}
}

// writeWay writes the waypoints and the leg of one way inside a slab.
func (w *ways) writeWay(cell int, s stay, b *slab.Slab) error {
	var l leg
	if traj, there := local(b, s.traj); there {
		for at, begins := range b.Store.Way(traj, s.from, s.to, b.Start, b.End) {
			p := waypoint{at, begins}
			if err := w.waypoints.add(cell, p); err != nil {
				return err
			}
			l.add(p, w.ends)
		}
	}
	return w.legs.add(cell, l)
}

// add appends a waypoint to the leg.
func (l *leg) add(p waypoint, ends func(a, b trajectory.Sample, begins bool) bool) {
	if l.n == 0 {
		l.first = p
	} else if p.begins || ends(l.last.at, p.at, l.last.begins) {
		l.several = true
	}
	l.last, l.n = p, l.n+1
}

// join appends the next leg of a way.
func (l *leg) join(next leg, ends func(a, b trajectory.Sample, begins bool) bool) {
	if next.n == 0 {
		return
	}
	before := l.n
	l.add(next.first, ends)
	l.several = l.several || next.several
	l.last, l.n = next.last, before+next.n
}

// next passes on a way: to begin, whether it is several lines, then its samples to each.
func (w *ways) next(s stay, begin func(several bool) error, each func(at trajectory.Sample, begins bool) error) error {
	first, last := w.cells.of(s.traj, s.from), w.cells.of(s.traj, s.to)
	var whole leg
	w.wayLegs = w.wayLegs[:0]
	for cell := first; cell <= last; cell++ {
		l, err := taken(w.legs, cell)
		if err != nil {
			return err
		}
		whole.join(l, w.ends)
		w.wayLegs = append(w.wayLegs, l)
	}
	if err := begin(whole.several); err != nil {
		return err
	}
	for i, l := range w.wayLegs {
		for range l.n {
			p, err := taken(w.waypoints, first+i)
			if err == nil {
				err = each(p.at, p.begins)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *ways) close() error {
	return errors.Join(w.questions.close(), w.legs.close(), w.waypoints.close())
}
