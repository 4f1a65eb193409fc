package packed

import (
	"context"
	"fmt"
	"sync"
)

const (
	// chunkRows is about the number of rows of a merged chunk.
	chunkRows = 1 << 13
	// mostChunk is the most rows of a chunk: each run may add up to a step of keyRange.cut to it.
	mostChunk = 2 * chunkRows
	// coarseSteps is the factor of the step by which a window is cut first. A range that has more than mostChunk rows by it, which is rare, is
	// cut again.
	coarseSteps = 4
)

// chunksOf returns how many chunks are in memory with some threads: each works on one, as many may be done, one is with the receiver and one
// waits for the chunk that it may be joined to.
func chunksOf(threads int) int { return 2*threads + 2 }

// line merges the ranges of windows on several threads, and hands on the merged chunks in order.
type line struct {
	kind  Kind
	jobs  chan *mergeTask
	queue chan *mergeTask // the same jobs, in order
	free  chan *Rows
}

// mergeTask is the job of merging one range.
type mergeTask struct {
	rows   *keyRange
	window *sync.WaitGroup // of all jobs of a window
	done   chan *Rows
	err    error // an error in place of a range
}

func newLine(kind Kind, threads int) *line {
	n := chunksOf(threads)
	l := &line{kind: kind, jobs: make(chan *mergeTask), queue: make(chan *mergeTask, n), free: make(chan *Rows, n)}
	for range n {
		l.free <- &Rows{}
	}
	return l
}

// feed queues the ranges of all windows, one window after the other.
func (l *line) feed(ctx context.Context, w *window) {
	defer close(l.queue)
	defer close(l.jobs)
	for {
		more, err := w.next(ctx)
		if err != nil {
			l.bring(ctx, &mergeTask{err: err})
			return
		}
		if !more {
			return
		}
		var window sync.WaitGroup
		for s := range w.ranges {
			if !l.bring(ctx, &mergeTask{rows: s, window: &window, done: make(chan *Rows, 1)}) {
				break
			}
		}
		window.Wait()
		if ctx.Err() != nil {
			return
		}
	}
}

// bring queues a job, and reports whether it was taken.
func (l *line) bring(ctx context.Context, j *mergeTask) bool {
	select {
	case l.queue <- j:
	case <-ctx.Done():
		return false
	}
	if j.err != nil {
		return false
	}
	j.window.Add(1)
	select {
	case l.jobs <- j:
		return true
	case <-ctx.Done():
		j.window.Done()
		return false
	}
}

// work merges ranges. It takes memory before a job, so that the earliest unfinished job always has some.
func (l *line) work(ctx context.Context) {
	m := merger{kind: l.kind}
	for {
		var out *Rows
		select {
		case out = <-l.free:
		case <-ctx.Done():
			return
		}
		j, ok := <-l.jobs
		if !ok {
			return
		}
		m.merge(j.rows, out)
		j.window.Done()
		j.done <- out
	}
}

// give hands on the merged chunks in order. The first encounter of a chunk may be joined to the last one of the chunk before.
func (l *line) give(ctx context.Context, give func(*Rows) error) error {
	var held, base *Rows // of Encounters: the rows that wait for the next chunk, and their memory
	for j := range l.queue {
		if j.err != nil {
			return j.err
		}
		var rows *Rows
		select {
		case rows = <-j.done:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			return fmt.Errorf("packed: merge: %w", ctx.Err())
		}
		next := rows
		if l.kind.joined() {
			first := 0
			if held != nil && rows.Len() > 0 && held.extend(rows, 0) {
				first = 1
			}
			if rows.Len() == first { // all rows are joined
				l.free <- rows
				continue
			}
			next, held = held, rows.from(l.kind, first)
			rows, base = base, rows
		}
		if next == nil {
			continue
		}
		if err := l.handOn(next, rows, give); err != nil {
			return err
		}
	}
	if held != nil {
		return give(held)
	}
	return nil
}

// handOn gives rows, if there are any, and frees their memory.
func (l *line) handOn(rows, base *Rows, give func(*Rows) error) error {
	if rows.Len() > 0 {
		if err := give(rows); err != nil {
			return err
		}
	}
	l.free <- base
	return nil
}
