package trajectory

import (
	"fmt"
	"iter"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/weave"
)

// settle cuts all ways again along a Path that has been widened. The error is Path.Err.
func (p *gatherer) settle(b *Builder) error {
	path := b.o.Path
	if path == nil {
		return nil
	}
	for err := path.Err(); err != nil; err = path.Err() {
		if !path.Widen() {
			return err
		}
		p.splits = nil
		for piece := range p.pieces() {
			p.cut(path, piece)
		}
		b.report.Split, b.report.Added = len(p.splits), weave.Added(p.splits)
	}
	return nil
}

// pieces yields the pieces of the rows that stay, before the store has their times.
func (p *gatherer) pieces() iter.Seq[Piece] {
	return (&Store{t: p.c.T, first: p.s.first, gaps: p.s.gaps}).Pieces()
}

// cut notes the ways of a piece that have several parts.
func (p *gatherer) cut(path Path, piece Piece) {
	for row := piece.First + 1; row < piece.First+piece.Samples; row++ {
		from, to := p.sample(row-1), p.sample(row)
		if n := path.Parts(&from, &to); n > 1 {
			p.splits = append(p.splits, weave.Split{From: row - 1, To: row, Parts: n})
		}
	}
}

// weave makes positions of the rows that stay, and inserts the samples that the Path or the end of a place adds, one column at a time
// to bound memory.
func (p *gatherer) weave(made *BuildReport, o BuildOptions) error {
	if o.Path == nil {
		p.jump(o)
		p.stay(o.Until)
		return nil
	}
	c := p.c
	if err := p.afford(made.Added); err != nil {
		return err
	}
	p.s.frame = o.Path.Frame()
	added := p.between(made.Added, o.Path)
	p.place(o.Path)
	p.jump(o)
	c.T = weave.Column(c.T, added.T, p.splits)
	c.X = weave.Column(c.X, added.X, p.splits)
	c.Y = weave.Column(c.Y, added.Y, p.splits)
	c.Z = weave.Column(c.Z, added.Z, p.splits)
	c.H = weave.Column(c.H, added.H, p.splits)
	p.shift()
	p.stay(o.Until)
	return nil
}

// afford refuses added samples for which there is no room, before any is made.
func (p *gatherer) afford(added int) error {
	if added == 0 {
		return nil
	}
	const number = 8
	all, each := p.kept+added, 4*number
	if p.c.H != nil {
		each += number
	}
	if err := countable(all); err != nil {
		return fmt.Errorf("splitting %d long segments: %w; a max gap splits fewer", len(p.splits), err)
	}
	if err := memory.Need(memory.Count(all)+" samples", memory.Of(all, each)+memory.Of(added, each)); err != nil {
		return fmt.Errorf("splitting %d long segments: %w", len(p.splits), err)
	}
	return nil
}

// between makes the n samples between the parts of ways, from positions as they were read.
func (p *gatherer) between(n int, path Path) (a Columns) {
	if n == 0 {
		return a
	}
	columns := p.positions(&a)
	a.T = make([]float64, 0, n)
	for _, col := range columns {
		*col = make([]float64, 0, n)
	}
	for _, s := range p.splits {
		from, to := p.sample(s.From), p.sample(s.To)
		for t, at := range path.Between(&from, &to, s.Parts) {
			a.T = append(a.T, t)
			for k, col := range columns {
				*col = append(*col, at[k])
			}
		}
	}
	return a
}

// jump finds the jumps among segments along straight lines that have no limit of speed. It returns at once where the columns stay as
// they are, and New waits for jumped.
func (p *gatherer) jump(o BuildOptions) {
	p.jumped = make(chan Jumps, 1)
	c := p.c
	if !o.looksForJumps(c.V[0] != nil) {
		close(p.jumped)
		return
	}
	t, at, pieces := c.T, p.coordinates(), p.pieces()
	find := func() { p.jumped <- FindJumps(t, at, pieces, 0) }
	if o.Path == nil {
		go find()
	} else {
		find() // columns are freed as samples are added to them
	}
}

// coordinates returns the columns of positions and heights that there are.
func (p *gatherer) coordinates() (all [][]float64) {
	for _, col := range p.positions(p.c) {
		all = append(all, *col)
	}
	return all
}

// positions returns the columns of a that hold the coordinates of positions and the heights.
func (p *gatherer) positions(a *Columns) []*[]float64 {
	columns := []*[]float64{&a.X, &a.Y}
	if p.c.Z != nil || p.s.frame == EarthCentred {
		columns = append(columns, &a.Z)
	}
	if p.c.H != nil {
		columns = append(columns, &a.H)
	}
	return columns
}

// sample gathers a row with its velocity, known or not.
func (p *gatherer) sample(row int) Sample {
	s := p.c.Sample(row)
	s.V, _ = p.c.Velocity(row)
	return s
}

// place turns the coordinates of all rows into positions.
func (p *gatherer) place(path Path) {
	c := p.c
	if p.s.frame == EarthCentred && c.Z == nil {
		c.Z = make([]float64, p.kept)
	}
	columns := p.positions(c)
	parallel.AllCores(p.kept, func(first, last int) {
		for row := first; row < last; row++ {
			s := p.sample(row)
			at := path.Position(&s)
			for k, col := range columns {
				(*col)[row] = at[k]
			}
		}
	})
}

// shift moves the rows of trajectories and gaps by the number of samples added before them.
func (p *gatherer) shift() {
	for _, rows := range [][]int{p.s.first, p.s.gaps, p.s.holes} {
		shift, splits := 0, p.splits
		for i, row := range rows {
			for ; len(splits) > 0 && splits[0].To <= row; splits = splits[1:] {
				shift += splits[0].Parts - 1
			}
			rows[i] += shift
		}
	}
}

// stay gives each row, a place, a second sample at the instant until.
func (p *gatherer) stay(until *float64) {
	if until == nil {
		return
	}
	c, at := p.c, 0
	again := func(row int) bool { return c.T[row] != *until }
	for traj, row := range p.s.first[:len(p.s.first)-1] { // each has one row
		p.s.first[traj] = at
		if at++; again(row) {
			at++
		}
	}
	p.s.first[len(p.s.first)-1] = at
	for _, col := range []*[]float64{&c.X, &c.Y, &c.Z, &c.H} {
		*col = twice(*col, at, again, nil)
	}
	c.T = twice(c.T, at, again, until)
}

// twice returns a column of n values, in which each value for which again reports true is followed by itself, or by *other if given.
func twice(col []float64, n int, again func(row int) bool, other *float64) []float64 {
	if col == nil {
		return nil
	}
	out := make([]float64, 0, n)
	for row, v := range col {
		out = append(out, v)
		if !again(row) {
			continue
		}
		if other != nil {
			v = *other + 0
		}
		out = append(out, v)
	}
	return out
}
