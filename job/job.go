package job

import (
	"context"
	"errors"
	"time"

	"flyby"
	"flyby/internal/memory"
	"flyby/internal/source"
	"flyby/trajectory/format"
)

// A Job is files that were read, and what is asked of them. It is for one goroutine.
type Job struct {
	ask              Ask // its defaults filled in
	quota            *memory.Quota
	reader           *source.Reader
	entries, queries *source.Set // of a join both are one
	base             *view       // that has the entries and their database; nil: they are the job's
	names            [2]string
	begun            time.Time
}

// Run reads the files, answers the ask and hands the rows to a sink. A job that failed leaves no file.
func Run(ctx context.Context, a Ask, to Sink) (Report, error) {
	j, err := Open(ctx, a)
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

// OpenInPlace is Open for package slabs: Parquet in order of time whose row groups tell n slabs apart is not read into memory, though it fits; 0: as many slabs as the memory makes necessary.
func OpenInPlace(ctx context.Context, a Ask, n int) (*Job, error) {
	return opened(ctx, a, func(c *source.Config) { c.InPlace, c.Slabs = true, n })
}

// prepared is a job whose files are not read yet, by a reader of another configuration.
func prepared(ctx context.Context, a Ask, change func(*source.Config)) (*Job, []source.Input, error) {
	j := &Job{ask: a.filled(), begun: time.Now()}
	inputs, err := j.inputs(ctx)
	if err != nil {
		return nil, nil, err
	}
	for i, in := range inputs {
		j.names[i] = in.Name
	}
	j.quota = memory.NewQuota(a.Memory)
	c := j.reading()
	change(&c)
	if j.reader, err = source.NewReader(c, inputs...); err != nil {
		j.quota.Close()
		return nil, nil, err
	}
	j.ask.Read.Threads = j.reader.Threads
	return j, inputs, nil
}

// reading is what the files are read and searched within.
func (j *Job) reading() source.Config {
	a := &j.ask
	c := source.Config{Method: string(a.Method), Device: a.Device, Providers: a.Providers, Threads: a.Read.Threads, Bins: a.Bins, Quota: j.quota,
		Asked: a.Memory > 0, Tmp: a.Tmp, TmpLimit: a.TmpLimit, Logger: a.Logger, Fewer: a.FewerThreads, Outgrown: a.TakeAsOutgrown}
	if c.Method == "" {
		c.Method = string(flyby.MethodAuto)
	}
	if c.Providers == nil {
		c.Providers = flyby.Providers()
	}
	if a.Group != nil && a.Group.OnClock() {
		c.Device = "cpu" // nothing is indexed
	}
	return c
}

// Close frees what the files were read to, and the devices that wait for that. A second call does nothing.
func (j *Job) Close() (err error) {
	for _, s := range []*source.Set{j.entries, j.queries} {
		if s != nil {
			err = errors.Join(err, s.Close()) // of a join one set, whose second Close does nothing
		}
	}
	if j.reader != nil {
		err = errors.Join(err, j.reader.Close())
	}
	j.quota.Close()
	return err
}

// Entries are the entries as they were read.
func (j *Job) Entries() Data { return dataOf(j.entries, j.names[0]) }

// Queries are the queries as they were read; of a join the entries.
func (j *Job) Queries() Data {
	if !j.ask.searches() {
		return j.Entries()
	}
	return dataOf(j.queries, j.names[1])
}

// Units are those of the entries and the queries, which are the same as far as both are known.
func (j *Job) Units() format.Units { return j.entries.Report.Units.Or(j.queries.Report.Units) }

// Ask is what is asked, with defaults filled in. What does not concern how files are read, as Search, may be changed before Run: for what is asked in the units of the
// data, which are known then.
func (j *Job) Ask() *Ask { return &j.ask }

// Spilled is how many bytes went to files of Tmp so far.
func (j *Job) Spilled() uint64 {
	if j.reader == nil {
		return 0 // others searched
	}
	return j.reader.Spilled()
}

// search is what the database is asked.
func (j *Job) search() flyby.Search {
	s := j.ask.Search
	s.Queries = nil
	if j.ask.searches() {
		s.Queries = j.queries
	}
	return s
}

// held is what stores in memory are asked.
func (j *Job) held() flyby.Search {
	s := j.ask.Search
	s.Queries = nil
	if j.ask.searches() {
		s.Queries = j.queries.Store
	}
	return s
}

// open opens the database of the entries, which shut closes; that of a base is open.
func (j *Job) open(ctx context.Context) (*flyby.Database, error) {
	if j.base != nil {
		return j.base.db, nil
	}
	j.ask.Progress(Progress{Phase: "index", Unit: QueriesUnit, Total: -1})
	o := j.ask.options()
	o.Progress = j.follow()
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

// shut closes what open opened: what was read of it was good, so it has no error that matters.
func (j *Job) shut(db *flyby.Database) {
	if j.base == nil {
		db.Close() //nolint:errcheck // see above
	}
}

// supervised does work such that it ends where writing fails.
func supervised(whole context.Context, do func(ctx context.Context, failed func(error)) error) error {
	ctx, stop := context.WithCancelCause(whole)
	defer stop(nil)
	err := do(ctx, stop)
	if err != nil && whole.Err() == nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
