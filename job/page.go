package job

import (
	"cmp"
	"context"
	"errors"

	"flyby"
	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/source"
	"flyby/points"
	"flyby/points/format"
	"flyby/question"
	"flyby/report"
	"flyby/report/clusters"
	"flyby/report/groups"
	"flyby/trajectory/output"
)

// A View says which part of a result a page shows, and how.
type View struct {
	Distance *float64     // the threshold in the unit of the data; nil: the threshold in the result's metadata
	Top      int          // number of closest rows to show; 0: report.DefaultTop
	SVG      string       // folder for a picture of each row, distance against time, see report.Request; "": none
	Called   string       // name of the result on the page; "": the name of its file
	By       groups.Order // which groups are shown; "": groups.BySize
	Name     string       // name of the data on the page; "": the names of their files
	Notes    []string     // on the data, for the page: a sentence each
}

// heldBytes is the memory of a row that is held for the figures of a page, its share of the figures included; these rows may take 1/heldPart of the memory. groupBytes and groupsPart are these
// numbers of groups.
const (
	heldBytes  = 256
	heldPart   = 4
	groupBytes = 32
	groupsPart = 8
)

// Page writes a page of a result of the data to a file, encounters and pairs or groups, see report.WriteFile and groups.WriteFile. Of data that outgrow memory it reads the trajectories of the
// rows shown, which have to fit; the job answers nothing else afterwards.
func (j *Job) Page(ctx context.Context, path string, o output.WriteOptions, result *report.Result, v View) (report.Summary, error) {
	if err := j.answerAs(result, result.Path()); err != nil {
		return report.Summary{}, err
	}
	q := report.Request{Result: result, Entries: j.entries.Store, Name: j.names[0], Units: j.Units(), Answer: j.ask.Answer, Distance: v.Distance, Top: v.Top, SVG: v.SVG, Called: v.Called, Notes: v.Notes}
	if j.ask.searches() {
		q.Queries = j.queries.Store
		q.Name += " and " + j.names[1]
	}
	q.Name = cmp.Or(v.Name, q.Name)
	write, bytes, part := report.WriteFile, heldBytes, uint64(heldPart)
	if result.Level() == report.GroupLevel {
		write, bytes, part, q.By = groups.WriteFile, groupBytes, groupsPart, v.By
	}
	if j.ask.Machine.Memory > 0 {
		q.Held = max(1, min(1_000_000, int(most(j.quota, part))/bytes))
	}
	if j.outgrows() {
		q.Take = func(pairs [][2]int) (report.Excerpt, error) { return j.chosen(ctx, pairs) }
	}
	return write(ctx, path, o, q)
}

// chosen reads the trajectories of some pairs, to stand in for data that outgrow memory.
func (j *Job) chosen(ctx context.Context, pairs [][2]int) (p report.Excerpt, err error) {
	d, err := source.Pair{Reader: j.reader, Entries: j.entries, Queries: j.queries}.Draw(ctx)
	if err != nil {
		return p, err
	}
	for _, pair := range pairs {
		d.Add(pair[0], pair[1])
	}
	if err := d.Lacks(); err != nil {
		return p, err
	}
	p.EntryTrajs, p.QueryTrajs, err = d.Take(ctx)
	p.Entries, p.Queries = j.entries.Store, j.queries.Store
	return p, err
}

// A ClusterView says which variant of a result of clusters a page shows, and how.
type ClusterView struct {
	Called    string   // name of the result on the page; "": the name of its file
	Unit      string   // unit of the coordinates; "": not known, or metres where they were degrees
	Eps       *float64 // eps of the variant to show, in this unit; nil: the eps in the result's metadata
	MinPoints int      // MinPoints of the variant; 0: the number in the result's metadata

	Points *PointData // points that were read before; nil: the files of the ask are read
}

// Memory of a page of clusters beside the points: for each point its cluster and kind, and for each drawn point its id, its coordinates, and their JSON.
const (
	clusterBytes    = 10
	drawnBytes      = 160
	coordinateBytes = 40
)

// ClusterPage reads the points of an ask, and writes a page of a result of their clusters to a file, see clusters.WriteFile. The question of the ask is the page's, and is not set.
func ClusterPage(ctx context.Context, a Ask, path string, o output.WriteOptions, result *clusters.Result, v ClusterView) (clusters.Summary, error) {
	a.Question = question.Question{Kind: question.Clusterings, Points: question.Points{Clusters: cluster.Search{Eps: []float64{0}, MinPoints: []int{1}}}}
	if err := a.Validate(); err != nil {
		return clusters.Summary{}, err
	}
	j := &pointJob{Job: &Job{ask: a.filled(), quota: memory.NewQuota(a.Machine.Memory)}}
	j.finder, j.Job.points = j.ask.finder(), j
	defer j.quota.Close()
	if err := j.readPaged(ctx, v.Points); err != nil {
		return clusters.Summary{}, err
	}
	q := clusters.Request{Result: result, Points: j.points.Store, Degrees: a.PointRead.LonLat && j.points.NoRows == nil, Name: j.points.Name, Columns: j.points.Report.Columns, Unit: v.Unit,
		Eps: v.Eps, MinPoints: v.MinPoints, Called: v.Called, Count: j.countOf}
	return clusters.WriteFile(memory.WithQuota(ctx, j.quota), path, o, q)
}

// readPaged reads the points of a page, or takes them from before. There may be none.
func (j *pointJob) readPaged(ctx context.Context, before *PointData) error {
	afford := func(g format.Growth) error {
		beside := memory.Of(g.Points, clusterBytes) + memory.Of(min(g.Points, clusters.MostDrawn), drawnBytes+coordinateBytes*min(g.Dimensions, clusters.MostAxes))
		return j.afford(g, j.demand(g.Points, 0, g.Dimensions), beside)
	}
	if before != nil {
		j.points, j.queries = *before, *before
		return afford(format.Growth{Points: before.Len(), Dimensions: before.Dimensions()})
	}
	if err := j.list(); err != nil {
		return err
	}
	j.cutThreads()
	entries, _, err := j.inputs()
	if err != nil {
		return err
	}
	j.points, err = j.readOne(ctx, &entries, afford)
	if errors.Is(err, format.ErrNoRows) {
		j.points, err = j.none(err)
	}
	j.queries = j.points
	return err
}

// countOf counts the points within eps of the points of some rows.
func (j *pointJob) countOf(ctx context.Context, rows []uint32, eps float64) ([]uint32, error) {
	columns := make([][]float64, j.points.Dimensions())
	for d := range columns {
		for _, row := range rows {
			columns[d] = append(columns[d], j.points.Column(d)[row])
		}
	}
	some, err := points.New(columns, points.RowIDs(len(rows)))
	if err != nil {
		return nil, err
	}
	set, err := flyby.OpenPoints(ctx, j.points.Store, j.options())
	if err != nil {
		return nil, err
	}
	defer set.Close() //nolint:errcheck // the cores of the host hold nothing
	counts, _, err := set.Counts(ctx, flyby.PointSearch{Queries: some, Eps: eps})
	return counts, err
}
