package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/job"
	"flyby/slabs"
)

// slabNumbers is --slab: numbers of slabs, and ranges of them, with commas between: 0,3-7. Given again, it takes more.
type slabNumbers struct {
	texts []string
	all   []slabRange
}

// slabRange is slabs from one to another.
type slabRange struct{ first, last int }

func (f *slabNumbers) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.ParseUint(first, 10, 31)
		to, errTo := strconv.ParseUint(last, 10, 31)
		switch {
		case errors.Join(err, errTo) != nil:
			return fmt.Errorf("%q: must be numbers of slabs, or ranges, as 0,3-7", part)
		case from > to:
			return fmt.Errorf("%q: begins behind its end", part)
		}
		f.all = append(f.all, slabRange{int(from), int(to)})
	}
	f.texts = append(f.texts, text)
	return nil
}

func (f *slabNumbers) String() string { return strings.Join(f.texts, ",") }

// Type is what help calls the value where the flag has no word for it.
func (f *slabNumbers) Type() string { return "numbers" }

// of are the numbers, each once, of a plan that has n slabs.
func (f *slabNumbers) of(c *cobra.Command, n int) (all []int, err error) {
	for _, r := range f.all {
		if r.last >= n {
			return nil, cli.Usage(c, "--slab %s: slabs are from 0 to %d", f, n-1)
		}
		for k := r.first; k <= r.last; k++ {
			all = append(all, k)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// runFlags are the flags of slab run.
type runFlags struct {
	slab    slabNumbers
	missing bool
	device  string
	threads int
	memory  memoryFlags
}

func (a *app) slabRunCommand() *cobra.Command {
	var f runFlags
	c := a.described("slab run", &cobra.Command{
		Args: oneArgument("DIR"),
		RunE: func(c *cobra.Command, args []string) error { return a.slabRun(c, args[0], &f) },
	})
	s := c.Flags()
	s.Var(&f.slab, "slab", "number `K` of a slab, from 0, several with commas between, or a range, as 0,3-7; this or --missing")
	s.BoolVar(&f.missing, "missing", false, "all slabs whose part is missing or damaged")
	addDevice(c, &f.device, "run on")
	cli.AddWhole(c, &f.threads, "threads", 0, "`N` cores to use, at most four threads a core; 0: all")
	s.Var(&f.memory.memory, "memory", "hold at most `SIZE` in memory, such as 2GB or 512MiB (default 80 % of the memory that the machine, its cgroup or a limit on address space leaves free)")
	a.addJSON(c, "an object on standard output for each slab; errors on standard error as JSON")
	return c
}

// addJSON adds --json alone, of commands that show no progress.
func (a *app) addJSON(c *cobra.Command, meaning string) {
	c.Flags().BoolVar(&a.json, "json", false, meaning)
}

// check refuses combinations of flags that are wrong.
func (f *runFlags) check(c *cobra.Command) error {
	given := c.Flags().Changed
	switch {
	case given("slab") && f.missing:
		return cli.Usage(c, "--slab and --missing: one of the two only")
	case !given("slab") && !f.missing:
		return cli.Usage(c, "--slab K or --missing is missing")
	}
	return cmp.Or(f.memory.check(c), checkThreads(c, f.threads), checkSelector(c, f.device))
}

// slabLine is the line of slab run about a slab.
type slabLine struct {
	Type   string  `json:"type"` // "slab"
	Slab   int     `json:"slab"`
	Before bool    `json:"run_before"`
	Rows   uint64  `json:"rows"` // of the part: hits, or encounters that are not joined across the edges of slabs
	Bytes  uint64  `json:"bytes"`
	TotalS float64 `json:"total_s"`
}

// slabRun runs slabs.
func (a *app) slabRun(c *cobra.Command, dir string, f *runFlags) error {
	if err := f.check(c); err != nil {
		return err
	}
	if err := checkDevice(f.device); err != nil {
		return err
	}
	work, err := a.openWork(c, dir)
	if err != nil {
		return err
	}
	all, err := f.slab.of(c, len(work.Slabs()))
	if err != nil {
		return err
	}
	if f.missing {
		for k := range work.Slabs() {
			all = append(all, k)
		}
	}
	b := f.memory.bound()
	o := flyby.Options{Device: f.device, Threads: f.threads, Memory: b.remaining(), Providers: timed()}
	for _, k := range all {
		begun := time.Now()
		p, err := work.Run(c.Context(), k, o)
		if err != nil {
			return b.explain(err)
		}
		if err := a.tellSlab(slabLine{"slab", k, p.Before, p.Rows, p.Bytes, time.Since(begun).Seconds()}, f.missing); err != nil {
			return err
		}
	}
	return nil
}

// tellSlab reports a slab, unless it was run before and --missing selects the slabs.
func (a *app) tellSlab(s slabLine, missing bool) error {
	if s.Before && missing {
		return nil
	}
	before := ""
	if s.Before {
		before = "run before, "
	}
	return a.printAnswer(s, fmt.Sprintf("slab %d: %s%s, %s\n", s.Slab, before, plural(s.Rows, "row"), hostmemory.Size(s.Bytes)))
}

// mergeFlags are the flags of slab merge.
type mergeFlags struct {
	out           string
	ranges, index int
	memory        memoryFlags
}

func (a *app) slabMergeCommand() *cobra.Command {
	var f mergeFlags
	c := a.described("slab merge", &cobra.Command{
		Annotations: answers(),
		Args:        oneArgument("DIR"),
		RunE:        func(c *cobra.Command, args []string) error { return a.slabMerge(c, args[0], &f) },
	})
	c.Flags().StringVarP(&f.out, "out", "o", "-", "`FILE` for the results, in the format of its ending, GeoJSON excepted (see flyby help files); - is standard output, CSV without --out-format")
	cli.AddWhole(c, &f.ranges, "ranges", 0, "`N` ranges of query trajectories, with about as many rows each, make a file each; not for a plan with --top, --limit or --count, nor for the objects of a join. With --range")
	cli.AddWhole(c, &f.index, "range", 0, "number `I` of the range to write, from 0 to N-1 for --ranges N")
	addOutFormat(c, output.Written(reading.TableOutput))
	f.memory.add(c, "merged in rounds, on disk")
	a.addAll(c)
	return c
}

// check refuses combinations of flags that are wrong.
func (f *mergeFlags) check(c *cobra.Command) error {
	given := c.Flags().Changed
	switch {
	case given("ranges") && !given("range"):
		return cli.Usage(c, "--range I is missing, which of the ranges to write")
	case given("range") && !given("ranges"):
		return cli.Usage(c, "--ranges N is missing, of how many ranges --range is one")
	case given("ranges") && f.ranges < 1:
		return cli.Usage(c, "--ranges %d: must be 1 or more", f.ranges)
	case given("range") && (f.index < 0 || f.index >= f.ranges):
		return cli.Usage(c, "--range %d: ranges are from 0 to %d", f.index, f.ranges-1)
	}
	if err := f.memory.check(c); err != nil {
		return err
	}
	f.out = standardOut(f.out)
	return checkMergeOut(c, f.out)
}

// checkMergeOut refuses a file that parts are not merged to.
func checkMergeOut(c *cobra.Command, out string) error {
	if hasPlaces(c, out) {
		return cli.Usage(c, "--out %s: GeoJSON has places, which need the data again, and slabs do not have them", out)
	}
	_, err := checkOut(c, out, output.Written(reading.ResultOutput))
	return err
}

// errMergedCount refuses --out of a plan that asks for a number.
func errMergedCount(c *cobra.Command) error {
	return cli.Usage(c, "--out: was planned with --count, which prints a number and writes no rows")
}

// mergeSummary is the last line of --json.
type mergeSummary struct {
	Type         string       `json:"type"` // "summary"
	Command      string       `json:"command"`
	Slabs        int          `json:"slabs"`
	Ranges       int          `json:"ranges,omitempty"`
	Range        *int         `json:"range,omitempty"`
	Level        asking.Place `json:"+level"`
	Hits         uint64       `json:"hits"` // of all ranges
	Rows         uint64       `json:"rows"`
	TotalS       float64      `json:"total_s"`
	PeakBytes    uint64       `json:"peak_bytes"`
	SpilledBytes uint64       `json:"spilled_bytes"`
	Out          string       `json:"out"`
}

// slabMerge merges parts.
func (a *app) slabMerge(c *cobra.Command, dir string, f *mergeFlags) error {
	if err := errors.Join(f.check(c), a.checkStandardOut(c)); err != nil {
		return err
	}
	work, err := slabs.Open(a.lies(dir))
	if err != nil {
		return err
	}
	to := a.sink(c, f.out)
	if clash := work.Clash(to); clash != "" {
		return cli.Usage(c, "%s: %s", end{"--out", f.out}.say(standardName), clash)
	}
	ask := work.Ask()
	if ask.Count && c.Flags().Changed("out") {
		return errMergedCount(c)
	}
	r := job.Range{I: f.index, N: f.ranges}
	var field *job.FieldError
	if err := work.CheckRange(r); errors.As(err, &field) {
		return cli.Usage(c, "--ranges: was planned with %s", flagOf(field))
	}
	t := &task{app: a, command: wordsOf(c), out: f.out, level: ask.Level, planned: ask, begun: time.Now(), bound: f.memory.bound()}
	t.given.least = ask.Shortens()
	o := slabs.MergeOptions{
		Machine: flyby.Options{Memory: t.bound.remaining(), Tmp: f.memory.tmp, TmpLimit: uint64(f.memory.tmpLimit), Logger: a.display.logger()},
		Watch:   job.Watch{Progress: t.progress},
	}
	t.report, err = work.Merge(c.Context(), r, o, to)
	if errors.Is(err, slabs.ErrMissing) || errors.Is(err, slabs.ErrDamaged) {
		return fmt.Errorf("%w: flyby slab run %s --missing", err, cli.Shown(dir))
	}
	if err != nil {
		return t.bound.explain(err)
	}
	t.display.end()
	return t.tellMerged(len(work.Slabs()), r)
}

// tellMerged prints the summary of a merge: the rows of a range, and the hits of all.
func (t *task) tellMerged(parts int, r job.Range) error {
	if t.planned.Count {
		if _, err := fmt.Fprintln(t.streams.out, t.report.Rows); err != nil {
			return err
		}
	}
	if r.I == 0 {
		t.warnAtVertical(t.report.Stats)
	}
	hits := t.report.Stats.Hits
	m := mergeSummary{"summary", t.command, parts, r.N, nil, nil, hits, t.report.Rows, time.Since(t.begun).Seconds(), hostmemory.Peak(), t.report.Spilled, t.out}
	of, found := "", t.counts(hits)
	if r.N > 0 {
		m.Range = &r.I
		of, found = fmt.Sprintf(", range %d of %d", r.I, r.N), plural(m.Rows, "row")
	}
	t.app.summarize(t.said(m), fmt.Sprintf("%s%s: %s  in all %s and %s", plural(parts, "part"), of, found, took(m.TotalS), hostmemory.Size(m.PeakBytes)))
	t.tellCut()
	return nil
}
