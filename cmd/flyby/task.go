package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/batching"
	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/inventory"
	"flyby/internal/machine"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/source"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// task is one run of search, join, convoys or verify: a job with its messages and summary.
type task struct {
	*app
	*job.Job
	command  string
	inputs   []*inputFiles
	zones    *inputFiles // of visits
	entries  loaded
	queries  loaded // of a join the entries
	out      string
	rows     *pageRows // that wait for a page; nil: rows go to out
	level    question.Level
	bound    bound
	vertical string   // --vertical as it was given
	wide     *float64 // the extent of all data, where the distance is more; else nil
	given    givenFlags
	report   job.Report
	planned  job.Ask // of the demo and of merged slabs, which have no job
	begun    time.Time
}

// givenFlags are flags that change the summary where they are given, whatever their value.
type givenFlags struct {
	least       bool // --min-duration
	levelUnsaid bool // no flag names the level: messages name the default
}

// loaded is a data set that was read.
type loaded = job.Data

// bound is the memory that the process may hold.
type bound struct {
	most  uint64
	asked bool   // by --memory
	held  uint64 // bytes held by the process before the work, which may take the rest; 0 unless asked
}

// bound begins the work of a command that has --memory.
func (f *memoryFlags) bound() bound {
	b := bound{most: f.most(), asked: f.memory > 0}
	if b.asked {
		b.held = hostmemory.Usage() + hostmemory.Absent() // which takes a moment
	}
	hostmemory.Limit(b.most)
	return b
}

// remaining returns the memory for the work, 0 where no bound was asked for.
func (b bound) remaining() uint64 {
	switch {
	case !b.asked:
		return 0
	case b.held >= b.most:
		return 1 // which is too little, and the error names a size that would do
	}
	return b.most - b.held
}

// explain says how much memory the process may be allowed to hold where work finds too little.
func (b bound) explain(err error) error {
	var little *flyby.MemoryError
	if !errors.As(err, &little) {
		return err
	}
	if !b.asked {
		b.held = hostmemory.Usage() + hostmemory.Absent()
	}
	return b.tooLittle(little.What, little.Least+b.held)
}

// tooLittle is the error of too little memory; what is a subject with its verb, least the memory that would do.
func (b bound) tooLittle(what string, least uint64) error {
	return fmt.Errorf("memory %s: %s at least %s in all: %w", hostmemory.Size(b.most), what, hostmemory.AtLeast(least), errLittle)
}

// errLittle is the cause where a bound of memory leaves less than the work takes.
var errLittle = errors.New("give --memory more")

// begin reads the data sets of flags that have been checked. further completes the ask beyond the flags of a search.
func (a *app) begin(c *cobra.Command, f *searchFlags, further func(*job.Ask)) (*task, error) {
	t, ask, err := a.prepare(c, f, further)
	if err != nil {
		return nil, err
	}
	j, err := job.Open(c.Context(), ask)
	if err != nil {
		return nil, t.explain(c, f, err)
	}
	t.take(j)
	return t, nil
}

// take has the task be of a job, whose files are read.
func (t *task) take(j *job.Job) {
	t.Job, t.entries, t.queries, t.level = j, j.Entries(), j.Queries(), j.Ask().Level
}

// prepare makes a task without a job, and the ask of its job.
func (a *app) prepare(c *cobra.Command, f *searchFlags, further func(*job.Ask)) (t *task, ask job.Ask, err error) {
	t = &task{app: a, command: c.Name(), inputs: f.inputs, zones: &f.zones, out: f.out, begun: time.Now()}
	if err := a.checkEnds(c, end{"--out", f.out}, append(slices.Clone(f.inputs), &f.zones)...); err != nil {
		return nil, ask, err
	}
	sides, err := f.sides(c)
	if err != nil {
		return nil, ask, err
	}
	a.tellOver(&f.questionFlags)
	ask = t.ask(f, sides)
	here := func() error { return nil } // the device, or it is not needed
	if !machine.OnHost(flyby.Method(f.method)) {
		here = func() error { return checkDevice(f.device) }
	}
	if f.memory.memory > 0 || !machine.OpensBeside(&ask.Machine) { // otherwise the job looks for the device while it reads
		if err := here(); err != nil {
			return nil, ask, err
		}
	}
	if further != nil {
		further(&ask)
	}
	if err := t.openInputs(c, f, &ask, sides); err != nil {
		return nil, ask, cmp.Or(here(), err)
	}
	t.bound = f.memory.bound() // the memory that opening the files took is held by now
	ask.Machine.Memory = t.bound.remaining()
	return t, ask, nil
}

// sides are the options that the entries, and in a search the queries, are read with.
func (f *searchFlags) sides(c *cobra.Command) (sides []format.Options, err error) {
	for i, side := range []asking.Side{asking.EntrySide, asking.QuerySide}[:len(f.inputs)] {
		of := f.inputs
		if f.HasSides() {
			of = of[i : i+1]
		}
		o, err := f.readOptions(c, side, of...)
		if err != nil {
			return nil, err
		}
		sides = append(sides, o)
	}
	return sides, nil
}

// openInputs opens the files that the flags led to.
func (t *task) openInputs(c *cobra.Command, f *searchFlags, ask *job.Ask, sides []format.Options) (err error) {
	for i, to := range []**input.Data{&ask.EntryData, &ask.QueryData}[:len(f.inputs)] {
		in := f.inputs[i]
		if *to, err = input.OpenFiles(c.Context(), in.names, in.files, input.Options{Read: sides[i]}); err != nil {
			return inFlags(c, f.refused(c, err))
		}
	}
	return nil
}

// ask is the ask of a job from the flags, without the values in the units of the data.
func (t *task) ask(f *searchFlags, sides []format.Options) job.Ask {
	a := t.app
	ask := job.Ask{
		Inputs:   job.Inputs{Read: obeyed(sides[0]), Zones: f.zones.names},
		Question: f.Plain(),
		Machine:  flyby.Options{Method: flyby.Method(f.method), Device: f.device, Providers: timed(), Threads: f.threads, Settings: f.settings, Tmp: f.memory.tmp, TmpLimit: uint64(f.memory.tmpLimit), Early: a.isPipe(end{"--out", f.out}), Logger: a.display.logger()},
		Watch:    job.Watch{Progress: t.progress, Taken: t.taken, FewerThreads: hostmemory.Cores},
	}
	if len(sides) > 1 && f.HasSides() {
		queries := obeyed(sides[1])
		ask.QueryRead = &queries
	}
	return ask
}

// hasQueries reports whether the queries are a data set of their own.
func (t *task) hasQueries() bool { return len(t.inputs) > 1 }

// progress shows how far the job is. Rows that are written are not shown where that would mix with them on the same terminal.
func (t *task) progress(p job.Progress) {
	begins := t.display.progress(p, p.Phase == "write" && t.out == "-" && !t.json)
	if begins && (t.bound.asked || p.Phase == "search" || p.Phase == "write") {
		hostmemory.Limit(t.bound.most) // drivers are loaded by now, or have compiled
	}
}

// taken reports how a data set was read, its rows left out, and how its samples are joined.
func (t *task) taken(d loaded, o *format.Options) {
	t.app.tellReading(d, o)
	t.tell(inventory.Doubts(d.Name, &d.Report))
}

// explain turns an error of the job into an error of its flag.
func (t *task) explain(c *cobra.Command, f *searchFlags, err error) error {
	err = f.refused(c, err)
	var degrees *source.DegreesError
	var unit *job.UnitError
	var batches *batching.FitError
	switch {
	case errors.As(err, &degrees):
		return looksLikeDegrees(degrees.Name, degrees.Extent)
	case errors.As(err, &batches):
		return cli.Usage(c, "--batching: %s", cli.Message(batches))
	case errors.As(err, &unit) && unit.Cause != nil:
		return fmt.Errorf("--units %s=%s: the data have %w: --units m,s,%s=%s", unit.Column, unit.Unit, unit.Cause, unit.Column, unit.Unit)
	case errors.As(err, &unit):
		return fmt.Errorf("column %s: %q: no number, and --units says %s=%s", unit.Column, printable.Text(unit.Word), unit.Column, unit.Unit)
	}
	return t.bound.explain(inFlags(c, err))
}

// inFlags turns an error about a field of a question or an ask into an error about its flag.
func inFlags(c *cobra.Command, err error) error {
	var said *question.FieldError
	var field *job.FieldError
	switch {
	case errors.As(err, &said):
		return asked(c, err)
	case errors.As(err, &field):
		return cli.Usage(c, "%s", flagOf(field))
	}
	return err
}

// flagOf returns the text of an error about a field of an ask, with the name of its flag.
func flagOf(e *job.FieldError) string {
	flag := map[string]string{"Read.Columns": "columns", "Answer": "units-out", "Sink": "out", "Read.Now": "from"}[e.Field]
	if flag == "" {
		flag = strings.ToLower(e.Field)
	}
	return "--" + flag + " " + strings.NewReplacer("(Read.LonLat)", "(--lonlat)", "(Read.Units)", "(--units says one)", "(With)", "--with").Replace(e.Text)
}

// convert sets the question of the job from the flags, in the units and on the scale of time of the data, which have been read.
func (t *task) convert(c *cobra.Command, f *searchFlags) error {
	f.Data = f.entries.shown()
	q, err := f.Resolve(t.Units(), t.entries.Store.Times())
	if err != nil {
		return asked(c, err)
	}
	ask := t.Ask()
	ask.Question, t.vertical, t.given = q, f.Text("vertical"), givenFlags{f.Has("min-duration"), q.Count && q.Level == question.Encounters && !f.Has("level")}
	if err := t.OpenZones(c.Context()); err != nil {
		return t.explain(c, f, err)
	}
	if err := t.Check(job.File(t.target()).As(wordOf(c, outFormatFlag))); err != nil {
		return t.explain(c, f, err)
	}
	if unit := ask.Read.ColumnUnits["r"]; unit != "" && !t.entries.Report.Radii && !t.queries.Report.Radii {
		return cli.Usage(c, "no column r, whose unit --units r=%s says", unit)
	}
	t.tellVast(f.Text("distance"), max(q.Search.Distance, q.Group.Distance))
	return nil
}

// target is where rows go.
func (t *task) target() string {
	if t.rows != nil {
		return t.rows.path()
	}
	return t.out
}

// run answers, and prints the summary.
func (t *task) run(c *cobra.Command, f *searchFlags) (err error) {
	if f.explain {
		return t.explain(c, f, t.explainPlan(c))
	}
	if t.report, err = t.Run(c.Context(), t.sink(c, t.target())); err != nil {
		return t.explain(c, f, err)
	}
	t.display.end()
	if t.Ask().Count {
		if _, err := fmt.Fprintln(t.streams.out, t.report.Rows); err != nil {
			return err
		}
	}
	t.warnAtVertical(t.report.Stats)
	t.tellNearest()
	t.summarize(t.report.Stats)
	t.tellCut()
	t.tellCounted()
	if t.rows != nil {
		s := t.summary(t.report.Stats)
		t.rows.hold(t, &s, &s.cost)
	}
	return nil
}
