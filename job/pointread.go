package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"flyby/internal/memory"
	"flyby/points"
	"flyby/points/format"
	"flyby/question"
	"flyby/trajectory/input"
)

// PointData is a set of points that a job has read.
type PointData struct {
	*points.Store
	format.Report
	Name   string        // its name in messages
	Took   time.Duration // to read it
	NoRows error         // why there is no point, for a file without rows
}

// DimensionsError says that points and queries differ in their number of coordinates.
type DimensionsError struct{ Points, Queries int }

func (e *DimensionsError) Error() string {
	return fmt.Sprintf("job: Queries have %s a point, Entries %d: both must have as many", plural(e.Queries, "coordinate"), e.Points)
}

// list lists the files of the points and the queries.
func (j *pointJob) list() (err error) {
	a := &j.ask
	if len(a.EntryFiles) == 0 {
		if a.EntryFiles, err = format.ListIn(a.PointRead.Folder, a.Entries...); err != nil {
			return err
		}
	}
	if len(a.QueryFiles) == 0 && len(a.Queries) > 0 {
		if a.QueryFiles, err = format.ListIn(a.PointRead.Folder, a.Queries...); err != nil {
			return err
		}
	}
	j.separately = a.searches() && !slices.Equal(a.QueryFiles, a.EntryFiles)
	return nil
}

// read lists the files, and reads the points and, where they have files of their own, the queries.
func (j *pointJob) read(ctx context.Context) (err error) {
	if err := j.list(); err != nil {
		return err
	}
	j.cutThreads()
	a := &j.ask
	j.points, err = j.readOne(ctx, NameOf(a.Entries, a.EntryFiles), a.EntryFiles, j.affordPoints)
	if errors.Is(err, format.ErrNoRows) && a.Level == question.Clusters {
		j.points, err = j.none(err)
	}
	if err != nil {
		return err
	}
	if j.queries = j.points; !j.separately {
		return nil
	}
	if j.queries, err = j.readOne(ctx, NameOf(a.Queries, a.QueryFiles), a.QueryFiles, j.affordQueries); err != nil {
		return err
	}
	if p, q := j.points.Dimensions(), j.queries.Dimensions(); p != q {
		return &DimensionsError{Points: p, Queries: q}
	}
	return nil
}

// readOne reads a set of points, and calls Taken with it.
func (j *pointJob) readOne(ctx context.Context, name string, files []input.File, afford func(format.Growth) error) (PointData, error) {
	begun, o := time.Now(), j.ask.PointRead
	o.Afford, o.Progress = afford, j.reads(name)
	defer j.ask.Progress(Progress{})
	store, report, err := format.ReadFiles(ctx, files, o)
	if err != nil {
		return PointData{}, err
	}
	j.ask.Progress(Progress{})
	j.quota.Take(memory.Of(store.Len(), 8*store.Dimensions()))
	j.ask.Machine.Logger.Info("points read", "of", name, "points", store.Len(), "files", report.Files)
	d := PointData{Store: store, Report: report, Name: name, Took: time.Since(begun)}
	j.ask.TakenPoints(d)
	return d, nil
}

// none returns an empty set of points for a file without rows, such as flyby at writes for an instant without objects.
func (j *pointJob) none(why error) (PointData, error) {
	store, err := points.New([][]float64{nil}, points.RowIDs(0))
	if err != nil {
		return PointData{}, err
	}
	d := PointData{Store: store, Name: NameOf(j.ask.Entries, j.ask.EntryFiles), NoRows: why}
	j.ask.TakenPoints(d)
	return d, nil
}

// separate reports whether the queries are another set than the points.
func (j *pointJob) separate() bool { return j.queries.Store != j.points.Store }
