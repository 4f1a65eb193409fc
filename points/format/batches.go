package format

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/memory"
	"flyby/points"
	"flyby/trajectory/format"
)

// readByCodec returns the reader of a format whose files are batches of columns.
func readByCodec(open codec.OpenFunc) func(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
	return func(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
		r, err := open(ctx, src, o.Threads)
		if err != nil {
			return nil, err
		}
		p, err := readBatches(ctx, src, r, o)
		return p, cmp.Or(err, r.Close())
	}
}

// readBatches reads the points of a file of typed columns in batches, which o.Threads goroutines decode, check and copy into the columns of all points.
// Points, counts and errors are in the order of the file.
func readBatches(ctx context.Context, src *infile.Source, r codec.Reader, o *Options) (*contents, error) {
	b := &batchReader{gathering: gathering{src: src, beside: memory.Of(o.Threads+besideBatches, codec.MostBytes)}, given: o, reader: r}
	if err := b.choose(ctx); err != nil {
		return nil, err
	}
	b.checker = b.options.checker()
	switch n := r.Claims(); {
	case n == 0:
		return nil, b.none()
	case n > points.MaxPoints:
		return nil, &Error{File: src.Name, Cause: tooMany}
	}
	b.columns, b.ids.given = make([][]float64, len(b.layout.x)), b.layout.id >= 0
	if err := cmp.Or(b.run(ctx), b.refusal()); err != nil {
		return nil, err
	}
	if b.Rows == 0 {
		return nil, b.none()
	}
	if src.At != nil && src.Packing == "" && src.Total > 0 {
		src.Done.Store(src.Total) // of files that are read where their parts stand
	}
	p := b.contents()
	return p, b.alone(ctx)
}

// besideBatches is the number of batches that are read beside one a thread.
const besideBatches = 2

// A batchReader collects the points of batches.
type batchReader struct {
	gathering
	format.Tally // of the rows so far
	given        *Options
	reader       codec.Reader
	file         []codec.Column
	layout       layout
	shape        *codec.Shape // of geometries with the coordinates; nil: columns of numbers have them
	checker      checker
	tests        []codec.Test
	ignored      []string

	places infile.LineMap           // rows of the file, from 0, of the points
	lists  atomic.Pointer[listForm] // once the first point is known

	clocks  []localtime.Reader // [coordinates] of times in text; nil: none are
	decided []bool             // [coordinates] text has decided what it is
}

// listForm says how long the lists of all points are.
type listForm struct {
	dimensions int
	first      string // the number of the row of the first point, in words
}

// none returns the error of a file without rows.
func (b *batchReader) none() *Error {
	return &Error{File: b.src.Name, Cause: "no rows", Err: ErrNoRows}
}

// run reads all batches.
func (b *batchReader) run(ctx context.Context) error {
	inFlight := b.options.Threads + besideBatches
	order, work, free := make(chan *taken, inFlight), make(chan *taken, inFlight), make(chan *taken, inFlight)
	copies := make(chan *taken, inFlight)
	for range inFlight {
		free <- &taken{ready: make(chan struct{}, 1)}
	}
	g, ctx := errgroup.WithContext(ctx)
	var broken error
	g.Go(func() error {
		defer close(work)
		defer close(order)
		broken = b.cut(ctx, free, work, order)
		return nil
	})
	for range b.options.Threads {
		g.Go(func() error {
			b.work(work, copies, free)
			return nil
		})
	}
	g.Go(func() error {
		defer close(copies)
		return b.merge(ctx, order, copies, free)
	})
	return cmp.Or(g.Wait(), broken)
}

// cut reads the batches, in the order of the file, into free parts. The error is that behind the last batch.
func (b *batchReader) cut(ctx context.Context, free <-chan *taken, work, order chan<- *taken) error {
	for {
		var p *taken
		select {
		case p = <-free:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := b.reader.Next(ctx, &p.batch); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		b.decide(p)
		p.read = b.src.Done.Load()
		b.src.Progress()
		work <- p
		order <- p
	}
}

// decide learns from the first text of each coordinate in text whether it has times, and whether these are times of day, before any of them is taken.
func (b *batchReader) decide(p *taken) {
	isText := func(at int) bool { return b.file[at].Kind == codec.Text }
	if p.clocks = nil; !slices.ContainsFunc(b.layout.x, isText) {
		return
	}
	if b.clocks == nil {
		b.clocks, b.decided = slices.Repeat([]localtime.Reader{b.options.Times}, len(b.layout.x)), make([]bool, len(b.layout.x))
	}
	if rest := p.batch.Rest; rest != nil && slices.Contains(b.decided, false) {
		if p.batch.Rest = nil; rest() != nil {
			p.batch.Rest = rest // to be called once more, where its error has its turn
			return
		}
	}
	for k, at := range b.layout.x {
		for row := 0; row < p.batch.Rows && isText(at) && !b.decided[k] && !p.isMissed(); row++ {
			b.decided[k] = b.decideBy(k, &b.file[at], &p.batch.Values[at], row)
		}
		b.decided[k] = b.decided[k] || !isText(at)
	}
	p.clocks = slices.Clone(b.clocks)
}

// decideBy is decide for the text in a row, and reports whether it decides: in a column without a type any text, in others a time.
func (b *batchReader) decideBy(coordinate int, c *codec.Column, v *codec.Values, row int) bool {
	sense := codec.Sense{Clock: b.clocks[coordinate]}
	_, _, cause := sense.Number(c, v, row)
	switch {
	case cause == codec.Missing:
		return false
	case c.Untyped && v.Fault(row) == nil && isNumber(v.Text(row)):
		return true
	}
	b.clocks[coordinate] = sense.Clock
	return c.Untyped || sense.Clock.Decided()
}

// work takes points out of batches, and copies points to their places, until there are neither.
func (b *batchReader) work(work, copies <-chan *taken, free chan<- *taken) {
	t := b.newTaker()
	for work != nil || copies != nil {
		select {
		case p, ok := <-work:
			if !ok {
				work = nil
				continue
			}
			t.take(p)
			p.ready <- struct{}{}
		case p, ok := <-copies:
			if !ok {
				copies = nil
				continue
			}
			p.copy()
			free <- p
		}
	}
}

// merge gives the points of batches their places, batch after batch.
func (b *batchReader) merge(ctx context.Context, order <-chan *taken, copies, free chan<- *taken) error {
	var copying sync.WaitGroup
	defer copying.Wait()
	t := b.newTaker()
	for p := range order {
		<-p.ready
		if err := ctx.Err(); err != nil {
			return err
		}
		b.learn(t, p)
		if err := b.account(p); err != nil {
			return err
		}
		if err := b.place(p, &copying); err != nil {
			return err
		}
		if p.points == 0 || b.refused != nil {
			free <- p
			continue
		}
		p.copying = &copying
		copying.Add(1)
		copies <- p
	}
	return nil
}

// learn learns the number of coordinates from the first point in a list, and takes points anew that were taken without knowing it.
func (b *batchReader) learn(t *taker, p *taken) {
	if !b.layout.list || p.err != nil || p.known {
		return
	}
	if b.lists.Load() == nil && p.points > 0 {
		place := b.reader.Place(p.batch.First + p.row(0))
		b.lists.Store(&listForm{len(p.columns), rowOf(&place)})
		b.columns = make([][]float64, len(p.columns))
	}
	if b.lists.Load() != nil {
		t.take(p)
	}
}

// account counts the rows of a batch. The error tells the first bad row of the batch, unless bad rows are left out.
func (b *batchReader) account(p *taken) error {
	if p.err != nil {
		return p.err
	}
	b.Rows, b.Missed = b.Rows+p.batch.Rows, b.Missed+p.missed
	for _, bad := range p.bad {
		place := b.reader.Place(p.batch.First + bad.row)
		place.Column, place.Value, place.Cause = bad.Column, bad.Value, bad.Cause
		if bad.ends {
			return &place
		}
		b.Skip(&place)
	}
	return nil
}

// place makes room for the points of a batch, and gives them their place. Copies of other points are waited for where columns move.
func (b *batchReader) place(p *taken, copying *sync.WaitGroup) error {
	if b.refused != nil || p.points == 0 {
		b.points += p.points
		return nil
	}
	if !b.fits(p.points) || b.ids.given && !b.ids.fits(&p.ids) {
		copying.Wait()
	}
	estimate, err := b.room(p.points, b.estimate(p))
	first := b.points
	b.points += p.points
	if err != nil || b.refused != nil {
		return err
	}
	for i, run := 0, 0; i < p.points; i += run {
		row := p.batch.First + p.row(i)
		b.places.Add(first+i, row)
		if run = p.run(i); run > 1 {
			b.places.Add(first+i+1, row+1) // which tells that all of the run follow each other
		}
	}
	for k := range b.columns {
		b.columns[k] = b.columns[k][:b.points]
		p.to = append(p.to, b.columns[k][first:])
	}
	if b.ids.given {
		p.toIDs = b.ids.extend(&p.ids, estimate)
	}
	return nil
}

// estimate returns the number of points of the file, as far as a batch and those before it tell.
func (b *batchReader) estimate(p *taken) int {
	const trusted = 64 // times the bytes of the file: columns that a claim has room made for
	kept, all := b.points+p.points, b.reader.Claims()
	if all < 0 || memory.Of(all, b.each())/trusted > uint64(b.src.Total) {
		all = b.src.EstimateAt(b.Rows+p.batch.Ahead, p.read)
	}
	if kept == b.Rows {
		return all
	}
	const spare = 1.02
	return int(float64(all) * (float64(kept) / float64(b.Rows)) * spare)
}

// contents returns the columns as the points of the file.
func (b *batchReader) contents() *contents {
	p := &contents{columns: b.columns, ids: b.ids, points: b.points, layout: &b.layout, lonLat: b.options.LonLat}
	p.place = func(point int) Error { return b.reader.Place(b.places.Line(point)) }
	p.report = Report{Tally: b.Tally, Columns: b.layout.coordinates(), Ignored: b.ignored}
	p.report.OfDay = firstOfDay(p.report.Columns, b.clocks)
	if b.shape != nil {
		p.report.Geometry = b.options.describe(b.shape)
	}
	lacks := func(at int) bool { return b.file[at].LacksZone() }
	if i := slices.IndexFunc(b.layout.x, lacks); i >= 0 && !b.options.Times.Zone.Known() {
		p.report.Unzoned = p.report.Columns[i]
	}
	return p
}
