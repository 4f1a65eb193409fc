package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"flyby/internal/asking"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/opencl"
	"flyby/question"
)

func (a *app) searchCommand() *cobra.Command {
	var f searchFlags
	c := a.described("search", &cobra.Command{
		Annotations: answers(),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.search(c, &f)
		},
	})
	f.addFile(c, &f.entries, "entries", "`FILE`, folder or quoted pattern of the trajectories to search; several times for several files; required")
	f.addFile(c, &f.queries, "queries", "`FILE`, folder or quoted pattern of the trajectories to search the entries with; several times for several files; origin: where coordinates are 0; 25544,48274: satellites of the entries; required")
	f.add(c, question.Searches)
	addPage(c)
	a.addAll(c)
	return c
}

// search checks the flags, searches one data set with the other or with itself, and writes the rows found, or a page of them.
func (a *app) search(c *cobra.Command, f *searchFlags) error {
	if err := f.check(c); err != nil {
		return err
	}
	return a.find(c, f, func(t *task) error { return t.run(c, f) })
}

// find reads the data sets of flags that have been checked, has a function answer, and writes the page that --out names, if it names one.
func (a *app) find(c *cobra.Command, f *searchFlags, answer func(*task) error) error {
	var rows pageRows
	defer rows.remove()
	if err := a.findRows(c, f, &rows, answer); err != nil || rows.folder == "" {
		return err
	}
	return a.pageOf(c, f, &rows)
}

// findRows is find without the page, whose rows wait in a file.
func (a *app) findRows(c *cobra.Command, f *searchFlags, rows *pageRows, answer func(*task) error) error {
	t, err := a.begin(c, f, nil)
	if err != nil {
		return err
	}
	defer t.Close() //nolint:errcheck // what was read of its files was good
	if takesPage(c) && isPage(f.out) && !f.explain {
		if err := rows.create(c.Context(), f.memory.tmp); err != nil {
			return err
		}
		t.rows = rows
	}
	if err := t.convert(c, f); err != nil {
		return err
	}
	return answer(t)
}

func (a *app) joinCommand() *cobra.Command {
	var f searchFlags
	c := a.ofFiles("join", &f.entries, func(c *cobra.Command) error { return a.search(c, &f) })
	f.addFile(c, &f.entries, "entries", sameAsFile)
	f.add(c, question.Joins)
	addPage(c)
	a.addAll(c)
	return c
}

// searchFlags are the flags that search and join share.
type searchFlags struct {
	questionFlags
	methodFlags
	entries inputFiles
	queries inputFiles    // of search
	zones   inputFiles    // of visits
	inputs  []*inputFiles // entries, and queries if the command has them
	out     string
	format  reading.Format // of out; zero: none is known
	device  string
	memory  memoryFlags
	explain bool
}

// add adds the flags behind the flags of files.
func (f *searchFlags) add(c *cobra.Command, k question.Kind) {
	s := c.Flags()
	f.begin(k)
	f.questionFlags.add(c, asking.Fields(k))
	s.StringVarP(&f.out, "out", "o", "-", "`FILE` for the results"+outRules)
	addOutFormat(c, output.Written(reading.ResultOutput))
	f.addReading(c)
	f.addStates(c)
	f.addSearchMethod(c)
	addDevice(c, &f.device, "run on")
	f.addSettings(c)
	if k == question.NearestTrajectories {
		f.memory.add(c, "refused")
		return
	}
	f.memory.add(c, "searched part by part, with the same results")
	f.addExplain(c)
}

// check refuses values that are wrong whatever the data are, before any data are read, and then missing flags.
func (f *searchFlags) check(c *cobra.Command) error {
	if err := cmp.Or(oneOf(c, "--method", f.method, f.names()), checkSelector(c, f.device), f.checkQuestion(c), f.checkMethod(c), f.memory.check(c)); err != nil {
		return err
	}
	f.out = standardOut(f.out)
	if err := f.checkOut(c); err != nil {
		return err
	}
	q := f.Plain()
	if err := checkFile(c, &q, f.out, &f.format); err != nil {
		return err
	}
	return f.checkMissing(c)
}

// checkQuestion refuses questions that no data can answer, and files that are none.
func (f *searchFlags) checkQuestion(c *cobra.Command) error {
	if err := f.checkSides(c, &f.queries); err != nil {
		return err
	}
	if err := f.Check(); err != nil {
		return asked(c, err)
	}
	for _, in := range f.inputs {
		if err := in.check(c); err != nil {
			return err
		}
	}
	const others = "exclude-same-id"
	if files, k := f.queries.files, f.Kind(); len(files) == 1 && files[0].Numbers() != nil && !f.Has(others) && (k == question.Searches || k == question.NearestTrajectories) {
		return f.Set(others, "true")
	}
	return nil
}

// takeOneSet makes the question one of the entries alone where no file of queries is given: a search becomes a join.
func (f *searchFlags) takeOneSet(c *cobra.Command) {
	if f.queries.given() || c.Flags().Changed("queries") {
		return
	}
	f.inputs = f.inputs[:1]
	if f.Kind() == question.Searches {
		f.SetKind(question.Joins)
	}
}

// checkOut refuses an output that cannot be made.
func (f *searchFlags) checkOut(c *cobra.Command) (err error) {
	if takesPage(c) && isPage(f.out) {
		return f.checkPage(c)
	}
	f.format, err = checkOut(c, f.out, output.Written(reading.ResultOutput))
	return err
}

// checkMissing refuses flags that are not there and have to be.
func (f *searchFlags) checkMissing(c *cobra.Command) error {
	for _, in := range f.inputs {
		if !in.given() {
			return in.missing(c)
		}
	}
	if err := f.Missing(); err != nil {
		return asked(c, err)
	}
	return nil
}

// timed returns the providers of devices, with drivers that measure the time of kernels.
func timed() []kernel.Provider {
	return []kernel.Provider{host.Provider{}, opencl.Provider{Options: opencl.Options{TimeWalks: true}}}
}
