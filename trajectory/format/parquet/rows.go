package parquet

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sync"

	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// handoverStep is the number of rows of a Parquet file that are handed on at a time: some 6 MB of columns
// with the steps that are decoded ahead.
const handoverStep = 1 << 15

// parquetRows hands on the rows of a Parquet file step by step. The error of a file is the error
// that reading it as a whole would find first: a corrupt page, then a value that the column cannot hold,
// wherever it is, then the first row that breaks a rule.
type parquetRows struct {
	r       *parquetReader
	take    format.RowsFunc
	rules   trajectory.Rules
	mu      sync.Mutex
	ended   int          // no row from here on is handed on, since reading may end there in an error; guarded by mu
	faulty  []int        // rows without a value, not handed on yet; guarded by mu
	suspect map[int]bool // first rows of steps that have a value out of range; guarded by mu

	failed  error           // the error of take
	bad     *format.Error   // the first row that breaks a rule, if that is an error
	frame   error           // the fault of the frame
	lost    int             // rows dropped for a fault,
	unfit   int             // for a rule,
	twice   int             // for the rule that a trajectory has a time once,
	misfits []*format.Error // and the errors of the first few of these
	missed  int             // rows that fail the conditions
	misses  []int           // such rows of the current step, counted from its first
	dropped []int           // rows of the current step, counted from its first
	own     []*format.Error // errors of dropped rows that break a rule by themselves, and of others that do
	unfits  []*format.Error // rows of the step that do not follow the rows before them
	values  *parquetValues  // nil: there are no attributes
}

// errUnfit ends a RowsFunc at the first bad row.
var errUnfit = errors.New("format: a bad row")

// passOn makes the reader hand on rows instead of keeping them.
func (r *parquetReader) passOn() {
	p := &parquetRows{r: r, take: r.o.Take, suspect: map[int]bool{}, ended: math.MaxInt, values: r.newValues()}
	p.rules = trajectory.Rules{Limits: r.o.Limits(), Times: r.types[format.ColT].times}
	r.pace.stride, r.pace.step = max(r.pace.stride, r.pace.step), min(r.pace.step, handoverStep)
	none := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{}}, Frame: r.frame}
	if r.types[format.ColZ] != nil {
		none.Z = []float64{}
	}
	if _, err := trajectory.New(none, trajectory.BuildOptions{}); !errors.Is(err, trajectory.ErrEmpty) {
		p.frame = new(format.Parsed).Explain(r.src.Name, err)
	}
	if r.o.Upright && p.frame == nil {
		length := r.layout.Converted().Length
		if r.o.LonLat {
			length = trajectory.EarthCentred.Unit()
		}
		p.frame = format.CheckUpright(r.src.Name, &none, &r.layout, length)
	}
	r.handover = p
}

// note takes over the faults that a chunk found in its current step, which begins at c.begun.
func (p *parquetRows) note(c *parquetChunk) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faulty, c.faulty = append(p.faulty, c.faulty...), c.faulty[:0]
	if c.unsound {
		p.suspect[c.begun], c.unsound = true, false
	}
}

// noted returns the rows before last that have no value, in order, whether some value of the
// step of first is out of range, and whether no more rows are handed on.
func (p *parquetRows) noted(first, last int) (faulty []int, suspect, ended bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.faulty) > 0 {
		slices.Sort(p.faulty)
		n, _ := slices.BinarySearch(p.faulty, last)
		faulty = slices.Compact(slices.Clone(p.faulty[:n]))
		p.faulty = slices.Delete(p.faulty, 0, n)
	}
	step := first - first%p.r.pace.step
	suspect = p.suspect[step]
	delete(p.suspect, step)
	return faulty, suspect, last > p.ended
}

// end stops handing on at a row. A bad row before it would be the error of the file instead.
func (p *parquetRows) end(row int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = min(p.ended, row)
}

// pass hands on the rows from first to last, which are of one step.
func (p *parquetRows) pass(first, last int) {
	faulty, suspect, ended := p.noted(first, last)
	if ended || p.failed != nil || p.bad != nil || p.frame != nil {
		return
	}
	c := p.r.window(first, last)
	p.dropped, p.own, p.unfits = p.dropped[:0], p.own[:0], p.unfits[:0]
	p.misses = p.r.where.Misses(p.misses[:0], first, last)
	for _, row := range faulty {
		p.dropped = append(p.dropped, row-first)
	}
	p.lost += len(faulty)
	if suspect {
		p.check(&c, first)
	}
	if len(p.dropped) > 0 && !p.r.o.SkipBadRows {
		last = p.ending(first)
		c = p.r.window(first, last)
		p.dropped = p.dropped[:0]
	}
	p.leaveMissed(last - first)
	p.hand(c, first)
	if p.bad == nil && len(p.own) > 0 && !p.r.o.SkipBadRows {
		p.bad = p.own[0]
	}
	p.own = append(p.own, p.unfits...)
	p.remember()
}

// leaveMissed adds to dropped the rows that fail the conditions, up to rows, counted from the first of the step.
func (p *parquetRows) leaveMissed(rows int) {
	n, _ := slices.BinarySearch(p.misses, rows)
	if n == 0 {
		return
	}
	p.missed += n
	p.dropped = append(p.dropped, p.misses[:n]...)
	slices.Sort(p.dropped)
}

// ending returns the first dropped row, by its number in the file, where handing on ends for good.
// The chunks that found its fault report it.
func (p *parquetRows) ending(first int) int {
	row := first + slices.Min(p.dropped)
	if len(p.own) == 0 || p.own[0].Row > row {
		p.own = p.own[:0]
		p.end(row)
	}
	return row
}

// check adds rows that break a rule by themselves to dropped.
func (p *parquetRows) check(c *trajectory.Columns, first int) {
	faulty, misses := p.dropped, p.misses
	for row := range c.T {
		if len(misses) > 0 && misses[0] == row {
			misses = misses[1:]
			continue
		}
		if len(faulty) > 0 && faulty[0] == row {
			faulty = faulty[1:]
			continue
		}
		s := trajectory.Sample{T: c.T[row]}
		if c.X != nil {
			s.X, s.Y = c.X[row], c.Y[row]
		}
		if c.Z != nil {
			s.Z = c.Z[row]
		}
		if c.R != nil {
			s.R = c.R[row]
		}
		for k, col := range c.V {
			if col != nil {
				s.V[k] = col[row]
			}
		}
		if bad := p.rules.Check(s); bad != nil {
			p.dropped = append(p.dropped, row)
			p.own = append(p.own, p.locate(first+row, bad))
			p.unfit++
		}
	}
	slices.Sort(p.dropped)
}

// locate returns the error of a bad row with its place in the file.
func (p *parquetRows) locate(row int, bad *trajectory.RowError) *format.Error {
	e := p.r.file.Locate(row)
	e.Column, e.Value, e.Cause = p.r.layout.DescribeBadRow(bad, func() string { return "" })
	return &e
}

// hand gives take the rows of c, which begin at row first of the file, without dropped ones.
func (p *parquetRows) hand(c trajectory.Columns, first int) {
	for _, col := range format.FloatsOf(&c) {
		*col = without(*col, p.dropped)
	}
	c.ID.Code, c.ID.Int = without(c.ID.Code, p.dropped), without(c.ID.Int, p.dropped)
	if p.r.picked == nil {
		p.give(c, 0, first, 0)
		return
	}
	p.byGroup(c, first)
}

// byGroup gives take the rows of c group by group.
func (p *parquetRows) byGroup(c trajectory.Columns, first int) {
	group, _ := slices.BinarySearch(p.r.file.Firsts, first+1)
	for from := 0; from < len(c.T) && p.bad == nil && p.failed == nil; group++ {
		to := p.r.file.Firsts[group] - first // where the group ends, less the rows before that are dropped
		before, _ := slices.BinarySearch(p.dropped, to)
		to = min(to-before, len(c.T))
		part := c
		for _, col := range format.FloatsOf(&part) {
			if *col != nil {
				*col = (*col)[from:to]
			}
		}
		if c.ID.Code != nil {
			part.ID.Code = c.ID.Code[from:to]
		} else {
			part.ID.Int = c.ID.Int[from:to]
		}
		p.give(part, from, first, p.r.picked[group-1])
		from = to
	}
}

// give gives take the rows of c, whose first is row from among the rows of the step that were not
// dropped.
func (p *parquetRows) give(c trajectory.Columns, from, first, group int) {
	if len(c.T) == 0 {
		return
	}
	rows := p.r.numbered(c)
	rows.Group = group
	rows.At = func(row int) int { return first + rowBefore(p.dropped, from+row) }
	if p.failed = p.values.begin(&c, rows); p.failed != nil {
		return
	}
	rows.IDBytes += p.values.bytes()
	err := p.take(rows, func(bad *trajectory.RowError) error {
		e := p.locate(rows.At(bad.Row), bad)
		if p.r.layout.Still && e.Column == p.r.layout.Name[format.ColID] {
			e.Value = rows.IDOf(bad.Row)
		}
		if !p.r.o.Drops(bad) || p.r.o.Locating {
			p.bad = e
			return errUnfit
		}
		if p.unfit++; bad.IsTwice() {
			p.twice++
		}
		p.values.drop(bad.Row)
		p.unfits = append(p.unfits, e)
		return nil
	})
	if err == nil {
		err = p.values.end(p.r.file)
	}
	if err != nil && p.bad == nil {
		p.failed = err
	}
}

// remember keeps the first few of the bad rows of a step.
func (p *parquetRows) remember() {
	if len(p.misfits) < infile.MostReasons && len(p.own) > 0 {
		slices.SortFunc(p.own, func(a, b *format.Error) int { return cmp.Compare(a.Row, b.Row) })
		p.misfits = append(p.misfits, p.own[:min(len(p.own), infile.MostReasons-len(p.misfits))]...)
	}
}

// finish returns the error of the first rows of the file, or the report of the rows handed on.
func (p *parquetRows) finish(rows int) (*format.Parsed, error) {
	first, reasons := p.r.faults(rows)
	switch {
	case first != nil && !p.r.o.SkipBadRows && (p.bad == nil || first.Row <= p.bad.Row):
		return nil, first
	case p.frame != nil:
		return nil, p.frame
	case p.bad != nil:
		return nil, p.bad
	}
	return &format.Parsed{
		Tally: format.Tally{Rows: rows, Skipped: p.lost, Twice: p.twice, Missed: p.missed, Reasons: reasons}, Attributes: p.values.attributes(), FileColumns: p.r.layout,
		IDs: p.r.numbers.IDs(), Unfit: p.unfit, Misfits: p.misfits,
	}, nil
}

// window returns the columns of some rows of one step.
func (r *parquetReader) window(first, last int) trajectory.Columns {
	c := trajectory.Columns{Times: r.types[format.ColT].times, Frame: r.frame}
	n := last - first
	for kind, col := range format.FloatsOf(&c) {
		if r.types[kind] != nil {
			*col = r.col[kind][first%len(r.col[kind]):][:n]
		}
	}
	if r.types[format.ColID].Text {
		c.ID.Code = r.codes[first%len(r.codes):][:n]
	} else {
		c.ID.Int = r.ints[first%len(r.ints):][:n]
	}
	return c
}

// numbered returns rows with the numbers of their ids.
func (r *parquetReader) numbered(c trajectory.Columns) *format.Rows {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.bare && c.ID.Code != nil:
		c.ID.Name = r.numbers.Names.Names
	case r.bare:
		return &format.Rows{Columns: c, LonLat: r.o.LonLat, Units: r.layout.Converted(), Said: r.layout.Units}
	case c.ID.Code == nil:
		c.ID = trajectory.IDColumn{Code: r.numbers.Integers(c.ID.Int)}
	}
	bytes := r.numbers.Bytes()
	if r.types[format.ColID].Text {
		bytes *= 2 // row groups have dictionaries of their own while they are read
	}
	return &format.Rows{Columns: c, LonLat: r.o.LonLat, Units: r.layout.Converted(), Said: r.layout.Units, Trajectories: r.numbers.Len(), IDBytes: bytes, Known: r.numbers.Known()}
}
