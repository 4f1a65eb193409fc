package whereabouts

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"flyby/internal/parallel"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/trajectory"
)

// A moment is a trajectory at a time.
type moment struct {
	t    float64
	traj uint32
}

// places answers questions for the positions of trajectories at moments.
type places struct {
	cells     *Cells
	of        func(s *trajectory.Store, traj int, t float64) [3]float64
	questions *notes[moment]
	answers   *notes[[3]float64]
	threads   int
	gathered  []moment
	out       [][3]float64
}

func newPlaces(folder *spill.Folder, c *Cells, of func(*trajectory.Store, int, float64) [3]float64, bytes uint64, threads int) (*places, error) {
	asked, err := newNotes(folder, c.len(), bytes, momentLayout())
	if err != nil {
		return nil, err
	}
	told, err := newNotes(folder, c.len(), bytes, placeLayout())
	if err != nil {
		return nil, errors.Join(err, asked.close())
	}
	return &places{cells: c, of: of, questions: asked, answers: told, threads: max(1, threads)}, nil
}

func (p *places) ask(traj uint32, t float64) error {
	return p.questions.add(p.cells.of(traj, t), moment{t, traj})
}

func (p *places) next(traj uint32, t float64) ([3]float64, error) {
	return taken(p.answers, p.cells.of(traj, t))
}

// answer answers the moments that a cell is asked for.
func (p *places) answer(ctx context.Context, cell int, b *slab.Slab) error {
	if err := p.questions.end(cell); err != nil {
		return err
	}
	for more := true; more; {
		var err error
		if more, err = p.gather(cell, b); err != nil {
			return err
		}
		if err := cmp.Or(p.writeAnswers(cell, b), ctx.Err()); err != nil {
			return err
		}
	}
	return p.answers.end(cell)
}

// gather takes the next moments that a cell is asked for, with the numbers of their trajectories in
// the slab.
func (p *places) gather(cell int, b *slab.Slab) (more bool, err error) {
	for p.gathered = p.gathered[:0]; len(p.gathered) < gatheredRows; {
		m, ok, err := p.questions.next(cell)
		if err != nil || !ok {
			return false, err
		}
		at, there := local(b, m.traj)
		if !there {
			return false, fmt.Errorf("whereabouts: the slab [%v, %v) lacks trajectory %d, which is asked for at %v", b.Start, b.End, m.traj, m.t)
		}
		p.gathered = append(p.gathered, moment{m.t, uint32(at)})
	}
	return true, nil
}

// writeAnswers computes and writes the answers of the gathered moments.
func (p *places) writeAnswers(cell int, b *slab.Slab) error {
	if p.out == nil {
		p.out = make([][3]float64, gatheredRows)
	}
	n := len(p.gathered)
	parallel.Ranges(n, min(p.threads, n), func(_, first, last int) {
		for i := first; i < last; i++ {
			p.out[i] = p.of(b.Store, int(p.gathered[i].traj), p.gathered[i].t)
		}
	})
	for _, at := range p.out[:n] {
		if err := p.answers.add(cell, at); err != nil {
			return err
		}
	}
	return nil
}

func (p *places) close() error { return errors.Join(p.questions.close(), p.answers.close()) }
