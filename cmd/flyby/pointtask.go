package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"flyby/cluster"
	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/inventory"
	hostmemory "flyby/internal/memory"
	"flyby/job"
	"flyby/question"
)

// pointTask is one run of selfjoin, pointjoin, knn or dbscan: a job with its messages and summary.
type pointTask struct {
	*app
	command string
	flags   *pointSearchFlags
	asked   question.Question
	bound   bound
	report  job.Report

	distances *distanceTable // by which eps was found; nil: it was given
}

// runPoints answers a question of flags that have been checked.
func (a *app) runPoints(c *cobra.Command, f *pointSearchFlags, q question.Question) (*pointTask, error) {
	t := &pointTask{app: a, command: c.Name(), flags: f, asked: q}
	sets := []*inputFiles{&f.points.inputFiles}
	if f.queries.given() && (f.HasSides() || !f.queries.same(&f.points.inputFiles)) {
		sets = append(sets, &f.queries.inputFiles)
	}
	if err := a.checkEnds(c, end{"--out", f.out}, sets...); err != nil {
		return nil, err
	}
	t.bound = f.memory.bound()
	ask, err := t.ask(c)
	if err != nil {
		return nil, err
	}
	a.tellOver(&f.questionFlags)
	ask.Question, ask.Foretold, ask.Curve = q, t.foretold, t.curve
	to := t.sink(c, f.out)
	if f.unwritten {
		to = job.Func(func(job.Rows) error { return nil })
	}
	t.report, err = job.Run(c.Context(), ask, to)
	t.display.end()
	if err == nil {
		t.tellInstead()
	}
	return t, t.explain(c, err)
}

// ask is the ask of a job that reads points, from the flags.
func (t *pointTask) ask(c *cobra.Command) (job.Ask, error) {
	ask := t.flags.ask()
	err := t.flags.read(c, &ask)
	ask.Progress, ask.TakenPoints = t.progress, t.takenPoints
	ask.Machine.Memory, ask.Machine.Logger, ask.Machine.Threads = t.bound.remaining(), t.display.logger(), t.flags.threads
	return ask, err
}

// tellInstead tells that the cpu found nearest points in place of the device that was asked for.
func (t *pointTask) tellInstead() {
	switch of := t.report.Points.Stats.Instead; {
	case of == "":
	case t.distances != nil || t.flags.method == "auto": // methods of clusters find no nearest points
		t.display.warn("no method that auto takes finds nearest points on %s: the cpu found them", of)
	default:
		t.display.warn("method %s finds no nearest points on %s: the cpu found them", t.flags.method, of)
	}
}

// progress shows how far the job is.
func (t *pointTask) progress(p job.Progress) {
	if begins := t.display.progress(p, false); begins && p.Phase == "index" {
		hostmemory.Limit(t.bound.most) // drivers are loaded by now
	}
}

// takenPoints reports the columns taken of a set of points, and degrees that were taken as plain numbers.
func (t *pointTask) takenPoints(d job.PointData) {
	t.app.takenPoints(d)
	if c := d.Report.Columns; !d.Read.LonLat && len(c) >= 2 && c[0] == "lon" && c[1] == "lat" {
		t.display.note("%s: lon and lat are numbers as any other: --lonlat takes them as degrees", d.Name)
	}
}

// takenPoints reports the columns taken of a set of points, and the rows left out.
func (a *app) takenPoints(d job.PointData) {
	if d.NoRows != nil {
		a.display.warn("%s: no clusters", cli.Message(d.NoRows))
		return
	}
	a.tell(inventory.Points(d.Name, &d.Read, &d.Report))
}

// foretold warns of pairs that are likely not to fit where they are written to, or where they wait in files to be put in order.
func (t *pointTask) foretold(p job.PointForetold) {
	pairs, bytes, room := hostmemory.Count(int(p.Pairs)), hostmemory.Size(p.Bytes), hostmemory.Size(p.Room)
	if p.Tmp {
		t.display.warn("about %s pairs outgrow memory and are likely to take %s in --tmp, which has %s: --level counts needs none, and a larger --memory fewer", pairs, bytes, room)
		return
	}
	t.display.warn("about %s pairs are likely to take %s, and %s has %s: --level counts needs no pairs", pairs, bytes, filepath.Dir(t.flags.out), room)
}

// explain turns an error of the job into an error of its flag.
func (t *pointTask) explain(c *cobra.Command, err error) error {
	var differ *job.DimensionsError
	if errors.As(err, &differ) {
		return cli.Usage(c, "--queries: has %s a point, %s %d: both must have as many", plural(differ.Queries, "coordinate"), t.flags.points.flag, differ.Points)
	}
	var none *cluster.NoKneeError
	if errors.As(err, &none) {
		return fmt.Errorf("%w; --eps E says the distance", err)
	}
	return t.flags.wrongSetting(c, t.bound.explain(inFlags(c, err)))
}

// takenColumns are the columns read as coordinates and ids, for which arrays have no names.
type takenColumns struct {
	Coordinates      []string `json:"coordinates,omitempty"`
	ID               string   `json:"id,omitempty"` // absent: the number of the row
	QueryCoordinates []string `json:"query_coordinates,omitempty"`
	QueryID          string   `json:"query_id,omitempty"`
}

// taken is the columns that were read from the files of a job.
func (t *pointTask) taken() takenColumns {
	points, queries := &t.report.Points.Entries, &t.report.Points.Queries
	all := takenColumns{Coordinates: points.Report.Columns, ID: points.Report.ID}
	if queries.Store != points.Store {
		all.QueryCoordinates, all.QueryID = queries.Report.Columns, queries.Report.ID
	}
	return all
}

// pointSummary is the last line of --json of a command on points. Times of dbscan are sums over variants, of which some may run at once.
type pointSummary struct {
	Type       string `json:"type"` // "summary"
	Command    string `json:"command"`
	Points     int    `json:"points"`
	Queries    *int   `json:"queries,omitempty"`
	Dimensions int    `json:"dimensions"`
	takenColumns
	Skipped    int                `json:"skipped_rows"`
	Missed     int                `json:"missed_rows,omitempty"` // that do not hold --where
	Near       asking.Place       `json:"+near"`
	Eps        *float64           `json:"eps,omitempty"`        // of the only variant
	Neighbours int                `json:"neighbours,omitempty"` // of each query, of knn
	Pairs      *uint64            `json:"pairs,omitempty"`
	MinPoints  *int               `json:"minpts,omitempty"` // of the only variant; absent: there are several
	Clusters   *int               `json:"clusters,omitempty"`
	Noise      *int               `json:"noise,omitempty"`
	Variants   []job.PointVariant `json:"variants,omitempty"`
	Distances  []cluster.Quantile `json:"distances,omitempty"` // of --eps auto
	Rows       uint64             `json:"rows"`                // of the result
	cost
	Method     string `json:"method"`
	Device     string `json:"device"`
	Instead    string `json:"nearest_instead_of,omitempty"` // the device that was asked for, where the cpu found nearest points in its place
	Why        string `json:"why,omitempty"`                // this device, by predicted seconds; absent: there was no choice
	Cells      uint64 `json:"cells"`                        // or boxes and the like, that were looked up
	Candidates uint64 `json:"candidates"`                   // pairs that were compared
	Float64    uint64 `json:"float64"`                      // candidates that no filter of lower precision decided
	Exact      uint64 `json:"exact"`                        // candidates that exact arithmetic decided
	Out        string `json:"out"`
}

// summary is the part of the summary that all commands on points share.
func (t *pointTask) summary() pointSummary {
	r, s := &t.report, &t.report.Points.Stats
	return pointSummary{Type: "summary", Command: t.command, Points: s.Points, Dimensions: r.Points.Entries.Dimensions(), takenColumns: t.taken(),
		Skipped: r.Skipped, Missed: r.Missed, Rows: r.Rows, cost: costOf(r, s.Index, s.Search, r.Took, r.Peak), Method: s.Method, Device: s.Device, Instead: s.Instead, Why: s.Why,
		Cells: s.Cells, Candidates: s.Candidates, Float64: s.Float64, Exact: s.Exact, Out: t.flags.out}
}

// summarizePairs prints the number of pairs.
func (t *pointTask) summarizePairs() {
	m, s := t.summary(), &t.report.Points.Stats
	m.Queries, m.Pairs, m.Neighbours = &s.Queries, &s.Pairs, t.report.Points.Each
	device := m.Device
	if m.Instead != "" {
		device += " instead of " + m.Instead
	}
	t.app.summarize(asking.Summary{Facts: m, Question: t.asked}, fmt.Sprintf("%s x %s of %s: %s pairs, %s rows  %s  %s on %s", plural(m.Points, "point"), plural(s.Queries, "query"), plural(m.Dimensions, "dimension"),
		hostmemory.Count(int(s.Pairs)), hostmemory.Count(int(m.Rows)), &m.cost, m.Method, device))
}

// summarizeClusters prints the number of clusters of each variant.
func (t *pointTask) summarizeClusters() {
	m, clustering := t.summary(), t.report.Points.Clustering.Seconds()
	m.Variants, m.ClusterS = t.report.Points.Variants, &clustering
	if t.distances != nil {
		m.Distances = t.distances.Distances
	}
	what := plural(len(m.Variants), "variant")
	if len(m.Variants) == 1 {
		v := &m.Variants[0]
		m.Eps, m.MinPoints, m.Clusters, m.Noise = &v.Eps, &v.MinPoints, &v.Clusters, &v.Noise
		what = plural(v.Clusters, "cluster") + " and " + hostmemory.Count(v.Noise) + " of noise"
	}
	t.app.summarize(asking.Summary{Facts: m, Question: t.asked}, fmt.Sprintf("%s of %s: %s  %s  %s on %s", plural(m.Points, "point"), plural(m.Dimensions, "dimension"), what, &m.cost, m.Method, m.Device))
}
