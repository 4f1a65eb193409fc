package clrt

import (
	"errors"
	"runtime"

	"flyby/internal/cl"
)

// Queues are the queues of one device, by purpose. The commands of a search run one
// after another on one queue. Transfers do not block, and the memory of Go that they
// use is pinned until Finish. Another queue reads results meanwhile.
//
// The queue of a search is one of two, plain or timed: on an NVIDIA H200 a timed
// launch costs 11 us, an untimed one 4 us. Between commands on the one and commands
// on the other there must be a Finish.
type Queues struct {
	queue        *cl.Queue // plain or timed
	plain, timed *cl.Queue
	chosen       *cl.Queue   // lane 0: plain or timed
	lanes        []*cl.Queue // the others
	context      *cl.Context
	beside       *cl.Queue
	notes        *cl.Queue // for a few bytes that must not wait for reads on beside
	ahead        *cl.Queue // for writes while earlier commands run
	busy         bool      // beside, notes or ahead has commands since the last Finish
	pin          runtime.Pinner
	events       []*cl.Event // of commands that are timed, or waited for by others, since the last Elapsed
	of           []string    // their kernels, "" for a copy
	used         int
	Watch        func(kernel string, p cl.Profile) // called with the times of each launch; nil: not called
}

// open makes the queues.
func (s *Queues) open(c *cl.Context) (err error) {
	for _, q := range []struct {
		queue      **cl.Queue
		properties cl.QueueProperties
	}{{&s.plain, 0}, {&s.timed, cl.Profiling}, {&s.beside, 0}, {&s.notes, 0}, {&s.ahead, 0}} {
		if *q.queue, err = c.CreateCommandQueue(q.properties); err != nil {
			return err
		}
	}
	s.queue, s.chosen, s.context = s.timed, s.timed, c
	return nil
}

// Time sets whether later launches are timed.
func (s *Queues) Time(timed bool) {
	s.queue = s.plain
	if timed {
		s.queue = s.timed
	}
	s.chosen = s.queue
}

// Lane sets the queue of later commands, for which Finish then waits: 0 is the queue of a search, and commands of other
// lanes run beside it. Lanes are made when they are first asked for, and are not timed. Memory that a lane reads from
// or writes to must be held, or pinned, by the caller: a Finish of any lane ends the pinning.
func (s *Queues) Lane(number int) error {
	for len(s.lanes) < number {
		q, err := s.context.CreateCommandQueue(0)
		if err != nil {
			return err
		}
		s.lanes = append(s.lanes, q)
	}
	s.queue = s.chosen
	if number > 0 {
		s.queue = s.lanes[number-1]
	}
	return nil
}

// Write enqueues a copy of data, which must stay as it is until Finish, to a
// buffer.
func Write[T cl.Scalar](s *Queues, b *cl.Buffer, offset int, data []T) error {
	if len(data) == 0 {
		return nil
	}
	s.pin.Pin(&data[0])
	return s.queue.EnqueueWriteBuffer(b, cl.NonBlocking, offset, cl.Bytes(data), nil, nil)
}

// WriteEach is Write for columns, one after another.
func WriteEach[T cl.Scalar](s *Queues, b *cl.Buffer, offset int, columns [][]T) error {
	for _, column := range columns {
		if err := Write(s, b, offset, column); err != nil {
			return err
		}
		offset += len(cl.Bytes(column))
	}
	return nil
}

// Read enqueues a copy of a buffer to data, complete after Finish.
func Read[T cl.Scalar](s *Queues, b *cl.Buffer, offset int, data []T) error {
	if len(data) == 0 {
		return nil
	}
	s.pin.Pin(&data[0])
	return s.queue.EnqueueReadBuffer(b, cl.NonBlocking, offset, cl.Bytes(data), nil, nil)
}

// ReadNow copies a buffer to data, once all commands are complete.
func ReadNow[T cl.Scalar](s *Queues, b *cl.Buffer, offset int, data []T) error {
	err := s.queue.EnqueueReadBuffer(b, cl.Blocking, offset, cl.Bytes(data), nil, nil)
	s.pin.Unpin()
	return err
}

// ReadPinned is Read to memory that is pinned already.
func (s *Queues) ReadPinned(b *cl.Buffer, offset int, data []byte) error {
	return s.queue.EnqueueReadBuffer(b, cl.NonBlocking, offset, data, nil, nil)
}

// Zero enqueues the setting of size bytes of a buffer to 0.
func (s *Queues) Zero(b *cl.Buffer, offset, size int) error {
	return s.Fill(b, []byte{0, 0, 0, 0}, offset, size)
}

// Fill enqueues the writing of a pattern to size bytes of a buffer, again and again.
func (s *Queues) Fill(b *cl.Buffer, pattern []byte, offset, size int) error {
	return s.queue.EnqueueFillBuffer(b, pattern, offset, size, nil, nil)
}

// Hold keeps memory of Go where it is until Finish.
func (s *Queues) Hold(data []byte) { s.pin.Pin(&data[0]) }

// Flush has the device begin the enqueued commands.
func (s *Queues) Flush() error { return s.queue.Flush() }

// FlushAhead is Flush for the writes of WriteAhead.
func (s *Queues) FlushAhead() error { return s.ahead.Flush() }

// ReadAfter enqueues a copy of a buffer to pinned memory that starts once a launch is
// complete, or at once if launch is nil, and does not hold up later launches.
func (s *Queues) ReadAfter(launch *cl.Event, b *cl.Buffer, offset int, data []byte) error {
	return s.readOn(s.beside, launch, b, offset, data, nil)
}

// Note enqueues a copy of a few bytes to pinned memory once a launch is complete, which
// waits for no other copy. copied becomes the event of the copy.
func (s *Queues) Note(launch *cl.Event, b *cl.Buffer, offset int, data []byte, copied *cl.Event) error {
	return s.readOn(s.notes, launch, b, offset, data, copied)
}

// readOn enqueues a copy of a buffer on a queue q, which waits for a launch on the
// search's queue, if one is given.
func (s *Queues) readOn(q *cl.Queue, launch *cl.Event, b *cl.Buffer, offset int, data []byte, copied *cl.Event) error {
	if err := s.queue.Flush(); err != nil {
		return err
	}
	s.busy = true
	var wait []*cl.Event
	if launch != nil {
		wait = []*cl.Event{launch}
	}
	if err := q.EnqueueReadBuffer(b, cl.NonBlocking, offset, data, wait, copied); err != nil {
		return err
	}
	return q.Flush()
}

// FinishReads waits for the copies of ReadAfter.
func (s *Queues) FinishReads() error {
	s.busy = false
	return s.beside.Finish()
}

// Finish waits for all commands.
func (s *Queues) Finish() error {
	err := s.queue.Finish()
	if s.busy {
		err = errors.Join(err, s.beside.Finish(), s.notes.Finish(), s.ahead.Finish())
		s.busy = false
	}
	s.pin.Unpin()
	return err
}

// WriteAhead enqueues a copy of data to a buffer that waits for no command, and returns
// its event.
func (s *Queues) WriteAhead(b *cl.Buffer, offset int, data []byte) (*cl.Event, error) {
	s.pin.Pin(&data[0])
	s.busy = true
	sent := s.nextEvent("")
	return sent, s.ahead.EnqueueWriteBuffer(b, cl.NonBlocking, offset, data, nil, sent)
}

// event returns an event for a launch of a kernel, nil where none is needed.
func (s *Queues) event(kernel string, wanted bool) *cl.Event {
	if s.queue != s.timed && !wanted {
		return nil
	}
	return s.nextEvent(kernel)
}

// nextEvent returns an event that is not in use since the last Elapsed.
func (s *Queues) nextEvent(kernel string) *cl.Event {
	if s.used == len(s.events) {
		s.events, s.of = append(s.events, new(cl.Event)), append(s.of, "")
	}
	s.of[s.used] = kernel
	s.used++
	return s.events[s.used-1]
}

// Elapsed returns the nanoseconds that the launches since its last call
// took on the device, 0 where they were not timed. They must be complete.
func (s *Queues) Elapsed() int64 {
	total := int64(0)
	if s.queue != s.timed {
		s.used = 0
		return 0
	}
	for i, e := range s.events[:s.used] {
		p, err := e.GetEventProfilingInfo()
		if err != nil { // a device without timers
			continue
		}
		total += int64(p.Duration())
		if s.Watch != nil {
			s.Watch(s.of[i], p)
		}
	}
	s.used = 0
	return total
}

// release gives the queues and the events back.
func (s *Queues) release() error {
	var first error
	for _, e := range s.events {
		if err := e.Release(); err != nil && first == nil {
			first = err
		}
	}
	for _, q := range append([]*cl.Queue{s.plain, s.timed, s.beside, s.notes, s.ahead}, s.lanes...) {
		if err := q.Release(); err != nil && first == nil {
			first = err
		}
	}
	s.events, s.of, s.used, s.lanes = nil, nil, 0, nil
	return first
}
