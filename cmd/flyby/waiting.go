package main

import (
	"errors"

	"flyby/internal/parallel"
	"flyby/internal/push"
	"flyby/internal/whereabouts"
	"flyby/stage"
	"flyby/trajectory"
)

// besidesPart is the part of what the process may hold that buffers for what rows ask may take.
const besidesPart = 16

// waited is the rows of an answer; of data that outgrow memory, those whose whereabouts are asked for wait until
// all are found and the data were gone through once more.
func waited[T withRows[T]](j *job, from answers, rows stage.Stream[T]) stage.Stream[T] {
	s, ok := from.(*swept)
	if !ok || j.besides == nil || !j.besides.asksData() {
		return rows
	}
	return push.Seq(func(give func(T) error) error {
		w := waiting[T]{job: j, swept: s}
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

// waiting are rows that wait for what they ask.
type waiting[T withRows[T]] struct {
	job   *job
	swept *swept
	rows  *whereabouts.Waiting
}

// open makes the files of rows and of what they ask.
func (w *waiting[T]) open() (err error) {
	j, b := w.job, w.job.besides
	if w.rows, err = whereabouts.NewWaiting(j.files.folder); err != nil {
		return err
	}
	for _, s := range []*side{b.query, b.entry} {
		q := whereabouts.Question{Cells: w.swept.cells(s.spool), Speeds: b.speeds}
		if b.asksPlacesOf(s) {
			q.Place = s.placeIn
		}
		if s.answers, err = whereabouts.NewSide(j.files.folder, q, j.files.most/besidesPart/2, parallel.Threads(b.threads)); err != nil {
			return err
		}
	}
	return nil
}

// ask keeps the rows and what they ask.
func (w *waiting[T]) ask(rows stage.Stream[T]) error {
	b := w.job.besides
	for some, err := range rows {
		if err == nil {
			err = w.rows.Add(w.columns(&some), some.Len())
		}
		if err != nil {
			return err
		}
		r := columnsOf(some)
		if err := b.query.answers.Ask(r.of(r.query)); err != nil {
			return err
		}
		if err := b.entry.answers.Ask(r.of(r.entry)); err != nil {
			return err
		}
	}
	return nil
}

// answer goes through the data, once for both sides where they have the same.
func (w *waiting[T]) answer() error {
	j, b := w.job, w.job.besides
	if b.query.spool == b.entry.spool {
		return whereabouts.Answer(j.ctx, w.swept.cells(b.query.spool), b.query.answers, b.entry.answers)
	}
	for _, s := range []*side{b.query, b.entry} {
		if err := whereabouts.Answer(j.ctx, w.swept.cells(s.spool), s.answers); err != nil {
			return err
		}
	}
	return nil
}

// give gives the rows.
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
	for _, s := range []*side{w.job.besides.query, w.job.besides.entry} {
		if s.answers != nil {
			err = errors.Join(err, s.answers.Close())
		}
	}
	return err
}

// columns are the columns of rows, but for those that no row of the job has.
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
		if height = &r.Height; w.job.answer.mergeGap != nil {
			c.U32 = append(c.U32, &r.Parts)
		}
	case *trajectory.Pairs:
		c.U32 = []*[]uint32{&r.QueryTraj, &r.EntryTraj, &r.Encounters}
		c.F64 = []*[]float64{&r.Duration, &r.First, &r.Last, &r.Closest, &r.Distance, &r.Speed}
		height = &r.Height
	}
	if w.job.search.Vertical != nil {
		c.F64 = append(c.F64, height)
	}
	return c
}
