package job

import (
	"context"
	"fmt"
	"math/rand/v2"

	"flyby/internal/output"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/verify"
)

// Verify checks a file of results against the ask and the data, see verify.File.Verify. The request has Sample, Seed and Progress; all else of it is the job's. Of data that outgrow memory Verify
// reads as many of the trajectories of the sample as fit; the job answers nothing else afterwards.
func (j *Job) Verify(ctx context.Context, file *verify.File, path string, q verify.Request) (verify.Report, error) {
	if err := j.answerAs(file, path); err != nil {
		return verify.Report{}, err
	}
	if err := j.OpenZones(ctx); err != nil {
		return verify.Report{}, err
	}
	q.Question, q.Data, q.Logger = j.ask.Question, j.stores(), j.ask.Machine.Logger
	q.Part = func(pairs []verify.Pair, dice *rand.Rand) (verify.Part, error) {
		part, err := j.draw(ctx, pairs, q.Sample, dice)
		if err == nil {
			part.Data, err = j.rewritten(path)
		}
		return part, err
	}
	return file.Verify(ctx, q)
}

// answerAs takes the units of distances and speeds from the metadata of a file, where the ask says none and the data have others.
func (j *Job) answerAs(file interface{ Answer() format.AnswerUnits }, path string) error {
	if err := j.ofTrajectories(); err != nil {
		return err
	}
	told, data, asked := file.Answer(), format.AnswerUnits{}.Or(j.Units()), &j.ask.Answer
	for _, of := range []struct {
		what, told, data string
		asked            *string
	}{{"distances", told.Length, data.Length, &asked.Length}, {"speeds", told.Speed, data.Speed, &asked.Speed}} {
		switch {
		case of.told == "" || of.data == "":
		case *of.asked != "" && *of.asked != of.told:
			return fmt.Errorf("%s: its %s are in %s, not in %s", shown(path), of.what, printable.Text(of.told), *of.asked)
		case of.told != of.data:
			*of.asked = of.told
		}
	}
	return nil
}

// draw reads some trajectories to stand in for data that outgrow memory: the trajectories of some pairs first, then others by chance.
func (j *Job) draw(ctx context.Context, pairs []verify.Pair, most int, dice *rand.Rand) (part verify.Part, err error) {
	if !j.outgrows() {
		return part, nil
	}
	d, err := j.Pair().Draw(ctx)
	if err != nil {
		return part, err
	}
	for _, p := range pairs {
		d.Add(p.Query, p.Entry)
	}
	queries, entries := j.queries.Trajectories(), j.entries.Trajectories()
	if n := max(queries, entries); n <= most { // perhaps all
		for i := range n {
			d.Add(i%queries, i%entries)
		}
	} else {
		for range most {
			d.Add(dice.IntN(queries), dice.IntN(entries))
		}
	}
	part.EntryTrajs, part.QueryTrajs, err = d.Take(ctx)
	return part, err
}

// stores returns the data that were read, or drawn.
func (j *Job) stores() verify.Data {
	if !j.ask.searches() {
		return verify.Data{Entries: j.entries.Store}
	}
	return verify.Data{Entries: j.entries.Store, Queries: j.queries.Store}
}

// rewritten returns the data that were read, or drawn, and how a file has rows of them.
func (j *Job) rewritten(path string) (verify.Data, error) {
	d := j.stores()
	f, err := j.furtherOf(File(path))
	if err != nil {
		return d, err
	}
	d.Write = j.rewriting(f)
	d.Writers = verify.Writers{Hits: rewriter(j, f, output.CreateHits), Encounters: rewriter(j, f, output.CreateEncounters), Pairs: rewriter(j, f, output.CreatePairs), Nearest: rewriter(j, f, output.CreateNearest), Events: rewriter(j, f, output.CreateEvents)}
	switch {
	case f.geometry != format.NoGeometry:
		d.WKB = f.drawn
	case f.paths:
		d.Paths = f.path
	}
	return d, nil
}

// rewriting returns the options to write rows anew: as in the file, except that the points of GeoJSON are in columns, and that there are no geometries.
func (j *Job) rewriting(f *further) output.WriteOptions {
	o := f.options(j.writing(Sink{}))
	o.Lines, o.Geometry = nil, nil
	if at := f.query; f.point && f.geometry == format.NoGeometry {
		for axis := range at.axes {
			o.Further = append(o.Further, output.LengthColumn(resultfile.Coordinate(axis), &at.at[axis]))
		}
	}
	return o
}

// path draws the path of a trajectory of one side, in memory.
func (f *further) path(ofEntry bool, traj int, from, until float64, to func(at []float64, begins bool) error) error {
	s, n := f.query, 0
	if ofEntry {
		s = f.entry
	}
	return s.draw(uint32(traj), from, until, func(_ bool, axes int) error {
		n = axes
		return nil
	}, func(at [3]float64, begins bool) error { return to(at[:n], begins) })
}

// rewriter returns a function that begins a writer of rows with their further columns.
func rewriter[T withRows[T], W rowWriter[T]](j *Job, f *further, file func(string, *trajectory.Store, *trajectory.Store, output.WriteOptions) (W, error)) func(output.WriteOptions) (verify.RowWriter[T], error) {
	return func(o output.WriteOptions) (verify.RowWriter[T], error) {
		l, err := newFilter[T](j, f)
		if err != nil {
			return nil, err
		}
		w, err := file("-", j.queries.Store, j.entries.Store, o)
		if err != nil {
			return nil, err
		}
		return &leaving[T]{accompanied(w, f), l, f.both}, nil
	}
}

// leaving writes only the rows that hold conditions, and counts them.
type leaving[T withRows[T]] struct {
	rowWriter[T]
	filter *filter[T]
	both   bool
}

// Write writes rows, and returns how many it wrote.
func (w *leaving[T]) Write(rows T) (n int, err error) {
	if rows, err = w.filter.leave(rows); err != nil {
		return 0, err
	}
	if n = rows.Len(); w.both {
		n *= 2
	}
	return n, w.rowWriter.Write(rows)
}
