package job

import (
	"context"
	"errors"

	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/question"
	"flyby/report"
	"flyby/trajectory/input"
)

// idBytes is about the memory of the id of a point.
const idBytes = 16

// openPointBase is OpenBase for points. They are indexed by each search, since an index is for one distance.
func openPointBase(ctx context.Context, a Ask) (*Base, error) {
	a.Question = question.Question{Kind: question.SelfJoins}
	if err := a.Validate(); err != nil {
		return nil, err
	}
	b := &Base{making: engine.NewTurn(ErrClosed), small: make(chan struct{}, smallBodies)}
	if err := b.openFolder(ctx, &a); err != nil {
		return nil, err
	}
	j := newPointJob(a, Sink{}, memory.NewQuota(a.Machine.Memory))
	if err := j.read(ctx); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	j.quota.Keep(j.pointBytes())
	b.ask, b.points = j.ask, j
	b.ask.Watch = Watch{}
	return b, nil
}

// pointBytes is the memory of the points.
func (j *pointJob) pointBytes() uint64 {
	return memory.Of(j.points.Len(), 8*j.points.Dimensions()+idBytes)
}

// Points returns the points as they were read; nil: the base is one of trajectories.
func (b *Base) Points() *PointData {
	if b.points == nil {
		return nil
	}
	return &b.points.points
}

// requested makes a job of points for a request, without its queries.
func (b *Base) requested(r Request) (*pointJob, error) {
	a := b.ask
	a.Question, a.Machine.Memory, a.Watch = r.Question, r.Memory, r.Watch
	if a.Kind == "" {
		a.Kind = question.SelfJoins
	}
	if r.Body != nil {
		read := r.PointRead
		read.Stdin, read.Threads = r.Body.text, a.Machine.Threads
		a.QueryFiles, a.QueryPointRead = []input.File{r.Body.text.File()}, &read
	}
	if err := a.validateShape(); err != nil {
		return nil, err
	}
	quota := memory.NewShare(r.Memory)
	if r.Memory == 0 {
		quota = memory.NewQuota(0)
	}
	j := newPointJob(a, Sink{}, quota)
	j.maxRows = r.MaxRows
	j.points, j.queries, j.separately = b.points.points, b.points.points, r.Body != nil
	return j, nil
}

// pointJob is Job for points.
func (b *Base) pointJob(ctx context.Context, r Request) (*Job, error) {
	if b.making.Closed() {
		return nil, ErrClosed
	}
	j, err := b.requested(r)
	if err != nil {
		return nil, err
	}
	if err = ctx.Err(); err == nil && j.separately {
		err = j.readQueries(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j.Job, nil
}

// pointNeed is Need for points.
func (b *Base) pointNeed(r Request) uint64 {
	j, err := b.requested(r)
	if err != nil {
		return 0 // Job has the error
	}
	defer j.quota.Close()
	points, queries, bytes := j.points.Len(), 0, uint64(0)
	if r.Body != nil {
		queries, bytes = j.awaited(j.points.Dimensions())
	}
	if j.ask.Level == question.Clusters {
		bytes += report.Clusters.Bytes(points, j.points.Dimensions())
	}
	return j.searching(j.demand(points, queries, j.points.Dimensions())) + bytes + rowsRoom
}
