package packed

import (
	"errors"

	"flyby/internal/runs"
	"flyby/internal/spill"
)

// Runs are any number of runs, of rows of one kind, in a file of a folder. They are for one goroutine.
type Runs struct {
	kind    Kind
	folder  *spill.Folder
	file    *runs.Blocks
	packer  *packer
	threads int
	all     [][]section // of each run
	open    *Rows       // what follows the blocks of the last
	work    []*packing
	idle    []*packing
}

// section is where the packed rows of a block are in the file.
type section struct {
	runs.Place
	rows uint32
}

// packing is rows that are being packed.
type packing struct {
	rows        *Rows
	packed, raw []byte
	done        chan struct{}
}

// NewRuns makes room for runs, which a number of threads packs and unpacks. The error
// names the folder.
func NewRuns(folder *spill.Folder, kind Kind, threads int) (*Runs, error) {
	file, err := runs.NewBlocks(folder)
	if err != nil {
		return nil, err
	}
	p, err := newPacker(kind, max(threads, 1))
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Runs{kind: kind, folder: folder, file: file, packer: p, threads: max(threads, 1)}, nil
}

// Len returns the number of runs.
func (s *Runs) Len() int { return len(s.all) }

// Begin ends the last run and begins the next, unless the last has no rows. Runs are in order: of encounters of the
// same trajectories that enter at once, the rows of the earlier run come first.
func (s *Runs) Begin() error {
	err := s.End()
	if n := len(s.all); n == 0 || len(s.all[n-1]) > 0 {
		s.all = append(s.all, nil)
	}
	return err
}

// Add appends rows to the last run, in its order. They may change afterwards. The error is
// that of the folder.
func (s *Runs) Add(r *Rows) error {
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
func (s *Runs) makeRoom() error {
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
func (s *Runs) pack() {
	p := s.idle[len(s.idle)-1]
	s.idle, s.open = s.idle[:len(s.idle)-1], nil
	p.done = make(chan struct{})
	s.work = append(s.work, p)
	go func() {
		defer close(p.done)
		p.packed, p.raw = s.packer.pack(p.packed[:0], p.rows, p.raw)
	}()
}

// write writes the block that was begun first.
func (s *Runs) write() error {
	p := s.work[0]
	<-p.done
	s.work = append(s.work[:0], s.work[1:]...)
	s.idle = append([]*packing{p}, s.idle...)
	last := len(s.all) - 1
	at, err := s.file.Write(p.packed)
	s.all[last] = append(s.all[last], section{at, uint32(p.rows.Len())})
	return err
}

// End writes what is left of the last run. More may be added to it.
func (s *Runs) End() error {
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
func (s *Runs) Close() error {
	for _, p := range s.work {
		<-p.done
	}
	s.work = nil
	return errors.Join(s.packer.close(), s.file.Close())
}

// read unpacks a block. by has memory for it in other forms.
func (s *Runs) read(b section, to *Rows, by *packing) error {
	packed, err := s.file.Read(b.Place, by.packed)
	if err != nil {
		return err
	}
	by.packed = packed
	by.raw, err = s.packer.unpack(to, int(b.rows), packed, by.raw)
	return err
}
