package opencl

import (
	"runtime"
	"slices"
	"unsafe"

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
		s.block, _ = p.keep(size) // nil where refused
	}
}

// drop gives the memory back.
func (s *staging) drop() {
	s.block.release()
	s.block = nil
}

// send enqueues copies of data, one after another, to the start of a buffer. What
// is staged is on its way while the rest is copied; what is pinned goes from where
// it stands.
func (s *staging) send(stream *stream, b *cl.Buffer, p *pool, data ...[]byte) error {
	if s.block == nil {
		return writeEach(stream, b, data)
	}
	stretches := p.stretches(data)
	offset, sent := 0, 0
	for i, d := range stretches {
		from := d.bytes
		if !d.pinned {
			copyWide(s.bytes[offset:offset+len(from)], from)
			from = s.bytes[sent : offset+len(from)]
		}
		offset += len(d.bytes)
		more := i < len(stretches)-1 && !stretches[i+1].pinned
		if !d.pinned && offset-sent < leastSent && more {
			continue
		}
		if err := stream.queue.EnqueueWriteBuffer(b, cl.NonBlocking, sent, from, nil, nil); err != nil {
			return err
		}
		sent = offset
	}
	return nil
}

// stretch is bytes that are sent in one command, or staged at once.
type stretch struct {
	bytes  []byte
	pinned bool
}

// stretches cuts data into stretches: what is pinned and lies in one piece
// is one, the rest is cut where the bus would wait for the copy.
func (p *pool) stretches(data [][]byte) (all []stretch) {
	for _, d := range data {
		switch last := len(all) - 1; {
		case len(d) == 0:
		case !p.holds(d):
			for part := range slices.Chunk(d, mostSent) {
				all = append(all, stretch{part, false})
			}
		case last >= 0 && all[last].pinned && follows(all[last].bytes, d):
			joined := all[last].bytes
			all[last].bytes = unsafe.Slice(unsafe.SliceData(joined), len(joined)+len(d))
		default:
			all = append(all, stretch{d, true})
		}
	}
	return all
}

// follows reports whether b begins where a ends.
func follows(a, b []byte) bool {
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(a)), len(a)) == unsafe.Pointer(unsafe.SliceData(b))
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
