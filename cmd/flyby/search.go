package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/batching"
	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/job"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/opencl"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
)

func (a *app) searchCommand() *cobra.Command {
	var f searchFlags
	var excludeSameID bool
	c := a.equip(&cobra.Command{
		Annotations: answers(),
		Use:         "search --entries FILE --queries FILE --distance D [flags]",
		Short:       "which entries come within a distance of which queries, and when",
		Long: folded(`Finds every pair of a query segment and an entry segment that come within the
distance D of each other, and the time interval during which they are. With a
radius column r, the radii of the two objects add to D: --distance 0 and a column r in the queries give each query a
threshold of its own. One of the two files may be a file of places, with one row for each id: its column t is empty
in every row, or it has none and --columns t=none is given. Each place is there from the first to the last instant of the
other file; --max-gap, --max-speed, --curve and --sort-times are not for places. A file of places is read twice, so it cannot be a pipe. ` + filesHint),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby generate supernovae --scale 0.1 --out supernovae.csv
  flyby search --entries stars.csv --queries supernovae.csv --distance 0.1 --level encounters`,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.search(c, &f, excludeSameID)
		},
	})
	f.addFile(c, &f.entries, "entries", "`FILE`, folder or quoted pattern of the trajectories to search; several times for several files; required")
	f.addFile(c, &f.queries, "queries", "`FILE`, folder or quoted pattern of the trajectories to search the entries with; several times for several files; required")
	f.add(c)
	addPage(c)
	c.Flags().BoolVar(&excludeSameID, "exclude-same-id", false, "leave out pairs of trajectories with the same id")
	a.addAll(c)
	return c
}

// search reads both data sets, searches one with the other and writes the rows found, or a page of them.
func (a *app) search(c *cobra.Command, f *searchFlags, excludeSameID bool) error {
	var rows pageRows
	defer rows.remove()
	if err := a.find(c, f, excludeSameID, &rows); err != nil || rows.folder == "" {
		return err
	}
	return a.pageOf(c, f, &rows)
}

// find is search whose rows wait in a file where they are for a page.
func (a *app) find(c *cobra.Command, f *searchFlags, excludeSameID bool, rows *pageRows) error {
	t, err := a.newTask(c, f)
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
	t.Ask().Search.ExcludeSameID = excludeSameID
	if err := t.convert(c, f); err != nil {
		return err
	}
	if err := t.run(c, f); err != nil || t.rows == nil {
		return err
	}
	rows.hold(t)
	return nil
}

func (a *app) joinCommand() *cobra.Command {
	var f searchFlags
	c := a.equip(&cobra.Command{
		Annotations: answers(),
		Use:         "join FILE... --distance D [flags]",
		Short:       "which trajectories of one data set come within a distance of each other, and when",
		Long: folded(`Finds every pair of segments of two different trajectories of one data set that come
within the distance D of each other, and the time interval during which they are.
Each unordered pair is found once; query_traj is the smaller id, integers compared
as numbers, names as bytes. With a radius column r, the radii of the two objects add to D.
` + filesHint),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby join stars.csv --distance 0.05 --level encounters --out encounters.csv
  flyby join 'st*.csv' --distance 0.1 --out near.csv`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeArguments(input.Formats()),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.entries.arguments(c, args); err != nil {
				return err
			}
			return a.search(c, &f, false)
		},
	})
	f.addFile(c, &f.entries, "entries", "the same as the argument `FILE`; may be given several times")
	f.add(c)
	addPage(c)
	a.addAll(c)
	return c
}

// searchFlags are the flags that search and join share.
type searchFlags struct {
	read     readFlags
	entries  inputFiles
	queries  inputFiles    // of search
	inputs   []*inputFiles // entries, and queries if the command has them
	distance quantity
	vertical heightsFlag
	out      string
	format   format.Format // of out; zero: none is known
	level    string
	answer   answerFlags
	with     withFlags
	method   string
	device   string
	from, to string
	batching string
	bins     int
	memory   memoryFlags
	explain  bool
}

// add adds the flags in the order in which help lists them; the command's own
// come first.
func (f *searchFlags) add(c *cobra.Command) {
	s := c.Flags()
	addQuantity(c, &f.distance, "distance", measure.Length, "threshold `D` >= 0, in the length unit of the data (metres with --lonlat), or with a unit: 500m, 0.3nmi; required")
	f.addVertical(c)
	s.StringVarP(&f.out, "out", "o", "-", "`FILE` for the results"+outRules)
	addOutFormat(c, output.Written(format.ResultOutput))
	s.StringVar(&f.level, "level", encounterLevel, "`LEVEL` of detail: hits (of two segments), encounters (hits joined where they touch in time), pairs (encounters of two trajectories) or objects (trajectories that meet others)")
	f.answer.add(c)
	f.with.add(c)
	s.StringVar(&f.from, "from", "", "search times from `T` on only: a number, or for data with timestamps or dates (--units ,mjd) an RFC 3339 time, or a date, which means its midnight in the zone of --tz or else UTC")
	s.StringVar(&f.to, "to", "", "search times up to `T` only")
	f.read.add(c)
	s.StringVar(&f.method, "method", "auto", "`METHOD` of searching: "+methodNames()+"; all give the same results")
	addDevice(c, &f.device, "run on")
	s.StringVar(&f.batching, "batching", "", "query `BATCHES` for --method temporal: "+batchings()+" or "+batching.Model+" (default "+batching.Default+")")
	cli.AddWhole(c, &f.bins, "bins", 0, "`N` temporal bins for --method temporal; 0: 10,000")
	f.memory.add(c, "searched part by part, with the same results")
	f.addExplain(c)
	complete(c, "level", levels()...)
	completeAs(c, "batching", cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace, batchingForms())
	complete(c, "method", strings.Split(methodNames(), ", ")...)
}

// batchingForms are the beginnings of the values of --batching.
func batchingForms() []string {
	forms := []string{batching.Model}
	for form := range strings.SplitSeq(batching.Syntax, " | ") {
		name, _, _ := strings.Cut(form, ":")
		forms = append(forms, name+":")
	}
	return forms
}

// batchings lists the values of --batching, "model" left out.
func batchings() string { return strings.ReplaceAll(batching.Syntax, " | ", ", ") }

// check refuses values that are wrong whatever the data are, before any data are read, and then
// missing flags.
func (f *searchFlags) check(c *cobra.Command) error {
	switch {
	case !(f.distance.number() >= 0 && f.distance.number() <= trajectory.MaxMagnitude):
		return cli.Usage(c, "--distance %s: must be a number, 0 or more", &f.distance)
	case !slices.Contains(levels(), f.level):
		return cli.Usage(c, "--level %q: must be %s%s", f.level, listed(levels(), "or"), cli.Meant(f.level, "", levels()))
	case !slices.Contains(flyby.Methods(), flyby.Method(f.method)):
		return cli.Usage(c, "--method %q: must be one of %s%s", f.method, methodNames(), cli.Meant(f.method, "", strings.Split(methodNames(), ", ")))
	}
	if err := checkSelector(c, f.device); err != nil {
		return err
	}
	for _, in := range f.inputs {
		if err := in.check(c); err != nil {
			return err
		}
	}
	if err := f.checkVertical(c); err != nil {
		return err
	}
	if err := f.checkMethod(c); err != nil {
		return err
	}
	if err := f.answer.check(c, f.level); err != nil {
		return err
	}
	if err := f.checkWindow(c); err != nil {
		return err
	}
	if err := f.memory.check(c); err != nil {
		return err
	}
	f.out = standardOut(f.out)
	if err := f.checkOut(c); err != nil {
		return err
	}
	if err := f.with.check(c, f.level, f.out, &f.format); err != nil {
		return err
	}
	return f.checkMissing(c)
}

// checkOut refuses an output that cannot be made.
func (f *searchFlags) checkOut(c *cobra.Command) (err error) {
	if takesPage(c) && isPage(f.out) {
		return f.checkPage(c)
	}
	f.format, err = checkOut(c, f.out, output.Written(format.ResultOutput))
	return err
}

// checkMissing refuses flags that are not there and have to be.
func (f *searchFlags) checkMissing(c *cobra.Command) error {
	for _, in := range f.inputs {
		if !in.given() {
			return in.missing(c)
		}
	}
	if !c.Flags().Changed("distance") {
		return cli.Usage(c, "--distance D is missing")
	}
	return nil
}

// checkMethod refuses flags that the method has no use for.
func (f *searchFlags) checkMethod(c *cobra.Command) error {
	m := flyby.Method(f.method)
	switch {
	case job.OnHost(m) && f.device != "" && f.device != "auto" && f.device != "cpu":
		return cli.Usage(c, "--device %s: method %s runs on the cpu only", f.device, m)
	case m != flyby.MethodTemporal && c.Flags().Changed("batching"):
		return cli.Usage(c, "--batching: is for --method temporal")
	case m != flyby.MethodTemporal && c.Flags().Changed("bins"):
		return cli.Usage(c, "--bins: is for --method temporal")
	}
	if err := f.options().Validate(); err != nil { // a complaint begins with the name of its flag
		return cli.Usage(c, "--%s", cli.Message(err))
	}
	return f.checkBatching(c)
}

// checkBatching asks the library.
func (f *searchFlags) checkBatching(c *cobra.Command) error {
	if err := (flyby.Search{Batching: f.batching}).Validate(); err != nil {
		return cli.Usage(c, "--batching: %s", cli.Message(err))
	}
	return nil
}

func methodNames() string {
	text := ""
	for i, m := range flyby.Methods() {
		if i > 0 {
			text += ", "
		}
		text += string(m)
	}
	return text
}

// timed returns the providers of devices, with drivers that measure the time of kernels.
func timed() []kernel.Provider {
	return []kernel.Provider{host.Provider{}, opencl.Provider{Options: opencl.Options{TimeWalks: true}}}
}

// settings are the settings of the method that are given.
func (f *searchFlags) settings() map[string]string {
	all := map[string]string{}
	if f.bins != 0 {
		all["bins"] = strconv.Itoa(f.bins)
	}
	if f.batching != "" {
		all["batching"] = f.batching
	}
	return all
}

// options are the options of the database.
func (f *searchFlags) options() flyby.Options {
	return flyby.Options{Method: flyby.Method(f.method), Device: f.device, Threads: f.read.threads, Settings: f.settings(), Providers: timed()}
}
