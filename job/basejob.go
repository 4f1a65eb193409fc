package job

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"flyby/internal/engine"
	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/rowbytes"
	"flyby/internal/source"
	points "flyby/points/format"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// A Request is a question to a base, whose entries, reading, method, devices, threads and Tmp its job has.
type Request struct {
	question.Question
	Queries *input.Data // of Base.Queries, to search with; nil: a join
	// Zones are the files of zones of question.ZoneVisits, unless the Search's are open; nil: Body has them.
	Zones []string
	// Body is the zones of question.ZoneVisits, as GeoJSON or as a table in text, or query points of a base of points, read as PointRead says; nil: the points are the queries.
	Body      *Body
	PointRead points.Options
	// Memory is the number of bytes that the caller set aside for the job, see Need: queries that do not fit it are refused with an error that is flyby.ErrMemory, and rows that outgrow it are searched for in
	// ranges of the queries. 0: as much as is free.
	Memory uint64
	// MaxRows ends the job with ErrMaxRows where it would hand over more rows, of groups and points alone; 0: there is no limit.
	MaxRows uint64
	Watch   // Progress tells of reading and writing
}

// ErrMaxRows says that a job has more rows than the request may have.
var ErrMaxRows = errors.New("job: more rows than may be")

// Job makes a job of the base, for one goroutine. Closing it leaves the base open.
func (b *Base) Job(ctx context.Context, r Request) (*Job, error) {
	if b.points != nil {
		return b.pointJob(ctx, r)
	}
	j, err := b.prepared(r)
	if err != nil {
		return nil, err
	}
	v, columns, err := b.within(ctx, b.upright(&j.ask), j.ask.Read.Attributes)
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	j.base = v
	j.entries = v.entries.Lend(columns)
	j.queries = j.entries
	if j.ask.QueryData != nil {
		err = j.holdQueries(ctx)
	}
	if err == nil {
		err = j.agree()
	}
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// prepared makes a job of the base that has no data yet.
func (b *Base) prepared(r Request) (*Job, error) {
	a := b.ask
	a.Question, a.QueryData, a.Zones, a.Machine.Memory, a.Watch = r.Question, r.Queries, r.Zones, r.Memory, r.Watch
	if r.Body != nil {
		a.Zones, a.Read.Stdin = []string{"-"}, r.Body.text
	}
	if err := a.validateShape(); err != nil {
		return nil, err
	}
	j := &Job{ask: a.filled(), begun: time.Now(), quota: memory.NewShare(a.Machine.Memory), maxRows: r.MaxRows}
	if a.Machine.Memory == 0 {
		j.quota = memory.NewQuota(0)
	}
	return j, nil
}

// upright reports whether an ask has heights of the entries looked at: for a vertical threshold, or by zones, where positions in degrees have heights.
func (b *Base) upright(a *Ask) bool {
	first := b.first().entries
	return a.Read.Upright || a.ofZones() && first.Report.Heights && first.Space().Frame == trajectory.EarthCentred
}

// holdQueries reads the queries of a job of a base into the memory of the job.
func (j *Job) holdQueries(ctx context.Context) error {
	inputs, err := j.inputs(ctx)
	if err != nil {
		return err
	}
	c := j.reading(ctx)
	c.Held = true
	if j.reader, err = source.NewReader(c, inputs[1]); err != nil {
		return err
	}
	if err := j.readQueries(ctx, &inputs[1]); err != nil {
		return err
	}
	return j.queries.Hold(ctx)
}

// QueriesName is the name in errors of the queries of a base, which have no file.
const QueriesName = "the queries"

// Queries copies all bytes of a reader to a nameless file in Tmp, or, if they are few, to memory, for requests of the base. Read says how they are read, its Format one of format.Words, as
// "parquet", or an extension; "" is CSV. The caller closes the data, after the jobs.
func (b *Base) Queries(ctx context.Context, body io.Reader, read format.Options) (*input.Data, error) {
	kept, size, err := b.keep(&stoppable{ctx, body})
	if err != nil {
		return nil, err
	}
	if read.States { // one now for both
		read.Now, read.NowOf = b.first().Now(), nil
	}
	read.Stamps, read.Threads, read.ID, read.OrbitCurve = nil, b.ask.Machine.Threads, "", max(read.OrbitCurve, 0) // Straight is of an ask
	d, err := input.OpenBody(ctx, QueriesName, kept, size, input.Options{Read: read})
	if err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	return d, nil
}

// rowsRoom is the memory for rows that Need counts: some million hits; more are searched for in ranges.
const rowsRoom = 64 << 20

// zoneBytes is the memory of zones for each byte of their text: a vertex of 20 bytes is a point, a side and its places in the index.
const zoneBytes = 16

// sizes returns the bytes of files, as many as are there.
func sizes(folder string, names []string) (bytes uint64) {
	for _, name := range names {
		if info, err := os.Stat(infile.In(folder, name)); err == nil {
			bytes += uint64(info.Size())
		}
	}
	return bytes
}

// Need returns about how many bytes of memory a job takes at most in addition to the base: for the queries, for the least that a search needs, and for the rows that an answer holds at least; more rows are searched for in ranges of the queries. Views and columns that the
// base has to read first for the job, and keeps, count too.
func (b *Base) Need(r Request) uint64 {
	if b.points != nil {
		return b.pointNeed(r)
	}
	need := engine.Least(b.ask.Machine.Threads) + rowsRoom
	if r.Queries != nil {
		rows, _ := r.Queries.Size()
		read := r.Queries.ReadOptions()
		read.OrbitCurve = b.ask.filled().Read.OrbitCurve
		need += source.Takes(rows, r.Queries.Files(), &read) + smallBody
	}
	if r.Level == question.Objects {
		need += memory.Of(b.first().entries.Trajectories(), rowbytes.ObjectBytes)
	}
	if r.Search.Zones.Opened() == nil {
		need += zoneBytes * sizes(b.ask.Read.Folder, r.Zones)
	}
	if r.Body != nil {
		need += zoneBytes * uint64(r.Body.text.Size())
	}
	a := Ask{Question: r.Question, Inputs: Inputs{Read: b.ask.Read}}
	a.Read.Upright = a.Read.Upright || r.Search.Rule().HasHeights()
	if b.known(b.upright(&a)) == nil {
		need += b.first().bytes()
	}
	return need
}
