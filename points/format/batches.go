package format

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"flyby/internal/codec"
	"flyby/internal/infile"
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

	places infile.LineMap        // rows of the file, from 0, of the points
	lists  atomic.Pointer[lists] // once the first point is known
}

// lists says how long the lists of all points are.
type lists struct {
	dimensions int
	first      string // the number of the row of the first point, in words
}

// none returns the error of a file without rows.
func (b *batchReader) none() *Error {
	return &Error{File: b.src.Name, Cause: "no rows", Err: ErrNoRows}
}

// choose finds the columns of coordinates, ids and conditions in the first table that has them, and asks the reader for them.
func (b *batchReader) choose(ctx context.Context) error {
	err := b.find()
	for several, ok := b.reader.(codec.Tables); err != nil && ok; {
		if turned := several.Turn(ctx); errors.Is(turned, io.EOF) {
			return err
		} else if turned != nil {
			return turned
		}
		if b.find() == nil {
			err = nil
		}
	}
	if err != nil {
		return cmp.Or(b.floatIDs(ctx, err), err)
	}
	wanted := slices.Clone(b.layout.x)
	if b.layout.id >= 0 {
		wanted = append(wanted, b.layout.id)
	}
	for _, t := range b.tests {
		wanted = append(wanted, t.Column)
	}
	slices.Sort(wanted)
	b.reader.Want(slices.Compact(wanted), b.tests)
	return nil
}

// find finds the columns of coordinates, ids and conditions in a table.
func (b *batchReader) find() (err error) {
	o := new(Options)
	*o = *b.given // degrees may be those of this table alone
	b.file, b.options = b.reader.Columns(), o
	var cause string
	if b.shape, cause = o.findShape(b.file); cause == "" && b.shape != nil {
		b.layout, cause = o.takeGeometry(b.shape, b.file)
	} else if cause == "" {
		b.layout, cause = o.find(codec.NamesOf(b.file))
	}
	if cause != "" {
		return &Error{File: b.src.Name, Cause: cause}
	}
	if b.tests, err = bindTests(o.Tests, b.src.Name, b.file); err != nil {
		return err
	}
	if b.ignored = nil; b.shape == nil {
		b.ignored, cause = b.layout.keepTyped(b.file)
	}
	if cause = cmp.Or(cause, b.layout.tooMany(), b.unfit()); cause != "" {
		return &Error{File: b.src.Name, Cause: cause}
	}
	return nil
}

// floatIDs returns the error of a column of ids that has a type of fractions: the remedy, and the first row that is no integer. It is nil where err has
// another cause.
func (b *batchReader) floatIDs(ctx context.Context, err error) error {
	const cast = "ids are integers or text: cast them to BIGINT or VARCHAR"
	var told *Error
	at := b.layout.id
	if at < 0 || b.file[at].Kind != codec.Float || b.file[at].Type == "" || !errors.As(err, &told) || told.Cause != b.unfitID() {
		return nil
	}
	c, sense := &b.file[at], codec.Sense{}
	b.reader.Want([]int{at}, nil)
	for batch := new(codec.Batch); ; {
		err := b.reader.Next(ctx, batch)
		if errors.Is(err, io.EOF) {
			return &Error{File: b.src.Name, Cause: c.Serves(codec.AsID) + ", though all values are integers: " + cast}
		}
		if err == nil && batch.Rest != nil {
			err = batch.Rest()
		}
		if err != nil {
			return err
		}
		for row := range batch.Rows {
			if id, _, cause := sense.Number(c, &batch.Values[at], row); cause == "" && (id != math.Trunc(id) || math.IsInf(id, 0)) {
				e := b.reader.Place(batch.First + row)
				e.Column, e.Value = c.Name, strconv.FormatFloat(id, 'g', -1, 64)
				e.Cause = fmt.Sprintf("no integer, and type %s is not one that flyby reads here: %s", c.Type, cast)
				return &e
			}
		}
	}
}

// alone returns the error of a file of which a later table has the columns that are asked for, too; nil where none has.
func (b *batchReader) alone(ctx context.Context) error {
	several, ok := b.reader.(codec.Tables)
	if !ok {
		return nil
	}
	first := several.Table()
	for {
		if err := several.Turn(ctx); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		other := &batchReader{gathering: b.gathering, given: b.given, reader: b.reader}
		if other.find() == nil {
			return several.Both(first)
		}
	}
}

// bindTests returns the conditions with the columns that they are on.
func bindTests(tests []infile.CellTest, file string, columns []codec.Column) (all []codec.Test, err error) {
	at, err := infile.BindTests(tests, file, codec.NamesOf(columns))
	if err != nil {
		return nil, err
	}
	for i, column := range at {
		if !columns[column].Single() {
			return nil, infile.NoCell(file, fmt.Sprintf("column %q, which --where %s names, holds neither text nor one number a row", tests[i].Column, tests[i].String()))
		}
		all = append(all, codec.Test{Column: column, CellTest: tests[i]})
	}
	return all, nil
}

// unfit returns why a column cannot hold coordinates or ids, "" where all can.
func (b *batchReader) unfit() (cause string) {
	l, o := &b.layout, b.options
	for _, at := range l.x {
		c := &b.file[at]
		switch {
		case l.list:
			return b.unfitID()
		case c.Clocks && c.LacksZone() && !o.Times.Zone.Known():
			return fmt.Sprintf("column %s: its times have no zone: %s says where clocks show them", c.Name, o.Flag("tz"))
		}
		if cause := c.Serves(codec.AsTime); cause != "" {
			return cause
		}
	}
	return b.unfitID()
}

// unfitID returns why a column cannot hold ids, "" where it can, or where there is none.
func (b *batchReader) unfitID() (cause string) {
	if b.layout.id < 0 {
		return ""
	}
	return b.file[b.layout.id].Serves(codec.AsID)
}

// run reads all batches.
func (b *batchReader) run(ctx context.Context) error {
	inFlight := b.options.Threads + besideBatches
	order, work, free := make(chan *part, inFlight), make(chan *part, inFlight), make(chan *part, inFlight)
	copies := make(chan *part, inFlight)
	for range inFlight {
		free <- &part{ready: make(chan struct{}, 1)}
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
func (b *batchReader) cut(ctx context.Context, free <-chan *part, work, order chan<- *part) error {
	for {
		var p *part
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
		p.read = b.src.Done.Load()
		b.src.Progress()
		work <- p
		order <- p
	}
}

// work takes points out of batches, and copies points to their places, until there are neither.
func (b *batchReader) work(work, copies <-chan *part, free chan<- *part) {
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
func (b *batchReader) merge(ctx context.Context, order <-chan *part, copies, free chan<- *part) error {
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
func (b *batchReader) learn(t *taker, p *part) {
	if !b.layout.list || p.err != nil || p.known {
		return
	}
	if b.lists.Load() == nil && p.points > 0 {
		place := b.reader.Place(p.batch.First + p.row(0))
		b.lists.Store(&lists{len(p.columns), rowOf(&place)})
		b.columns = make([][]float64, len(p.columns))
	}
	if b.lists.Load() != nil {
		t.take(p)
	}
}

// account counts the rows of a batch. The error is that of its first bad row, unless bad rows are left out.
func (b *batchReader) account(p *part) error {
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
func (b *batchReader) place(p *part, copying *sync.WaitGroup) error {
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
		b.places.Add(first+i, p.batch.First+p.row(i))
		run = p.run(i)
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
func (b *batchReader) estimate(p *part) int {
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
	if b.shape != nil {
		p.report.Geometry = b.options.describe(b.shape)
	}
	lacks := func(at int) bool { return b.file[at].LacksZone() }
	if i := slices.IndexFunc(b.layout.x, lacks); i >= 0 && !b.options.Times.Zone.Known() {
		p.report.Unzoned = p.report.Columns[i]
	}
	return p
}
