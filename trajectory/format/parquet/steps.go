package parquet

import (
	"context"
	"math"
	"sync"

	"golang.org/x/sync/errgroup"

	"flyby/internal/memory"
	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A pace has the steps in which rows are checked while a Parquet file is read.
type pace struct {
	step   int // rows that are checked, or handed on, at a time
	stride int // rows, a multiple of step: reading ends at the end of a stride; 0 is a step
	ahead  int // steps that may be decoded before the first of them is checked
	// trust is the number of bytes of columns that a byte of the file may stand for without its rows
	// being handed on as they come; New then checks them.
	trust uint64
}

// usualPace takes some 50 MB of columns beyond the checked rows. A byte of a good file usually
// stands for 2 to 5 bytes of columns, and checking all rows twice would make reading it a tenth
// slower.
var usualPace = pace{step: 1 << 18, ahead: 4, trust: 8}

// window returns the most rows that are decoded and not yet checked or handed on.
func (p pace) window() int { return p.step * p.ahead }

// lavish reports whether a file of a size stands for more bytes of columns than is usual.
func (p pace) lavish(columns uint64, file int64) bool {
	const least = 8 << 20
	return columns > p.trust*uint64(file+least)
}

// steps reads the chunks of a file, in step where rows are handed on. Rows are also handed on where
// the file stands for far more rows than its bytes suggest: a few bytes can stand for a hundred
// million copies of one row, of which one is kept, or of which the second is bad.
//
// Reading stops at the end of the first stride in which a row is bad or a chunk corrupt. All chunks
// are read up to there, and faults behind it do not count, so the error does not depend on which
// goroutine comes first.
type steps struct {
	r        *parquetReader
	pace     pace
	checks   bool // a bad row ends the reading at once: the file is lavish
	handover *parquetRows
	rules    trajectory.Rules
	columns  int // chunks a row group
	watched  []int

	mu       sync.Mutex // guards what follows and each chunk's decoded
	changed  *sync.Cond
	idle     int   // free slots of goroutines
	front    []int // by watched column: the first row group that is not decoded
	checked  int   // rows
	checking bool
	stop     int // first row that is not read
}

// A stage is the progress of a chunk, in rows of the file.
type stage struct {
	decoded int
	begun   int   // where the current step begins
	spoiled bool  // a row of its stride is bad
	unsound bool  // a value of the step is out of range
	faulty  []int // rows of the file found without a value since post, if rows are handed on
}

// newSteps prepares to read the chunks of r.
func newSteps(r *parquetReader) *steps {
	s := &steps{r: r, pace: r.pace, handover: r.handover, idle: r.o.Threads, stop: math.MaxInt}
	s.rules = trajectory.Rules{Limits: r.o.Limits(), Times: r.types[format.ColT].times}
	s.checks = !r.o.SkipBadRows && r.where == nil && s.pace.lavish(memory.Of(r.file.Rows(), r.rowBytes()), r.src.Total)
	s.changed = sync.NewCond(&s.mu)
	for kind, t := range r.types {
		if t == nil || t.beside {
			continue
		}
		if s.handover != nil || kind == format.ColT || kind == format.ColR || kind == format.ColID {
			s.watched = append(s.watched, s.columns)
		}
		s.columns++
	}
	s.front = make([]int, len(s.watched))
	for _, c := range r.chunks {
		c.decoded, c.begun = c.first(), s.stepEnd(c.first())-s.pace.step
	}
	return s
}

// read decodes all chunks and returns the number of rows of the file that were read, bad ones
// included. It returns the error of the first chunk in the file that has one in the last stride.
func (s *steps) read(ctx context.Context) (rows int, err error) {
	defer context.AfterFunc(ctx, s.wake)()
	unpackers := sync.Pool{New: func() any { return new(parquet.Unpacker) }}
	errs := make([]error, len(s.r.chunks))
	var g errgroup.Group
	g.SetLimit(s.r.o.Threads + s.columns) // at least the chunks of one group, which wait for each other
	for i, c := range s.r.chunks {
		if !s.admit(ctx, c) {
			break
		}
		g.Go(func() error {
			s.enter()
			errs[i] = s.decode(ctx, c, &unpackers)
			s.leave(c, errs[i])
			return nil
		})
	}
	g.Wait() //nolint:errcheck // errs has them
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if s.handover != nil && s.handover.failed != nil {
		return 0, s.handover.failed
	}
	for i, c := range s.r.chunks {
		if errs[i] != nil && errs[i] != parquet.ErrStopped && c.begun < s.stop {
			return 0, errs[i]
		}
	}
	return min(s.stop, s.r.file.Rows()), nil
}

// decode reads a chunk.
func (s *steps) decode(ctx context.Context, c *parquetChunk, unpackers *sync.Pool) (err error) {
	defer parquet.Recover(s.r.src.Name, &err)()
	u := unpackers.Get().(*parquet.Unpacker)
	defer unpackers.Put(u)
	err = c.read(ctx, u, s)
	s.r.advance()
	return err
}

// admit waits until a chunk may begin, and reports whether it may.
func (s *steps) admit(ctx context.Context, c *parquetChunk) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.early(c.first()) && ctx.Err() == nil {
		s.changed.Wait()
	}
	return c.first() < s.stop && ctx.Err() == nil
}

// enter waits until one more goroutine may run.
func (s *steps) enter() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.idle == 0 {
		s.changed.Wait()
	}
	s.idle--
}

// leave is called at the end of a chunk, with its error.
func (s *steps) leave(c *parquetChunk, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil && err != parquet.ErrStopped {
		c.spoiled = true
	}
	decoded := c.decoded
	if err == nil || s.handover != nil {
		decoded = c.first() + c.Rows() // so that other chunks can go on
	}
	if err != nil && err != parquet.ErrStopped && c.begun < s.stop && s.handover != nil { // else rows before it are whole
		s.handover.end(c.begun)
	}
	s.post(c, decoded)
	c.release()
	s.idle++
	s.changed.Broadcast()
}

// await is called where a chunk comes to a row that begins a step. It waits until the step may be
// read, and reports whether it may.
func (s *steps) await(ctx context.Context, c *parquetChunk, row int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.post(c, row)
	if s.early(row) {
		s.idle++
		s.changed.Broadcast()
		for s.idle == 0 || s.early(row) && ctx.Err() == nil {
			s.changed.Wait()
		}
		s.idle--
	}
	if row >= s.stop || ctx.Err() != nil {
		return false
	}
	c.begun = row
	return true
}

// early reports whether a chunk at row must wait until more rows are checked.
func (s *steps) early(row int) bool {
	return s.inStep() && row < s.stop && row-s.checked >= s.pace.window()
}

// inStep reports whether chunks wait for each other.
func (s *steps) inStep() bool { return s.handover != nil }

// post notes the progress of a chunk, and checks the steps that are complete.
func (s *steps) post(c *parquetChunk, decoded int) {
	c.decoded = decoded
	if c.unsound && s.checks {
		c.spoiled = true
	}
	if s.handover != nil {
		s.handover.note(c)
	}
	if c.spoiled {
		s.stop = min(s.stop, s.strideEnd(c.begun))
	}
	if s.inStep() {
		s.check()
	}
}

// strideEnd returns the end of a row's stride.
func (s *steps) strideEnd(row int) int {
	stride := max(s.pace.stride, s.pace.step)
	return (row/stride + 1) * stride
}

// stepEnd returns the end of a row's step.
func (s *steps) stepEnd(row int) int { return (row/s.pace.step + 1) * s.pace.step }

// check checks the decoded steps, or hands them on, one caller at a time, without the lock.
func (s *steps) check() {
	for !s.checking {
		end := min(s.stepEnd(s.checked), s.r.file.Rows())
		if s.checked == end || s.checked >= s.stop || s.frontier() < end {
			return
		}
		s.checking = true
		s.mu.Unlock()
		holds := s.handOn(s.checked, end)
		s.mu.Lock()
		if s.handover.failed != nil {
			s.stop = min(s.stop, s.checked)
		}
		if !holds {
			s.stop = min(s.stop, s.strideEnd(s.checked))
		}
		s.checking, s.checked = false, end
		s.changed.Broadcast()
	}
}

// handOn hands on the rows from first to last. It reports whether reading may go on beyond their
// stride.
func (s *steps) handOn(first, last int) bool {
	s.handover.pass(first, last)
	return s.handover.failed == nil && (s.handover.bad == nil || !s.checks)
}

// frontier returns the row up to which all watched columns are decoded.
func (s *steps) frontier() int {
	least := s.r.file.Rows()
	for i, column := range s.watched {
		for ; s.front[i] < len(s.r.file.Groups); s.front[i]++ {
			c := s.r.chunks[s.front[i]*s.columns+column]
			if c.decoded < c.first()+c.Rows() {
				least = min(least, c.decoded)
				break
			}
		}
	}
	return least
}

// wake makes every waiting goroutine check whether it may go on.
func (s *steps) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.Broadcast()
}
