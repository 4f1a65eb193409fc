package job

import (
	"context"
	"errors"
	"time"

	"flyby"
	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/pointdrivers"
	"flyby/internal/pointengine"
	"flyby/question"
)

// PointReport is the part of a Report that is of points.
type PointReport struct {
	Entries, Queries PointData // as they were read; without queries both are the entries
	Stats            flyby.PointStats

	Each       int            // nearest points of each query: all points where there are fewer than were asked for
	Variants   []PointVariant // variants of clusters
	Clustering time.Duration  // from neighbours to clusters, of all variants
}

// A PointVariant counts the clusters, and the points of no cluster, for one eps and one minpts.
type PointVariant struct {
	Eps       float64 `json:"eps"`
	MinPoints int     `json:"minpts"`
	Clusters  int     `json:"clusters"`
	Noise     int     `json:"noise"`
}

// PointRows are consecutive rows of a job of points, in order. Columns that the level does not have are nil.
type PointRows struct {
	Rows       []uint32       // rows of the queries, or of the points where there are no queries
	Others     []uint32       // rows of the points: the second of each pair, or the nearest
	Distances  []float64      // of pairs, where they were asked for, of nearest points, and of PointDistances
	Ranks      []uint32       // ranks of nearest points, from 1
	Counts     []uint32       // numbers of neighbours
	Neighbours [][]uint32     // rows of the points
	Labels     []int64        // numbers of clusters, or cluster.Noise
	Kinds      []cluster.Kind // core point, border point or noise
	Eps        float64        // eps of the variant that the labels belong to
	MinPoints  int
}

// A pointFinder finds the rows of one level.
type pointFinder interface {
	// columns returns the columns of a file.
	columns(j *pointJob) []output.Column
	// find searches, hands over rows, which it puts into the table of the job, and returns the stats of the search.
	find(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int]) (flyby.PointStats, error)
	// demand fills in the needs of memory of the finder.
	demand(*pointengine.Demand)
}

// pointJob is what a job of points has and no other job.
type pointJob struct {
	*Job
	to      Sink
	finder  pointFinder
	points  PointData
	queries PointData // the points if there are none
	table   PointRows // the rows that are handed over next
	rows    uint64    // that were handed over
	found   PointReport

	separately bool // queries have files of their own
	paged      bool // the points are for a page of clusters
	opening    *pointdrivers.Opening
	opened     bool // the drivers of devices are certainly loaded
	offset     int  // queries before the range that is searched for
}

// openPoints is Open for points, with the sink of their rows where it is known.
func openPoints(ctx context.Context, a Ask, to Sink) (*Job, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	j := newPointJob(a, to, memory.NewQuota(a.Machine.Memory))
	if to.isSome() {
		if err := j.checkArray(); err != nil {
			return nil, errors.Join(err, j.Close())
		}
	}
	j.openBeside()
	if err := j.read(ctx); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j.Job, nil
}

// newPointJob makes a job of points, which are not read yet.
func newPointJob(a Ask, to Sink, quota *memory.Quota) *pointJob {
	j := &pointJob{Job: &Job{ask: a.filled(), begun: time.Now(), quota: quota}, to: to}
	j.Job.points, j.finder = j, j.ask.finder()
	return j
}

// answer finds the rows of points and hands them to a sink.
func (j *pointJob) answer(ctx context.Context, to Sink, o output.WriteOptions) (Report, error) {
	j.to, j.finder = to, j.ask.finder() // the question may have changed since the points were read
	if err := j.checkArray(); err != nil {
		return Report{}, err
	}
	w, err := j.create(o)
	if err != nil {
		return Report{}, err
	}
	err = j.written(ctx, w, func(ctx context.Context) (err error) {
		j.found.Stats, err = j.search(ctx, w)
		return err
	})
	if err != nil {
		return Report{}, err
	}
	return j.tell(w.AtWork()), nil
}

// search opens the points and finds the rows of the ask.
func (j *pointJob) search(ctx context.Context, to rowWriter[int]) (flyby.PointStats, error) {
	set, err := flyby.OpenPoints(memory.WithQuota(ctx, j.quota), j.points.Store, j.options())
	if err != nil {
		return flyby.PointStats{}, err
	}
	defer set.Close() //nolint:errcheck // the cores of the host hold nothing
	method := j.ask.joinMethod()
	j.opened = method != flyby.MethodAuto && method != "" || j.ask.Machine.Device != "" && j.ask.Machine.Device != "auto" // otherwise devices are opened where they are of use
	j.ask.Progress(Progress{Phase: "index", Unit: NoUnit, Total: -1})
	if err := j.needSearch(ctx, set); err != nil {
		return flyby.PointStats{}, err
	}
	stats, err := j.finder.find(ctx, j, set, to)
	if err != nil {
		return stats, j.least(ctx, set, err)
	}
	return stats, nil
}

// options returns the options that the points are opened with.
func (j *pointJob) options() flyby.Options {
	o := j.ask.Machine
	o.Progress = j.follow(j.queries.Len())
	if o.Method = j.ask.joinMethod(); j.ask.Kind == question.Clusterings {
		o.Settings = nil
	}
	return o
}

// tell returns the report.
func (j *pointJob) tell(writing time.Duration) Report {
	r := j.report(writing)
	j.found.Entries, j.found.Queries = j.points, j.queries
	r.Points, r.Rows = j.found, j.rows
	r.add(j.points.Took, j.points.Skipped, j.points.Missed)
	if j.separate() {
		r.add(j.queries.Took, j.queries.Skipped, j.queries.Missed)
	}
	return r
}

// create begins the output of rows.
func (j *pointJob) create(o output.WriteOptions) (rowWriter[int], error) {
	if f, ok := j.finder.(arrayFinder); ok && j.to.take == nil && j.to.format.Array {
		return createArray(j, f)
	}
	return j.createTable(j.to, func() Rows { return Rows{Points: j.table} }, func() (*output.TableWriter, error) { return output.CreateTable(j.to.path, j.finder.columns(j), o) })
}

// joinMethod returns the method of joins of points, "" where the machine has a method of clusters.
func (a *Ask) joinMethod() flyby.Method {
	if a.Kind == question.Clusterings {
		return ""
	}
	return a.Machine.Method
}

// kernelSetting is the setting of methods of clusters: see cluster.Search.
const kernelSetting = "kernel"

// clusters returns the search for clusters.
func (a *Ask) clusters() cluster.Search {
	s := a.Points.Clusters
	s.Method, s.Kernel = string(a.Machine.Method), a.Machine.Settings[kernelSetting]
	return s
}

// finder returns the finder of the ask's kind and level.
func (a *Ask) finder() pointFinder {
	p := &a.Points
	join := pointJoin{flyby.PointSearch{Eps: p.Eps, Distances: p.Distances, Mirrored: p.Mirrored}, a.searches()}
	switch a.Level {
	case question.Counts:
		return &pointDegrees{pointJoin: join}
	case question.Neighbours:
		return &pointNeighbours{pointJoin: join}
	case question.Nearest:
		return &nearestPoints{k: p.Nearest, self: !a.searches()}
	case question.Clusters:
		return &pointClusters{Search: a.clusters(), auto: p.AutoEps}
	case question.Distances:
		return &pointDistances{minPoints: p.Clusters.MinPoints[0]}
	}
	return &pointPairs{pointJoin: join}
}
