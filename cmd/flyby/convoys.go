package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flyby/group"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	measure "flyby/internal/unit"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
)

// Levels of detail of convoys.
const (
	memberLevel = string(question.Members)
	groupLevel  = string(question.Groups)
)

// convoyLevels are the values of --level.
func convoyLevels() []string { return []string{memberLevel, groupLevel} }

// convoyFlags are the flags of convoys. Of searchFlags it uses the flags for reading and for searching encounters.
type convoyFlags struct {
	searchFlags
	rows        string // --level
	kind        string // --method
	minSize     int
	minDuration quantity
	maxBreak    quantity
	clockFlags
}

func (a *app) convoysCommand() *cobra.Command {
	var f convoyFlags
	c := a.equip(&cobra.Command{
		Annotations: answers(),
		Use:         "convoys FILE... --distance D --min-size M (--min-duration T | --method cmc|mc --min-ticks K --clock STEP) [flags]",
		Short:       "which trajectories of one data set stay together, and from when to when",
		Long: folded(`Finds groups: sets of M objects or more that are connected during T or longer. Two objects are
linked while they are within the distance D of each other, and connected while a chain of links leads
from one to the other, at every instant and not only at samples. Groups are maximal: no other group has all of
the objects all of the time. With --method cmc, objects are together while they are in one cluster at each of K
consecutive ticks of a clock; with mc, groups are clusters of consecutive ticks that have members in common, and the columns are
group, t, size, traj_id. Groups come in order of t_start, t_end and least member, numbered from 0.
docs/groups.md has the definitions. ` + filesHint),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby convoys stars.csv --distance 0.3 --min-size 3 --min-duration 2 --out groups.csv
  flyby convoys stars.csv --distance 0.3 --min-size 2 --min-duration 5Myr --max-break 1Myr --level groups --units kpc,Myr
  flyby generate flocks --scale 0.1 --out flocks.csv
  flyby convoys flocks.csv --distance 2 --min-size 4 --method cmc --min-ticks 20 --clock 10 --out convoys.csv`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeArguments(input.Formats()),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.entries.arguments(c, args); err != nil {
				return err
			}
			return a.convoys(c, &f)
		},
	})
	f.addFile(c, &f.entries, "entries", "the same as the argument `FILE`; may be given several times")
	f.add(c)
	addPage(c)
	a.addAll(c)
	return c
}

// add adds the flags in the order in which help lists them.
func (f *convoyFlags) add(c *cobra.Command) {
	s := c.Flags()
	addQuantity(c, &f.distance, "distance", measure.Length, "`D` >= 0 within which objects are linked, in the length unit of the data (metres with --lonlat), or with a unit: 500m, 0.3nmi; radii add to it; required")
	cli.AddWhole(c, &f.minSize, "min-size", 0, "least number `M` of objects in a group, 2 or more; required")
	addQuantity(c, &f.minDuration, "min-duration", measure.Time, "least duration `T` >= 0 of a group, in the time unit of the data (seconds for timestamps), or with a unit: 30min; 0: an instant will do; required with --method group")
	s.StringVar(&f.kind, "method", string(group.Connected), "`METHOD`: group (connected at every instant), cmc (convoys: in one cluster at consecutive ticks) or mc (moving clusters)")
	complete(c, "method", methodsOfGroups()...)
	addQuantity(c, &f.maxBreak, "max-break", measure.Time, "two objects that part for less than `T` count as linked all the time, with --method group")
	f.clockFlags.add(c)
	s.StringVarP(&f.out, "out", "o", "-", "`FILE` for the results"+outRules)
	addOutFormat(c, output.Written(format.TableOutput))
	s.StringVar(&f.rows, "level", memberLevel, "`LEVEL` of detail: members (a row for each member of a group) or groups (a row for each group, without traj_id; with --method mc from t_start to t_end)")
	complete(c, "level", convoyLevels()...)
	f.answer.addHaving(c, "only rows for which `CONDITION` holds on a column of the answer, such as 'size>=5' or traj_id=KAMA: "+conditionWords, "size", "t_start", "t_end", "group", "traj_id")
	s.StringVar(&f.from, "from", "", "search times from `T` on only: a number, or for data with timestamps or dates (--units ,mjd) an RFC 3339 time, or a date, which means its midnight in the zone of --tz or else UTC")
	s.StringVar(&f.to, "to", "", "search times up to `T` only")
	f.read.add(c)
	addDevice(c, &f.device, "run on")
	f.memory.add(c, "searched part by part, with the same results; groups, and an interval for each encounter, are held whole")
	f.searchFlags.level, f.searchFlags.method = encounterLevel, "auto"
}

// check refuses values that are wrong whatever the data are, and then missing flags.
func (f *convoyFlags) check(c *cobra.Command) error {
	if err := f.checkNumbers(c); err != nil {
		return err
	}
	if err := oneOf(c, "--method", f.kind, methodsOfGroups()); err != nil {
		return err
	}
	if err := f.checkKind(c); err != nil {
		return err
	}
	if err := oneOf(c, "--level", f.rows, convoyLevels()); err != nil {
		return err
	}
	if err := checkSelector(c, f.device); err != nil {
		return err
	}
	if err := f.entries.check(c); err != nil {
		return err
	}
	if err := f.checkWindow(c); err != nil {
		return err
	}
	if err := f.answer.checkHaving(c); err != nil {
		return err
	}
	if err := f.memory.check(c); err != nil {
		return err
	}
	if err := f.checkOut(c); err != nil {
		return err
	}
	return f.checkMissing(c)
}

// checkOut refuses an output that cannot be made.
func (f *convoyFlags) checkOut(c *cobra.Command) error {
	switch {
	case !isPage(f.out):
		f.out = standardOut(f.out)
		return checkTable(c, f.out, "groups", output.Written(format.TableOutput))
	case f.rows == groupLevel:
		return cli.Usage(c, "--out %s: is for --level members; a page shows the members of groups", f.out)
	}
	return f.checkPage(c)
}

// checkNumbers refuses numbers out of range.
func (f *convoyFlags) checkNumbers(c *cobra.Command) error {
	if !(f.distance.number() >= 0 && f.distance.number() <= trajectory.MaxMagnitude) {
		return cli.Usage(c, "--distance %s: must be a number, 0 or more", &f.distance)
	}
	if c.Flags().Changed("min-size") && f.minSize < group.LeastSize {
		return cli.Usage(c, "--min-size %d: must be %d or more", f.minSize, group.LeastSize)
	}
	for _, q := range []*quantity{&f.minDuration, &f.maxBreak} {
		if !(q.number() >= 0) {
			return cli.Usage(c, "%s %s: must be a number, 0 or more", q.flag, q)
		}
	}
	return nil
}

// oneOf refuses a word that is no value of a flag.
func oneOf(c *cobra.Command, flag, word string, known []string) error {
	for _, k := range known {
		if k == word {
			return nil
		}
	}
	return cli.Usage(c, "%s %q: must be %s%s", flag, word, listed(known, "or"), cli.Meant(word, "", known))
}

// checkMissing refuses flags that are not there and have to be.
func (f *convoyFlags) checkMissing(c *cobra.Command) error {
	if err := f.searchFlags.checkMissing(c); err != nil {
		return err
	}
	if !c.Flags().Changed("min-size") {
		return cli.Usage(c, "--min-size M is missing: %d or more", group.LeastSize)
	}
	return nil
}

// convoys reads the trajectories, finds groups and writes them, or a page of them.
func (a *app) convoys(c *cobra.Command, f *convoyFlags) error {
	if err := f.check(c); err != nil {
		return err
	}
	var rows pageRows
	defer rows.remove()
	if err := a.findGroups(c, f, &rows); err != nil || rows.folder == "" {
		return err
	}
	return a.pageOf(c, &f.searchFlags, &rows)
}

// findGroups runs convoys. Rows for a page wait in a file.
func (a *app) findGroups(c *cobra.Command, f *convoyFlags, rows *pageRows) error {
	if f.onClock() {
		f.device = "cpu"
	}
	t, err := a.begin(c, &f.searchFlags, func(ask *job.Ask) {
		ask.Kind, ask.Level, ask.Group = question.Convoys, question.Level(f.rows), group.Search{MinSize: f.minSize, Method: group.Method(f.kind), MinTicks: f.minTicks, Theta: f.theta}
	})
	if err != nil {
		return err
	}
	defer t.Close() //nolint:errcheck // what was read of its files was good
	if isPage(f.out) {
		if err := rows.create(c.Context(), f.memory.tmp); err != nil {
			return err
		}
		t.rows = rows
	}
	if err := t.convert(c, &f.searchFlags); err != nil {
		return err
	}
	g := convoyTask{task: t, search: &t.Ask().Group}
	if err := g.convert(c, f); err != nil {
		return err
	}
	return g.run(c, f)
}

// convoyTask is a task whose answer is groups.
type convoyTask struct {
	*task
	search *group.Search
}

// convert sets the question of the job from the flags, in the units of the data.
func (g convoyTask) convert(c *cobra.Command, f *convoyFlags) (err error) {
	asked := g.Ask().Search
	g.search.Distance, g.search.From, g.search.To = asked.Distance, asked.From, asked.To
	if f.onClock() {
		g.search.Clock, err = f.clock(c, g.entries, g.Units())
		return err
	}
	for _, q := range []struct {
		quantity *quantity
		to       *float64
	}{{&f.minDuration, &g.search.MinDuration}, {&f.maxBreak, &g.search.MaxBreak}} {
		if *q.to, err = q.quantity.in(c, f.entries.shown(), g.Units()); err != nil {
			return err
		}
	}
	return nil
}

// run finds groups, and prints the summary.
func (g convoyTask) run(c *cobra.Command, f *convoyFlags) (err error) {
	if g.report, err = g.Run(c.Context(), g.sink(c, g.target())); err != nil {
		return g.explain(c, &f.searchFlags, err)
	}
	g.display.end()
	if g.search.OnClock() {
		g.warnOfClock()
	} else {
		g.warnOfWindow()
	}
	if g.summarize(); g.rows != nil {
		g.hold()
	}
	return nil
}

// hold keeps the summary of the groups until their page is written, and frees the data, which are read once more.
func (g convoyTask) hold() {
	if g.json {
		m := g.summary()
		g.rows.summary = func() any {
			m.TotalS, m.PeakBytes = time.Since(g.begun).Seconds(), hostmemory.Peak()
			return m
		}
	}
	g.rows.hold(g.task)
}

// warnOfWindow warns that the search covers none of the data, where they lie outside --from and --to.
func (g convoyTask) warnOfWindow() {
	from, to := timesOf(g.entries)
	if s := g.search; s.From != nil && *s.From > to || s.To != nil && *s.To < from {
		g.display.warn("%s", fmt.Sprintf("nothing is there: the data are from %s to %s%s", g.instant(from), g.instant(to), within(g)))
	}
}

// convoySummary is the last line of --json of convoys.
type convoySummary struct {
	Type         string          `json:"type"` // "summary"
	Command      string          `json:"command"`
	Entries      int             `json:"entries"` // segments
	EntryTrajs   int             `json:"entry_trajectories"`
	EntryFiles   int             `json:"entry_files,omitempty"`
	Skipped      int             `json:"skipped_rows"`
	Missed       int             `json:"missed_rows,omitempty"` // that do not hold --where
	Repeated     int             `json:"repeated_rows"`
	SpeedGaps    int             `json:"speed_gaps"`
	CutOff       int             `json:"cut_off_rows"`
	GapAlone     int             `json:"without_segment_by_max_gap,omitempty"`   // trajectories
	SpeedAlone   int             `json:"without_segment_by_max_speed,omitempty"` // trajectories
	EntryPreset  *format.Preset  `json:"entry_preset,omitempty"`
	EntryLayouts []format.Layout `json:"entry_layouts,omitempty"` // see summary
	EntryLonLat  string          `json:"entry_lonlat,omitempty"`  // columns that were taken for degrees
	EntryGeo     string          `json:"entry_geometry,omitempty"`
	EntryAside   []string        `json:"entry_z_not_taken,omitempty"`
	EntryMotion  *motion         `json:"entry_motion,omitempty"`
	EntryFar     *farApart       `json:"entry_far_apart,omitempty"`
	EntryRenamed *format.Renamed `json:"entry_renamed,omitempty"`
	Encounters   *uint64         `json:"encounters,omitempty"`      // of group
	Ticks        *int            `json:"ticks,omitempty"`           // of cmc and mc
	Clustered    *int            `json:"ticks_clustered,omitempty"` // ticks at which a convoy is possible
	Groups       uint64          `json:"groups"`
	Rows         uint64          `json:"rows"` // of the result
	LoadS        float64         `json:"load_s"`
	IndexS       float64         `json:"index_s"`
	SearchS      float64         `json:"search_s"`  // for encounters
	ClusterS     float64         `json:"cluster_s"` // from there to groups
	WriteS       float64         `json:"write_s"`
	TotalS       float64         `json:"total_s"`
	PeakBytes    uint64          `json:"peak_bytes"`
	SpilledBytes uint64          `json:"spilled_bytes"`
	Method       group.Method    `json:"method"`
	Device       string          `json:"device"`
	Distance     float64         `json:"distance"`         // in the unit of length
	Extent       *float64        `json:"extent,omitempty"` // see summary
	MinSize      int             `json:"min_size"`
	MinDuration  *float64        `json:"min_duration,omitempty"` // in the unit of time
	MaxBreak     *float64        `json:"max_break,omitempty"`
	MinTicks     int             `json:"min_ticks,omitempty"`
	Step         float64         `json:"clock,omitempty"` // in the unit of time
	Origin       *float64        `json:"origin,omitempty"`
	Theta        float64         `json:"theta,omitempty"`
	Units        format.Units    `json:"units"`
	Out          string          `json:"out"`

	ColumnUnits map[string]string `json:"column_units,omitempty"` // see summary
}

// summarize prints groups, times and memory: as JSON, or in a line that stays on the terminal.
func (g convoyTask) summarize() {
	switch m := g.summary(); {
	case g.json && g.rows != nil: // it is the last line, behind the page
	case g.json:
		g.display.object(m)
	case !g.quiet && (g.terminal || g.verbose):
		fmt.Fprintf(g.err, "%s of %s: %s of %s  read %s, index %s, search %s, cluster %s, write %s, in all %s and %s  %s on %s\n",
			plural(m.Entries, "entry segment"), plural(m.EntryTrajs, "object"), plural(m.Groups, "group"), g.source(),
			seconds(g.report.Reading), seconds(g.report.Stats.Index), seconds(g.report.Stats.Search), seconds(g.report.GroupsStats.Clustering), seconds(g.report.Writing),
			seconds(time.Since(g.begun)), hostmemory.Size(m.PeakBytes), m.Method, m.Device)
	}
}

func (g convoyTask) summary() convoySummary {
	r, found, left := &g.report, &g.report.GroupsStats, &g.report.LeftOut
	m := convoySummary{
		Type: "summary", Command: g.command, Entries: g.entries.Segments(), EntryTrajs: g.entries.Trajectories(), EntryFiles: g.entries.Report.Files,
		Skipped: r.Skipped, Missed: r.Missed, Repeated: left.Repeats, SpeedGaps: left.SpeedGaps, CutOff: left.CutOff, GapAlone: left.GapAlone, SpeedAlone: left.SpeedAlone,
		EntryRenamed: renamedOf(g.entries.Report), Groups: r.Groups, Rows: r.Rows,
		LoadS: r.Reading.Seconds(), IndexS: found.Index.Seconds(), SearchS: found.Search.Seconds(), ClusterS: found.Clustering.Seconds(),
		WriteS: r.Writing.Seconds(), TotalS: time.Since(g.begun).Seconds(), PeakBytes: hostmemory.Peak(), SpilledBytes: r.Spilled,
		Method: g.search.Method, Device: found.Device,
		Distance: g.search.Distance, Extent: g.wide, MinSize: g.search.MinSize, ColumnUnits: g.Ask().Read.ColumnUnits, Units: r.Units, Out: g.out,
	}
	if s := g.search; s.OnClock() {
		m.Ticks, m.Clustered, m.MinTicks, m.Step, m.Origin = &found.Clock.Ticks, &found.Clock.Clustered, s.MinTicks, s.Clock.Step, &s.Clock.Origin
		if s.Method == group.Moving {
			m.Theta = s.Theta
		}
	} else {
		m.Encounters, m.MinDuration, m.MaxBreak = &r.Found, &s.MinDuration, &s.MaxBreak
	}
	m.EntryFar = farApartOf(&g.entries.Report)
	m.EntryMotion, m.EntryLayouts, m.EntryLonLat = motionOf(&g.entries.Report), g.entries.Layouts, g.entries.Report.LonLat
	m.EntryGeo, m.EntryAside = g.entries.Report.Geometry, g.entries.Report.AsideNames()
	if p := g.entries.Report.Preset; p.Name != "" {
		m.EntryPreset = &p
	}
	return m
}

// source names, for people, the input of the groups.
func (g convoyTask) source() string {
	if g.search.OnClock() {
		return fmt.Sprintf("%s, %s clustered", plural(g.report.GroupsStats.Clock.Ticks, "tick"), hostmemory.Count(g.report.GroupsStats.Clock.Clustered))
	}
	return plural(g.report.Found, "encounter")
}
