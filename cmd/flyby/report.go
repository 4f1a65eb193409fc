package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/infile"
	hostmemory "flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/printable"
	"flyby/internal/reading"
	"flyby/job"
	"flyby/question"
	"flyby/report"
	"flyby/trajectory/input"
)

// pageFlags are the flags of one run of report.
type pageFlags struct {
	searchFlags
	top  int
	by   string
	svg  string
	name string // of the result in the title; "": the name of its file
	of   clusterPageFlags
	once *pageRows // of a search that the page is written at once with; nil: of a file that has a name to call it by
}

func (a *app) reportCommand() *cobra.Command {
	var f pageFlags
	c := a.described("report", &cobra.Command{
		Annotations:       answers(),
		Args:              oneArgument("RESULT"),
		ValidArgsFunction: completeArguments(output.Written(reading.ResultOutput)),
		RunE:              func(c *cobra.Command, args []string) error { return a.report(c, args[0], &f) },
	})
	f.addFile(c, &f.entries, "entries", "`FILE` of the trajectories that were searched, joined or grouped; several times for several files; required without --points")
	f.addFile(c, &f.queries, "queries", "`FILE` of the trajectories that the entries were searched with; several times for several files; none for a join")
	f.addZones(c, "`FILE` of the zones of visits, as visits had them; several times for several files; required for visits")
	f.of.add(c)
	f.begin(question.Searches)
	for _, field := range asking.Fields(question.ZoneVisits) {
		if slices.Contains(zoneFlags(), field.Name) {
			f.addField(c, field, asking.BothSides)
		}
	}
	f.addAs(c, "distance", "threshold `D` of the search, in the length unit of the data, or with a unit: 500m (default: from the metadata of RESULT, or the distance at the ends of encounters; for groups in text none)")
	cli.AddWhole(c, &f.top, "top", report.DefaultTop, fmt.Sprintf("show the `N` closest rows, or groups, %s at most", hostmemory.Count(report.MostTop)))
	c.Flags().StringVar(&f.by, "by", report.Groups.Orders()[0], "show the largest (`ORDER` size) or the longest (duration) groups")
	complete(c, "by", report.Groups.Orders()...)
	c.Flags().StringVar(&f.name, "title", "", "begin the title of the page with `NAME` (default: the name of RESULT)")
	c.Flags().StringVarP(&f.out, "out", "o", "report.html", "`FILE` for the page; - is standard output")
	c.Flags().StringVar(&f.svg, "svg", "", "also write the distance against time of row N to `DIR`/N.svg, for papers; DIR is made if missing, files of these names are replaced; alone: --out /dev/null")
	if err := c.MarkFlagDirname("svg"); err != nil {
		panic(err) // our own bug: there is no such flag
	}
	f.addAs(c, "units-out", "`UNITS` of the distances and speeds of RESULT, as --units-out of the search had them: km,km/s (default: from the metadata of RESULT, or the units of the data)")
	f.addReading(c)
	f.addStates(c)
	f.addAs(c, "from", "as --from of a search with --ahead, which says now, or of a search of element sets of orbits")
	f.addAs(c, "to", "as --to of a search of element sets of orbits")
	f.memory.add(c, "read only for the trajectories that the page shows")
	a.addQuietJSON(c, "progress, summary and errors on standard error as JSON, one object a line")
	return c
}

// check refuses flags that are wrong whatever the data are.
func (f *pageFlags) check(c *cobra.Command, path string) error {
	switch {
	case f.top < 1 || f.top > report.MostTop:
		return cli.Usage(c, "--top %d: must be from 1 to %d", f.top, report.MostTop)
	case f.of.given(c) != "":
		return cli.Usage(c, "--%s: is for clusters of points, with --points", f.of.given(c))
	case path == "-":
		return cli.Usage(c, "RESULT -: must be a file, whose name says its format")
	case f.out == "":
		return cli.Usage(c, "--out: must name a file, or - for standard output")
	case c.Flags().Changed("svg") && (f.svg == "" || f.svg == "-"):
		return cli.Usage(c, "--svg %s: must name a folder", f.svg)
	case f.svg != "" && filepath.Ext(f.out) == ".svg" && filepath.Dir(f.out) == filepath.Clean(f.svg):
		return cli.Usage(c, "--out %s: could be one of the pictures of --svg %s", f.out, f.svg)
	}
	if err := oneOf(c, "--by", f.by, report.Groups.Orders()); err != nil {
		return err
	}
	if _, err := choose(c, "RESULT", path, output.Written(reading.ResultOutput)); err != nil {
		return err
	}
	if f.zones.given() {
		f.SetKind(question.ZoneVisits)
		f.zones.takeNames()
	}
	f.takeOneSet(c)
	if err := f.checkQuestion(c); err != nil {
		return err
	}
	if !f.entries.given() {
		return cli.Usage(c, "--entries FILE is missing, or --points FILE where RESULT has clusters of points")
	}
	f.out, f.method = standardOut(f.out), string(flyby.MethodBruteForce)
	if err := checkTarget(c, f.out); err != nil {
		return err
	}
	return f.memory.check(c)
}

// report reads the data and the result, and writes the page.
func (a *app) report(c *cobra.Command, path string, f *pageFlags) error {
	if f.of.points.given() {
		return a.reportClusters(c, path, f)
	}
	if err := f.check(c, path); err != nil {
		return err
	}
	from := &inputFiles{flag: "RESULT", files: []input.File{{Path: path}}}
	if err := a.checkApart(c, end{"--out", f.out}, from); err != nil {
		return err
	}
	if err := a.checkPictures(c, f.svg, append([]*inputFiles{from}, f.inputs...)); err != nil {
		return err
	}
	result, err := report.Open(a.folder, path)
	if err != nil {
		return err
	}
	if err := checkView(c, path, result); err != nil {
		return err
	}
	return a.page(c, f, result)
}

// zoneFlags are the flags that say how zones are read.
func zoneFlags() []string { return []string{"zone-id", "zone-height", "zone-sides"} }

// checkView refuses flags that are for another view than the result's. A result without rows may be of any.
func checkView(c *cobra.Command, path string, result *report.Result) error {
	foreign, of := []string{"by"}, "groups"
	switch result.View() {
	case report.Clusters:
		return cli.Usage(c, "%s has clusters of points: --points FILE are the points, in place of --entries", cli.Shown(path))
	case report.Groups:
		foreign, of = []string{"queries", "svg", "units-out"}, "encounters"
	case report.Visits:
		foreign, of = []string{"by", "queries", "svg"}, "encounters and groups"
		if !c.Flags().Changed("zones") {
			return cli.Usage(c, "%s has visits: --zones FILE is missing", cli.Shown(path))
		}
	case "":
		return nil
	}
	if result.View() != report.Visits && c.Flags().Changed("zones") {
		return cli.Usage(c, "--zones: is for visits, and %s has %s", cli.Shown(path), result.Level())
	}
	for _, flag := range foreign {
		if c.Flags().Changed(flag) {
			return cli.Usage(c, "--%s: is for %s, and %s has %s", flag, of, cli.Shown(path), result.Level())
		}
	}
	return nil
}

// page reads the data, and writes a page of a result of them.
func (a *app) page(c *cobra.Command, f *pageFlags, result *report.Result) error {
	t, err := a.begin(c, &f.searchFlags, func(ask *job.Ask) {
		ask.Read.Upright = result.Horizontal()
		if f.once != nil {
			ask.Taken = nil
		}
	})
	if err != nil {
		return err
	}
	defer t.Close() //nolint:errcheck // what was read of its files was good
	if name := cmp.Or(f.SaidFor(asking.BothSides, "to"), f.SaidFor(asking.BothSides, "from")); name != "" && f.once == nil && !f.OfStates() && t.entries.Elements == nil && t.queries.Elements == nil {
		return cli.Usage(c, "--%s: is for states, with --ahead, and for element sets of orbits: a page has no other use for it", name)
	}
	page := report.Request{Result: result, Top: f.top, SVG: f.svg, Heading: f.name}
	if result.View() == report.Groups {
		page.By = f.by
	}
	if f.once != nil {
		page.Called, page.Chosen, page.First = t.command+" of "+t.entries.Name, f.once.chosen, f.once.first
		if len(f.inputs) > 1 {
			page.Called += " with " + t.queries.Name
		}
	}
	f.Data = f.entries.shown()
	q, err := f.Resolve(t.Units(), t.entries.Times())
	if err != nil {
		return asked(c, err)
	}
	if f.Has("distance") {
		page.Distance = &q.Search.Distance
	}
	t.Ask().Answer = q.Answer
	if of := cmp.Or(page.Distance, result.Distance()); of != nil && f.zones.given() {
		q.Search.Distance = *of // zones may lie that far from the data
	}
	q.Search.Zones.Height = "" // a page has zones from above, of data without heights, too
	t.Ask().Search = q.Search
	if err := t.OpenZones(c.Context()); err != nil {
		return t.explain(c, &f.searchFlags, err)
	}
	return t.writePage(c, f, page)
}

// checkPictures refuses a folder for pictures that has inputs, or files of a plan of slabs, under names of pictures: they would be replaced.
func (a *app) checkPictures(c *cobra.Command, folder string, inputs []*inputFiles) error {
	if folder == "" {
		return nil
	}
	there, _ := os.ReadDir(a.lies(folder)) //nolint:errcheck // errors show when the pictures are made
	names := []string{"1.svg"}
	for _, e := range there {
		if filepath.Ext(e.Name()) == ".svg" {
			names = append(names, e.Name())
		}
	}
	for _, name := range names {
		if err := a.checkApart(c, end{"--svg", filepath.Join(folder, name)}, inputs...); err != nil {
			return err
		}
	}
	return nil
}

// writePage writes the page, and prints the summary of its contents.
func (t *task) writePage(c *cobra.Command, f *pageFlags, page report.Request) error {
	summary, err := t.Page(c.Context(), f.out, output.WriteOptions{Folder: t.folder, Stdout: t.streams.out}, page)
	if err != nil {
		return t.explain(c, &f.searchFlags, err)
	}
	t.display.end()
	var m any = pageSummary{"summary", t.command, summary.Title, summary.Rows, summary.Shown, f.out, f.svg, time.Since(t.begun).Seconds()}
	if f.once != nil {
		m = f.once.summary()
	}
	t.tellPage(m, f.out, summary.Title, t.begun)
	return nil
}

// tellPage prints the summary of a page.
func (a *app) tellPage(object any, out, title string, begun time.Time) {
	if a.json || out != "-" {
		a.summarize(object, fmt.Sprintf("%s: %s (%s)", cli.Shown(out), printable.Text(title), seconds(time.Since(begun))))
	}
}

// pageExtension is the extension of a page, in place of the extension of a format.
const pageExtension = ".html"

// pageHint says behind a complaint about the path of a page which commands write pages; "" of another path.
func pageHint(path string) string {
	if !isPage(path) {
		return ""
	}
	return ": pages are of encounters, pairs, neighbours, groups, visits and clusters: join, search, nearest, convoys, visits and dbscan write them, and flyby report makes one of a file of theirs"
}

// pageMark is the key of the annotation of a command that writes a page at once, where --out names one.
const pageMark = "page"

// takesPage reports whether a command writes a page at once.
func takesPage(c *cobra.Command) bool { return c.Annotations[pageMark] != "" }

// isPage reports whether a path has the ending of a page.
func isPage(path string) bool { return infile.EndsIn(path, pageExtension) }

// addPage lets --out of a command name a page.
func addPage(c *cobra.Command) {
	c.Flags().Lookup("out").Usage += "; .html: a page"
	c.Annotations[pageMark] = pageExtension
	if err := c.MarkFlagFilename("out", append(endings(output.Written(reading.ResultOutput)), strings.TrimPrefix(pageExtension, "."))...); err != nil {
		panic(err) // our own bug: there is no such flag
	}
}

// checkPage refuses flags that do not go with a page as --out.
func (f *searchFlags) checkPage(c *cobra.Command) error {
	given, q := c.Flags().Changed, f.Plain()
	switch {
	case given(outFormatFlag):
		return cli.Usage(c, "--out-format %s: --out %s is a page by its ending", wordOf(c, outFormatFlag), f.out)
	case q.Level == question.Hits || q.Level == question.Objects:
		return cli.Usage(c, "--out %s: is for --level encounters and --level pairs; a page shows no %s", f.out, q.Level)
	case q.Has(question.Both) || !given("having") && slices.ContainsFunc(asking.Extras(), q.Has):
		return cli.Usage(c, "--with %s: --out %s draws positions and speeds itself, and has each row once; it takes columns of the input, the first of which has the names: --with name", strings.Join(q.With, ","), f.out)
	case q.Top > report.MostTop:
		return cli.Usage(c, "--top %d: --out %s is a page, which shows %s rows at most", q.Top, f.out, hostmemory.Count(report.MostTop))
	case given("tmp-limit"):
		return cli.Usage(c, "--tmp-limit: is not for --out %s, whose rows wait in a file of --tmp without a limit: write a .parquet, which flyby report makes the page of", f.out)
	}
	for _, in := range append(slices.Clone(f.inputs), &f.zones) {
		for _, from := range in.ends() {
			if from.path == "-" || isDevice(c, from.path) {
				return cli.Usage(c, "--out %s: a page needs the data twice, and %s can be read once only: write a .parquet, and give flyby report files", f.out, from.say("standard input"))
			}
		}
	}
	return checkTarget(c, f.out)
}

// pageRows are the rows of a page that is written at once: a file in a folder of its own, which exists until the page is written.
type pageRows struct {
	folder  string
	begun   time.Time
	chosen  int // rows that --top or --limit, which is first, cut them from; 0: they are all
	first   bool
	summary func() any // summary of the search, for --json, once the page exists
}

// create makes the folder in another, "" for the system's. It is removed as ctx ends, too: a process that is interrupted need not come to its end.
func (r *pageRows) create(ctx context.Context, in string) (err error) {
	if r.folder, err = os.MkdirTemp(in, "flyby-page-*"); err != nil {
		return fmt.Errorf("rows of a page: %w", err)
	}
	context.AfterFunc(ctx, r.remove)
	return nil
}

// path is the path of the file.
func (r *pageRows) path() string { return filepath.Join(r.folder, "rows.parquet") }

// hold keeps the summary of a task until the page is written, whose cost grows until then, and frees the data of the task, which are read once more.
func (r *pageRows) hold(t *task, facts any, took *cost) {
	said := t.said(facts)
	if t.report.Held > t.report.Rows {
		r.chosen, r.first = int(t.report.Held), t.asked().Limit > 0
	}
	r.summary = func() any {
		took.TotalS, took.PeakBytes = time.Since(t.begun).Seconds(), hostmemory.Peak()
		return said
	}
	t.Job, t.entries.Store, t.queries.Store, t.report.Entries, t.report.Queries = nil, nil, nil, loaded{}, loaded{}
}

// remove removes the file and its folder, if there is one.
func (r *pageRows) remove() {
	if r.folder != "" {
		os.RemoveAll(r.folder) //nolint:errcheck // it is in a folder of temporary files
	}
}

// pageOf writes the page of rows that were found. Rows of groups have their threshold, and whether breaks count as none. The data are read once more, as flyby report does: the search has given
// its memory back, and this reading is not reported.
func (a *app) pageOf(c *cobra.Command, f *searchFlags, rows *pageRows) error {
	result, err := report.Open("", rows.path())
	if err != nil {
		return err
	}
	return a.page(c, f.ofPage(rows), result)
}

// ofPage are the flags of the page of rows that were found.
func (f *searchFlags) ofPage(rows *pageRows) *pageFlags {
	debug.FreeOSMemory() // garbage counts as memory that the process holds
	kind := question.Joins
	if len(f.inputs) > 1 {
		kind = question.Searches
	}
	if f.zones.given() {
		kind = question.ZoneVisits
	}
	draft := f.As(kind).Only(append(zoneFlags(), "distance", "units-out", "from", "to")...)
	return &pageFlags{top: cmp.Or(int(f.Plain().Top), report.DefaultTop), once: rows, searchFlags: searchFlags{
		questionFlags: questionFlags{Draft: draft, threads: f.threads}, entries: f.entries, queries: f.queries, zones: f.zones, inputs: f.inputs, out: f.out, memory: f.memory, methodFlags: methodFlags{method: string(flyby.MethodBruteForce)},
	}}
}

// A pageSummary is the line of --json about a page.
type pageSummary struct {
	Type    string  `json:"type"`
	Command string  `json:"command"`
	Title   string  `json:"title"`
	Rows    int     `json:"rows"`
	Shown   int     `json:"shown"`
	Out     string  `json:"out"`
	SVG     string  `json:"svg,omitempty"`
	TotalS  float64 `json:"total_s"`
}
