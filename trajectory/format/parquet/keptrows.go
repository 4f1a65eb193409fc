package parquet

import (
	"context"
	"fmt"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// keptRows keeps the rows of a Parquet file as they come, but for repeats: few bytes can stand
// for a hundred million copies of one row.
type keptRows struct {
	r       *parquetReader
	columns trajectory.Columns
	checker *trajectory.Checker
	places  infile.LineMap // by kept row: its row in the file
	dropped []int          // of the current rows
	repeats int
}

// keep reads rows and keeps them as they come.
func (r *parquetReader) keep(ctx context.Context) (*format.Parsed, error) {
	k := &keptRows{r: r, checker: trajectory.NewChecker(trajectory.Rules{Limits: r.o.Limits(), Times: r.types[format.ColT].times})}
	own := *r.o
	own.Take = k.take
	r.o, r.bare = &own, true
	r.passOn()
	p, err := r.decode(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range p.Misfits {
		if len(k.columns.T) > 0 { // else Read reports that every row is bad
			p.Reasons = infile.AddReason(p.Reasons, e)
		}
	}
	p.Skipped += p.Unfit
	p.IDs, p.Misfits, p.Unfit = format.IDs{}, nil, 0
	p.Columns, p.Left.Repeats = k.columns, k.repeats
	p.Place = func(row int) format.Error { return r.file.Locate(k.places.Line(row)) }
	return p, nil
}

// take is a RowsFunc.
func (k *keptRows) take(rows *format.Rows, bad func(*trajectory.RowError) error) error {
	c, before, more := &k.columns, len(k.columns.T), len(rows.T)
	if err := k.afford(before, more); err != nil {
		return err
	}
	c.Times, c.Frame, c.ID.Name = rows.Times, rows.Frame, rows.ID.Name
	from := format.FloatsOf(&rows.Columns)
	for i, col := range format.FloatsOf(c) {
		if *from[i] != nil {
			*col = append(infile.Reserve(*col, more, 0), *from[i]...)
		}
	}
	if rows.ID.Code != nil {
		c.ID.Code = append(infile.Reserve(c.ID.Code, more, 0), rows.ID.Code...)
	} else {
		c.ID.Int = append(infile.Reserve(c.ID.Int, more, 0), rows.ID.Int...)
	}
	k.dropped = k.dropped[:0]
	err := k.checker.Keep(c, before, func(row int, e *trajectory.RowError) error {
		k.dropped = append(k.dropped, row-before)
		if e == nil {
			k.repeats++
			return nil
		}
		e.Row -= before
		return bad(e)
	})
	k.note(rows, before, more)
	return err
}

// afford returns an error if there is no memory for more rows.
func (k *keptRows) afford(rows, more int) error {
	if rows+more <= cap(k.columns.T) {
		return nil
	}
	err := memory.Need(fmt.Sprintf("the columns of %d rows so far", rows+more), memory.Of(infile.Grown(rows, more, 0), k.r.rowBytes()))
	if err != nil {
		return k.r.file.Outgrown(err)
	}
	return nil
}

// note notes the rows of the file for rows that were just kept.
func (k *keptRows) note(rows *format.Rows, before, more int) {
	dropped := k.dropped
	for i := range more {
		if len(dropped) > 0 && dropped[0] == i {
			dropped = dropped[1:]
			continue
		}
		k.places.Add(before, rows.At(i))
		before++
	}
}
