package curve

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/weave"
	"flyby/trajectory"
)

// Split splits the segments of columns that have velocities, V, until all chords stay within a distance
// of the curves, and takes the velocities out of them. It takes ownership of the slices. Rows are checked
// as New does, so the error is a *RowError that names a row of c; New finds no further fault in what
// comes out. Heights in H are an error: split them as Z. Segment ids count the parts. Nothing is split across a gap, of o.MaxGap or of pieces.
// A way whose chord is faster than o.MaxSpeed is marked in Fast and not split: New, which is given the same
// options, leaves it out.
//
// Where a segment would have more than MostParts parts the error is an *Error about all segments, and
// where there is no room for the samples a *memory.Error; c is lost then. Loose columns are no such *Error: a segment
// between two rows of which one has no velocity is not split, and the distance becomes the least that is enough for
// all others, +Inf where none is. The report says it.
func Split(c trajectory.Columns, o trajectory.BuildOptions, within float64) (trajectory.Columns, trajectory.SplitReport, error) {
	c.Rows() // panics where columns do not fit each other
	if c.H != nil {
		return trajectory.Columns{}, trajectory.SplitReport{}, errors.New("curve: heights are in h: they are split as z")
	}
	s := splitting{c: c, o: o, within: within}
	if err := s.settle(); err != nil {
		return trajectory.Columns{}, s.report, err
	}
	if err := s.afford(); err != nil {
		return trajectory.Columns{}, s.report, fmt.Errorf("curve: splitting %d segments: %w", s.report.Split, err)
	}
	s.rebuild()
	return s.c, s.report, nil
}

// splitting holds the state of one Split.
type splitting struct {
	c      trajectory.Columns
	o      trajectory.BuildOptions
	within float64
	splits []weave.Split
	keep   []bool // nil: all rows are good
	report trajectory.SplitReport
}

// settle plans, of Loose columns within what is enough.
func (s *splitting) settle() error {
	for {
		err := s.plan()
		var refused *Error
		if !s.c.Loose || !errors.As(err, &refused) {
			return err
		}
		s.within = refused.Fits
		s.splits, s.keep, s.report = nil, nil, trajectory.SplitReport{}
	}
}

// plan checks every row and decides which segments to split.
func (s *splitting) plan() error {
	if s.o.MaxSpeed > 0 {
		s.c.Fast = make([]bool, len(s.c.T))
	}
	checker := trajectory.NewChecker(trajectory.Rules{Times: s.c.Times})
	var refused *Error
	for row := range s.c.T {
		prev, repeats, bad := checker.Next(&s.c, row, s.keep)
		if bad != nil && !s.o.SkipBadRows {
			return bad
		}
		if bad != nil || repeats {
			s.leave(row, bad)
			continue
		}
		if prev < 0 || s.apart(prev, row) {
			continue
		}
		if s.o.MaxSpeed > 0 && trajectory.Faster(s.c.Sample(prev), s.c.Sample(row), s.o.MaxSpeed) {
			s.c.Fast[row] = true
			continue
		}
		n, fits := s.parts(prev, row)
		if refused = refused.Worse(s.within, fits); n > 1 {
			s.splits = append(s.splits, weave.Split{From: prev, To: row, Parts: n})
		}
	}
	if refused != nil {
		return refused
	}
	s.report.Split, s.report.Added, s.report.Within = len(s.splits), weave.Added(s.splits), s.within
	return nil
}

// parts is Parts of the segment between two rows: one where a velocity is not known.
func (s *splitting) parts(from, to int) (n int, fits float64) {
	first, known := s.state(from)
	last, both := s.state(to)
	if !known || !both {
		return 1, 0
	}
	return Parts(first, last, s.within)
}

// leave leaves a row out, and says what is wrong with it, nil where it is a repeat.
func (s *splitting) leave(row int, bad *trajectory.RowError) {
	if s.keep == nil {
		s.keep = slices.Repeat([]bool{true}, len(s.c.T))
	}
	s.keep[row] = false
	s.report.Leave(bad)
}

// apart reports whether a gap lies between two rows of a trajectory.
func (s *splitting) apart(from, to int) bool {
	return s.o.MaxGap > 0 && s.c.T[to]-s.c.T[from] > s.o.MaxGap || s.c.Piece != nil && s.c.Piece[to] != s.c.Piece[from]
}

// state gathers a row. known is false where it has no velocity.
func (s *splitting) state(row int) (at State, known bool) {
	of := s.c.Sample(row)
	at = State{T: of.T, P: [3]float64{of.X, of.Y, of.Z}}
	at.V, known = s.c.Velocity(row)
	return at, known
}

// afford reports whether there is room for the samples that the plan adds, before any is made.
func (s *splitting) afford() error {
	const number, id = 8, 8
	all, each := len(s.c.T)+s.report.Added, id
	for _, col := range [][]float64{s.c.T, s.c.X, s.c.Y, s.c.Z, s.c.R} {
		if col != nil {
			each += number
		}
	}
	if s.c.Piece != nil {
		each += 4
	}
	if s.c.Fast != nil {
		each++
	}
	if uint64(all) > math.MaxUint32 {
		return fmt.Errorf("%d samples are more than the 4294967295 of a store: larger data sets are searched in slabs of time", all)
	}
	return memory.Need(memory.Count(all)+" samples", memory.Of(all, each)+memory.Of(s.report.Added, 4*number))
}

// rebuild drops rows and puts the added samples before the row that their split leads to, one column
// at a time to bound memory.
func (s *splitting) rebuild() {
	var added trajectory.Columns
	for _, col := range []*[]float64{&added.T, &added.X, &added.Y, &added.Z} {
		*col = make([]float64, 0, s.report.Added)
	}
	for _, one := range s.splits {
		from, _ := s.state(one.From)
		to, _ := s.state(one.To)
		for t, p := range Between(from, to, one.Parts) {
			added.T = append(added.T, t)
			added.X, added.Y, added.Z = append(added.X, p[0]), append(added.Y, p[1]), append(added.Z, p[2])
		}
	}
	c := &s.c
	c.V, c.Loose = [3][]float64{}, false
	c.T = weave.Column(c.T, added.T, s.splits, s.keep)
	c.X = weave.Column(c.X, added.X, s.splits, s.keep)
	c.Y = weave.Column(c.Y, added.Y, s.splits, s.keep)
	c.Z = weave.Column(c.Z, added.Z, s.splits, s.keep)
	c.R = weave.Column(c.R, nil, s.splits, s.keep)
	c.Piece = weave.Column(c.Piece, nil, s.splits, s.keep)
	c.Fast = weave.Column(c.Fast, nil, s.splits, s.keep) // no way that is split is marked
	c.ID.Int = weave.Column(c.ID.Int, nil, s.splits, s.keep)
	c.ID.Code = weave.Column(c.ID.Code, nil, s.splits, s.keep)
}
