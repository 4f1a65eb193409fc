package job

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"

	"flyby"
	"flyby/cluster"
	"flyby/internal/drivers"
	"flyby/internal/machine"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/pointdrivers"
	"flyby/internal/pointengine"
	"flyby/internal/pointjoin"
	"flyby/kernel"
	"flyby/points/format"
	"flyby/report"
)

// readingBytes is the memory of reading in addition to columns: blocks of text and their parsed cells.
const readingBytes = 6 << 20

// driverBytes is the memory of OpenCL's drivers, which are loaded later.
const driverBytes = 64 << 20

// cutThreads lowers the number of threads to as many as the free memory is enough for.
func (j *pointJob) cutThreads() {
	left, beside := j.quota.Left(), uint64(0)
	if j.ask.Machine.Device != "cpu" {
		beside = driverBytes
	}
	asked := parallel.Threads(j.ask.Machine.Threads)
	few := pointengine.Threads(asked, left-min(left, beside))
	if few >= asked {
		return
	}
	j.ask.setThreads(few)
	if j.ask.FewerThreads != nil {
		j.ask.FewerThreads(few)
	}
	j.ask.Machine.Logger.Info("threads cut to what there is memory for", "of", asked, "threads", few)
}

// demand returns the job's demand of memory for some points and queries: 0 queries where the points are their own.
func (j *pointJob) demand(points, queries, dimensions int) pointengine.Demand {
	d := pointengine.Demand{Points: points, Queries: queries, Dimensions: dimensions, Threads: parallel.Threads(j.ask.Machine.Threads)}
	all := flyby.PointMethods()
	if i := slices.IndexFunc(all, func(m pointjoin.Method) bool { return m.Name == string(j.ask.joinMethod()) }); i >= 0 && all[i].IndexBytes != nil {
		d.Index = all[i].IndexBytes(dimensions)
	}
	j.finder.demand(&d)
	return d
}

// searching returns the least memory of a search and of the writer of its rows.
func (j *pointJob) searching(d pointengine.Demand) uint64 {
	const text, parquet, wide = 1 << 20, 3 << 20, 8 << 20
	switch packed := j.to.format.Name == "Parquet"; {
	case packed && d.Nearest > 0 && d.Sure:
		return d.Least() + 2*wide
	case packed && d.Nearest > 0:
		return d.Least() + wide
	case packed:
		return d.Least() + parquet
	}
	return d.Least() + text
}

// affordPoints refuses points while they are read if they, the queries to come, and the least memory of a search outgrow the memory that the process
// may hold, and so for points of a page and what it takes in addition.
func (j *pointJob) affordPoints(g format.Growth) error {
	queries, bytes := 0, uint64(0)
	switch {
	case j.separately:
		queries, bytes = j.awaited(g.Dimensions)
	case j.paged:
		bytes = report.Clusters.Bytes(g.Points, g.Dimensions)
	}
	return j.afford(g, j.demand(g.Points, queries, g.Dimensions), bytes)
}

// affordQueries is affordPoints for the queries.
func (j *pointJob) affordQueries(g format.Growth) error {
	return j.afford(g, j.demand(j.points.Len(), g.Points, g.Dimensions), 0)
}

// awaited guesses the number of queries still to be read, and their memory, by the size of their files.
func (j *pointJob) awaited(dimensions int) (rows int, bytes uint64) {
	const perByte = 2 // of a file
	for _, f := range j.ask.QueryFiles {
		bytes += perByte * uint64(f.Size())
	}
	return int(bytes / uint64(8*dimensions)), bytes
}

func (j *pointJob) afford(g format.Growth, d pointengine.Demand, beside uint64) error {
	const few = 64 << 20
	if j.hybrid() != nil && g.Bytes < few {
		return nil // the search takes most, and is refused once the points are read
	}
	bytes := func() uint64 {
		searched := g.Bytes + j.searching(d) + beside
		return max(g.Bytes+readingBytes, searched-min(searched, g.Freed))
	}
	if j.fits(bytes()) {
		return nil
	}
	d.Sure = true
	return j.refusal(searchOf(g.Points), bytes())
}

// searchOf names the users of memory in a search of some points.
func searchOf(points int) string { return memory.Count(points) + " points and what searches them" }

// needSearch refuses to search points in memory where the least memory of the search does not fit.
func (j *pointJob) needSearch(ctx context.Context, set *flyby.Points) error {
	d := j.loaded()
	if j.fits(j.searching(d)) {
		return nil
	}
	d.Sure = true
	if err := j.learn(ctx, set, &d); err != nil {
		return err
	}
	return j.refusal(searchOf(j.points.Len()), j.searching(d))
}

// loaded returns the demand for the points and queries that were read.
func (j *pointJob) loaded() pointengine.Demand {
	queries := 0
	if j.separate() {
		queries = j.queries.Len()
	}
	return j.demand(j.points.Len(), queries, j.points.Dimensions())
}

// learn adds to a demand the size of the table of neighbours, which a search of the points has to find, where the table takes most of the memory.
func (j *pointJob) learn(ctx context.Context, set *flyby.Points, d *pointengine.Demand) error {
	s := j.hybrid()
	if s == nil {
		return nil
	}
	counts, _, err := set.Counts(ctx, flyby.PointSearch{Eps: slices.Max(s.Eps)}) // the greatest eps has the largest table
	for _, n := range counts {
		d.Neighbours += uint64(n)
	}
	return err
}

// hybrid returns the finder if it finds clusters by Hybrid-DBSCAN, which holds a table of the neighbours of all points; otherwise nil.
func (j *pointJob) hybrid() *pointClusters {
	if s, ok := j.finder.(*pointClusters); ok && s.Method == cluster.Hybrid {
		return s
	}
	return nil
}

// fits reports whether bytes fit in addition to the memory that the process holds.
func (j *pointJob) fits(bytes uint64) bool {
	if j.quota.Most() == math.MaxUint64 || bytes <= j.quota.Left() {
		return true
	}
	if j.quota.IsShare() {
		return false
	}
	debug.FreeOSMemory()
	return bytes <= j.quota.Left()
}

// refusal returns an error with the memory that would be enough for bytes in addition to the memory that the process holds, and for drivers that are still to be loaded.
func (j *pointJob) refusal(what string, bytes uint64) error {
	if j.quota.IsShare() {
		return fmt.Errorf("job: %w", j.quota.Little(what+" take", j.quota.Usage()+bytes))
	}
	if !j.opened {
		o := kernel.OpenOptions{Threads: 1, Memory: drivers.Share(j.quota.Bytes()), Logger: j.ask.Machine.Logger}
		opened, err := pointdrivers.Open(string(j.ask.joinMethod()), j.ask.Machine.Device, machine.Providers(&j.ask.Machine), o)
		if err != nil {
			return err
		}
		for _, d := range opened {
			defer d.Close() //nolint:errcheck // it was to be loaded
		}
	}
	debug.FreeOSMemory()
	return fmt.Errorf("job: %w", j.quota.Little(what+" take", memory.Least(bytes)))
}

// least adds to the error of a search without enough memory how much would be enough.
func (j *pointJob) least(ctx context.Context, set *flyby.Points, err error) error {
	var want *memory.Error
	if !errors.As(err, &want) || want.By != pointengine.Bound {
		return err
	}
	d := j.loaded()
	if err := j.learn(ctx, set, &d); err != nil {
		return err
	}
	bytes := j.searching(d)
	if d.Neighbours == 0 {
		bytes += want.Bytes
	}
	return j.refusal(want.What, bytes)
}
