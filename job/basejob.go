package job

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/rowbytes"
	"flyby/internal/source"
	"flyby/question"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// A Request is a question to a base, whose entries, reading, method, devices, threads and Tmp its job has.
type Request struct {
	question.Question
	Queries *input.Data // of Base.Queries, to search with; nil: a join
	// Memory is the number of bytes that the caller set aside for the job, see Need: queries that do not fit it are refused with an error that is flyby.ErrMemory, and rows that outgrow it are searched for in
	// ranges of the queries. 0: as much as is free.
	Memory uint64
	Watch  // Progress tells of reading and writing
}

// Job makes a job of the base, for one goroutine. Closing it leaves the base open.
func (b *Base) Job(ctx context.Context, r Request) (*Job, error) {
	j, err := b.prepared(r)
	if err != nil {
		return nil, err
	}
	v, columns, err := b.within(ctx, j.ask.Read.Upright, j.ask.Read.Attributes)
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
	a.Question, a.QueryData, a.Machine.Memory, a.Watch = r.Question, r.Queries, r.Memory, r.Watch
	if err := a.validateShape(); err != nil {
		return nil, err
	}
	j := &Job{ask: a.filled(), begun: time.Now(), quota: memory.NewShare(a.Machine.Memory)}
	if a.Machine.Memory == 0 {
		j.quota = memory.NewQuota(0)
	}
	return j, nil
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

// Bodies of at most smallBody bytes lie in memory, smallBodies at a time: 8 MiB in all, however many clients wait.
const (
	smallBody   = 128 << 10
	smallBodies = 64
)

// A body holds the bytes that queries are read from.
type body interface {
	io.ReaderAt
	io.Closer
}

// keep copies all bytes of a reader.
func (b *Base) keep(from io.Reader) (body, int64, error) {
	select {
	case b.small <- struct{}{}:
	default:
		return b.inFile(from)
	}
	leave := func() { <-b.small }
	var text bytes.Buffer
	text.Grow(smallBody + bytes.MinRead) // ReadFrom needs MinRead more to see the end
	n, err := text.ReadFrom(io.LimitReader(from, smallBody+1))
	if err == nil && n <= smallBody {
		return &inMemory{bytes.NewReader(text.Bytes()), leave}, n, nil
	}
	defer leave()
	if err != nil {
		return nil, 0, err
	}
	return b.inFile(io.MultiReader(&text, from))
}

// inMemory is a small body. It is closed once.
type inMemory struct {
	*bytes.Reader
	leave func()
}

func (m *inMemory) Close() error {
	m.leave()
	return nil
}

// inFile copies all bytes of a reader to a file.
func (b *Base) inFile(from io.Reader) (body, int64, error) {
	file, err := b.folder.Create()
	if err != nil {
		return nil, 0, err
	}
	size, err := io.Copy(file, from)
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, size, nil
}

// A stoppable reader ends with its context.
type stoppable struct {
	ctx  context.Context
	from io.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.from.Read(p)
}

// rowsRoom is the memory for rows that Need counts: some million hits; more are searched for in ranges.
const rowsRoom = 64 << 20

// Need returns about how many bytes of memory a job takes at most in addition to the base: for the queries, for the least that a search needs, and for the rows that an answer holds at least; more rows are searched for in ranges of the queries. Views and columns that the
// base has to read first for the job, and keeps, count too.
func (b *Base) Need(r Request) uint64 {
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
	if upright := b.ask.Read.Upright || r.Search.Rule().HasHeights(); b.known(upright) == nil {
		need += b.first().bytes()
	}
	return need
}
