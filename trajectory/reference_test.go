package trajectory_test

import (
	"cmp"
	"slices"

	"flyby/trajectory"
)

// built is the trajectory that a Builder makes of the rows of one id: pieces of samples.
type built struct {
	id     int64
	radius float64
	pieces [][]placed

	spliced []bool // [pieces] it begins at a splice
}

// placed is a sample with its position.
type placed struct {
	t  float64
	at trajectory.Position
}

// reference builds trajectories by one pass for each rule over rows in the order of their ids, as New once did: it drops rows that break a
// rule or repeat another, marks segments that are too fast and drops samples between two of them, divides pieces at gaps, and cuts
// segments along the path. bad are the rows that break a rule, in file order.
func reference(c *trajectory.Columns, ids []int64, o trajectory.BuildOptions) (all []built, left trajectory.LeftOut, added int, bad []trajectory.RowError) {
	rules := trajectory.Rules{Times: c.Times}
	if o.Path != nil {
		rules.Limits = o.Path.Limits()
	}
	distinct := slices.Clone(ids)
	slices.Sort(distinct)
	for _, id := range slices.Compact(distinct) {
		rows, repeats, wrong := goodRows(c, ids, id, rules, o)
		bad = append(bad, wrong...)
		left.Repeats += repeats
		if len(rows) == 0 {
			continue
		}
		one := built{id: id, radius: o.Radius}
		if c.R != nil {
			one.radius = c.R[rows[0]]
		}
		added += one.join(c, rows, o, &left)
		all = append(all, one)
	}
	slices.SortFunc(bad, func(a, b trajectory.RowError) int { return cmp.Compare(a.Row, b.Row) })
	return all, left, added, bad
}

// goodRows returns the rows of an id that break no rule and repeat none.
func goodRows(c *trajectory.Columns, ids []int64, id int64, rules trajectory.Rules, o trajectory.BuildOptions) (rows []int, repeats int, bad []trajectory.RowError) {
	for row, of := range ids {
		if of != id {
			continue
		}
		e := rules.Check(c.Sample(row))
		if n := len(rows); e == nil && n > 0 {
			last, s := c.Sample(rows[n-1]), c.Sample(row)
			later := (s.T > last.T || c.Splices && s.T == last.T && c.Piece[row] != c.Piece[rows[n-1]]) && s.R == last.R
			if o.Until != nil {
				last.T, later = s.T, false
			}
			if !later {
				if e = rules.Follow(s, last); e == nil {
					repeats++
					continue
				}
			}
		}
		if e != nil {
			e.Row = row
			bad = append(bad, *e)
			continue
		}
		rows = append(rows, row)
	}
	return rows, repeats, bad
}

// join makes pieces of good rows, and returns the number of samples that the path adds.
func (b *built) join(c *trajectory.Columns, rows []int, o trajectory.BuildOptions, left *trajectory.LeftOut) (added int) {
	apart := func(from, to int) bool {
		return o.MaxGap > 0 && c.T[to]-c.T[from] > o.MaxGap || c.Piece != nil && c.Piece[from] != c.Piece[to]
	}
	fast, severed := make([]bool, len(rows)+1), make([]bool, len(rows)+1) // [i] whether the segment to row i is
	for i := 1; i < len(rows); i++ {
		from, to := gathered(c, rows[i-1]), gathered(c, rows[i])
		if severed[i] = apart(rows[i-1], rows[i]); severed[i] || o.MaxSpeed == 0 {
			continue
		}
		if fast[i] = from.Faster(to, o.MaxSpeed); o.Path != nil {
			fast[i] = o.Path.Faster(&from, &to, o.MaxSpeed)
		}
	}
	joined, byGap, bySpeed, last := false, false, false, -1
	for i, row := range rows {
		if fast[i] && fast[i+1] {
			left.CutOff++
			continue
		}
		s := gathered(c, row)
		at := position(c, s, o.Path)
		n := len(b.pieces) - 1
		switch {
		case last < 0:
			b.pieces, b.spliced = [][]placed{{{s.T + 0, at}}}, []bool{false}
		case severed[i] && s.T == c.T[rows[i-1]] && len(b.pieces[n]) == 1: // the piece before has no instant of its own
			b.pieces[n][0].at = at
		case fast[i] || severed[i] || last != i-1:
			b.pieces, b.spliced = append(b.pieces, []placed{{s.T + 0, at}}), append(b.spliced, s.T == c.T[rows[i-1]])
			if severed[i] && s.T == c.T[rows[i-1]] {
				break
			}
			if severed[i] && !(last != i-1) {
				byGap = byGap || o.MaxGap > 0 && s.T-c.T[rows[i-1]] > o.MaxGap && !(c.Piece != nil && c.Piece[rows[i-1]] != c.Piece[row])
			} else {
				bySpeed = true
				left.SpeedGaps++
			}
		default:
			from := gathered(c, rows[last])
			joined = true
			if o.Path != nil {
				for t, p := range o.Path.Between(&from, &s, max(1, o.Path.Parts(&from, &s))) {
					b.pieces[n] = append(b.pieces[n], placed{t + 0, p})
					added++
				}
			}
			b.pieces[n] = append(b.pieces[n], placed{s.T + 0, at})
		}
		last = i
	}
	left.CountAlone(joined, byGap, bySpeed)
	b.dropAlone()
	if o.Until != nil && *o.Until != b.pieces[0][0].t {
		b.pieces[0] = append(b.pieces[0], placed{*o.Until + 0, b.pieces[0][0].at})
	}
	return added
}

// dropAlone drops the pieces of one sample that begin at a splice: the piece before owns the instant.
func (b *built) dropAlone() {
	kept := b.pieces[:0]
	for i, p := range b.pieces {
		if !b.spliced[i] || len(p) > 1 {
			kept = append(kept, p)
		}
	}
	b.pieces = kept
}

// gathered gathers a row with its velocity.
func gathered(c *trajectory.Columns, row int) trajectory.Sample {
	s := c.Sample(row)
	s.V, _ = c.Velocity(row)
	return s
}

// position returns the position of a sample.
func position(c *trajectory.Columns, s trajectory.Sample, path trajectory.Path) (at trajectory.Position) {
	if path != nil {
		return path.Position(&s)
	}
	at = trajectory.Position{s.X, s.Y, s.Z}
	switch {
	case c.Z == nil:
		at[2] = s.H
	case c.H != nil:
		at[3] = s.H
	}
	return at
}
