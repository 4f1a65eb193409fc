package whereabouts

import (
	"cmp"
	"context"
	"errors"
	"math"

	"flyby/internal/parallel"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/trajectory"
)

// A journey is a trajectory from one time to another, and the part of it travelled so far.
type journey struct {
	row       uint64 // the row that asked
	from, to  float64
	travelled trajectory.Travelled
	traj      uint32
}

// speeds answers questions for mean speeds over journeys. A journey passes through all cells from the one
// where it begins to the one where it ends, where its answer is written.
type speeds struct {
	cells     *Cells
	rows      uint64
	questions *notes[journey]
	entering  *notes[journey] // journeys that enter the cell from the one before
	answers   *notes[float64]
	threads   int
	gathered  []journey
	begins    []bool // whether a gathered journey begins in this cell
	heads     [2]head
}

// A head is the next journey of a list of notes.
type head struct {
	journey
	valid bool
}

func newSpeeds(folder *spill.Folder, c *Cells, bytes uint64, threads int) (s *speeds, err error) {
	s = &speeds{cells: c, threads: max(1, threads)}
	if s.questions, err = newNotes(folder, c.len(), bytes, journeyLayout()); err != nil {
		return nil, err
	}
	if s.entering, err = newNotes(folder, c.len()+1, bytes, journeyLayout()); err != nil {
		return nil, errors.Join(err, s.questions.close())
	}
	if s.answers, err = newNotes(folder, c.len(), bytes, speedLayout()); err != nil {
		return nil, errors.Join(err, s.questions.close(), s.entering.close())
	}
	return s, nil
}

func (s *speeds) ask(traj uint32, from, to float64) error {
	s.rows++
	return s.questions.add(s.cells.of(traj, from), journey{row: s.rows, from: from, to: to, traj: traj})
}

func (s *speeds) next(traj uint32, to float64) (float64, error) {
	return taken(s.answers, s.cells.of(traj, to))
}

// answer moves the journeys of a cell through it.
func (s *speeds) answer(ctx context.Context, cell int, b *slab.Slab) error {
	if err := s.begin(cell); err != nil {
		return err
	}
	for more := true; more; {
		var err error
		if more, err = s.gather(cell); err != nil {
			return err
		}
		s.travel(b)
		if err := cmp.Or(s.writeAnswers(cell), ctx.Err()); err != nil {
			return err
		}
	}
	return s.answers.end(cell)
}

// begin starts to read the journeys of a cell.
func (s *speeds) begin(cell int) error {
	for i, l := range []*notes[journey]{s.questions, s.entering} {
		if err := l.end(cell); err != nil {
			return err
		}
		if err := s.advance(cell, i); err != nil {
			return err
		}
	}
	return nil
}

// advance reads the next journey that begins in a cell (which 0) or enters it (1).
func (s *speeds) advance(cell, which int) (err error) {
	h := &s.heads[which]
	h.journey, h.valid, err = [...]*notes[journey]{s.questions, s.entering}[which].next(cell)
	return err
}

// gather takes the next journeys of a cell, in order of rows: journeys that begin in the cell, and journeys that
// enter it.
func (s *speeds) gather(cell int) (more bool, err error) {
	for s.gathered, s.begins = s.gathered[:0], s.begins[:0]; len(s.gathered) < gatheredRows; {
		which := 0
		if begun, entered := &s.heads[0], &s.heads[1]; !begun.valid || entered.valid && entered.row < begun.row {
			which = 1
		}
		if !s.heads[which].valid {
			return false, nil
		}
		s.gathered, s.begins = append(s.gathered, s.heads[which].journey), append(s.begins, which == 0)
		if err := s.advance(cell, which); err != nil {
			return false, err
		}
	}
	return true, nil
}

// travel adds the slab's part of the gathered journeys: for a journey that enters, the segments that start in
// the slab.
func (s *speeds) travel(b *slab.Slab) {
	n := len(s.gathered)
	parallel.Ranges(n, min(s.threads, n), func(_, first, last int) {
		for i := first; i < last; i++ {
			j, start := &s.gathered[i], b.Start
			if s.begins[i] {
				start = math.Inf(-1)
			}
			if traj, there := local(b, j.traj); there {
				j.travelled = b.Store.Travel(j.travelled, traj, j.from, j.to, start)
			}
		}
	})
}

// writeAnswers writes the answers of the journeys that end in a cell, and passes the others on to the next cell.
func (s *speeds) writeAnswers(cell int) error {
	for i := range s.gathered {
		j := &s.gathered[i]
		err := error(nil)
		if s.cells.of(j.traj, j.to) == cell {
			err = s.answers.add(cell, j.travelled.MeanSpeed())
		} else {
			err = s.entering.add(cell+1, *j)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *speeds) close() error {
	return errors.Join(s.questions.close(), s.entering.close(), s.answers.close())
}
