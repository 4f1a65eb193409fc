package job

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"flyby/internal/asking"
	"flyby/internal/memory"
	"flyby/points"
	"flyby/points/format"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/input"
)

// PointData is a set of points that a job has read.
type PointData struct {
	*points.Store
	format.Report
	Read   format.Options // that it was read with
	Name   string         // its name in messages
	Took   time.Duration  // to read it
	NoRows error          // why there is no point, for a file without rows
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
		if a.EntryFiles, err = a.PointRead.List(a.Entries...); err != nil {
			return err
		}
	}
	if len(a.QueryFiles) == 0 && len(a.Queries) > 0 {
		if a.QueryFiles, err = a.queryPointRead().List(a.Queries...); err != nil {
			return err
		}
	}
	j.separately = a.searches() && (a.QueryPointRead != nil || !slices.Equal(a.QueryFiles, a.EntryFiles))
	return nil
}

// A pointInput is a set of points to read.
type pointInput struct {
	name  string
	files []input.File
	read  format.Options
}

// inputs returns the points to read, and the queries where they have files of their own, in the units of the points.
func (j *pointJob) inputs() (entries, queries pointInput, err error) {
	a := &j.ask
	entries = pointInput{NameOf(a.Entries, a.EntryFiles), a.EntryFiles, a.PointRead}
	if !j.separately {
		return entries, queries, nil
	}
	queries = pointInput{NameOf(a.Queries, a.QueryFiles), a.QueryFiles, *a.queryPointRead()}
	entries.read.Side, queries.read.Side, queries.read.Into = string(asking.EntrySide), string(asking.QuerySide), entries.read.Units
	return entries, queries, entries.agrees(&queries)
}

// agrees refuses queries that cannot be compared with the points: a *differError.
func (in *pointInput) agrees(queries *pointInput) error {
	e := &DifferError{What: "lengths", Entries: in.read.Units.Length, Queries: queries.read.Units.Length, EntryName: in.name, QueryName: queries.name}
	switch {
	case in.read.LonLat != queries.read.LonLat:
		e.What, e.Entries, e.Queries = "frame", in.frame().String(), queries.frame().String()
	case (e.Entries == "") == (e.Queries == ""):
		return nil
	case e.Entries == "":
		e.Try = in.read.Flag("units") + " " + e.Queries
	default:
		e.Try = queries.read.Flag("units") + " " + e.Entries
	}
	return e
}

// frame returns the frame of the coordinates.
func (in *pointInput) frame() trajectory.Frame {
	if in.read.LonLat {
		return trajectory.EarthCentred
	}
	return trajectory.Plain
}

// read lists the files, and reads the points and, where they have files of their own, the queries.
func (j *pointJob) read(ctx context.Context) error {
	if err := j.list(); err != nil {
		return err
	}
	j.cutThreads()
	entries, _, err := j.inputs()
	if err != nil {
		return err
	}
	j.points, err = j.readOne(ctx, &entries, j.affordPoints)
	if errors.Is(err, format.ErrNoRows) && j.ask.Level == question.Clusters {
		j.points, err = j.none(err)
	}
	if err != nil {
		return err
	}
	if j.queries = j.points; !j.separately {
		return nil
	}
	return j.readQueries(ctx)
}

// readQueries reads the queries, which have files of their own, in the units of the points.
func (j *pointJob) readQueries(ctx context.Context) error {
	entries, queries, err := j.inputs()
	if err != nil {
		return err
	}
	if j.queries, err = j.readOne(ctx, &queries, j.affordQueries); err != nil {
		return err
	}
	entries.read.LonLat, queries.read.LonLat = j.points.Read.LonLat, j.queries.Read.LonLat // perhaps by the CRS of geometries
	if err := entries.agrees(&queries); err != nil {
		return err
	}
	if p, q := j.points.Dimensions(), j.queries.Dimensions(); p != q {
		return &DimensionsError{Points: p, Queries: q}
	}
	return nil
}

// readOne reads a set of points, and calls Taken with it.
func (j *pointJob) readOne(ctx context.Context, in *pointInput, afford func(format.Growth) error) (PointData, error) {
	begun, o := time.Now(), in.read
	o.Afford, o.Progress = afford, j.reads(in.name)
	defer j.ask.Progress(Progress{})
	store, report, err := format.ReadFiles(ctx, in.files, o)
	if err != nil {
		return PointData{}, err
	}
	j.ask.Progress(Progress{})
	j.quota.Take(memory.Of(store.Len(), 8*store.Dimensions()))
	j.ask.Machine.Logger.Info("points read", "of", in.name, "points", store.Len(), "files", report.Files)
	d := PointData{Store: store, Report: report, Read: in.read, Name: in.name, Took: time.Since(begun)}
	d.Read.LonLat = report.Degrees
	j.ask.TakenPoints(d)
	return d, nil
}

// none returns an empty set of points for a file without rows, such as flyby at writes for an instant without objects.
func (j *pointJob) none(why error) (PointData, error) {
	store, err := points.New([][]float64{nil}, points.RowIDs(0))
	if err != nil {
		return PointData{}, err
	}
	d := PointData{Store: store, Read: j.ask.PointRead, Name: NameOf(j.ask.Entries, j.ask.EntryFiles), NoRows: why}
	j.ask.TakenPoints(d)
	return d, nil
}

// separate reports whether the queries are another set than the points.
func (j *pointJob) separate() bool { return j.queries.Store != j.points.Store }
