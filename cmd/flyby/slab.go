package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

func (a *app) slabCommand() *cobra.Command {
	c := a.described("slab", &cobra.Command{
		Args: knownCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	})
	c.AddCommand(a.slabPlanCommand(), a.slabRunCommand(), a.slabStatusCommand(), a.slabMergeCommand(), a.slabScriptCommand())
	return c
}

// planFlags are the flags of slab plan: the flags of search and join that change an answer, and more.
type planFlags struct {
	searchFlags
	dir   string
	slabs int
}

func (a *app) slabPlanCommand() *cobra.Command {
	var f planFlags
	c := a.described("slab plan", &cobra.Command{
		RunE: func(c *cobra.Command, _ []string) error { return a.slabPlan(c, &f) },
	})
	f.addFile(c, &f.entries, "entries", "`FILE`, folder or quoted pattern of the trajectories to search, or to join; several times for several files; required")
	f.addFile(c, &f.queries, "queries", "`FILE`, folder or quoted pattern of the trajectories to search the entries with; several times for several files; none for a join")
	c.Flags().StringVar(&f.dir, "dir", "", "folder `DIR` of the slabs, empty or to be made, on a disk that all processes see; required")
	cli.AddWhole(c, &f.slabs, "slabs", 0, "`N` slabs of time, fewer where instants are fewer; for ranges of trajectories the least possible number of pairs, N or more. Four slabs for each worker even out their times. This or --memory")
	f.add(c, question.Searches)
	a.addQuietJSON(c, "the plan as a JSON object; progress and errors on standard error as JSON, one object a line")
	c.SetFlagErrorFunc(reasoned("notofslabs.txt"))
	for name, usage := range usagesOfPlans() {
		c.Flags().Lookup(name).Usage = usage
	}
	for name := range notOfPlans() {
		c.Flags().Lookup(name).Hidden = true
	}
	return c
}

// usagesOfPlans are the usages of a search's flags that mean something else to slab plan.
func usagesOfPlans() map[string]string {
	return map[string]string{
		"memory":          "`SIZE` of memory for each run, and for planning, such as 2GB or 512MiB: there are as many slabs as make a run fit. This or --slabs, with which planning holds 80 % of the free memory",
		"exclude-same-id": "leave out pairs of trajectories with the same id, in a search",
		"having":          "only rows for which `CONDITION` holds on a column of the answer, such as 'd_min<=100m': " + asking.ConditionWords,
		"units-out":       "write distances and speeds in `UNITS`: one of length, one of speed, or both, as km,km/s; all other columns and the numbers of flags stay in the units of the data, the default",
	}
}

// notOfPlans are the flags of a search that slab plan refuses, and why.
func notOfPlans() map[string]string {
	why := byKey("notofplans.txt")
	for _, name := range append(searchSettings(), setFlag) {
		why[name] = "is not for slabs"
	}
	return why
}

// check refuses flags that slab plan has no use for.
func (f *planFlags) check(c *cobra.Command) (err error) {
	c.Flags().Visit(func(given *pflag.Flag) {
		if why := notOfPlans()[given.Name]; why != "" && err == nil {
			err = cli.Usage(c, "--%s: %s", given.Name, why)
		}
	})
	slabs, memory := c.Flags().Changed("slabs"), c.Flags().Changed("memory")
	switch {
	case err != nil:
		return err
	case slabs && memory:
		return cli.Usage(c, "--slabs and --memory: one of the two only")
	case slabs && f.slabs < 1:
		return cli.Usage(c, "--slabs %d: must be 1 or more", f.slabs)
	}
	f.takeOneSet(c)
	if err := f.searchFlags.check(c); err != nil {
		return err
	}
	switch {
	case f.dir == "":
		return cli.Usage(c, "--dir DIR is missing")
	case !slabs && !memory:
		return cli.Usage(c, "--slabs N or --memory SIZE is missing")
	}
	return nil
}

// slabPlan reads the data and writes slabs.
func (a *app) slabPlan(c *cobra.Command, f *planFlags) error {
	if err := f.check(c); err != nil {
		return err
	}
	t, ask, err := a.prepare(c, &f.searchFlags, nil)
	if err != nil {
		return err
	}
	t.command = "join"
	if f.queries.given() {
		t.command = "search"
	}
	work, err := slabs.Plan(c.Context(), a.lies(f.dir), ask, slabs.PlanOptions{Slabs: f.slabs, Read: func(j *job.Job) error {
		t.take(j)
		return t.convert(c, &f.searchFlags)
	}})
	if err != nil {
		return t.explain(c, &f.searchFlags, err)
	}
	t.display.end()
	if err := a.checkStream(c, work); err != nil {
		return err
	}
	p := work.Summary(f.dir)
	err = a.printAnswer(p, p.Text())
	if p.Enough > 0 {
		a.display.warn("the overhang, segments that go on from one slab into the next, is %.0f %% of the segments: %s would do with a quarter", p.Share()*100, plural(p.Enough, "slab"))
	}
	return err
}

// openWork opens the plan of a folder for a command that prints, whose standard output must be none of its files.
func (a *app) openWork(c *cobra.Command, dir string) (*slabs.Work, error) {
	work, err := slabs.Open(a.lies(dir))
	if err != nil {
		return nil, err
	}
	return work, a.checkStream(c, work)
}

// checkStream refuses a standard output that is a file of a plan.
func (a *app) checkStream(c *cobra.Command, work *slabs.Work) error {
	if clash := work.Clash(job.Writer(a.streams.out)); clash != "" {
		return cli.Usage(c, "standard output: %s", clash)
	}
	return nil
}

func (a *app) slabStatusCommand() *cobra.Command {
	c := a.described("slab status", &cobra.Command{
		Args: oneArgument("DIR"),
		RunE: func(c *cobra.Command, args []string) error { return a.slabStatus(c, args[0]) },
	})
	a.addJSON(c, "a JSON object on standard output, and errors on standard error as JSON")
	return c
}

// slabStatus looks at all parts.
func (a *app) slabStatus(c *cobra.Command, dir string) error {
	work, err := a.openWork(c, dir)
	if err != nil {
		return err
	}
	states, err := work.Status(c.Context())
	if err != nil {
		return err
	}
	m := work.Tally(dir, states)
	if err := a.printAnswer(m, m.Text()); err != nil {
		return err
	}
	if m.Left > 0 {
		return fmt.Errorf("%s: %d of %s to run: flyby slab run %s --missing", cli.Shown(dir), m.Left, plural(m.Slabs, "slab"), cli.Shown(dir))
	}
	return nil
}
