package clrt

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"flyby/internal/cl"
	"flyby/internal/parallel"
)

// Ring is pieces of pinned memory, two for each of a few threads, through which data of any size pass between the host and a device: a
// thread fills one piece while its other piece, and the pieces of others, are on the bus. Pinning 32 MB, as much as the data of two million
// points, takes 18 ms on an NVIDIA H200, pinning the pieces 4 ms. The zero Ring is empty.
type Ring struct {
	block *Block
	queue sync.Mutex // a queue takes one command at a time
}

const (
	ringPiece   = 1 << 19 // bytes
	ringThreads = 8       // a core copies 10 GB/s, the bus takes 55
	// leastRing is the number of bytes from which on pinned memory pays.
	leastRing = 1 << 17
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
	return errors.Join(r.send(s, b, pieces), s.Finish())
}

// send enqueues the writing of pieces. A thread waits for a command of its own only where it needs that command's memory again.
func (r *Ring) send(s *Queues, b *cl.Buffer, pieces []interval) error {
	sent := make([]cl.Event, r.pieces())
	defer func() {
		for i := range sent {
			sent[i].Release()
		}
	}()
	turns := make([]int, r.pieces()/2) // by thread
	return r.each(len(pieces), len(turns), func(thread, i int) error {
		k := 2*thread + turns[thread]%2
		if turns[thread]++; turns[thread] > 2 {
			if err := errors.Join(cl.WaitForEvents(&sent[k]), sent[k].Release()); err != nil {
				return err
			}
		}
		room := r.piece(k)
		from := room[:copy(room, pieces[i].bytes)]
		return r.enqueue(func() error {
			err := s.queue.EnqueueWriteBuffer(b, cl.NonBlocking, pieces[i].at, from, nil, &sent[k])
			return errors.Join(err, s.queue.Flush())
		})
	})
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
	err := r.each((bytes+ringPiece-1)/ringPiece, r.pieces(), func(thread, i int) error {
		at := i * ringPiece
		to := r.piece(thread)[:min(ringPiece, bytes-at)]
		var done cl.Event
		err := r.enqueue(func() error { return s.queue.EnqueueReadBuffer(b, cl.NonBlocking, at, to, nil, &done) })
		if err != nil {
			return err
		}
		if err = errors.Join(cl.WaitForEvents(&done), done.Release()); err == nil {
			take(at, to)
		}
		return err
	})
	return errors.Join(err, s.Finish())
}

// reserve makes the pieces, if there are none. It returns false where the memory is refused.
func (r *Ring) reserve(p *Pool) bool {
	if r.block == nil {
		r.block, _ = p.Keep(2 * min(ringThreads, runtime.GOMAXPROCS(0)) * ringPiece) // nil where refused
	}
	return r.block != nil
}

// pieces returns the number of pieces, which is even.
func (r *Ring) pieces() int { return len(r.block.Bytes) / ringPiece }

// piece returns piece k.
func (r *Ring) piece(k int) []byte { return r.block.Bytes[k*ringPiece:][:ringPiece] }

// each calls do for each of n numbers on some threads. After an error it begins no further one.
func (r *Ring) each(n, threads int, do func(thread, i int) error) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	errs := make([]error, threads)
	parallel.Each(ctx, n, threads, func(thread, i int) {
		if err := do(thread, i); err != nil {
			errs[thread] = errors.Join(errs[thread], err)
			stop()
		}
	})
	return errors.Join(errs...)
}

// enqueue calls do, which enqueues a command, while no other thread does.
func (r *Ring) enqueue(do func() error) error {
	r.queue.Lock()
	defer r.queue.Unlock()
	return do()
}

// Drop gives the memory back.
func (r *Ring) Drop() {
	r.block.Release()
	r.block = nil
}
