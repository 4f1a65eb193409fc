package runs

import (
	"cmp"
	"errors"
	"io"
	"slices"

	"flyby/internal/spill"
)

// Layout describes the bytes of rows of a type, and their order.
type Layout[R any] struct {
	Width  int
	Encode func(r *R, to []byte) // to has Width bytes
	Decode func(r *R, from []byte)
	Key    func(r *R) Key
}

// Sorter puts rows in the order of their keys, an external merge sort; rows of one key stay in the order in which they were
// added. Rows fill a buffer. A full one is sorted and written as a run, and runs are merged. Rows that all fit the buffer are
// not written. It is for one goroutine.
type Sorter[R any] struct {
	layout Layout[R]
	folder *spill.Folder
	memory uint64
	slots  []slot
	rows   []byte // encoded, in the order in which they were added
	runs   []run
	file   spillFile // the runs; nil: none was written
	serial uint64    // runs written so far
}

// slot is the key of a row of the buffer, and the index of the row.
type slot struct {
	Key
	row uint32
}

const slotBytes = 24

// run is the place of a run file in another file.
type run struct {
	at, size     int64
	rows, serial uint64
}

// spillFile is the file of the runs.
type spillFile interface {
	io.Writer
	io.ReaderAt
	Size() int64
	Name() string
	Close() error
}

const (
	leastRows = 1 << 10 // of a buffer
	blockRows = 64
)

// NewSorter makes a sorter that takes about memory bytes, and spills rows beyond that to a folder. rows is about how many rows
// will come; 0: unknown.
func NewSorter[R any](folder *spill.Folder, memory, rows uint64, l Layout[R]) *Sorter[R] {
	most := min(1<<31, memory/uint64(l.Width+slotBytes))
	if rows > 0 {
		most = min(most, rows+rows/4)
	}
	most = max(leastRows, most)
	return &Sorter[R]{layout: l, folder: folder, memory: memory, slots: make([]slot, 0, most), rows: make([]byte, 0, most*uint64(l.Width))}
}

// Add adds a row.
func (s *Sorter[R]) Add(r *R) error {
	n := len(s.slots)
	if n == cap(s.slots) {
		if err := s.spill(); err != nil {
			return err
		}
		n = 0
	}
	s.slots = append(s.slots, slot{s.layout.Key(r), uint32(n)})
	s.rows = s.rows[:(n+1)*s.layout.Width]
	s.layout.Encode(r, s.row(n))
	return nil
}

// row returns the bytes of a row of the buffer.
func (s *Sorter[R]) row(i int) []byte { return s.rows[i*s.layout.Width:][:s.layout.Width] }

// sort puts the slots in order.
func (s *Sorter[R]) sort() {
	slices.SortFunc(s.slots, func(a, b slot) int {
		switch {
		case a.Key.Before(b.Key):
			return -1
		case b.Key.Before(a.Key):
			return 1
		}
		return cmp.Compare(a.row, b.row)
	})
}

// spill writes the buffer as a run.
func (s *Sorter[R]) spill() error {
	s.sort()
	if s.file == nil {
		file, err := s.folder.Create()
		if err != nil {
			return err
		}
		s.file = file
	}
	w := s.begin(s.file, uint64(len(s.slots)))
	for _, one := range s.slots {
		if err := w.Add(s.row(int(one.row))); err != nil {
			return err
		}
	}
	full, err := w.end()
	s.runs, s.slots, s.rows = append(s.runs, full), s.slots[:0], s.rows[:0]
	return err
}

// begin begins a run of the given number of rows.
func (s *Sorter[R]) begin(file spillFile, rows uint64) *runWriter {
	s.serial++
	at := run{at: file.Size(), rows: rows, serial: s.serial}
	return &runWriter{NewWriter(file, Head{Width: s.layout.Width, Rows: rows, Block: blockRows, Serial: s.serial}), file, at}
}

// runWriter writes a run.
type runWriter struct {
	*Writer
	file spillFile
	run  run
}

// end ends the run.
func (w *runWriter) end() (run, error) {
	err := w.Close()
	w.run.size = w.file.Size() - w.run.at
	return w.run, err
}

// End is called after the last row. It merges runs until all remaining ones can be read at once.
func (s *Sorter[R]) End() error {
	if s.file == nil {
		s.sort()
		return nil
	}
	if len(s.slots) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.slots, s.rows = nil, nil
	fan := max(2, int(s.memory/uint64(blockRows*s.layout.Width+ChecksumBytes))-1)
	for len(s.runs) > fan {
		if err := s.round(fan); err != nil {
			return err
		}
	}
	return nil
}

// round merges runs to fewer, in another file.
func (s *Sorter[R]) round(fan int) error {
	to, err := s.folder.Create()
	if err != nil {
		return err
	}
	var merged []run
	for some := range slices.Chunk(s.runs, fan) {
		one, err := s.mergeRuns(some, to)
		if err != nil {
			return errors.Join(err, to.Close())
		}
		merged = append(merged, one)
	}
	s.Close()
	s.file, s.runs = to, merged
	return nil
}

// mergeRuns writes some runs as one.
func (s *Sorter[R]) mergeRuns(some []run, to spillFile) (run, error) {
	rows := uint64(0)
	for _, r := range some {
		rows += r.rows
	}
	w := s.begin(to, rows)
	if err := s.merge(some, func(c *cursor[R]) error { return w.Add(c.bytes) }); err != nil {
		return run{}, err
	}
	return w.end()
}

// Spilled reports whether rows went to the folder.
func (s *Sorter[R]) Spilled() bool { return s.file != nil }

// Walk calls do with all rows, in order, after End. A row is valid until do returns. Walk may be called again.
func (s *Sorter[R]) Walk(do func(*R) error) error {
	if s.file != nil {
		return s.merge(s.runs, func(c *cursor[R]) error { return do(&c.row) })
	}
	var r R
	for _, one := range s.slots {
		s.layout.Decode(&r, s.row(int(one.row)))
		if err := do(&r); err != nil {
			return err
		}
	}
	return nil
}

// Close deletes the runs.
func (s *Sorter[R]) Close() {
	if s.file != nil {
		s.file.Close() //nolint:errcheck // its content is of no use any more
		s.file = nil
	}
}

// merge calls do with the rows of some runs, in order.
func (s *Sorter[R]) merge(some []run, do func(*cursor[R]) error) error {
	var m Merge[*cursor[R]]
	for i, one := range some {
		c, err := s.open(one, s.memory/uint64(len(some)+1))
		if err != nil {
			return err
		}
		if err := c.next(&s.layout); err != nil {
			return err
		}
		m.Push(c, i, s.layout.Key(&c.row))
	}
	for m.Len() > 0 {
		c := m.First()
		if err := do(c); err != nil {
			return err
		}
		switch err := c.next(&s.layout); err {
		case nil:
			m.Next(s.layout.Key(&c.row))
		case io.EOF:
			m.Drop()
		default:
			return err
		}
	}
	return nil
}

// open opens a run, to be read some bytes at a time.
func (s *Sorter[R]) open(one run, bytes uint64) (*cursor[R], error) {
	f, err := Open(s.file, one.at, one.size, s.file.Name())
	if err != nil {
		return nil, err
	}
	if f.Serial != one.serial || f.Rows != one.rows || f.Width != s.layout.Width {
		return nil, f.headError(errOther)
	}
	return &cursor[R]{reader: f.Reader(bytes)}, nil
}

// cursor is a row of a run.
type cursor[R any] struct {
	reader *Reader
	bytes  []byte
	row    R
}

// next goes on to the next row. The error is io.EOF after the last.
func (c *cursor[R]) next(l *Layout[R]) (err error) {
	if c.bytes, err = c.reader.Next(); err != nil {
		return err
	}
	l.Decode(&c.row, c.bytes)
	return nil
}
