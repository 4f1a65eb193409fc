package trajectory

import "flyby/internal/weave"

// A portion is the Collector of New for rows of consecutive trajectories. It moves the rows of segments to the front of its part of the columns,
// and notes the rows of trajectories, gaps and ways of several parts.
type portion struct {
	b            *Builder
	c            *Columns
	order        func() []uint32 // [rows] the row of the file; nil: the same
	ids          IDs             // [trajectories of rows] once built, of the trajectories that have a segment first
	first        []int           // [trajectories of rows] the row at which each begins; once built, as ids
	radius       []float64       // as ids; nil: there are none
	from, to     int             // the rows of the portion
	trajectories int             // that have a segment
	traj         int             // the trajectory of rows at hand
	row          int             // the row at hand
	last         int             // the last good row before it in its trajectory
	kept         int             // the row after the rows that stay
	open         bool            // the trajectory has a segment
	point        bool            // the last segment is a point event
	gaps, holes  []int           // as in a Store
	splits       []weave.Split
	skipped      int
	twice        int
	skippedRows  []*RowError
	wrong        *RowError // the first bad row of the file that is not dropped
	err          error
}

// fork returns a Builder for a portion of the rows of b, which has begun.
func (b *Builder) fork(q *portion) *Builder {
	f := *b
	f.to, f.whole, f.jumps = q, true, nil // jumps are found among the columns
	if f.far != nil {
		f.far = &farTally{}
	}
	f.grow(1, 1) // trajectories come one after the other
	return &f
}

// take adds what a fork has counted.
func (b *Builder) take(f *Builder) {
	b.report.add(&f.report)
	if b.far != nil {
		b.far.take(f.far)
	}
}

// build goes through all rows.
func (q *portion) build() {
	rules := q.b.rules
	if path := q.b.o.Path; path != nil {
		rules.Limits = path.Limits()
	}
	for i, row := range q.first { // begin writes no element beyond i
		end := q.to
		if i+1 < len(q.first) {
			end = q.first[i+1]
		}
		q.traj = i
		if q.err = q.trajectory(&rules, row, end); q.err != nil {
			return
		}
	}
}

// trajectory goes through the rows of a trajectory. Most of a long one are plain.
func (q *portion) trajectory(rules *Rules, row, end int) error {
	b := q.b
	*b.tracks.at(0), q.open = track{}, false
	for row < end {
		q.row = row
		if e := rules.Check(q.c.Sample(row)); e != nil {
			e.Row = row
			row++
			q.bad(e) //nolint:errcheck // it has none
			continue
		}
		taken, err := b.add(q.c, row, 0, q.bad)
		if err != nil {
			return err
		}
		if row++; taken {
			q.last = row - 1
			plain := b.plain(q.c, row, end)
			q.keepRows(row, plain)
			q.last, row = plain-1, plain
		}
	}
	return b.end(0)
}

// bad counts a bad row and remembers the first few. Of bad rows that are not dropped, q.wrong is the first of the file.
func (q *portion) bad(e *RowError) error {
	if q.skipped++; q.order != nil {
		e.Row = int(q.order()[e.Row])
	}
	if e.IsTwice() {
		q.twice++
	}
	if !q.b.o.drops(e) && (q.wrong == nil || e.Row < q.wrong.Row) {
		q.wrong = e
	}
	q.skippedRows = remember(q.skippedRows, e)
	return nil
}

// Segment keeps the rows of a segment.
func (q *portion) Segment(m *BuiltSegment) error {
	if m.Begins {
		q.begin()
		q.keep(q.last)
	}
	if q.point = m.Point; m.Point {
		return nil
	}
	if m.Parts > 1 {
		q.splits = append(q.splits, weave.Split{From: q.kept - 1, To: q.kept, Parts: m.Parts})
	}
	q.keep(q.row)
	return nil
}

// Close does nothing: the gap is noted when the next piece begins.
func (q *portion) Close(*BuiltSegment) error { return nil }

// begin begins a piece, and a trajectory where it is the first.
func (q *portion) begin() {
	if q.open {
		if q.gaps = append(q.gaps, q.kept-1); !q.point {
			q.holes = append(q.holes, q.kept-1)
		}
		return
	}
	q.open = true
	n := q.trajectories
	q.first[n] = q.kept
	q.ids.slice(q.traj, q.traj+1).copyTo(q.ids, n)
	if q.radius != nil {
		q.radius[n] = q.c.R[q.last]
	}
	q.trajectories++
}

// keep moves a row behind the rows that stay.
func (q *portion) keep(row int) {
	if row > q.kept {
		q.c.move(row, q.kept)
	}
	q.c.T[q.kept] += 0 // -0 becomes 0: equal times have equal bits
	q.kept++
}

// keepRows moves a range of rows behind the rows that stay.
func (q *portion) keepRows(row, end int) {
	if row > q.kept {
		for _, col := range q.c.numbers() {
			if *col != nil {
				copy((*col)[q.kept:], (*col)[row:end])
			}
		}
	}
	q.kept += end - row
}
