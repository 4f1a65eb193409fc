package opencl

import (
	"sync"

	"flyby/kernel/cl"
)

// staging is pinned memory that data pass through on their way to the device:
// the device reads it by itself, at the bus's full rate. What was sent must
// stay until the commands are complete, so a search reserves once for all.
type staging struct {
	*block
	used int
}

// mostStaged is the number of bytes up to which data are copied to pinned
// memory first; with more, no search is short enough to notice.
const mostStaged = 1 << 28

// reserve makes room for size bytes. Where there is none, or size is too large,
// data go to the device as they are.
func (s *staging) reserve(p *pool, size int) {
	s.used = 0
	size += 8 * stagedParts
	if s.block != nil && len(s.bytes) >= size {
		return
	}
	s.drop()
	if size <= mostStaged {
		s.block, _ = p.get(size) // nil where refused
	}
}

// stagedParts is the number of sends to one reserve, at most: each is aligned.
const stagedParts = 8

// drop gives the memory back.
func (s *staging) drop() {
	s.block.release()
	s.block = nil
}

// send enqueues a copy of columns, one after another, to the start of a buffer.
func send[T cl.Scalar](stream *stream, s *staging, b *cl.Buffer, columns ...[]T) error {
	offset := 0
	if s.block == nil {
		for _, c := range columns {
			if err := write(stream, b, offset, c); err != nil {
				return err
			}
			offset += len(cl.Bytes(c))
		}
		return nil
	}
	from := s.used
	var wg sync.WaitGroup
	for _, c := range columns {
		data := cl.Bytes(c)
		to := s.bytes[s.used : s.used+len(data)]
		s.used += len(data)
		if len(data) < copyApart {
			copy(to, data)
		} else {
			wg.Go(func() { copy(to, data) })
		}
	}
	wg.Wait()
	all := s.bytes[from:s.used]
	s.used = (s.used + 7) &^ 7
	if len(all) == 0 {
		return nil
	}
	return stream.queue.EnqueueWriteBuffer(b, cl.NonBlocking, 0, all, nil, nil)
}

// copyApart is the number of bytes from which on a copy is worth a goroutine.
const copyApart = 1 << 17
