package job

import (
	"cmp"
	"context"
	"errors"
	"time"

	"flyby"
	"flyby/internal/drivers"
	"flyby/internal/machine"
	"flyby/internal/memory"
	"flyby/internal/source"
	"flyby/internal/spill"
	"flyby/trajectory/format"
)

// A Job is data sets that were read from files, and the ask. It is for one goroutine.
type Job struct {
	ask              Ask // its defaults filled in
	quota            *memory.Quota
	reader           *source.Reader
	entries, queries *source.Set      // in a join both are the same set
	now              *float64         // of a Finding
	base             *view            // the base's view, which has the entries and their database; nil: both are the job's own
	opening          *drivers.Opening // of a device, beside reading; nil: it is opened later
	points           *pointJob        // of kinds of points, which have no entries and queries above; otherwise nil
	begun            time.Time
	cutFrom          int    // rows that Top or Limit cut the rows of the last answer from; 0: it has all
	maxRows          uint64 // of a table; 0: there is no limit
}

// Run reads the files, answers the ask and hands the rows to a sink. A job that failed leaves no file.
func Run(ctx context.Context, a Ask, to Sink) (Report, error) {
	open := Open
	if a.Kind.OfPoints() {
		if !to.isSome() {
			return Report{}, errors.Join(a.Validate(), noSink())
		}
		open = func(ctx context.Context, a Ask) (*Job, error) { return openPoints(ctx, a, to) }
	}
	j, err := open(ctx, a)
	if err != nil {
		return Report{}, err
	}
	report, err := j.Run(ctx, to)
	return report, errors.Join(err, j.Close())
}

// Open checks an ask and reads the files of a job, which go to Tmp where they outgrow Memory. The caller closes the job.
func Open(ctx context.Context, a Ask) (*Job, error) {
	return opened(ctx, a, func(*source.Config) {})
}

// opened is Open with another configuration of the reader.
func opened(ctx context.Context, a Ask, change func(*source.Config)) (*Job, error) {
	if a.Kind.OfPoints() {
		return openPoints(ctx, a, Sink{})
	}
	if err := a.validateShape(); err != nil {
		return nil, err
	}
	j, inputs, err := prepared(ctx, a, change)
	if err != nil {
		return nil, err
	}
	if err := j.read(ctx, inputs); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// OpenInPlace is Open for package slabs: Parquet files in order of time that have row groups enough for n slabs are left in place, though they fit memory; 0: as many slabs as the memory makes necessary.
func (a Ask) OpenInPlace(ctx context.Context, n int) (*Job, error) {
	return opened(ctx, a, func(c *source.Config) { c.InPlace, c.Slabs = true, n })
}

// prepared makes a job whose files are not read yet; change alters the configuration of the reader.
func prepared(ctx context.Context, a Ask, change func(*source.Config)) (*Job, []source.Input, error) {
	j := &Job{ask: a.filled(), begun: time.Now()}
	inputs, err := j.inputs(ctx)
	if err != nil {
		return nil, nil, err
	}
	j.quota = memory.NewQuota(a.Machine.Memory)
	c := j.reading(ctx)
	if change(&c); !c.InPlace {
		j.openBeside(&c, inputs)
	}
	if j.reader, err = source.NewReader(c, inputs...); err != nil {
		err = cmp.Or(j.opening.Listed(ctx), err)
		j.opening.Close()
		j.quota.Close()
		return nil, nil, err
	}
	j.ask.setThreads(j.reader.Threads)
	return j, inputs, nil
}

// reading returns the configuration that the files are read and searched with.
func (j *Job) reading(ctx context.Context) source.Config {
	c := machine.ConfigOf(&j.ask.Machine, j.quota)
	c.Within, c.Fewer, c.Outgrown = spill.FolderIn(ctx), j.ask.FewerThreads, memory.IsOutgrown(ctx)
	if j.ask.groups() && j.ask.Group.OnClock() {
		c.Device = "cpu" // nothing is indexed
	}
	return c
}

// Close frees the data sets, their files in Tmp, and the devices opened for them. A second call does nothing.
func (j *Job) Close() (err error) {
	for _, s := range []*source.Set{j.entries, j.queries} {
		if s != nil {
			err = errors.Join(err, s.Close()) // of a join one set, whose second Close does nothing
		}
	}
	if j.reader != nil {
		err = errors.Join(err, j.reader.Close())
	}
	if j.opening.Close(); j.points != nil {
		j.points.opening.Close()
	}
	j.quota.Close()
	return err
}

// Entries returns the entries as they were read.
func (j *Job) Entries() Data { return dataOf(j.entries) }

// Queries returns the queries as they were read; in a join the entries.
func (j *Job) Queries() Data {
	if !j.ask.searches() {
		return j.Entries()
	}
	return dataOf(j.queries)
}

// Units returns the units of the entries and the queries, which are the same as far as both are known.
func (j *Job) Units() format.Units {
	if j.points != nil {
		return format.Units{}
	}
	return j.entries.Report.Units.Or(j.queries.Report.Units)
}

// Ask returns the job's ask, with defaults filled in. Fields that do not say how files are read, as Search, may be changed before Run: to set values in the units of the
// data, which are known once the job is open.
func (j *Job) Ask() *Ask { return &j.ask }

// Spilled returns the number of bytes written to files of Tmp so far.
func (j *Job) Spilled() uint64 {
	if j.reader == nil {
		return 0 // others searched
	}
	return j.reader.Spilled()
}

// search returns the search of the database.
func (j *Job) search() flyby.Search {
	s := j.ask.Search
	if j.ask.searches() {
		s.Queries = j.queries
	}
	return s
}

// open opens the database of the entries, for shut to close; a base's database is open already.
func (j *Job) open(ctx context.Context) (*flyby.Database, error) {
	if j.base != nil {
		return j.base.db, nil
	}
	if err := j.ofTrajectories(); err != nil {
		return nil, err
	}
	j.ask.Progress(Progress{Phase: "index", Unit: QueriesUnit, Total: -1})
	o := j.ask.Machine
	o.Progress = j.follow(j.queries.Segments())
	db, err := flyby.Open(ctx, j.entries, o)
	if err != nil {
		return nil, err
	}
	u := QueriesUnit
	if j.outgrows() {
		u = SlabsUnit
	}
	j.ask.Progress(Progress{Phase: "search", Unit: u, Total: -1})
	return db, nil
}

// ofTrajectories refuses a job of points, for what is of trajectories.
func (j *Job) ofTrajectories() error {
	if j.points != nil {
		return wrong("Kind", "%s: is of points, which have no trajectories", j.ask.Kind)
	}
	return nil
}

// outgrows reports whether data sets are searched in slabs.
func (j *Job) outgrows() bool { return j.entries.Outgrows() || j.queries.Outgrows() }

// Plan says how the search would be done, without searching.
func (j *Job) Plan(ctx context.Context) (*flyby.Plan, error) {
	db, err := j.open(ctx)
	if err != nil {
		return nil, err
	}
	defer j.shut(db)
	defer j.ask.Progress(Progress{})
	return db.Plan(memory.WithQuota(ctx, j.quota), j.search())
}

// shut closes the database that open opened: all was read from it, so no error of closing matters.
func (j *Job) shut(db *flyby.Database) {
	if j.base == nil {
		db.Close() //nolint:errcheck // see above
	}
}

// supervised calls do with a context that ends where writing fails.
func supervised(whole context.Context, do func(ctx context.Context, failed func(error)) error) error {
	ctx, stop := context.WithCancelCause(whole)
	defer stop(nil)
	err := do(ctx, stop)
	if err != nil && whole.Err() == nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
