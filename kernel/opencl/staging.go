package opencl

import (
	"runtime"
	"slices"

	"flyby/internal/parallel"
	"flyby/kernel/cl"
)

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
// is staged is on its way while the rest is copied.
func (s *staging) send(stream *stream, b *cl.Buffer, data ...[]byte) error {
	if s.block == nil {
		return writeEach(stream, b, data)
	}
	var pieces [][]byte
	for _, d := range data {
		pieces = slices.AppendSeq(pieces, slices.Chunk(d, mostSent))
	}
	offset, sent := 0, 0
	for i, p := range pieces {
		copyWide(s.bytes[offset:offset+len(p)], p)
		offset += len(p)
		if offset-sent < leastSent && i < len(pieces)-1 {
			continue
		}
		if err := stream.queue.EnqueueWriteBuffer(b, cl.NonBlocking, sent, s.bytes[sent:offset], nil, nil); err != nil {
			return err
		}
		sent = offset
	}
	return nil
}

// leastSent and mostSent bound the bytes of a command: fewer are not worth one, and
// of more the bus would wait for the copy.
const (
	leastSent = 1 << 17
	mostSent  = 1 << 23
)

// copiedAlone is the number of bytes that are worth a thread: a core that sleeps
// takes as long to wake as another to copy them. A core copies 10 GB/s, the bus
// takes 55.
const copiedAlone = 1 << 20

// copyWide fills dst from src, on several threads where that is soon enough.
func copyWide(dst, src []byte) {
	threads := min(len(dst)/copiedAlone, runtime.GOMAXPROCS(0))
	if threads < 4 {
		copy(dst, src)
		return
	}
	parallel.Share(len(dst), threads, func(_, first, last int) { copy(dst[first:last], src[first:last]) })
}
