package host

import (
	"context"
	"math"
	"sync/atomic"

	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// Bounds on how far finding runs ahead of handing over: tasks for each thread that are begun and not handed over,
// and waiting chunks of each task.
const (
	tasksAhead  = 2
	chunksAhead = 3
)

// A lane is the queue in which chunks of tasks wait for their turn. At most as many tasks as there are slots are
// begun and not handed over, so each has the slot of its number to itself, and the first of them never waits for
// another.
type lane struct {
	ctx   context.Context
	turns chan struct{} // one for each free slot
	begun atomic.Int64  // number of tasks
	slots []slot
}

// A slot holds the chunks of one task at a time.
type slot struct {
	full chan points.Pairs // chunks to hand over; an empty one is the end
	idle chan points.Pairs // memory for chunks
}

func newLane(ctx context.Context, threads int) *lane {
	slots := tasksAhead * threads
	l := &lane{ctx: ctx, turns: make(chan struct{}, slots), slots: make([]slot, slots)}
	for i := range l.slots {
		l.turns <- struct{}{}
		s := slot{make(chan points.Pairs, chunksAhead+1), make(chan points.Pairs, chunksAhead)}
		for range chunksAhead {
			s.idle <- points.Pairs{} // finders allocate it when they need it
		}
		l.slots[i] = s
	}
	return l
}

// of returns the slot of a task.
func (l *lane) of(task int) *slot { return &l.slots[task%len(l.slots)] }

// begin waits for a slot, and returns the task that gets it; a number beyond all tasks once the work has stopped.
func (l *lane) begin() (task int) {
	select {
	case <-l.turns:
		return int(l.begun.Add(1)) - 1
	case <-l.ctx.Done():
		return math.MaxInt
	}
}

// hand returns the function that takes the chunks of a task.
func (l *lane) hand(task int) finder.Hand {
	s := l.of(task)
	return func(chunk points.Pairs) (memory points.Pairs, more bool) {
		select {
		case memory = <-s.idle:
			s.full <- chunk // which has room: memory was taken for each chunk that is sent
			return memory, true
		case <-l.ctx.Done():
			return memory, false
		}
	}
}

// end marks the end of a task's chunks.
func (l *lane) end(task int) { l.of(task).full <- points.Pairs{} }

// pass hands over the chunks of tasks, one task after the other.
func (l *lane) pass(tasks int, hand finder.Hand) {
	for task := range tasks {
		s := l.of(task)
		for chunk := l.next(s); chunk.Len() > 0; chunk = l.next(s) {
			memory, more := hand(chunk)
			if !more {
				return
			}
			s.idle <- memory
		}
		if l.ctx.Err() != nil {
			return
		}
		l.turns <- struct{}{}
	}
}

// next waits for a chunk; one without pairs is the end of a task, or of a work that has stopped.
func (l *lane) next(s *slot) points.Pairs {
	select {
	case chunk := <-s.full:
		return chunk
	case <-l.ctx.Done():
		return points.Pairs{}
	}
}
