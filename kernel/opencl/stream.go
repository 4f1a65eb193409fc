package opencl

import (
	"errors"
	"runtime"

	"flyby/kernel/cl"
)

// stream is the queue of one device: commands run one after another. Transfers
// do not block, and the memory they use is pinned until finish. A second queue
// reads results while the first goes on.
type stream struct {
	queue  *cl.Queue
	beside *cl.Queue
	busy   bool // beside, since the last finish
	pin    runtime.Pinner
	events []*cl.Event // of launches since the last time
	of     []string    // their kernels
	used   int
	watch  func(kernel string, p cl.Profile) // told each launch's times; nil: nobody asks
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

// read enqueues a copy of a buffer to data, there after finish.
func read[T cl.Scalar](s *stream, b *cl.Buffer, offset int, data []T) error {
	if len(data) == 0 {
		return nil
	}
	s.pin.Pin(&data[0])
	return s.queue.EnqueueReadBuffer(b, cl.NonBlocking, offset, cl.Bytes(data), nil, nil)
}

// readBeside enqueues a copy of a buffer to pinned memory that starts once all
// launches so far are complete, and lets later ones go on.
func (s *stream) readBeside(b *cl.Buffer, offset int, data []byte) error {
	if err := s.queue.Flush(); err != nil {
		return err
	}
	s.busy = true
	err := s.beside.EnqueueReadBuffer(b, cl.NonBlocking, offset, data, s.events[max(s.used-1, 0):s.used], nil)
	if err != nil {
		return err
	}
	return s.beside.Flush()
}

// finish waits for all commands.
func (s *stream) finish() error {
	err := s.queue.Finish()
	if s.busy {
		err = errors.Join(err, s.beside.Finish())
		s.busy = false
	}
	s.pin.Unpin()
	return err
}

// event returns an event for a launch of a kernel.
func (s *stream) event(kernel string) *cl.Event {
	if s.used == len(s.events) {
		s.events, s.of = append(s.events, new(cl.Event)), append(s.of, "")
	}
	s.of[s.used] = kernel
	s.used++
	return s.events[s.used-1]
}

// time returns the nanoseconds that the launches since the last call of time
// took on the device. They must be complete.
func (s *stream) time() int64 {
	total := int64(0)
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

// release gives the queue and the events back.
func (s *stream) release() error {
	var first error
	for _, e := range s.events {
		if err := e.Release(); err != nil && first == nil {
			first = err
		}
	}
	for _, q := range []*cl.Queue{s.queue, s.beside} {
		if err := q.Release(); err != nil && first == nil {
			first = err
		}
	}
	s.events, s.of, s.used = nil, nil, 0
	return first
}
