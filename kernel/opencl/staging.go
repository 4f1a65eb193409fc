package opencl

import "flyby/kernel/cl"

// staging is pinned memory that data pass through on their way to the device:
// the device reads it by itself, at the bus's full rate. What was sent must
// stay until the commands are complete, so a search reserves once for all.
type staging struct {
	*block
}

// mostStaged is the number of bytes up to which data are copied to pinned
// memory first; with more, no search is short enough to notice.
const mostStaged = 1 << 28

// reserve makes room for size bytes. Where there is none, or size is too large,
// data go to the device as they are.
func (s *staging) reserve(p *pool, size int) {
	if s.block != nil && len(s.bytes) >= size {
		return
	}
	s.drop()
	if size <= mostStaged {
		s.block, _ = p.get(size) // nil where refused
	}
}

// drop gives the memory back.
func (s *staging) drop() {
	s.block.release()
	s.block = nil
}

// send enqueues copies of data, one after another, to the start of a buffer. What
// is staged is on its way while the rest is copied. One core copies: a second one
// that sleeps wakes up too late.
func (s *staging) send(stream *stream, b *cl.Buffer, data ...[]byte) error {
	offset, sent := 0, 0
	for i, d := range data {
		if s.block == nil {
			if err := write(stream, b, offset, d); err != nil {
				return err
			}
			offset += len(d)
			continue
		}
		offset += copy(s.bytes[offset:], d)
		if offset-sent < leastSent && i < len(data)-1 || offset == sent {
			continue
		}
		if err := stream.queue.EnqueueWriteBuffer(b, cl.NonBlocking, sent, s.bytes[sent:offset], nil, nil); err != nil {
			return err
		}
		sent = offset
	}
	return nil
}

// leastSent is the number of bytes that are worth a command of their own.
const leastSent = 1 << 17
