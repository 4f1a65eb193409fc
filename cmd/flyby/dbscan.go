package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby/cluster"
	"flyby/internal/asking"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/printable"
	"flyby/job"
	"flyby/question"
	"flyby/report"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

func (a *app) dbscanCommand() *cobra.Command {
	var f clusterFlags
	c := a.ofPoints("dbscan", func(c *cobra.Command) error { return a.clusterPoints(c, &f) })
	addPoints(c, &f.points, "points", "`FILE`, folder or quoted pattern of points to cluster, like the arguments FILE; several times for several files; --points or an argument is required")
	f.addClusters(c)
	a.addAll(c)
	return c
}

// clusterFlags are the flags of dbscan.
type clusterFlags struct {
	pointSearchFlags
	explain bool
}

// addClusters adds the flags behind --points.
func (f *clusterFlags) addClusters(c *cobra.Command) {
	s := c.Flags()
	f.begin(question.Clusterings)
	f.questionFlags.add(c, asking.Fields(question.Clusterings))
	f.addMethod(c, "`METHOD` of clustering: auto (fused where the device has it), fused (keeps no table of neighbours) or hybrid (Hybrid-DBSCAN: keeps one, clusters on the host); all give the same results", clusterMethods())
	f.addSettings(c)
	f.array = "labels"
	s.BoolVar(&f.explain, "explain", false, "without --eps E: show on standard output, with --json as an object, the distances by which --eps auto chooses, and the E it chooses. Nothing is clustered, and no results are written")
	f.add(c, "clustered in slabs; points, labels and the neighbours of --method hybrid are held whole, or refused")
	addPage(c)
}

// clusterPoints checks the flags, reads points and clusters them.
func (a *app) clusterPoints(c *cobra.Command, f *clusterFlags) error {
	f.Explains = f.explain
	if err := f.Check(); err != nil {
		return asked(c, err)
	}
	page, err := f.takePage(c)
	if err != nil {
		return err
	}
	if err := f.checkWith(c, func() error { return f.checkClusters(c) }); err != nil {
		return err
	}
	var rows pageRows
	rows.begun = time.Now()
	defer rows.remove()
	if page != "" {
		if err := a.checkApart(c, end{"--out", page}, &f.points.inputFiles); err != nil {
			return err
		}
		if err := rows.create(c.Context(), f.memory.tmp); err != nil {
			return err
		}
		f.out = rows.path()
	}
	t, err := a.runClusters(c, f)
	switch {
	case err != nil:
		return err
	case f.explain:
		return t.printAnswer(t.distances, t.distances.text())
	case page != "":
		if err := t.pageOfClusters(c, f, page); err != nil {
			return err
		}
		t.report.Took, t.report.Peak = time.Since(rows.begun), hostmemory.Peak()
	}
	t.summarizeClusters()
	return nil
}

// runClusters clusters points, or looks at their distances.
func (a *app) runClusters(c *cobra.Command, f *clusterFlags) (*pointTask, error) {
	q, err := f.resolved(c)
	if err != nil {
		return nil, err
	}
	f.unwritten = f.explain
	return a.runPoints(c, &f.pointSearchFlags, q)
}

// takePage returns the page that --out names, in whose place rows go elsewhere; "" where it names none.
func (f *clusterFlags) takePage(c *cobra.Command) (page string, err error) {
	if !isPage(f.out) || isDevice(c, f.out) {
		return "", nil
	}
	switch q := f.Plain().Points; {
	case c.Flags().Changed(outFormatFlag):
		return "", cli.Usage(c, "--out-format %s: --out %s is a page by its ending", wordOf(c, outFormatFlag), f.out)
	case len(q.Clusters.Eps) > 1 || len(q.Clusters.MinPoints) > 1:
		return "", cli.Usage(c, "--out %s: a page is of one --eps and one --minpts; of a file of several, flyby report makes one of each", f.out)
	case c.Flags().Changed("tmp-limit"):
		return "", cli.Usage(c, "--tmp-limit: is not for --out %s, whose rows wait in a file of --tmp without a limit: write a .parquet, which flyby report makes the page of", f.out)
	}
	page, f.out = f.out, "-"
	if f.explain {
		return "", nil
	}
	return page, checkTarget(c, page)
}

// pageOfClusters writes the page of the clusters that were found, of the points as they were read.
func (t *pointTask) pageOfClusters(c *cobra.Command, f *clusterFlags, page string) error {
	result, err := report.Open("", f.out)
	if err != nil {
		return err
	}
	view := report.Request{Result: result, Called: t.command + " of " + t.report.Points.Entries.Name, Units: f.units()}
	for _, v := range t.report.Points.Variants {
		view.Distance, view.MinPoints = &v.Eps, v.MinPoints
	}
	f.out = page
	_, err = t.writeClusters(c, view, &t.report.Points.Entries)
	return err
}

// writeClusters writes a page of clusters to where the flags say, of points that were read before, unless nil, or of the points of the flags' files.
func (t *pointTask) writeClusters(c *cobra.Command, view report.Request, before *job.PointData) (report.Summary, error) {
	ask, err := t.ask(c)
	if err != nil {
		return report.Summary{}, err
	}
	ask.Machine.Method, ask.Machine.Settings, ask.Machine.Device = "", nil, "cpu"
	summary, err := ask.ClusterPage(c.Context(), t.flags.out, output.WriteOptions{Folder: t.folder, Stdout: t.streams.out}, view, before)
	t.display.end()
	return summary, t.explain(c, err)
}

// reportClusters writes a page of report.
func (a *app) reportClusters(c *cobra.Command, path string, f *pageFlags) error {
	flags := pointSearchFlags{questionFlags: questionFlags{Draft: f.As(question.SelfJoins), threads: f.threads}, points: f.of.points, out: f.out, memory: f.memory}
	flags.Add(f.of.Draft)
	if name := cmp.Or(f.SaidOf(asking.EntrySide), f.SaidOf(asking.QuerySide)); name != "" {
		return cli.Usage(c, "--%s: is for encounters of trajectories; --points is for clusters of points", name)
	}
	if err := f.of.check(c, path, &flags); err != nil {
		return err
	}
	from := &inputFiles{flag: "RESULT", files: []input.File{{Path: path}}}
	if err := a.checkEnds(c, end{"--out", flags.out}, from, &flags.points.inputFiles); err != nil {
		return err
	}
	t := &pointTask{app: a, command: c.Name(), flags: &flags, bound: flags.memory.bound()}
	q, err := flags.resolved(c)
	if err != nil {
		return err
	}
	view := report.Request{Units: flags.units(), MinPoints: f.of.minPoints, Heading: f.name}
	if f.of.Has("eps") {
		view.Distance = &q.Points.Eps
	}
	if view.Result, err = report.Open(a.folder, path); err != nil {
		return err
	}
	if v := view.Result.View(); v != report.Clusters && v != "" {
		return fmt.Errorf("%s: no columns of clusters, which are id, label and kind; encounters and groups have --entries in place of --points", printable.Text(path))
	}
	begun := time.Now()
	summary, err := t.writeClusters(c, view, nil)
	if err != nil {
		return err
	}
	t.tellPage(clusterPageSummary{"summary", t.command, summary.Title, summary.Rows, summary.Drawn, summary.Found, summary.Shown, summary.Noise, flags.out, time.Since(begun).Seconds()}, flags.out, summary.Title, begun)
	return nil
}

// A clusterPageSummary is the line of --json about a page of report.
type clusterPageSummary struct {
	Type     string  `json:"type"`
	Command  string  `json:"command"`
	Title    string  `json:"title"`
	Points   int     `json:"points"`
	Drawn    int     `json:"drawn"`
	Clusters int     `json:"clusters"`
	Shown    int     `json:"shown"` // in the table
	Noise    int     `json:"noise"`
	Out      string  `json:"out"`
	TotalS   float64 `json:"total_s"`
}

// checkClusters refuses methods, kernels and devices that there are not.
func (f *clusterFlags) checkClusters(c *cobra.Command) error {
	return cmp.Or(oneOf(c, "--method", f.method, f.names()), f.checkSettings(c), checkSelector(c, f.device))
}

// units are the units that --units names.
func (f *pointSearchFlags) units() format.Units {
	of, _ := f.PointUnits() //nolint:errcheck // the question was resolved by it
	return of
}

// distanceTable is quantiles of distances to neighbours, with the eps at their knee, as --explain of dbscan shows them.
type distanceTable struct {
	Type      string             `json:"type"` // "explanation"
	Command   string             `json:"command"`
	Points    int                `json:"points"`
	MinPoints int                `json:"minpts"`
	Eps       *float64           `json:"eps"`           // their knee, which --eps auto takes; null: there is none
	Why       string             `json:"why,omitempty"` // there is no knee
	Distances []cluster.Quantile `json:"distances"`
}

// tableOf returns the table of distances.
func tableOf(command string, d cluster.Distances) *distanceTable {
	m := &distanceTable{Type: "explanation", Command: command, Points: d.Points(), MinPoints: d.MinPoints, Distances: d.Quantiles()}
	eps, err := d.Knee()
	if err != nil {
		m.Why = cli.Message(err)
		return m
	}
	m.Eps = &eps
	return m
}

// whole writes a number in as many digits as read back to it.
func whole(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// what describes the distances.
func (m *distanceTable) what() string {
	return fmt.Sprintf("distance of each point to its neighbour number %d (--minpts %d counts the point itself)", m.MinPoints-1, m.MinPoints)
}

// line shows the distances in one line.
func (m *distanceTable) line() string {
	var all []string
	for _, q := range m.Distances {
		all = append(all, fmt.Sprintf("%s at %d %%", whole(q.Distance), q.Percent))
	}
	text := m.what() + ": " + strings.Join(all, ", ")
	if m.Eps != nil {
		text += "; their knee is --eps " + whole(*m.Eps)
	}
	return text
}

// curve tells of the distances by which eps is found: at once, or as the answer of --explain.
func (t *pointTask) curve(d cluster.Distances) {
	m := tableOf(t.command, d)
	t.distances = m
	switch {
	case t.flags.unwritten:
	case m.Eps == nil:
		t.display.warn("%s: %s", t.flags.points.shown(), m.line())
	default:
		t.display.note("%s: %s", t.flags.points.shown(), m.line())
	}
}

// text is the table for people.
func (m *distanceTable) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, of %s:\n", m.what(), plural(m.Points, "point"))
	for _, q := range m.Distances {
		fmt.Fprintf(&b, "  %2d %%  %s\n", q.Percent, whole(q.Distance))
	}
	if m.Eps != nil {
		fmt.Fprintf(&b, "their knee, which --eps auto takes: --eps %s\n", whole(*m.Eps))
	} else {
		fmt.Fprintf(&b, "--eps auto: %s\n", m.Why)
	}
	return b.String()
}
