package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/job"
	"flyby/slabs"
	"flyby/trajectory/format"
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
	c := a.equip(&cobra.Command{
		Use:   "run DIR --slab K[,K...|A-B] | --missing [flags]",
		Short: "search slabs of a plan, and leave a part for each",
		Long: folded(`Searches slabs of the folder DIR, one after another, and leaves a part for each, which is there whole or
not at all. A part is the same whatever the machine, the device and the threads, and one that is there and good stays:
a slab may be run twice, or at once on two machines. A slab that failed is run again.`),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby slab plan --entries stars.csv --distance 0.05 --dir work --slabs 3
  flyby slab run work --slab 0,2
  flyby slab run work --missing`,
		Args: oneArgument("DIR"),
		RunE: func(c *cobra.Command, args []string) error { return a.slabRun(c, args[0], &f) },
	})
	s := c.Flags()
	s.Var(&f.slab, "slab", "`K` counts slabs from 0: a number, several with commas between, or a range, as 0,3-7; this or --missing")
	s.BoolVar(&f.missing, "missing", false, "all slabs whose part is missing or damaged")
	addDevice(c, &f.device, "run on")
	cli.AddWhole(c, &f.threads, "threads", 0, "`N` cores to use, at most four threads a core; 0: all")
	s.Var(&f.memory.memory, "memory", "hold at most `SIZE` in memory, such as 2GB or 512MiB (default 80 % of what the machine, its cgroup or a limit on address space leaves free)")
	a.addJSON(c, "an object on standard output for each slab; errors on standard error as JSON")
	return c
}

// addJSON adds --json alone, of commands that show no progress.
func (a *app) addJSON(c *cobra.Command, meaning string) {
	c.Flags().BoolVar(&a.json, "json", false, meaning)
}

// check refuses what does not go together.
func (f *runFlags) check(c *cobra.Command) error {
	given := c.Flags().Changed
	switch {
	case given("slab") && f.missing:
		return cli.Usage(c, "--slab and --missing: one of the two only")
	case !given("slab") && !f.missing:
		return cli.Usage(c, "--slab K or --missing is missing")
	}
	if err := f.memory.check(c); err != nil {
		return err
	}
	if err := checkThreads(c, f.threads); err != nil {
		return err
	}
	return checkSelector(c, f.device)
}

// slabLine is what slab run tells of a slab.
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
	work, err := slabs.Open(a.lies(dir))
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
	o := flyby.Options{Device: f.device, Threads: f.threads, Memory: b.left(), Providers: timed()}
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

// tellSlab tells of a slab, unless it was run before and nobody asked for it by its number.
func (a *app) tellSlab(s slabLine, missing bool) error {
	switch {
	case s.Before && missing:
		return nil
	case a.json:
		return writeObject(a.streams.out, s)
	}
	before := ""
	if s.Before {
		before = "run before, "
	}
	_, err := fmt.Fprintf(a.streams.out, "slab %d: %s%s, %s\n", s.Slab, before, plural(s.Rows, "row"), hostmemory.Size(s.Bytes))
	return err
}

func (a *app) slabStatusCommand() *cobra.Command {
	c := a.equip(&cobra.Command{
		Use:   "status DIR [--json]",
		Short: "which slabs of a plan are done, missing or damaged",
		Long: folded(`Reads all parts of the folder DIR, and lists slabs whose part is there and good, is missing, or is damaged,
as flyby slab run --slab takes them. The exit status is 0 only where all are done.`),
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

// slabStatus is what slab status tells.
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
	work, err := slabs.Open(a.lies(dir))
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
		return fmt.Errorf("%s: %d of %s to run: flyby slab run %s --missing", shown(dir), left, plural(m.Slabs, "slab"), shown(dir))
	}
	return nil
}

// tellStatus writes what slabs are.
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

// mergeFlags are the flags of slab merge.
type mergeFlags struct {
	out    string
	memory memoryFlags
}

func (a *app) slabMergeCommand() *cobra.Command {
	var f mergeFlags
	c := a.equip(&cobra.Command{
		Use:   "merge DIR --out FILE [flags]",
		Short: "merge the parts of all slabs to the file that one run writes",
		Long: folded(`Merges the parts of the folder DIR, of which none may be missing or damaged, and writes what one run of search
or join with the flags of the plan writes, byte for byte. flyby verify takes it as any other.`),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby slab plan --entries stars.csv --distance 0.05 --dir work --slabs 3
  flyby slab run work --missing
  flyby slab merge work --out near.csv`,
		Args: oneArgument("DIR"),
		RunE: func(c *cobra.Command, args []string) error { return a.slabMerge(c, args[0], &f) },
	})
	c.Flags().StringVarP(&f.out, "out", "o", "-", "`FILE` for the results, of the format of its ending, but for GeoJSON (see flyby help files); - is standard output, CSV without --out-format")
	completeFile(c, "out", format.ResultOutput)
	addOutFormat(c, format.ResultOutput)
	f.memory.add(c, "merged in rounds, on disk")
	a.addAll(c)
	return c
}

// check refuses what does not go together.
func (f *mergeFlags) check(c *cobra.Command) error {
	if err := f.memory.check(c); err != nil {
		return err
	}
	f.out = standardOut(f.out)
	return checkMergeOut(c, f.out)
}

// checkMergeOut refuses a file that parts are not merged to.
func checkMergeOut(c *cobra.Command, out string) error {
	if isGeoJSON(c, out) {
		return cli.Usage(c, "--out %s: GeoJSON has places, which need the data again, and slabs do not have them", out)
	}
	return checkOut(c, out, format.ResultOutput)
}

// errMergedCount refuses --out of a plan that asks for a number.
func errMergedCount(c *cobra.Command) error {
	return cli.Usage(c, "--out: was planned with --count, which prints a number and writes no rows")
}

// mergeSummary is the last line of --json.
type mergeSummary struct {
	Type         string  `json:"type"` // "summary"
	Command      string  `json:"command"`
	Slabs        int     `json:"slabs"`
	Level        string  `json:"level"`
	Hits         uint64  `json:"hits"`
	Rows         uint64  `json:"rows"`
	TotalS       float64 `json:"total_s"`
	PeakBytes    uint64  `json:"peak_bytes"`
	SpilledBytes uint64  `json:"spilled_bytes"`
	Out          string  `json:"out"`
}

// slabMerge merges parts.
func (a *app) slabMerge(c *cobra.Command, dir string, f *mergeFlags) error {
	if err := errors.Join(f.check(c), a.checkStandardOut(f.out)); err != nil {
		return err
	}
	work, err := slabs.Open(a.lies(dir))
	if err != nil {
		return err
	}
	ask := work.Ask()
	if ask.Count && c.Flags().Changed("out") {
		return errMergedCount(c)
	}
	t := &task{app: a, command: wordsOf(c), out: f.out, level: ask.Level, planned: ask, begun: time.Now(), bound: f.memory.bound()}
	t.given = givenFlags{mergeGap: ask.Parts, minDuration: ask.MinDuration > 0}
	o := slabs.MergeOptions{Memory: t.bound.left(), Tmp: f.memory.tmp, TmpLimit: uint64(f.memory.tmpLimit), Logger: a.display.logger(), Progress: t.progress}
	t.report, err = work.Merge(c.Context(), o, job.Standard(f.out, a.streams.out, a.folder, a.showsOn(f.out)).As(wordOf(c, outFormatFlag)))
	if errors.Is(err, slabs.ErrMissing) || errors.Is(err, slabs.ErrDamaged) {
		return fmt.Errorf("%w: flyby slab run %s --missing", err, shown(dir))
	}
	if err != nil {
		return t.bound.explain(err)
	}
	t.display.end()
	return t.tellMerged(len(work.Slabs()))
}

// tellMerged tells what was merged.
func (t *task) tellMerged(parts int) error {
	if t.planned.Count {
		if _, err := fmt.Fprintln(t.streams.out, t.report.Rows); err != nil {
			return err
		}
	}
	if v := t.planned.Search.Vertical; v != nil {
		t.vertical = number(*v)
		t.warnAtVertical(t.report.Stats)
	}
	switch s := t.report.Stats; {
	case t.json:
		t.display.object(mergeSummary{"summary", t.command, parts, string(t.level), s.Hits, t.report.Rows, time.Since(t.begun).Seconds(), hostmemory.Peak(), t.report.Spilled, t.out})
	case !t.quiet && (t.terminal || t.verbose):
		fmt.Fprintf(t.err, "%s: %s  in all %s and %s\n", plural(parts, "part"), t.counts(s.Hits), seconds(time.Since(t.begun)), hostmemory.Size(hostmemory.Peak()))
	}
	t.tellCut()
	return nil
}
