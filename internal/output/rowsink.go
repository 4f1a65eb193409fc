package output

import "time"

// A rowSink is the sink of a format that encodes rows in blocks of a fixed number, in parallel, and
// writes the encoded blocks in order. The result does not depend on the chunks in which rows were
// written.
type rowSink[B workBlock] struct {
	columns []outColumn
	size    int // rows of a block
	pending B   // to which rows are added, if it is taken
	taken   bool
	queue   *orderedWork[B]
	end     func() error // after the last block
	bytes   uint64       // that all blocks take at most
}

// A workBlock has rows and their encoding.
type workBlock interface {
	// input returns the rows, which are not needed after work.
	input() *rowBlock
	work() error
}

// newRowSink makes a sink of blocks of size rows and bytes bytes each.
func newRowSink[B workBlock](c content, size int, bytes uint64, m means, newBlock func() B, write func(B) error, end func() error) *rowSink[B] {
	blocks := m.blocks(bytes)
	work := func(b B) error {
		defer b.input().empty()
		b.input().turn(c.columns)
		return b.work()
	}
	return &rowSink[B]{
		columns: c.columns, size: size, end: end, bytes: uint64(blocks) * bytes,
		queue: newOrderedWork(blocks, newBlock, work, write, m.failed),
	}
}

func (s *rowSink[B]) write(n int) error {
	for first := 0; first < n; {
		if !s.taken {
			b, err := s.queue.take()
			if err != nil {
				return err
			}
			s.pending, s.taken = b, true
		}
		rows := s.pending.input()
		end, err := rows.take(s.columns, first, min(n, first+s.size-rows.n), s.size)
		if err != nil {
			s.queue.fail(err)
			return err
		}
		if first = end; rows.isFull(s.columns, s.size) {
			s.send()
		}
	}
	return nil
}

// send starts the work on the pending block.
func (s *rowSink[B]) send() {
	s.queue.do(s.pending)
	s.taken = false
}

func (s *rowSink[B]) finish() error {
	end := s.queue.wait
	if s.taken {
		end = func() error { return s.queue.last(s.pending) }
	}
	if err := end(); err != nil {
		return err
	}
	return s.end()
}

func (s *rowSink[B]) abandon() { s.queue.abandon() }

func (s *rowSink[B]) atWork() time.Duration { return s.queue.atWork() }

func (s *rowSink[B]) memory() uint64 { return s.bytes }
