package fileset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/reading"
	"flyby/internal/states"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// readStates reads files for Options.States: rows become states as they stream, or, where files have no columns of velocities, once all are in memory.
func readStates(ctx context.Context, files []File, o format.Options) (*trajectory.Store, format.Report, error) {
	o, files = o.Steady(), slices.Clone(files)
	slices.SortFunc(files, File.Compare)
	r := &stateRows{o: o, name: NameOf(files), newest: math.Inf(-1)}
	ids, report, err := ReadFileRows(ctx, files, o, r.take)
	if err != nil {
		return nil, format.Report{}, err
	}
	clashes := &Clashes{Files: files, Options: o, IDs: ids, Report: &report}
	if err := r.settle(ctx, clashes); err != nil {
		return nil, report, err
	}
	c, made, err := r.tracker.Paths(&r.like)
	made.At, made.Newest = r.like.Times.Format(made.Now), r.open
	if r.moves != nil {
		made.From = r.moves.String()
	}
	report.States = &made
	var far *states.FarError
	switch {
	case errors.As(err, &far):
		return nil, report, &format.Error{File: r.name, Cause: fmt.Sprintf("object %s: %s", idText(ids, far.Number), far.Cause()), Err: err}
	case err != nil:
		return nil, report, err
	case len(c.T) == 0:
		return nil, report, r.none(&made)
	}
	return r.build(withIDs(c, ids), report)
}

// idText returns the id of a trajectory by its number.
func idText(ids reading.IDs, number uint32) string {
	if ids.Int != nil {
		return fmt.Sprint(ids.Int[number])
	}
	return ids.Name[number]
}

// stateRows makes states of the rows of files.
type stateRows struct {
	o        format.Options // adapted to the units of the files, once these are known
	name     string         // of the files
	begun    bool
	moves    *reading.Velocity  // of the first file; nil: velocities lead from row to row
	like     trajectory.Columns // the kinds of rows, and which columns they have
	lonLat   bool
	open     bool    // the newest row says now
	newest   float64 // time of a row
	tracker  states.Tracker
	gathered gatheredRows // where moves is nil
	paid     int          // states that there is memory for
}

// take is a reading.RowsFunc.
func (r *stateRows) take(rows *reading.Rows, bad func(*trajectory.RowError) error) error {
	if !r.begun {
		if err := r.begin(rows); err != nil {
			return err
		}
	}
	for _, t := range rows.T {
		r.newest = max(r.newest, t)
	}
	switch {
	case (rows.Moves == nil) != (r.moves == nil):
		return fmt.Errorf("format: %s: some files have columns of velocities (%s), and others have not", r.name, cmp.Or(r.moves, rows.Moves))
	case r.moves == nil:
		return r.gathered.take(rows, bad)
	}
	if err := r.afford(rows.Trajectories); err != nil {
		return err
	}
	for row, number := range rows.ID.Code {
		s := rows.Sample(row)
		var moves, least bool
		s.V, moves, least = rows.Moves.In(r.tracker.Motion, &rows.Columns, row)
		r.tracker.Take(number, s, moves, least)
	}
	return nil
}

// afford checks, each time their number has doubled, that there is memory for states.
func (r *stateRows) afford(n int) error {
	if n <= r.paid {
		return nil
	}
	r.paid = 2 * n
	if err := memory.Need(fmt.Sprintf("%d states and as many to come", n), memory.Of(r.paid, states.StateBytes)); err != nil {
		return fmt.Errorf("format: read files: %w", err)
	}
	return nil
}

// begin learns the kinds and units of the rows, and when now is.
func (r *stateRows) begin(rows *reading.Rows) error {
	if rows.Frame != trajectory.Plain {
		return &reading.StatesError{File: r.name, Cause: "positions are " + rows.Frame.String() + ", in which nothing moves straight along the ground: states need degrees"}
	}
	r.begun, r.moves, r.lonLat = true, rows.Moves, rows.LonLat
	r.like = trajectory.Columns{Times: rows.Times, Z: rows.Z, R: rows.R}
	if err := reading.Adapt(&r.o, r.name, rows.Units, rows.T); err != nil {
		return err
	}
	now := math.Inf(1)
	switch r.open = false; {
	case r.o.Now != nil:
		now = *r.o.Now
	case r.o.NowOf != nil:
		var err error
		if now, err = r.o.NowOf(rows.Times, rows.Units); err != nil {
			return err
		}
	default:
		r.open = true
	}
	in := &reading.Options{Options: r.o}
	r.tracker = states.Tracker{Span: in.Span(now), Motion: states.In(rows.LonLat), MaxGap: r.o.MaxGap, MaxSpeed: r.o.MaxSpeed}
	if err := r.tracker.Check(); err != nil {
		return fmt.Errorf("format: read %s: %w", r.name, err)
	}
	return nil
}

// settle sets now, where the newest row says it, and makes states of rows without velocities.
func (r *stateRows) settle(ctx context.Context, clashes *Clashes) error {
	if r.open {
		r.tracker.Now = r.newest
	}
	if r.moves != nil {
		return nil
	}
	g := &r.gathered
	if err := g.merge(ctx, clashes); err != nil {
		return err
	}
	if err := memory.Need(fmt.Sprintf("%d rows in order", len(g.c.T)), memory.Of(len(g.c.T), 4+4+2*8)); err != nil {
		return fmt.Errorf("format: read files: %w", err)
	}
	order := g.order()
	for first := 0; first < len(order); {
		number := g.c.ID.Code[order[first]]
		last := first
		for last < len(order) && g.c.ID.Code[order[last]] == number {
			last++
		}
		of := order[first:last]
		r.tracker.Follow(number, len(of), func(i int) (trajectory.Sample, uint32) { return g.c.Sample(int(of[i])), g.c.Piece[of[i]] })
		first = last
	}
	g.c = trajectory.Columns{}
	return nil
}

// none returns the error that no trajectory has a path.
func (r *stateRows) none(of *states.Report) error {
	cause := fmt.Sprintf("no object has a state at %s: ", of.At)
	switch {
	case of.Still+of.Old == 0:
		cause += "all rows are later"
	case of.Old == 0:
		cause += fmt.Sprintf("%d have no velocity", of.Still)
	default:
		cause += fmt.Sprintf("of %d the last row with a velocity is older than --stale, %d have no velocity", of.Old, of.Still)
	}
	if of.Old == 0 && of.Still > 0 && of.From == "" {
		cause += ": no object has two rows, and no columns are known to have velocities; --columns speed=NAME,course=NAME, or vx=NAME,vy=NAME, says which do"
	}
	return &format.Error{File: r.name, Cause: cause, Err: trajectory.ErrEmpty}
}

// build makes the store of paths, which nothing cuts.
func (r *stateRows) build(c trajectory.Columns, report format.Report) (*trajectory.Store, format.Report, error) {
	l := reading.FileColumns{Units: report.Said, Into: report.Units}
	for kind := range reading.NumFloats {
		l.Name[kind] = reading.ColumnKey(kind)
	}
	p := &reading.Parsed{Columns: c, Tally: report.Tally, Preset: report.Preset, FileColumns: l, Place: func(int) format.Error { return format.Error{File: r.name} }}
	o := r.o
	o.LonLat, o.States, o.UnitsKnown, o.Curve, o.OrbitCurve = r.lonLat, false, nil, 0, 0
	o.MaxGap, o.MaxSpeed = math.Inf(1), math.Inf(1)
	store, built, err := p.Build(r.name, &reading.Options{Options: o})
	report.Split, report.Added, report.Degrees = built.Split, built.Added, built.Degrees
	report.LeftOut.Add(built.LeftOut)
	return store, report, err
}

// Newest returns the time of the newest row of files, their units and their kind of times.
func Newest(ctx context.Context, files []File, o format.Options) (t float64, u format.Units, times trajectory.TimeKind, err error) {
	o.Progress, o.Attributes = nil, nil
	t = math.Inf(-1)
	_, _, err = ReadFileRows(ctx, files, o, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
		u, times = rows.Units, rows.Times
		for _, of := range rows.T {
			t = max(t, of)
		}
		return nil
	})
	return t, u, times, err
}
