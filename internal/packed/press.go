package packed

// press packs rows into blocks on several threads, and passes the blocks to put in order.
type press struct {
	kind    Kind
	packer  *packer
	threads int
	rows    int                                   // of a block
	put     func(packed []byte, rows *Rows) error // takes a packed block
	open    *Rows                                 // rows of the block that is being filled
	work    []*packBuffer
	idle    []*packBuffer
}

// packBuffer is rows that are being packed, or memory to unpack with.
type packBuffer struct {
	rows        *Rows
	packed, raw []byte
	ints        []uint32 // for unpacking
	done        chan struct{}
}

// newPress makes a press of the given number of threads, with blocks of the given number of rows.
func newPress(kind Kind, threads, rows int, put func(packed []byte, rows *Rows) error) (*press, error) {
	threads = max(threads, 1)
	p, err := newPacker(kind, threads)
	return &press{kind: kind, packer: p, threads: threads, rows: rows, put: put}, err
}

// add appends rows. They may change afterwards.
func (s *press) add(r *Rows) error {
	for first := 0; first < r.Len(); {
		if s.open == nil {
			if err := s.makeRoom(); err != nil {
				return err
			}
		}
		last := min(r.Len(), first+s.rows-s.open.Len())
		s.open.add(s.kind, r, first, last)
		first = last
		if s.open.Len() == s.rows {
			s.pack()
		}
	}
	return nil
}

// makeRoom takes memory for a block. Where enough blocks are being packed, it first writes one.
func (s *press) makeRoom() error {
	if len(s.work) >= s.threads {
		if err := s.write(); err != nil {
			return err
		}
	}
	if len(s.idle) == 0 {
		s.idle = append(s.idle, &packBuffer{rows: &Rows{}})
	}
	s.open = s.idle[len(s.idle)-1].rows
	s.open.resize(s.kind, 0)
	return nil
}

// pack begins to pack the open rows.
func (s *press) pack() {
	p := s.idle[len(s.idle)-1]
	s.idle, s.open = s.idle[:len(s.idle)-1], nil
	p.done = make(chan struct{})
	s.work = append(s.work, p)
	go func() {
		defer close(p.done)
		p.packed, p.raw = s.packer.pack(p.packed[:0], p.rows, p.raw)
	}()
}

// write writes the block whose packing began first.
func (s *press) write() error {
	p := s.work[0]
	<-p.done
	s.work = append(s.work[:0], s.work[1:]...)
	s.idle = append([]*packBuffer{p}, s.idle...)
	return s.put(p.packed, p.rows)
}

// end writes the rest. More may be added.
func (s *press) end() error {
	if s.open != nil && s.open.Len() > 0 {
		s.pack()
	}
	s.open = nil
	var first error // further blocks meet the same error of the disk
	for len(s.work) > 0 {
		if err := s.write(); first == nil {
			first = err
		}
	}
	return first
}

// close frees the memory.
func (s *press) close() error {
	for _, p := range s.work {
		<-p.done
	}
	s.work = nil
	return s.packer.close()
}
