package job

import (
	"cmp"
	"context"

	"flyby"
	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/points"
	"flyby/points/format"
	"flyby/question"
	"flyby/report"
	"flyby/trajectory/output"
)

// Page writes a page of a result of trajectories, or of clusters of points, to a file, see report.Write. The request has the result and what of it is shown, and may name the data; its data, their units, Held and Take
// are the job's. Of data that outgrow memory Page reads the trajectories of the rows shown, which have to fit; the job answers nothing else afterwards.
func (j *Job) Page(ctx context.Context, path string, o output.WriteOptions, q report.Request) (report.Summary, error) {
	if j.points != nil {
		return j.points.page(ctx, path, o, q)
	}
	if err := j.answerAs(q.Result, q.Result.Path()); err != nil {
		return report.Summary{}, err
	}
	q.Entries, q.Units, q.Answer = j.entries.Store, j.Units(), j.ask.Answer
	if j.cutFrom > 0 {
		q.Chosen, q.First = j.cutFrom, j.ask.Limit > 0
	}
	q.RefFrame = min(j.Entries().RefFrame, j.Queries().RefFrame) // equal, or "" of one of the two
	name := j.Entries().Name
	if j.ask.searches() {
		q.Queries = j.queries.Store
		name += " and " + j.Queries().Name
	}
	q.Name = cmp.Or(q.Name, name)
	if z := j.Zones(); z != nil {
		q.Zones = z.Set
	}
	if j.ask.Machine.Memory > 0 {
		q.Held = q.Result.View().Held(j.quota.Bytes())
	}
	if j.outgrows() {
		q.Take = func(pairs [][2]int) (report.Excerpt, error) { return j.chosen(ctx, pairs) }
	}
	return report.Write(ctx, path, o, q)
}

// chosen reads the trajectories of some pairs, to stand in for data that outgrow memory.
func (j *Job) chosen(ctx context.Context, pairs [][2]int) (p report.Excerpt, err error) {
	d, err := j.Pair().Draw(ctx)
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

// ClusterPage writes a page of a result of the clusters of points to a file, see report.Write. The request has the result and what of it is shown. before holds points that were read
// already; with a nil before, ClusterPage reads the files of the ask, whose question it sets.
func (a Ask) ClusterPage(ctx context.Context, path string, o output.WriteOptions, q report.Request, before *PointData) (report.Summary, error) {
	a.Question = question.Question{Kind: question.Clusterings, Points: question.Points{Clusters: cluster.Search{Eps: []float64{0}, MinPoints: []int{1}}}}
	if err := a.Validate(); err != nil {
		return report.Summary{}, err
	}
	j := newPointJob(a, Sink{}, memory.NewQuota(a.Machine.Memory))
	defer j.quota.Close()
	j.paged = true
	if err := j.readPaged(ctx, before); err != nil {
		return report.Summary{}, err
	}
	return j.page(ctx, path, o, q)
}

// page writes a page of a result of clusters.
func (j *pointJob) page(ctx context.Context, path string, o output.WriteOptions, q report.Request) (report.Summary, error) {
	q.Points, q.Degrees, q.Name, q.Columns, q.Count = j.points.Store, j.points.Read.LonLat && j.points.NoRows == nil, cmp.Or(q.Name, j.points.Name), j.points.Report.Columns, j.countOf
	return report.Write(memory.WithQuota(ctx, j.quota), path, o, q)
}

// readPaged reads the points of a page, or takes points from before. There may be none.
func (j *pointJob) readPaged(ctx context.Context, before *PointData) error {
	if before == nil {
		return j.read(ctx)
	}
	j.points, j.queries = *before, *before
	return j.affordPoints(format.Growth{Points: before.Len(), Dimensions: before.Dimensions()})
}

// countOf counts the points within eps of the points of the given rows.
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
