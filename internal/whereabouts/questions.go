package whereabouts

import (
	"errors"
	"fmt"

	"flyby/internal/spill"
	"flyby/trajectory"
)

// A Question says which facts are asked about the trajectories of one side of a result.
type Question struct {
	Cells Cells
	// Place returns the position of a trajectory of a store at a time, which its segment there decides. nil: no positions are asked for.
	Place  func(s *trajectory.Store, traj int, t float64) [3]float64
	Speeds bool // mean speeds are asked for
	// Ways is the number of times that each row asks for the way of its trajectory. Ends decides where the way is cut into lines: whether a
	// line ends between two samples, of which begins says whether the first begins a line.
	Ways int
	Ends func(a, b trajectory.Sample, begins bool) bool
}

// A Side answers a Question, row by row. Rows ask in their order; after Answer they get the answers in the same order. It is for one
// goroutine.
type Side struct {
	cells  *Cells
	places *places
	speeds *speeds
	ways   *ways
	times  int // the number of ways that each row asks for
}

// NewSide makes a side whose notes are in files of a folder. Buffers take some bytes, or half a KiB for each cell and kind of note where
// that is more.
func NewSide(folder *spill.Folder, q Question, bytes uint64, threads int) (s *Side, err error) {
	s = &Side{cells: &q.Cells, times: q.Ways}
	if q.Ways > 0 {
		bytes /= 2
		if s.ways, err = newWays(folder, s.cells, q.Ends, bytes); err != nil {
			return nil, err
		}
	}
	if q.Place != nil {
		if s.places, err = newPlaces(folder, s.cells, q.Place, bytes/2, threads); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	if q.Speeds {
		if s.speeds, err = newSpeeds(folder, s.cells, bytes/2, threads); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// Rows are the columns of rows that a side reads: At is for places, From and To for speeds and ways. All are inside segments of the
// trajectory.
type Rows struct {
	Traj         []uint32
	At, From, To []float64
}

// Ask writes the questions of rows.
func (s *Side) Ask(r Rows) error {
	for i, traj := range r.Traj {
		if s.places != nil {
			if err := s.places.ask(traj, r.At[i]); err != nil {
				return err
			}
		}
		if s.speeds != nil {
			if err := s.speeds.ask(traj, r.From[i], r.To[i]); err != nil {
				return err
			}
		}
		for range s.times {
			if err := s.ways.ask(traj, r.From[i], r.To[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Way passes on the way of a trajectory from one time to another, for the next row that has asked for a way: to begin, whether it is several
// lines, then to each its samples, without their times, and which begin a line.
func (s *Side) Way(traj uint32, from, to float64, begin func(several bool) error, each func(at trajectory.Sample, begins bool) error) error {
	return s.ways.next(stay{from, to, traj}, begin, each)
}

// Next fills in the answers for rows: places, an axis a column, and speeds, NaN where no time passes. Columns that were not asked for stay
// as they are.
func (s *Side) Next(r Rows, places *[3][]float64, speeds []float64) error {
	for i, traj := range r.Traj {
		if s.places != nil {
			p, err := s.places.next(traj, r.At[i])
			if err != nil {
				return err
			}
			for axis := range p {
				places[axis][i] = p[axis]
			}
		}
		if s.speeds != nil {
			v, err := s.speeds.next(traj, r.To[i])
			if err != nil {
				return err
			}
			speeds[i] = v
		}
	}
	return nil
}

// Close frees the files of its notes.
func (s *Side) Close() error {
	var errs []error
	if s.places != nil {
		errs = append(errs, s.places.close())
	}
	if s.speeds != nil {
		errs = append(errs, s.speeds.close())
	}
	if s.ways != nil {
		errs = append(errs, s.ways.close())
	}
	return errors.Join(errs...)
}

// taken returns the next record of a cell, which must have one.
func taken[T any](n *notes[T], cell int) (r T, err error) {
	r, ok, err := n.next(cell)
	if err == nil && !ok {
		err = fmt.Errorf("whereabouts: cell %d has no more answers", cell)
	}
	return r, err
}
