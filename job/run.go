package job

import (
	"cmp"
	"context"
	"errors"
	"math"

	"flyby"
	"flyby/group"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/rowbytes"
	"flyby/question"
	"flyby/trajectory"
)

// Run searches and hands the rows to a sink.
func (j *Job) Run(ctx context.Context, to Sink) (r Report, err error) {
	if err := j.ask.Validate(); err != nil {
		return r, err
	}
	return j.run(ctx, to, nil)
}

// run searches for rows, or takes the rows of a Finding unless it is nil, and hands them to a sink.
func (j *Job) run(ctx context.Context, to Sink, found *Finding) (r Report, err error) {
	if err := j.OpenZones(ctx); err != nil {
		return r, err
	}
	err = supervised(ctx, func(ctx context.Context, failed func(error)) error {
		o := j.writing(to)
		o.Failed = failed
		switch {
		case j.points != nil:
			r, err = j.points.answer(ctx, to, o)
			return err
		case j.ask.groups():
			r, err = j.group(ctx, to, o)
			return err
		}
		r, err = j.answer(ctx, to, o, found)
		return err
	})
	return r, err
}

// Check returns what is wrong with the ask now that the data are known, as Run does before it searches.
func (j *Job) Check(to Sink) error {
	if err := j.ask.validateShape(); err != nil {
		return err
	}
	if j.points != nil {
		j.points.to = to
		return j.points.checkArray()
	}
	if j.ask.groups() {
		_, err := j.newGrouping()
		return err
	}
	_, err := j.furtherOf(to)
	return err
}

// checkAnswer refuses units of the answer that the units of the data cannot be converted to.
func (j *Job) checkAnswer() error {
	if err := j.ask.Answer.Check(j.Units()); err != nil {
		return wrong("Answer", "%v", err)
	}
	return nil
}

// writing returns the options for writing rows.
func (j *Job) writing(to Sink) output.WriteOptions {
	return output.WriteOptions{
		Stdout: to.writer, Folder: to.folder, Format: to.word, Terminal: to.terminal, Threads: j.ask.Machine.Threads, Memory: most(j.quota, writerPart), Heights: j.ask.Search.Rule().HasHeights(), Zones: j.zoneIDs(),
		Units: j.Units(), Answer: j.ask.Answer, Vertical: j.ask.Search.Rule().Vertical.String(), Origin: j.ask.origin(),
	}
}

// origin returns the metadata of the ask for files of rows. They have no eps that is found by AutoEps, or is one of several.
func (a *Ask) origin() output.Origin {
	o := output.Origin{Level: string(a.Level)}
	switch a.Kind {
	case question.Convoys:
		o.Distance, o.Method, o.MaxBreak = &a.Group.Distance, string(cmp.Or(a.Group.Method, group.Connected)), a.Group.MaxBreak
	case question.SelfJoins, question.PointJoins:
		o.Distance = &a.Points.Eps
	case question.Clusterings:
		if eps := a.Points.Clusters.Eps; a.Level == question.Clusters && !a.Points.AutoEps && len(eps) == 1 {
			o.Distance = &eps[0]
		}
	case question.Searches, question.Joins, question.ZoneVisits:
		o.Distance = &a.Search.Distance
	}
	return o
}

// written has rows found and handed over, and ends their output: where either fails nothing is left of it.
func (j *Job) written(ctx context.Context, w ender, find func(context.Context) error) error {
	defer w.Abort()
	defer context.AfterFunc(ctx, w.Discard)()
	err := find(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		j.ask.Progress(Progress{})
	}
	return err
}

// answer finds the rows of a search.
func (j *Job) answer(ctx context.Context, to Sink, o output.WriteOptions, found *Finding) (Report, error) {
	a := &answering{Job: j, found: found}
	o.NoHeader = found != nil && found.Range.I > 0
	var err error
	if a.further, err = j.furtherOf(to); err != nil {
		return Report{}, err
	}
	o.LongSegments = j.hasLongSegments(found)
	switch o.Parts = j.ask.Parts; j.ask.Level {
	case question.Hits:
		return answered(ctx, a, to, o, output.CreateHits, a.hits)
	case question.Pairs:
		return answered(ctx, a, to, o, output.CreatePairs, a.pairs)
	case question.Objects:
		give, err := takeSums(j.quota, j.queries.Trajectories())
		if err != nil {
			return Report{}, err
		}
		defer give()
		return answered(ctx, a, to, o, createObjects, a.objects)
	case question.Events:
		return answered(ctx, a, to, o, output.CreateEvents, a.events)
	case question.Nearest:
		return answered(ctx, a, to, o, output.CreateNearest, a.nearest)
	}
	return answered(ctx, a, to, o, output.CreateEncounters, a.encounters)
}

// hasLongSegments reports whether a data set, at hand or not, has more segments than 31 bits can count.
func (j *Job) hasLongSegments(found *Finding) bool {
	most := max(j.entries.Segments(), j.queries.Segments())
	if found != nil {
		most = max(most, found.Stats.Entries, found.Stats.Queries)
	}
	return most > math.MaxInt32
}

// takeSums takes the memory of the sums of some trajectories.
func takeSums(q *memory.Quota, trajectories int) (give func(), err error) {
	sums := memory.Of(trajectories, rowbytes.ObjectBytes)
	if err := q.Need("sums of objects take", sums); err != nil {
		return nil, err
	}
	q.Take(sums)
	return func() { q.Give(sums) }, nil
}

// createObjects begins a file of objects, which are trajectories of the queries.
func createObjects(path string, queries, _ *trajectory.Store, o output.WriteOptions) (*output.ObjectWriter, error) {
	return output.CreateObjects(path, queries, o)
}

// answered hands over rows as they are found. A file is begun before the search, so that a file that cannot be written does not cost a search.
func answered[T withRows[T], W rowWriter[T]](ctx context.Context, a *answering, to Sink, o output.WriteOptions, file func(string, *trajectory.Store, *trajectory.Store, output.WriteOptions) (W, error), ask func(context.Context, *flyby.Database) (answerRows[T], error)) (Report, error) {
	w, err := create(a, to, file, o)
	if err != nil {
		return Report{}, err
	}
	var stats flyby.Stats
	err = a.written(ctx, w, func(ctx context.Context) (err error) {
		stats, err = search(ctx, a, w, ask)
		return err
	})
	if err != nil {
		return Report{}, err
	}
	return a.report(stats, w.AtWork()), nil
}

// search finds rows and writes them.
func search[T withRows[T]](ctx context.Context, a *answering, to rowWriter[T], ask func(context.Context, *flyby.Database) (answerRows[T], error)) (flyby.Stats, error) {
	if a.found != nil {
		x, err := ask(ctx, nil)
		if err != nil {
			return flyby.Stats{}, err
		}
		return write(ctx, a, x, to)
	}
	db, err := a.open(ctx)
	if err != nil {
		return flyby.Stats{}, err
	}
	defer a.shut(db)
	ctx = memory.WithQuota(ctx, a.quota)
	if a.plan = a.ask.Plan; a.plan == nil && a.outgrows() && a.ask.Level != question.Nearest && !a.ask.ofZones() {
		if a.plan, err = db.Plan(ctx, a.Job.search()); err != nil {
			return flyby.Stats{}, err
		}
	}
	x, err := ask(ctx, db)
	if err != nil {
		return flyby.Stats{}, err
	}
	if x.free != nil {
		defer x.free()
	}
	if !a.ask.Count {
		x.rows = waited(ctx, a, a.further, x.rows)
	}
	return write(ctx, a, x, to)
}

// write writes rows as they are found.
func write[T withRows[T]](ctx context.Context, a *answering, x answerRows[T], to rowWriter[T]) (flyby.Stats, error) {
	if !a.outgrows() {
		a.ask.Progress(Progress{Phase: "write", Unit: hitsUnit, Total: -1})
	}
	for rows, err := range x.rows {
		if err = errors.Join(err, ctx.Err()); err == nil {
			err = to.Write(rows)
		}
		if err != nil {
			return flyby.Stats{}, err
		}
		if x.total > 0 && !a.outgrows() { // else rows are searched for meanwhile, and the search shows its progress
			a.ask.Progress(Progress{Phase: "write", Unit: hitsUnit, Done: float64(a.counts.Found), Total: float64(x.total)})
		}
	}
	return x.stats(), nil
}
