package packed

import (
	"encoding/binary"
	"errors"

	"flyby/internal/runs"
	"flyby/internal/spill"
)

// Strands are strands of rows of one kind in a file of a folder. They are for one goroutine.
type Strands struct {
	kind    Kind
	folder  *spill.Folder
	file    *spill.File
	packer  *packer
	threads int
	all     [][]section // of each strand
	blocks  uint32      // that were packed so far
	open    *Rows       // what follows the blocks of the last
	work    []*packing
	idle    []*packing
}

// section is where the packed rows of a block are in the file, and their checksum behind them.
type section struct {
	at                 int64
	number, size, rows uint32
}

// sumBytes is the bytes of a checksum.
const sumBytes = 4

// packing is rows that are being packed.
type packing struct {
	rows        *Rows
	number      uint32 // of the block
	packed, raw []byte
	done        chan struct{}
}

// NewStrands makes room for strands, which a number of threads packs and unpacks. The error
// names the folder.
func NewStrands(folder *spill.Folder, kind Kind, threads int) (*Strands, error) {
	file, err := folder.Create()
	if err != nil {
		return nil, err
	}
	p, err := newPacker(kind, max(threads, 1))
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Strands{kind: kind, folder: folder, file: file, packer: p, threads: max(threads, 1)}, nil
}

// Len returns the number of strands.
func (s *Strands) Len() int { return len(s.all) }

// Begin ends the last strand and begins the next, unless the last has no rows. Strands are in order: of encounters of the
// same trajectories that enter at once, those of the earlier strand come first.
func (s *Strands) Begin() error {
	err := s.End()
	if n := len(s.all); n == 0 || len(s.all[n-1]) > 0 {
		s.all = append(s.all, nil)
	}
	return err
}

// Add appends rows to the last strand, in its order. They may change afterwards. The error is
// that of the folder.
func (s *Strands) Add(r *Rows) error {
	for first := 0; first < r.Len(); {
		if s.open == nil {
			if err := s.makeRoom(); err != nil {
				return err
			}
		}
		last := min(r.Len(), first+blockRows-s.open.Len())
		s.open.add(s.kind, r, first, last)
		first = last
		if s.open.Len() == blockRows {
			s.pack()
		}
	}
	return nil
}

// makeRoom takes memory for a block, once one of those at work is in the file where there are
// enough.
func (s *Strands) makeRoom() error {
	if len(s.work) >= s.threads {
		if err := s.write(); err != nil {
			return err
		}
	}
	if len(s.idle) == 0 {
		s.idle = append(s.idle, &packing{rows: &Rows{}})
	}
	s.open = s.idle[len(s.idle)-1].rows
	s.open.resize(s.kind, 0)
	return nil
}

// pack begins to pack the open rows.
func (s *Strands) pack() {
	p := s.idle[len(s.idle)-1]
	s.idle, s.open = s.idle[:len(s.idle)-1], nil
	p.done, p.number = make(chan struct{}), s.blocks
	s.blocks++
	s.work = append(s.work, p)
	go func() {
		defer close(p.done)
		p.packed, p.raw = s.packer.pack(p.packed[:0], p.rows, p.raw)
		p.packed = binary.LittleEndian.AppendUint32(p.packed, runs.Sum(0, uint64(p.number), p.packed))
	}()
}

// write writes the block that was begun first.
func (s *Strands) write() error {
	p := s.work[0]
	<-p.done
	s.work = append(s.work[:0], s.work[1:]...)
	s.idle = append([]*packing{p}, s.idle...)
	last := len(s.all) - 1
	s.all[last] = append(s.all[last], section{s.file.Size(), p.number, uint32(len(p.packed)), uint32(p.rows.Len())})
	_, err := s.file.Write(p.packed)
	return err
}

// End writes what is left of the last strand. More may be added to it.
func (s *Strands) End() error {
	if s.open != nil && s.open.Len() > 0 {
		s.pack()
	}
	s.open = nil
	var errs []error
	for len(s.work) > 0 {
		errs = append(errs, s.write())
	}
	return errors.Join(errs...)
}

// Close gives the file up. What Merged yielded may not be ranged over any more.
func (s *Strands) Close() error {
	for _, p := range s.work {
		<-p.done
	}
	s.work = nil
	return errors.Join(s.packer.close(), s.file.Close())
}

// read unpacks a block. by has memory for it in other forms.
func (s *Strands) read(b section, to *Rows, by *packing) error {
	if cap(by.packed) < int(b.size) {
		by.packed = make([]byte, b.size)
	}
	by.packed = by.packed[:b.size]
	if n, err := s.file.ReadAt(by.packed, b.at); n < len(by.packed) {
		return runs.Damaged(s.file.Name(), uint64(b.number), b.at, err)
	}
	packed, sum := by.packed[:b.size-sumBytes], by.packed[b.size-sumBytes:]
	if runs.Sum(0, uint64(b.number), packed) != binary.LittleEndian.Uint32(sum) {
		return runs.Damaged(s.file.Name(), uint64(b.number), b.at, nil)
	}
	var err error
	by.raw, err = s.packer.unpack(to, int(b.rows), packed, by.raw)
	return err
}
