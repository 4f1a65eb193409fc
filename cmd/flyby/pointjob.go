package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	hostmemory "flyby/internal/memory"
	"flyby/internal/pointengine"
	"flyby/trajectory/output"
)

// pointJob is one search of points, from files that were read to a file of results.
type pointJob struct {
	*app
	command string
	flags   *pointSearchFlags
	bound   bound
	points  loadedPoints
	queries loadedPoints // the points where there are none
	asked   pointAsked

	separately bool // queries have files of their own
	opened     bool // drivers are loaded
	offset     int  // queries before those that are searched: of a range of them

	begun   time.Time
	rows    uint64
	stats   flyby.PointStats
	writing time.Duration
}

// pointAsked is what is wanted of points.
type pointAsked interface {
	// columns are those of the result, of which write fills a chunk at a time.
	columns(j *pointJob) []output.Column
	// write searches and writes, and returns what that cost.
	write(ctx context.Context, j *pointJob, set *flyby.Points, to *output.TableWriter) (flyby.PointStats, error)
	// tell adds to the summary what was asked for.
	tell(*pointSummary)
	// demand says what is wanted as far as that takes memory.
	demand(*pointengine.Demand)
}

// pointSummarizer is what is wanted where its summary is not of pairs.
type pointSummarizer interface {
	// summary is an object for --json, and a line for a terminal.
	summary(j *pointJob) (object any, line string)
}

// newPointJob reads the points and queries of flags that have been checked. Where points cannot be read, the job is without.
func (a *app) newPointJob(c *cobra.Command, f *pointSearchFlags, asked pointAsked) (*pointJob, error) {
	j := &pointJob{app: a, command: c.Name(), flags: f, asked: asked, begun: time.Now()}
	j.bound = f.memory.bound()
	sets := []*inputFiles{&f.points.inputFiles}
	j.separately = f.queries.given() && !f.queries.same(&f.points.inputFiles)
	if j.separately {
		sets = append(sets, &f.queries.inputFiles)
	}
	if err := a.checkApart(c, end{"--out", f.out}, sets...); err != nil {
		return nil, err
	}
	if err := a.checkStandardOut(f.out); err != nil {
		return nil, err
	}
	o, err := f.read.options(c)
	if err != nil {
		return nil, err
	}
	j.cutThreads()
	if err := j.readPoints(c.Context(), o); err != nil {
		return j, err
	}
	return j, sameDimensions(c, j.points, j.queries)
}

// run opens the output, searches and writes. A failed run leaves no output. Where writing fails, the search
// ends.
func (j *pointJob) run(c *cobra.Command) error {
	whole := c.Context()
	ctx, stop := context.WithCancelCause(whole)
	defer stop(nil)
	o := output.WriteOptions{Stdout: j.streams.out, Folder: j.folder, Terminal: j.showsOn(j.flags.out), Threads: j.flags.read.threads, Memory: j.bound.most / writerPart, Failed: stop}
	err := j.do(ctx, c, o)
	if err != nil && whole.Err() == nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return wrongSetting(c, err)
}

func (j *pointJob) do(ctx context.Context, c *cobra.Command, w output.WriteOptions) error {
	to, err := output.CreateTable(j.flags.out, j.asked.columns(j), w)
	if err != nil {
		return err
	}
	defer to.Abort()
	defer context.AfterFunc(ctx, to.Discard)()
	o := j.flags.options(j.app, c)
	o.Progress = func(p flyby.Progress) {
		if p.Phase == "search" {
			p.Done, p.Total = p.Done+float64(j.offset), float64(j.queries.Len())
		}
		j.display.follow(p, p.Total)
	}
	set, err := flyby.OpenPoints(ctx, j.points.Store, o)
	if err != nil {
		return err
	}
	defer set.Close() //nolint:errcheck // the cores of the host hold nothing
	j.opened = true
	hostmemory.Limit(j.bound.most)
	if err := j.needSearch(ctx, set); err != nil {
		return err
	}
	if j.stats, err = j.asked.write(ctx, j, set, to); err != nil {
		return j.least(ctx, set, err)
	}
	if err := errors.Join(ctx.Err(), to.Close()); err != nil {
		return err
	}
	j.writing = to.AtWork()
	j.display.end()
	j.summarize()
	return nil
}

// takenColumns are what was taken for coordinates and ids, which arrays have no names of.
type takenColumns struct {
	Coordinates      []string `json:"coordinates,omitempty"`
	ID               string   `json:"id,omitempty"` // absent: the number of the row
	QueryCoordinates []string `json:"query_coordinates,omitempty"`
	QueryID          string   `json:"query_id,omitempty"`
}

// taken is what was taken of the files of a job.
func (j *pointJob) taken() takenColumns {
	t := takenColumns{Coordinates: j.points.Report.Columns, ID: j.points.Report.ID}
	if j.separate() {
		t.QueryCoordinates, t.QueryID = j.queries.Report.Columns, j.queries.Report.ID
	}
	return t
}

// pointSummary is the last line of --json of a search of points.
type pointSummary struct {
	Type       string `json:"type"` // "summary"
	Command    string `json:"command"`
	Points     int    `json:"points"`
	Queries    int    `json:"queries"`
	Dimensions int    `json:"dimensions"`
	takenColumns
	Skipped    int      `json:"skipped_rows"`
	Missed     int      `json:"missed_rows,omitempty"` // that do not hold --where
	Eps        *float64 `json:"eps,omitempty"`
	Neighbours int      `json:"neighbours,omitempty"` // of each query, of knn
	Pairs      uint64   `json:"pairs"`
	Rows       uint64   `json:"rows"` // of the result
	LoadS      float64  `json:"load_s"`
	IndexS     float64  `json:"index_s"`
	SearchS    float64  `json:"search_s"`
	WriteS     float64  `json:"write_s"` // at work, not waiting for what is found
	TotalS     float64  `json:"total_s"`
	PeakBytes  uint64   `json:"peak_bytes"`
	Method     string   `json:"method"`
	Device     string   `json:"device"`
	Cells      uint64   `json:"cells"`      // or boxes and the like, that were looked up
	Candidates uint64   `json:"candidates"` // pairs that were compared
	Float64    uint64   `json:"float64"`    // of them, those that no filter of lower precision decided
	Exact      uint64   `json:"exact"`      // of them, those that exact arithmetic decided
	Out        string   `json:"out"`
}

// summarize tells what was found and what it cost: as JSON, or in a line that stays on the terminal.
func (j *pointJob) summarize() {
	object, line := any(nil), ""
	if own, ok := j.asked.(pointSummarizer); ok {
		object, line = own.summary(j)
	} else {
		m := j.summary()
		object, line = m, j.sentence(&m)
	}
	switch {
	case j.json:
		j.display.object(object)
	case !j.quiet && (j.terminal || j.verbose):
		fmt.Fprintln(j.err, line)
	}
}

// sentence is a summary in a line.
func (j *pointJob) sentence(m *pointSummary) string {
	return fmt.Sprintf("%s x %s of %s: %s, %s  read %s, index %s, search %s, write %s, in all %s and %s  %s on %s",
		plural(m.Points, "point"), plural(m.Queries, "query"), plural(m.Dimensions, "dimension"),
		hostmemory.Count(int(m.Pairs))+" pairs", hostmemory.Count(int(m.Rows))+" rows",
		seconds(j.loading()), seconds(j.stats.Index), seconds(j.stats.Search), seconds(j.writing),
		seconds(time.Since(j.begun)), hostmemory.Size(m.PeakBytes), m.Method, m.Device)
}

func (j *pointJob) summary() pointSummary {
	s := j.stats
	m := pointSummary{Type: "summary", Command: j.command, Points: s.Points, Queries: s.Queries, Dimensions: j.points.Dimensions(), takenColumns: j.taken(),
		Skipped: j.points.Skipped, Missed: j.points.Missed, Pairs: s.Pairs, Rows: j.rows,
		LoadS: j.loading().Seconds(), IndexS: s.Index.Seconds(), SearchS: s.Search.Seconds(), WriteS: j.writing.Seconds(), TotalS: time.Since(j.begun).Seconds(),
		PeakBytes: hostmemory.Peak(), Method: s.Method, Device: s.Device,
		Cells: s.Cells, Candidates: s.Candidates, Float64: s.Float64, Exact: s.Exact, Out: j.flags.out}
	if j.separate() {
		m.Skipped, m.Missed = m.Skipped+j.queries.Skipped, m.Missed+j.queries.Missed
	}
	j.asked.tell(&m)
	return m
}

// separate reports whether queries have a file of their own.
func (j *pointJob) separate() bool { return j.queries.Store != j.points.Store }

// loading is how long reading took.
func (j *pointJob) loading() time.Duration {
	if j.separate() {
		return j.points.took + j.queries.took
	}
	return j.points.took
}
