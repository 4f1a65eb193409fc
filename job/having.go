package job

import (
	"context"
	"slices"

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/question"
	"flyby/stage"
	"flyby/trajectory"
)

// A condition is a condition of Ask.Having: a column, and the test of its cells.
type condition struct {
	column output.Column
	test   infile.CellTest
}

// conditions are the conditions of Ask.Having, see docs/decisions/0101-conditions-on-the-answer.md.
type conditions struct {
	early   []condition // on columns that need no samples
	late    []condition // on columns that need samples
	further *further    // the further columns of conditions
	both    bool        // each row is followed by the same with the two trajectories exchanged, and conditions test each
}

// wait reports whether rows need samples before all conditions are decided, or are written in both directions.
func (c *conditions) wait() bool { return len(c.late) > 0 || c.both }

// conditions returns the conditions of the ask, on rows that are written with columns of their own and some further ones.
func (j *Job) conditions(own []output.Column, written *further) (c conditions, err error) {
	c.both = j.ask.Has(question.Both) && j.ask.Filters()
	c.further = &further{query: newSide(j.querySide(), j.queries), entry: j.entrySide(), threads: written.threads}
	sources := c.further.sources(own, written)
	for _, asked := range j.ask.Having {
		from, column := find(sources, asked.Column)
		if from == nil {
			return c, j.noColumn(asked, sources)
		}
		value, err := j.valueOf(column, asked.Value)
		if err != nil {
			return c, wrong("Having", "%s: %s", asked, cli.Message(err))
		}
		asked.Value = value
		tests, err := infile.NewCellTests([]infile.Condition{infile.Condition(asked)})
		if err != nil {
			return c, wrong("Having", "%s: %s", asked, cli.Message(err))
		}
		from.use()
		to := &c.early
		if from.late {
			to = &c.late
		}
		*to = append(*to, condition{column, tests[0]})
	}
	return c, nil
}

// A columnSource is columns that come together.
type columnSource struct {
	columns []output.Column
	late    bool   // their values need samples
	use     func() // has them filled in
}

// sources returns all columns that rows are written with, in order: their own, and further ones.
func (f *further) sources(own []output.Column, written *further) (all []columnSource) {
	all = append(all, columnSource{own, false, func() {}})
	if written.tcpa != nil {
		all = append(all, columnSource{written.tcpa.columns(), false, func() { f.tcpa = written.tcpa }})
	}
	if written.positions {
		all = append(all, columnSource{f.placeColumns(), true, func() { f.positions = true }})
	}
	if written.speeds {
		all = append(all, columnSource{f.speedColumns(), true, func() { f.speeds = true }})
	}
	for _, a := range written.attributes {
		all = append(all, columnSource{a.columns(), false, func() {
			if !slices.Contains(f.attributes, a) {
				f.attributes = append(f.attributes, a)
			}
		}})
	}
	return all
}

// find returns the column of a name; nil: there is none.
func find(sources []columnSource, name string) (*columnSource, output.Column) {
	for i := range sources {
		for _, column := range sources[i].columns {
			if column.Name() == name {
				return &sources[i], column
			}
		}
	}
	return nil, output.Column{}
}

// ownColumns returns the columns that rows have without Ask.With.
func (j *Job) ownColumns(rows any) []output.Column {
	o := output.WriteOptions{Heights: j.ask.Search.Rule().HasHeights(), Parts: j.ask.Parts, Zones: j.zoneIDs()}
	switch r := rows.(type) {
	case *trajectory.Hits:
		return output.HitColumns(r, j.queries.Store, j.entries.Store, o)
	case *trajectory.Encounters:
		return output.EncounterColumns(r, j.queries.Store, j.entries.Store, o)
	case *trajectory.Pairs:
		return output.PairColumns(r, j.queries.Store, j.entries.Store, o)
	case *trajectory.Events:
		return output.EventColumns(r, j.queries.Store, o)
	case *trajectory.Nearest:
		return output.NearestColumns(r, j.queries.Store, j.entries.Store)
	case *trajectory.Objects:
		return output.ObjectColumns(r, j.queries.Store)
	}
	panic("flyby: rows of another type") // our own bug
}

// checkHaving returns what is wrong with the conditions, now that the data are known.
func (j *Job) checkHaving(written *further) error {
	rows := map[question.Level]any{question.Hits: new(trajectory.Hits), question.Encounters: new(trajectory.Encounters), question.Visits: new(trajectory.Encounters), question.Events: new(trajectory.Events), question.Pairs: new(trajectory.Pairs), question.Objects: new(trajectory.Objects), question.Nearest: new(trajectory.Nearest)}
	_, err := j.conditions(j.ownColumns(rows[j.ask.Level]), written)
	return err
}

// A filter keeps rows that hold conditions.
type filter[T withRows[T]] struct {
	conditions
	rows *T // the rows that the conditions' columns read
}

// newFilter makes the filter of a job's rows, which are written with some further columns.
func newFilter[T withRows[T]](j *Job, written *further) (f *filter[T], err error) {
	f = &filter[T]{rows: new(T)}
	f.conditions, err = j.conditions(j.ownColumns(f.rows), written)
	return f, err
}

// filtered returns the rows of an answer that hold its conditions, and counts them. Conditions that need no samples come first, so that few rows wait for samples.
func filtered[T withRows[T]](ctx context.Context, a *answering, rows stage.Stream[T]) (stage.Stream[T], error) {
	if a.ask.Filters() {
		f, err := newFilter[T](a.Job, a.further)
		if err != nil {
			return nil, err
		}
		if rows = stage.Filter(rows, f.first); f.wait() {
			rows = stage.Filter(waited(ctx, a, f.further, rows), f.rest)
		}
	}
	return stage.Count(rows, &a.counts.Held), nil
}

// first keeps rows that hold the early conditions, in at least one of their directions.
func (f *filter[T]) first(some T) (T, error) {
	if !f.both {
		return some.Pick(f.hold(some, f.early)), nil
	}
	rows := f.hold(mirrored(some), f.early)
	for i := range rows {
		rows[i] /= 2
	}
	return some.Pick(slices.Compact(rows)), nil
}

// rest keeps, of the rows that first has kept, those rows that hold all conditions; with both it tests each direction on its own.
func (f *filter[T]) rest(some T) (T, error) {
	asked := f.late
	if err := f.further.fill(columnsOf(some)); err != nil {
		return some, err
	}
	if f.both {
		f.further.mirror(some.Len())
		some, asked = mirrored(some), slices.Concat(f.early, f.late)
	}
	return some.Pick(f.hold(some, asked)), nil
}

// leave is first and then rest, for data in memory.
func (f *filter[T]) leave(some T) (T, error) {
	some, err := f.first(some)
	if err == nil && f.wait() {
		some, err = f.rest(some)
	}
	return some, err
}

// hold returns the rows that hold some conditions, whose columns other than attributes are filled in.
func (f *filter[T]) hold(some T, asked []condition) (rows []int) {
	*f.rows = some
	f.further.tcpa.fill(columnsOf(some))
	for _, a := range f.further.attributes {
		a.fill(columnsOf(some))
	}
	return matching(some.Len(), asked)
}

// matching returns which of n rows, whose columns are filled in, hold some conditions.
func matching(n int, asked []condition) (rows []int) {
	for row := range n {
		if !slices.ContainsFunc(asked, func(c condition) bool { return !c.test.Holds(c.column.Cell(row)) }) {
			rows = append(rows, row)
		}
	}
	return rows
}
