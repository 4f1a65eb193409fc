package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

func (a *app) slabCommand() *cobra.Command {
	c := a.equip(&cobra.Command{
		Use:   "slab COMMAND",
		Short: "a search or a join cut into slabs, which processes on any machines search",
		Long: folded(`Cuts a search or a join into slabs in a folder. Any number of processes, on any machines that
see the folder, search the slabs in any order, as often as they like; their parts are merged to the file that
one run of search or join writes, byte for byte. A slab is a command, a file and an exit status, so that any
job scheduler will do: docs/scale.md says how, and when one machine is enough.`),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby slab plan --entries stars.csv --distance 0.05 --dir work --slabs 3
  flyby slab run work --slab 0,2
  flyby slab run work --missing
  flyby slab status work
  flyby slab merge work --out near.csv`,
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
	c := a.equip(&cobra.Command{
		Use:   "plan --entries FILE [--queries FILE] --distance D --dir DIR --slabs N | --memory SIZE [flags]",
		Short: "cut the data of a search or a join into slabs in a folder",
		Long: folded(`Reads the data, cuts them into slabs of time and writes the slabs to the folder DIR, with all flags of
the search: a search with --queries, a join without. Where time cuts nothing, as in a catalogue, slabs are pairs of ranges of trajectories.
Rows of a Parquet file in order of time (flyby convert --order time) are not copied: runs read them from the file, which has to
stay as it is.
The same files, flags and program make the same folder. If DIR has the same plan already, it stays as it is,
with the parts of slabs that were run. ` + sidesHint + filesHint),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby slab plan --entries stars.csv --distance 0.05 --dir work --slabs 3`,
		RunE: func(c *cobra.Command, _ []string) error { return a.slabPlan(c, &f) },
	})
	f.addFile(c, &f.entries, "entries", "`FILE`, folder or quoted pattern of the trajectories to search, or to join; several times for several files; required")
	f.addFile(c, &f.queries, "queries", "`FILE`, folder or quoted pattern of the trajectories to search the entries with; several times for several files; none for a join")
	c.Flags().StringVar(&f.dir, "dir", "", "folder `DIR` of the slabs, empty or to be made, on a disk that all processes see; required")
	cli.AddWhole(c, &f.slabs, "slabs", 0, "`N` slabs of time, fewer where instants are fewer; for ranges of trajectories the least possible number of pairs, N or more. Four slabs for each worker even out their times. This or --memory")
	f.add(c, question.Searches)
	a.addQuietJSON(c, "the plan as a JSON object; progress and errors on standard error as JSON, one object a line")
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
		"having":          "only rows for which `CONDITION` holds on a column of the answer, such as 'd_min<=100m': " + question.ConditionWords,
		"units-out":       "write distances and speeds in `UNITS`: one of length, one of speed, or both, as km,km/s; all other columns and the numbers of flags stay in the units of the data, the default",
	}
}

// notOfPlans are the flags of a search that slab plan refuses, and why.
func notOfPlans() map[string]string {
	const run = "no plan depends on it: flyby slab run has it"
	all := map[string]string{
		"with": "needs the data again, which slabs do not have", "geometry": "needs the data again, which slabs do not have", "out": "is for flyby slab merge", outFormatFlag: "is for flyby slab merge", "device": run, "threads": run,
		"method": "all methods give the same parts", "explain": "is not for slabs",
	}
	for _, name := range append(searchSettings(), setFlag) {
		all[name] = "is not for slabs"
	}
	return all
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
	if !f.queries.given() && f.Has("exclude-same-id") {
		return cli.Usage(c, "--exclude-same-id: is for a search, with --queries")
	}
	f.takeJoin(c)
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
	p := planOf(f.dir, work)
	if a.json {
		err = writeObject(a.streams.out, p)
	} else {
		_, err = io.WriteString(a.streams.out, p.text())
	}
	if p.Enough > 0 {
		a.display.warn("the overhang, segments that go on from one slab into the next, is %.0f %% of the segments: %s would do with a quarter", p.share()*100, plural(p.Enough, "slab"))
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

// planned is the summary of slab plan.
type planned struct {
	Type     string   `json:"type"` // "slab_plan"
	Dir      string   `json:"dir"`
	Before   bool     `json:"planned_before"`
	Slabs    int      `json:"slabs"`
	Of       string   `json:"slabs_of"` // "time" or "ranges"
	Segments spread   `json:"segments"`
	Overhang spread   `json:"overhang"` // segments that start before a slab and end in it or later
	Bytes    spread   `json:"bytes"`
	InPlace  []string `json:"in_place,omitempty"`     // inputs whose row groups runs read
	Enough   int      `json:"slabs_enough,omitempty"` // whose overhang would be about a quarter of the segments, where it is more
}

// spread is the sum, the least and the largest of a count over slabs.
type spread struct {
	All     uint64 `json:"all"`
	Least   uint64 `json:"least"`
	Largest uint64 `json:"largest"`
}

// add adds a slab.
func (s *spread) add(k int, n uint64) {
	if k == 0 {
		s.Least = n
	}
	s.All, s.Least, s.Largest = s.All+n, min(s.Least, n), max(s.Largest, n)
}

// quarter is the reciprocal of the share of the overhang beyond which a line tells of it.
const quarter = 4

// planOf is the summary of the plan of a folder.
func planOf(dir string, work *slabs.Work) planned {
	all := work.Slabs()
	p := planned{Type: "slab_plan", Dir: dir, Before: work.Before, Slabs: len(all), Of: "time", InPlace: work.InPlace()}
	if len(all) > 1 && math.IsInf(all[0].To, 1) {
		p.Of = "ranges"
	}
	for _, s := range all {
		p.Segments.add(s.K, s.Segments)
		p.Overhang.add(s.K, s.Overhang)
		p.Bytes.add(s.K, s.Bytes)
	}
	if p.share() > 1.0/quarter { // each edge has about as much
		p.Enough = 1 + int(float64(len(all)-1)/(quarter*p.share()))
	}
	return p
}

// share is how much of the segments hangs over.
func (p *planned) share() float64 {
	return float64(p.Overhang.All) / float64(max(p.Segments.All, 1))
}

// text is the plan for people.
func (p *planned) text() string {
	var s strings.Builder
	before, what := "", plural(p.Slabs, "slab")+" of time"
	if p.Of != "time" {
		what = plural(p.Slabs, "pair") + " of ranges of trajectories"
	}
	if p.Before {
		before = "planned before, "
	}
	fmt.Fprintf(&s, "%s: %s%s\n", cli.Shown(p.Dir), before, what)
	row := func(label string, of spread, text func(uint64) string) {
		fmt.Fprintf(&s, "%-9s from %s to %s\n", label, text(of.Least), text(of.Largest))
	}
	row("segments", p.Segments, hostmemory.Count[uint64])
	row("overhang", p.Overhang, hostmemory.Count[uint64])
	row("size", p.Bytes, hostmemory.Size)
	for _, path := range p.InPlace {
		fmt.Fprintf(&s, "in place  %s: runs read its row groups, so leave it as it is until all are done\n", cli.Shown(path))
	}
	return s.String()
}

func (a *app) slabStatusCommand() *cobra.Command {
	c := a.equip(&cobra.Command{
		Use:   "status DIR [--json]",
		Short: "which slabs of a plan are done, missing or damaged",
		Long: folded(`Reads all parts of the folder DIR, and lists which slabs have a good part, a damaged part or none,
by numbers as flyby slab run --slab takes them. The exit status is 0 only where all slabs are done.`),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby slab plan --entries stars.csv --distance 0.05 --dir work --slabs 3
  flyby slab run work --missing
  flyby slab status work`,
		Args: oneArgument("DIR"),
		RunE: func(c *cobra.Command, args []string) error { return a.slabStatus(c, args[0]) },
	})
	a.addJSON(c, "a JSON object on standard output, and errors on standard error as JSON")
	return c
}

// slabStatus is the output of slab status.
type slabStatus struct {
	Type    string            `json:"type"` // "slab_status"
	Dir     string            `json:"dir"`
	Slabs   int               `json:"slabs"`
	Done    string            `json:"done"`    // as --slab takes them
	Missing string            `json:"missing"` // likewise
	Damaged string            `json:"damaged"` // likewise
	Why     map[string]string `json:"why,omitempty"`
	Rows    uint64            `json:"rows"` // of the parts that are done
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
	m, of := slabStatus{Type: "slab_status", Dir: dir, Slabs: len(states)}, map[slabs.Condition][]int{}
	for _, s := range states {
		of[s.Is], m.Rows = append(of[s.Is], s.K), m.Rows+s.Rows
		if s.Is == slabs.Damaged {
			if m.Why == nil {
				m.Why = map[string]string{}
			}
			m.Why[strconv.Itoa(s.K)] = cli.Message(s.Why)
		}
	}
	m.Done, m.Missing, m.Damaged = slabs.Ranges(of[slabs.Done]), slabs.Ranges(of[slabs.Missing]), slabs.Ranges(of[slabs.Damaged])
	if err := a.tellStatus(m, of[slabs.Damaged]); err != nil {
		return err
	}
	if left := m.Slabs - len(of[slabs.Done]); left > 0 {
		return fmt.Errorf("%s: %d of %s to run: flyby slab run %s --missing", cli.Shown(dir), left, plural(m.Slabs, "slab"), cli.Shown(dir))
	}
	return nil
}

// tellStatus writes the status of slabs.
func (a *app) tellStatus(m slabStatus, damaged []int) error {
	if a.json {
		return writeObject(a.streams.out, m)
	}
	var s strings.Builder
	for _, row := range [][2]string{{"done", m.Done}, {"missing", m.Missing}, {"damaged", m.Damaged}} {
		if row[1] != "" {
			fmt.Fprintf(&s, "%-8s %s\n", row[0], row[1])
		}
	}
	for _, k := range damaged {
		fmt.Fprintf(&s, "slab %d: %s\n", k, printable.Text(m.Why[strconv.Itoa(k)]))
	}
	_, err := fmt.Fprint(a.streams.out, s.String())
	return err
}
