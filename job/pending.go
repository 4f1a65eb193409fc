package job

import (
	"context"
	"errors"

	"flyby/internal/parallel"
	"flyby/internal/push"
	"flyby/internal/whereabouts"
	"flyby/stage"
	"flyby/trajectory"
)

// waited returns the rows of an answer. Of data that outgrow memory, rows that need samples are spilled until all rows are found, and the data are
// read once more for their samples.
func waited[T withRows[T]](ctx context.Context, a *answering, f *further, rows stage.Stream[T]) stage.Stream[T] {
	if !a.outgrows() || !f.asksData() {
		return rows
	}
	return push.Seq(func(give func(T) error) error {
		w := waiting[T]{ctx: ctx, answering: a, further: f}
		err := w.open()
		if err == nil {
			err = w.ask(rows)
		}
		if err == nil {
			err = w.answer()
		}
		if err == nil {
			err = w.give(give)
		}
		return errors.Join(err, w.close())
	})
}

// waiting are spilled rows that wait for answers from samples.
type waiting[T withRows[T]] struct {
	*answering
	ctx     context.Context
	further *further
	rows    *whereabouts.Waiting
}

// sidesWaiting is how many sides have buffers at a time, at most: two for the rows that conditions test, and two for the rows that are written.
const sidesWaiting = 2 * 2

// open makes the files of rows and of their questions.
func (w *waiting[T]) open() (err error) {
	f, folder := w.further, w.reader.Folder()
	if w.rows, err = whereabouts.NewWaiting(folder); err != nil {
		return err
	}
	for _, s := range []*side{f.query, f.entry} {
		q := whereabouts.Question{Cells: w.cells(s), Speeds: f.speeds}
		if f.asksPlacesOf(s) {
			q.Place = s.placeIn
		}
		if f.paths {
			q.Ways, q.Ends = f.times(), s.endsLine
		}
		if s.answers, err = whereabouts.NewSide(folder, q, most(w.quota, writerPart)/sidesWaiting, parallel.Threads(f.threads)); err != nil {
			return err
		}
	}
	return nil
}

// ask writes the rows and their questions to the files.
func (w *waiting[T]) ask(rows stage.Stream[T]) error {
	f := w.further
	for some, err := range rows {
		if err == nil {
			err = w.rows.Add(w.columns(&some), some.Len())
		}
		if err != nil {
			return err
		}
		r := columnsOf(some)
		if err := f.query.answers.Ask(r.of(r.query)); err != nil {
			return err
		}
		if err := f.entry.answers.Ask(r.of(r.entry)); err != nil {
			return err
		}
	}
	return nil
}

// answer reads the data once more and answers the questions, of both sides at once where they have the same data.
func (w *waiting[T]) answer() error {
	f := w.further
	if f.query.Set == f.entry.Set {
		return whereabouts.Answer(w.ctx, w.cells(f.query), f.query.answers, f.entry.answers)
	}
	for _, s := range []*side{f.query, f.entry} {
		if err := whereabouts.Answer(w.ctx, w.cells(s), s.answers); err != nil {
			return err
		}
	}
	return nil
}

// cells returns how the plan of the search cuts the data set of a side.
func (w *waiting[T]) cells(s *side) whereabouts.Cells {
	ranges := w.plan.Entries.Ranges
	if s == w.further.query && w.plan.Queries != nil {
		ranges = w.plan.Queries.Ranges
	}
	return s.Cells(w.ctx, w.plan.Edges, ranges)
}

// give hands over the rows.
func (w *waiting[T]) give(give func(T) error) error {
	var some T
	for _, err := range w.rows.Chunks(w.columns(&some)) {
		if err == nil {
			err = give(some)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// close frees the files.
func (w *waiting[T]) close() (err error) {
	if w.rows != nil {
		err = w.rows.Close()
	}
	for _, s := range []*side{w.further.query, w.further.entry} {
		if s.answers != nil {
			err = errors.Join(err, s.answers.Close())
		}
	}
	return err
}

// columns returns the columns of rows, without columns that no row of the job has.
func (w *waiting[T]) columns(rows *T) (c whereabouts.Columns) {
	var height *[]float64
	switch r := any(rows).(type) {
	case *trajectory.Hits:
		c.U32 = []*[]uint32{&r.QueryTraj, &r.QuerySeg, &r.EntryTraj, &r.EntrySeg}
		c.F64 = []*[]float64{&r.Enter, &r.Exit}
		return c
	case *trajectory.Encounters:
		c.U32, c.Open = []*[]uint32{&r.QueryTraj, &r.EntryTraj}, &r.Open
		c.F64 = []*[]float64{&r.Enter, &r.Exit, &r.Closest, &r.Distance, &r.Speed}
		if height = &r.Height; w.Job.ask.Parts {
			c.U32 = append(c.U32, &r.Parts)
		}
	case *trajectory.Pairs:
		c.U32 = []*[]uint32{&r.QueryTraj, &r.EntryTraj, &r.Encounters}
		c.F64 = []*[]float64{&r.Duration, &r.First, &r.Last, &r.Closest, &r.Distance, &r.Speed}
		height = &r.Height
	}
	if w.Job.ask.Search.Rule().HasHeights() {
		c.F64 = append(c.F64, height)
	}
	return c
}
