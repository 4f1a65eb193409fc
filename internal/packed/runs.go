package packed

import (
	"errors"

	"flyby/internal/runs"
	"flyby/internal/spill"
)

// Runs are any number of runs, of rows of one kind, in a file of a folder or in files with names. They are for one goroutine.
type Runs struct {
	kind   Kind
	folder *spill.Folder
	file   *runs.Blocks   // nil: runs are in files with names, or there is no file yet
	older  []*runs.Blocks // files of runs that no round has merged; nil among them as in file
	press  *press
	all    []storedRun
}

// storedRun is a run that is in a file.
type storedRun struct {
	from    blockReader
	blocks  []section
	queries Queries // only their rows count
}

// blockReader is a file that blocks are read from, by any number of goroutines.
type blockReader interface {
	Read(p runs.Place, memory []byte) (block []byte, err error)
}

// section is the place of a block's packed rows in the file.
type section struct {
	runs.Place
	rows  uint32
	query uint32 // trajectory of the first row
}

// NewRuns makes room for runs, which a number of threads packs and unpacks. The error names the folder.
func NewRuns(folder *spill.Folder, kind Kind, threads int) (*Runs, error) {
	return newRuns(folder, kind, threads, blockRows)
}

// newRuns is NewRuns with blocks of the given number of rows.
func newRuns(folder *spill.Folder, kind Kind, threads, rows int) (*Runs, error) {
	s, err := emptyRuns(folder, kind, threads, rows)
	if err != nil {
		return nil, err
	}
	if s.file, err = runs.NewBlocks(folder); err != nil {
		return nil, errors.Join(err, s.press.close())
	}
	return s, nil
}

// RunsOf returns the runs of files with names, in order, limited to rows of some query trajectories; a number of threads unpacks them. Rounds of
// Merged go to the folder. The files stay the caller's.
func RunsOf(folder *spill.Folder, kind Kind, threads int, files []*File, queries Queries) (*Runs, error) {
	s, err := emptyRuns(folder, kind, threads, partRows)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if blocks := f.within(queries); len(blocks) > 0 {
			s.all = append(s.all, storedRun{f, blocks, queries})
		}
	}
	return s, nil
}

// emptyRuns returns a Runs without runs.
func emptyRuns(folder *spill.Folder, kind Kind, threads, rows int) (s *Runs, err error) {
	s = &Runs{kind: kind, folder: folder}
	s.press, err = newPress(kind, threads, rows, s.put)
	return s, err
}

// within returns how many blocks have as many rows as some blocks of runs in one file.
func (s *Runs) within(blocks int) int { return blocks * blockRows / s.press.rows }

// threads is the number of threads.
func (s *Runs) threads() int { return s.press.threads }

// Begin ends the last run and begins the next, unless the last has no rows. Runs are in order: of encounters of the
// same trajectories that enter at once, the rows of the earlier run come first.
func (s *Runs) Begin() error {
	err := s.End()
	if n := len(s.all); n == 0 || len(s.all[n-1].blocks) > 0 {
		s.all = append(s.all, storedRun{from: s.file, queries: AllQueries()})
	}
	return err
}

// Add appends rows to the last run, in its order. They may change afterwards. The error is the folder's.
func (s *Runs) Add(r *Rows) error { return s.press.add(r) }

// put writes a block of the last run.
func (s *Runs) put(packed []byte, rows *Rows) error {
	last := &s.all[len(s.all)-1]
	at, err := s.file.Write(packed)
	last.blocks = append(last.blocks, section{at, uint32(rows.Len()), rows.Int[0][0]})
	return err
}

// End writes the rest of the last run. More may be added to it.
func (s *Runs) End() error { return s.press.end() }

// Close deletes the file. The sequences of Merged may not be ranged over any more.
func (s *Runs) Close() error {
	err := s.press.close()
	for _, file := range append(s.older, s.file) {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

// read unpacks a block of a file, and keeps the rows of some query trajectories. by has memory for its other forms.
func (s *Runs) read(from blockReader, b section, q Queries, to *wordRows, by *packBuffer) error {
	packed, err := from.Read(b.Place, by.packed)
	if err != nil {
		return err
	}
	by.packed = packed
	if err := s.press.packer.unpack(to, int(b.rows), packed, by); err != nil {
		return err
	}
	if to.query(0) != b.query {
		return errOther
	}
	to.keep(q)
	return nil
}

// errOther is the error of a block that differs from the directory.
var errOther = errors.New("packed: a block begins with another row")
