package clrt

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"flyby/internal/cl"
	"flyby/internal/parallel"
)

// Ring is pieces of pinned memory, one for each of a few threads, through which data of any size pass between the host and a device: a
// thread copies while the pieces of others are on the bus. Pinning 32 MB, as much as the data of two million points, takes 18 ms on
// an NVIDIA H200, pinning the pieces 4 ms. The zero Ring is empty.
type Ring struct {
	block *Block
	queue sync.Mutex // a queue takes one command at a time
}

const (
	ringPiece   = 1 << 20 // bytes
	ringThreads = 8       // a core copies 10 GB/s, the bus takes 55
	// leastRing is the number of bytes from which on pinned memory pays.
	leastRing = 1 << 17
	// leastUpload is the number of bytes from which on a copy is worth waiting for.
	leastUpload = 1 << 23
)

// interval is consecutive bytes of data, and their offset in the buffer.
type interval struct {
	at    int
	bytes []byte
}

// Send copies data, one after another, to the start of a buffer. It returns once they are there.
func (r *Ring) Send(s *Queues, b *cl.Buffer, p *Pool, data ...[]byte) error {
	var pieces []interval
	at := 0
	for _, d := range data {
		for ; len(d) > 0; d = d[min(len(d), ringPiece):] {
			part := d[:min(len(d), ringPiece)]
			pieces = append(pieces, interval{at, part})
			at += len(part)
		}
	}
	if at < leastRing || !r.reserve(p) {
		return errors.Join(WriteEach(s, b, 0, data), s.Finish())
	}
	err := r.each(len(pieces), func(i int, room []byte) error {
		from := room[:copy(room, pieces[i].bytes)]
		return r.awaited(func(done *cl.Event) error {
			return s.queue.EnqueueWriteBuffer(b, cl.NonBlocking, pieces[i].at, from, nil, done)
		})
	})
	return errors.Join(err, s.Finish())
}

// Upload is Send for a device whose memory is its own, from leastUpload bytes on. Upload enqueues any other copy, whose data must stay as they are until Finish.
func (r *Ring) Upload(d *Device, b *cl.Buffer, data ...[]byte) error {
	bytes := 0
	for _, each := range data {
		bytes += len(each)
	}
	if d.Memory.host || bytes < leastUpload {
		return WriteEach(d.Queues, b, 0, data)
	}
	return r.Send(d.Queues, b, d.Pool, data...)
}

// Receive reads bytes from the start of a buffer, once all commands are complete, and calls take with each piece and its offset. Several
// goroutines call take at once; a piece is good until its call returns.
func (r *Ring) Receive(s *Queues, b *cl.Buffer, p *Pool, bytes int, take func(at int, piece []byte)) error {
	switch {
	case bytes == 0:
		return nil
	case bytes < leastRing || !r.reserve(p):
		data := cl.Bytes(make([]uint64, (bytes+7)/8))[:bytes]
		if err := ReadNow(s, b, 0, data); err != nil {
			return err
		}
		take(0, data)
		return nil
	}
	err := r.each((bytes+ringPiece-1)/ringPiece, func(i int, room []byte) error {
		at := i * ringPiece
		to := room[:min(ringPiece, bytes-at)]
		err := r.awaited(func(done *cl.Event) error { return s.queue.EnqueueReadBuffer(b, cl.NonBlocking, at, to, nil, done) })
		if err == nil {
			take(at, to)
		}
		return err
	})
	return errors.Join(err, s.Finish())
}

// reserve makes the pieces, if there are none. It returns false where the memory is refused.
func (r *Ring) reserve(p *Pool) bool {
	if r.block == nil {
		r.block, _ = p.Keep(threadsOfRing() * ringPiece) // nil where refused
	}
	return r.block != nil
}

// threadsOfRing is the number of threads that copy.
func threadsOfRing() int { return min(ringThreads, runtime.GOMAXPROCS(0)) }

// each calls do for each of n pieces with memory of the thread that does it. After an error it begins no further piece.
func (r *Ring) each(n int, do func(i int, room []byte) error) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	errs := make([]error, len(r.block.Bytes)/ringPiece)
	parallel.Each(ctx, n, len(errs), func(thread, i int) {
		if err := do(i, r.block.Bytes[thread*ringPiece:][:ringPiece]); err != nil {
			errs[thread] = errors.Join(errs[thread], err)
			stop()
		}
	})
	return errors.Join(errs...)
}

// awaited enqueues a command and waits until it is complete.
func (r *Ring) awaited(enqueue func(done *cl.Event) error) error {
	var done cl.Event
	r.queue.Lock()
	err := enqueue(&done)
	r.queue.Unlock()
	if err != nil {
		return err
	}
	return errors.Join(cl.WaitForEvents(&done), done.Release())
}

// Drop gives the memory back.
func (r *Ring) Drop() {
	r.block.Release()
	r.block = nil
}
