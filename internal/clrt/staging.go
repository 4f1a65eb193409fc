package clrt

import (
	"runtime"
	"slices"
	"unsafe"

	"flyby/internal/cl"
	"flyby/internal/parallel"
)

// Staging is pinned memory that data pass through on their way to the device,
// which reads it at the bus's full rate. Sent data must stay until the commands
// are complete, so a search reserves once for all of its data.
type Staging struct {
	*Block
}

// mostStaged is the number of bytes up to which data are copied to pinned
// memory first; with more, no search is short enough to notice.
const mostStaged = 1 << 28

// Reserve makes room for size bytes. Where there is no memory, or size is too
// large, data go to the device unstaged.
func (s *Staging) Reserve(p *Pool, size int) {
	if s.Block != nil && len(s.Bytes) >= size {
		return
	}
	s.Drop()
	if size <= mostStaged {
		s.Block, _ = p.Keep(size) // nil where refused
	}
}

// Drop gives the memory back.
func (s *Staging) Drop() {
	s.Block.Release()
	s.Block = nil
}

// Send enqueues copies of data, one after another, to the start of a buffer.
// Staged data are on their way while the rest is copied; pinned data are sent from
// their place.
func (s *Staging) Send(stream *Queues, b *cl.Buffer, p *Pool, data ...[]byte) error {
	transfers := p.transfers(data)
	s.Reserve(p, stagedBytes(transfers))
	if s.Block == nil {
		return WriteEach(stream, b, 0, data)
	}
	at, room := 0, s.Bytes
	for i := 0; i < len(transfers); {
		n, from := 1, transfers[i].bytes
		if transfers[i].block == nil {
			n, from = stage(room, transfers[i:])
			room = room[len(from):]
		}
		if err := stream.queue.EnqueueWriteBuffer(b, cl.NonBlocking, at, from, nil, nil); err != nil {
			return err
		}
		i, at = i+n, at+len(from)
	}
	return nil
}

// stage copies as many transfers, none of which is pinned, as are worth a command.
func stage(room []byte, transfers []transfer) (n int, bytes []byte) {
	length := 0
	for n < len(transfers) && transfers[n].block == nil && length < leastSent {
		from := transfers[n].bytes
		copyWide(room[length:length+len(from)], from)
		length += len(from)
		n++
	}
	return n, room[:length]
}

// transfer is bytes that are sent in one command, or staged together.
type transfer struct {
	bytes []byte
	block *Block // the block that holds them; nil: they are not pinned
}

// stagedBytes returns the number of bytes that are not pinned.
func stagedBytes(transfers []transfer) (n int) {
	for _, s := range transfers {
		if s.block == nil {
			n += len(s.bytes)
		}
	}
	return n
}

// transfers cuts data into transfers: adjoining data in a block are one; the rest is
// cut where the bus would wait for the copy.
func (p *Pool) transfers(data [][]byte) (all []transfer) {
	for _, d := range data {
		last, block := len(all)-1, p.Holder(d)
		switch {
		case len(d) == 0:
		case block == nil:
			for part := range slices.Chunk(d, mostSent) {
				all = append(all, transfer{part, nil})
			}
		case last >= 0 && all[last].block == block && follows(all[last].bytes, d):
			joined := all[last].bytes
			all[last].bytes = unsafe.Slice(unsafe.SliceData(joined), len(joined)+len(d))
		default:
			all = append(all, transfer{d, block})
		}
	}
	return all
}

// follows reports whether b begins where a ends.
func follows(a, b []byte) bool {
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(a)), len(a)) == unsafe.Pointer(unsafe.SliceData(b))
}

// leastSent and mostSent bound the bytes of a command: fewer are not worth one, and
// with more the bus would wait for the copy.
const (
	leastSent = 1 << 17
	mostSent  = 1 << 23
)

// copiedAlone is the number of bytes that are worth another thread: a sleeping
// core takes as long to wake as another core to copy them. A core copies 10
// GB/s, the bus takes 55.
const copiedAlone = 1 << 20

// copyWide fills dst from src, on several threads where that is faster.
func copyWide(dst, src []byte) {
	threads := min(len(dst)/copiedAlone, runtime.GOMAXPROCS(0))
	if threads < 4 {
		copy(dst, src)
		return
	}
	parallel.Ranges(len(dst), threads, func(_, first, last int) { copy(dst[first:last], src[first:last]) })
}
