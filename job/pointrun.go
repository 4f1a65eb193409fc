package job

import (
	"context"
	"errors"
	"time"

	"flyby"
	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/pointengine"
	"flyby/trajectory/output"
)

// PointReport describes the result of a job of points, and its cost.
type PointReport struct {
	Points, Queries PointData // as they were read; without queries both are the points
	Skipped, Missed int       // bad rows that were left out, and rows that do not hold Read.Where
	Rows            uint64    // rows that were handed over
	Stats           flyby.PointStats

	Each       int            // nearest points of each query: all points where there are fewer than were asked for
	Variants   []PointVariant // variants of clusters
	Clustering time.Duration  // from neighbours to clusters, of all variants

	Reading, Writing time.Duration // Writing is at work on rows, not waiting for them
	Took             time.Duration // all of it, from the first look at a file
	Peak             uint64        // peak memory of the process in bytes
}

// A PointVariant counts the clusters, and the points of no cluster, for one eps and one minpts.
type PointVariant struct {
	Eps             float64
	MinPoints       int
	Clusters, Noise int
}

// PointRows are some rows of a job of points, in order. Columns that the level does not have are nil.
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

// A pointFinder finds the rows of one level, and holds the rows that are handed over next.
type pointFinder interface {
	// columns returns the columns of a file.
	columns(j *pointJob) []output.Column
	// rows returns the rows that a function gets next.
	rows() PointRows
	// find searches, hands over rows and returns the stats of the search.
	find(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int]) (flyby.PointStats, error)
	// demand fills in the needs of memory of the finder.
	demand(*pointengine.Demand)
}

// pointJob is one job of points.
type pointJob struct {
	ask     PointAsk // its defaults filled in
	to      Sink
	finder  pointFinder
	quota   *memory.Quota
	points  PointData
	queries PointData // the points where there are none
	begun   time.Time
	report  PointReport

	separately bool // queries have files of their own
	opened     bool // the drivers of devices are certainly loaded
	offset     int  // queries before the range that is searched for
}

// RunPoints reads points, answers the ask and hands the rows to a sink: a file, a writer or a PointFunc. A job that failed leaves no file.
func RunPoints(ctx context.Context, a PointAsk, to Sink) (PointReport, error) {
	if err := a.Validate(); err != nil {
		return PointReport{}, err
	}
	if to.points == nil && to.path == "" {
		return PointReport{}, wrong("Sink", "is none: File, Writer or PointFunc make one")
	}
	j := &pointJob{ask: a.filled(), to: to, begun: time.Now()}
	j.finder = j.ask.finder()
	if err := j.checkArray(); err != nil {
		return PointReport{}, err
	}
	if err := j.list(); err != nil {
		return PointReport{}, err
	}
	j.quota = memory.NewQuota(a.Memory)
	defer j.quota.Close()
	j.cutThreads()
	if err := j.read(ctx); err != nil {
		return PointReport{}, err
	}
	if err := supervised(ctx, j.run); err != nil {
		return PointReport{}, err
	}
	return j.report, nil
}

// run opens the sink, searches and hands over rows.
func (j *pointJob) run(ctx context.Context, failed func(error)) error {
	to, err := j.create(failed)
	if err != nil {
		return err
	}
	defer to.Abort()
	defer context.AfterFunc(ctx, to.Discard)()
	stats, err := j.search(ctx, to)
	if err != nil {
		return err
	}
	if err := errors.Join(ctx.Err(), to.Close()); err != nil {
		return err
	}
	j.ask.Progress(Progress{})
	j.tell(stats, to.AtWork())
	return nil
}

// search opens the points and finds the rows of the ask.
func (j *pointJob) search(ctx context.Context, to rowWriter[int]) (flyby.PointStats, error) {
	set, err := flyby.OpenPoints(memory.WithQuota(ctx, j.quota), j.points.Store, j.options())
	if err != nil {
		return flyby.PointStats{}, err
	}
	defer set.Close()                                                                                                 //nolint:errcheck // the cores of the host hold nothing
	j.opened = j.ask.Method != pointengine.Auto && j.ask.Method != "" || j.ask.Device != "" && j.ask.Device != "auto" // else devices are opened where they are of use
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
	a := &j.ask
	return flyby.Options{Method: flyby.Method(a.Method), Settings: a.Settings, Device: a.Device, Providers: a.Providers, Threads: a.Read.Threads,
		Tmp: a.Tmp, TmpLimit: a.TmpLimit, Progress: j.follow, Logger: a.Logger}
}

// follow passes on progress: of a search in queries, of other phases in percent.
func (j *pointJob) follow(p flyby.Progress) {
	to, total := Progress{Phase: p.Phase, Unit: NoUnit, Left: p.Left, Foretold: true, Total: -1}, 100.
	if p.Phase == "search" {
		to.Unit, total = QueriesUnit, float64(j.queries.Len())
		p.Done, p.Total = p.Done+float64(j.offset), total
	}
	if p.Total > 0 {
		to.Done, to.Total = p.Done/p.Total*total, total
	}
	j.ask.Progress(to)
}

// tell completes the report.
func (j *pointJob) tell(s flyby.PointStats, writing time.Duration) {
	r := &j.report
	r.Points, r.Queries, r.Stats, r.Writing = j.points, j.queries, s, writing
	r.add(&j.points)
	if j.separate() {
		r.add(&j.queries)
	}
	r.Took, r.Peak = time.Since(j.begun), memory.Peak()
}

// add adds the time of reading points, and the rows that were left out.
func (r *PointReport) add(d *PointData) {
	r.Reading += d.Took
	r.Skipped += d.Skipped
	r.Missed += d.Missed
}

// create begins the output of rows.
func (j *pointJob) create(failed func(error)) (rowWriter[int], error) {
	if j.to.points != nil {
		return &takenPoints{finder: j.finder, take: j.to.points}, nil
	}
	if f, ok := j.finder.(arrayFinder); ok && j.to.format.Array {
		return createArray(j, f)
	}
	o := output.WriteOptions{Stdout: j.to.writer, Folder: j.to.folder, Format: j.to.word, Terminal: j.to.terminal, Threads: j.ask.Read.Threads, Memory: most(j.quota, writerPart), Failed: failed, Origin: j.ask.origin()}
	return output.CreateTable(j.to.path, j.finder.columns(j), o)
}

// takenPoints hands rows of points to a function.
type takenPoints struct {
	nowhere
	finder pointFinder
	take   func(PointRows) error
	took   time.Duration
}

// Write hands over the rows that the finder holds, a number of them.
func (t *takenPoints) Write(rows int) error {
	if rows == 0 {
		return nil
	}
	begun := time.Now()
	defer func() { t.took += time.Since(begun) }()
	return t.take(t.finder.rows())
}

// AtWork returns the time that the function spent on rows.
func (t *takenPoints) AtWork() time.Duration { return t.took }
