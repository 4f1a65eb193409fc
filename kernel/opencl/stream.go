package opencl

import (
	"errors"
	"runtime"

	"flyby/kernel/cl"
)

// stream is the queue of one device: commands run one after another. Transfers
// do not block, and the memory they use is pinned until finish. Another queue
// reads results while it goes on.
//
// There are two queues to choose from, one of which times what it runs: on an
// NVIDIA H200 a timed launch costs 11 us, another 4 us. Between the commands of
// the one and those of the other there must be a finish.
type stream struct {
	queue        *cl.Queue // plain or timed
	plain, timed *cl.Queue
	beside       *cl.Queue
	notes        *cl.Queue // for a few bytes that shall not wait for those of beside
	ahead        *cl.Queue // for what is written while earlier commands run
	after        *cl.Event // what the next launch waits for; nil: nothing but the commands before it
	busy         bool      // beside, notes or ahead, since the last finish
	pin          runtime.Pinner
	events       []*cl.Event // of timed or marked commands since the last time
	of           []string    // their kernels, "" for a copy
	used         int
	marks        bool                              // launches get an event that readBeside waits for
	marked       *cl.Event                         // that of the last such; nil: complete
	watch        func(kernel string, p cl.Profile) // told each launch's times; nil: nobody asks
}

// open makes the queues.
func (s *stream) open(c *cl.Context) (err error) {
	for _, q := range []struct {
		queue      **cl.Queue
		properties cl.QueueProperties
	}{{&s.plain, 0}, {&s.timed, cl.Profiling}, {&s.beside, 0}, {&s.notes, 0}, {&s.ahead, 0}} {
		if *q.queue, err = c.CreateCommandQueue(q.properties); err != nil {
			return err
		}
	}
	s.queue = s.timed
	return nil
}

// choose says whether the launches from here on are timed.
func (s *stream) choose(timed bool) {
	s.queue = s.plain
	if timed {
		s.queue = s.timed
	}
}

// write enqueues a copy of data, which must stay as it is until finish, to a
// buffer.
func write[T cl.Scalar](s *stream, b *cl.Buffer, offset int, data []T) error {
	if len(data) == 0 {
		return nil
	}
	s.pin.Pin(&data[0])
	return s.queue.EnqueueWriteBuffer(b, cl.NonBlocking, offset, cl.Bytes(data), nil, nil)
}

// writeEach is write of columns, one after another.
func writeEach[T cl.Scalar](s *stream, b *cl.Buffer, offset int, columns [][]T) error {
	for _, column := range columns {
		if err := write(s, b, offset, column); err != nil {
			return err
		}
		offset += len(cl.Bytes(column))
	}
	return nil
}

// read enqueues a copy of a buffer to data, there after finish.
func read[T cl.Scalar](s *stream, b *cl.Buffer, offset int, data []T) error {
	if len(data) == 0 {
		return nil
	}
	s.pin.Pin(&data[0])
	return s.queue.EnqueueReadBuffer(b, cl.NonBlocking, offset, cl.Bytes(data), nil, nil)
}

// readNow copies a buffer to data, once all commands are complete.
func readNow[T cl.Scalar](s *stream, b *cl.Buffer, offset int, data []T) error {
	err := s.queue.EnqueueReadBuffer(b, cl.Blocking, offset, cl.Bytes(data), nil, nil)
	s.pin.Unpin()
	return err
}

// zero enqueues the setting of size bytes of a buffer to 0.
func (s *stream) zero(b *cl.Buffer, offset, size int) error {
	return s.fill(b, []byte{0, 0, 0, 0}, offset, size)
}

// fill enqueues the writing of a pattern to size bytes of a buffer, again and again.
func (s *stream) fill(b *cl.Buffer, pattern []byte, offset, size int) error {
	return s.queue.EnqueueFillBuffer(b, pattern, offset, size, nil, nil)
}

// hold keeps memory of Go where it is until finish.
func (s *stream) hold(data []byte) { s.pin.Pin(&data[0]) }

// flush has the device begin with what is enqueued.
func (s *stream) flush() error { return s.queue.Flush() }

// flushAhead is flush for what writeAhead enqueued.
func (s *stream) flushAhead() error { return s.ahead.Flush() }

// readBeside enqueues a copy of a buffer to pinned memory that starts once the
// marked launches so far are complete, and lets later ones go on.
func (s *stream) readBeside(b *cl.Buffer, offset int, data []byte) error {
	return s.readAfter(s.marked, b, offset, data)
}

// readAfter is readBeside once a launch is complete, if one is given.
func (s *stream) readAfter(launch *cl.Event, b *cl.Buffer, offset int, data []byte) error {
	return s.readOn(s.beside, launch, b, offset, data, nil)
}

// note enqueues a copy of a few bytes to pinned memory once a launch is complete, which
// waits for no other copy. copied is that of the copy.
func (s *stream) note(launch *cl.Event, b *cl.Buffer, offset int, data []byte, copied *cl.Event) error {
	return s.readOn(s.notes, launch, b, offset, data, copied)
}

// readOn enqueues a copy of a buffer on a queue that waits for a launch on ours, if
// one is given.
func (s *stream) readOn(q *cl.Queue, launch *cl.Event, b *cl.Buffer, offset int, data []byte, copied *cl.Event) error {
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

// marking returns the event of the launch that a function enqueues.
func (s *stream) marking(launch func() error) (*cl.Event, error) {
	s.marks = true
	err := launch()
	s.marks = false
	return s.marked, err
}

// finishBeside waits for what readBeside enqueued.
func (s *stream) finishBeside() error {
	s.busy = false
	return s.beside.Finish()
}

// finish waits for all commands.
func (s *stream) finish() error {
	err := s.queue.Finish()
	if s.busy {
		err = errors.Join(err, s.beside.Finish(), s.notes.Finish(), s.ahead.Finish())
		s.busy = false
	}
	s.pin.Unpin()
	s.marks, s.marked, s.after = false, nil, nil
	return err
}

// writeAhead enqueues a copy of data to a buffer that waits for no command, and returns
// its event.
func (s *stream) writeAhead(b *cl.Buffer, offset int, data []byte) (*cl.Event, error) {
	s.pin.Pin(&data[0])
	s.busy = true
	sent := s.nextEvent("")
	return sent, s.ahead.EnqueueWriteBuffer(b, cl.NonBlocking, offset, data, nil, sent)
}

// waits is what the next launch waits for.
func (s *stream) waits() []*cl.Event {
	if s.after == nil {
		return nil
	}
	wait := []*cl.Event{s.after}
	s.after = nil
	return wait
}

// event returns an event for a launch of a kernel, nil where nobody asks for it.
func (s *stream) event(kernel string) *cl.Event {
	if s.queue != s.timed && !s.marks {
		return nil
	}
	s.marked = s.nextEvent(kernel)
	return s.marked
}

// nextEvent returns an event that nothing uses since the last time.
func (s *stream) nextEvent(kernel string) *cl.Event {
	if s.used == len(s.events) {
		s.events, s.of = append(s.events, new(cl.Event)), append(s.of, "")
	}
	s.of[s.used] = kernel
	s.used++
	return s.events[s.used-1]
}

// time returns the nanoseconds that the launches since the last call of time
// took on the device, 0 where they were not timed. They must be complete.
func (s *stream) time() int64 {
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
		if s.watch != nil {
			s.watch(s.of[i], p)
		}
	}
	s.used = 0
	return total
}

// release gives the queues and the events back.
func (s *stream) release() error {
	var first error
	for _, e := range s.events {
		if err := e.Release(); err != nil && first == nil {
			first = err
		}
	}
	for _, q := range []*cl.Queue{s.plain, s.timed, s.beside, s.notes, s.ahead} {
		if err := q.Release(); err != nil && first == nil {
			first = err
		}
	}
	s.events, s.of, s.used = nil, nil, 0
	return first
}
