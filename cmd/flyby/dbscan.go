package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby/cluster"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/job"
	pointformat "flyby/points/format"
	"flyby/question"
	"flyby/report/clusters"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
)

func (a *app) dbscanCommand() *cobra.Command {
	var f clusterFlags
	c := a.equip(&cobra.Command{
		Annotations: answers(),
		Use:         "dbscan FILE... --eps E[,E...]|auto --minpts M[,M...] [flags]",
		Short:       "clusters of points: DBSCAN",
		Long: folded(`Finds the clusters of points, exactly: a point is core where at least M points are within the
distance E of it, itself among them; core points within E of each other are in one cluster, directly or through a chain of core
points; other points within E of a core point are border points of its cluster, and the rest is noise. Each point has a row, in order of the
file's rows: its id, the number of its cluster and its kind, core, border or noise. Clusters are numbered from 0 by
their first core point; a border point of several clusters has the lowest number; the number of noise is -1. With several E or M
each E is combined with each M, and rows have the columns eps and minpts, too. ` + filesHint),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby at stars.csv --time 5 --out now.csv
  flyby dbscan now.csv --eps 5 --minpts 4 --out clusters.csv
  flyby dbscan now.csv --minpts 4 --explain
  flyby dbscan now.csv --eps auto --minpts 4 --out clusters.csv
  flyby dbscan now.csv --eps 4,5 --minpts 3,4,8 --method hybrid --out variants.csv`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeArguments(pointformat.Formats()),
		RunE:              func(c *cobra.Command, _ []string) error { return a.clusterPoints(c, &f) },
	})
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
	f.questionFlags.add(c, question.Fields(question.Clusterings))
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
		return t.explainDistances()
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
	result, err := clusters.OpenIn("", f.out)
	if err != nil {
		return err
	}
	view := job.ClusterView{Called: t.command + " of " + t.report.Points.Entries.Name, Unit: f.unit(), Points: &t.report.Points.Entries}
	for _, v := range t.report.Points.Variants {
		view.Eps, view.MinPoints = &v.Eps, v.MinPoints
	}
	f.out = page
	_, err = t.writeClusters(c, result, view)
	return err
}

// writeClusters writes a page of clusters to where the flags say.
func (t *pointTask) writeClusters(c *cobra.Command, result *clusters.Result, view job.ClusterView) (clusters.Summary, error) {
	read, err := t.flags.readOptions(c)
	if err != nil {
		return clusters.Summary{}, err
	}
	ask := t.ask(c, read)
	ask.Machine.Method, ask.Machine.Settings, ask.Machine.Device = "", nil, "cpu"
	summary, err := job.ClusterPage(c.Context(), ask, t.flags.out, output.WriteOptions{Folder: t.folder, Stdout: t.streams.out}, result, view)
	t.display.end()
	return summary, t.explain(c, err)
}

// reportClusters writes a page of clusters.
func (a *app) reportClusters(c *cobra.Command, path string, f *pageFlags) error {
	flags := pointSearchFlags{questionFlags: questionFlags{Draft: f.As(question.SelfJoins), threads: f.threads}, points: f.of.points, out: f.out, memory: f.memory}
	flags.Add(f.of.Draft)
	if name := cmp.Or(f.SaidOf(question.EntrySide), f.SaidOf(question.QuerySide)); name != "" {
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
	view := job.ClusterView{Unit: flags.unit(), MinPoints: f.of.minPoints}
	if f.of.Has("eps") {
		view.Eps = &q.Points.Eps
	}
	result, err := clusters.OpenIn(a.folder, path)
	if err != nil {
		return err
	}
	begun := time.Now()
	summary, err := t.writeClusters(c, result, view)
	if err != nil {
		return err
	}
	t.summarize(clusterPageSummary{"summary", t.command, summary.Title, summary.Points, summary.Drawn, summary.Clusters, summary.Shown, summary.Noise, flags.out, time.Since(begun).Seconds()},
		fmt.Sprintf("%s: %s (%s)", cli.Shown(flags.out), printable.Text(summary.Title), seconds(time.Since(begun))))
	return nil
}

// A clusterPageSummary is the line of --json about a page of clusters.
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

// unit is the unit of the coordinates that --units names, "" where it names none.
func (f *pointSearchFlags) unit() string {
	of, _ := f.PointUnits() //nolint:errcheck // the question was resolved by it
	return of.Length
}

// foundDistances are quantiles of distances to neighbours, with the eps at their knee.
type foundDistances struct {
	MinPoints int
	Points    int
	Eps       *float64 // nil: they have no knee
	Why       string   // they have none
	Distances []foundQuantile
}

// foundQuantile is a cluster.Quantile.
type foundQuantile struct {
	Percent  int     `json:"percent"`
	Distance float64 `json:"distance"`
}

// found returns the quantiles of distances, and the eps at their knee.
func found(d cluster.Distances) (m foundDistances) {
	m.MinPoints, m.Points = d.MinPoints, d.Points()
	for _, q := range d.Quantiles() {
		m.Distances = append(m.Distances, foundQuantile(q))
	}
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
func (m *foundDistances) what() string {
	return fmt.Sprintf("distance of each point to its neighbour number %d (--minpts %d counts the point itself)", m.MinPoints-1, m.MinPoints)
}

// line shows the distances in one line.
func (m *foundDistances) line() string {
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
	m := found(d)
	t.distances = &m
	switch {
	case t.flags.unwritten:
	case m.Eps == nil:
		t.display.warn("%s: %s", t.flags.points.shown(), m.line())
	default:
		t.display.note("%s: %s", t.flags.points.shown(), m.line())
	}
}

// distanceTable is the JSON of --explain of dbscan.
type distanceTable struct {
	Type      string          `json:"type"` // "explanation"
	Command   string          `json:"command"`
	Points    int             `json:"points"`
	MinPoints int             `json:"minpts"`
	Eps       *float64        `json:"eps"` // of --eps auto; null: none
	Why       string          `json:"why,omitempty"`
	Distances []foundQuantile `json:"distances"`
}

// explainDistances writes the table of --explain.
func (t *pointTask) explainDistances() error {
	m := t.distances
	if t.json {
		return writeObject(t.streams.out, distanceTable{"explanation", t.command, m.Points, m.MinPoints, m.Eps, m.Why, m.Distances})
	}
	return m.write(t.streams.out)
}

// write writes the table as text.
func (m *foundDistances) write(w io.Writer) error {
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
	_, err := io.WriteString(w, b.String())
	return err
}
