package format

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// choose finds the columns of coordinates, ids and conditions in the first table that has them, and asks the reader for them.
func (b *batchReader) choose(ctx context.Context) error {
	err := b.find(ctx)
	for several, ok := b.reader.(codec.Tables); err != nil && ok; {
		if turned := several.Turn(ctx); errors.Is(turned, io.EOF) {
			return err
		} else if turned != nil {
			return turned
		}
		if b.find(ctx) == nil {
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
func (b *batchReader) find(ctx context.Context) (err error) {
	o := new(Options)
	*o = *b.given // degrees may be those of this table alone
	b.file, b.options = b.reader.Columns(), o
	isWhole := func(column int) bool { return b.isWhole(ctx, column) }
	var cause string
	if b.shape, cause = o.findShape(b.file); cause == "" && b.shape != nil {
		b.layout, cause = o.takeGeometry(b.shape, b.file, isWhole)
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
		b.ignored, cause = b.layout.keepTyped(b.file, isWhole)
	}
	if cause = cmp.Or(cause, b.layout.tooMany(), b.unfit()); cause != "" {
		return &Error{File: b.src.Name, Cause: cause}
	}
	return nil
}

// floatIDs returns the error of a file whose ids are floating point numbers; nil where err has another cause.
func (b *batchReader) floatIDs(ctx context.Context, err error) error {
	var told *Error
	if b.layout.id < 0 || !errors.As(err, &told) || told.Cause != b.unfitID() {
		return nil
	}
	return codec.FloatIDs(ctx, b.src.Name, b.reader, b.layout.id)
}

// isWhole reports whether a column holds integers: by its type, or in a file without types by its first value.
func (b *batchReader) isWhole(ctx context.Context, column int) bool {
	c, first := &b.file[column], new(codec.Batch)
	if !c.Untyped || c.Kind != codec.Digits {
		return c.Kind == codec.Whole
	}
	if codec.ReadFirst(ctx, b.reader, []int{column}, first) != nil {
		return false // which Next says
	}
	v := &first.Values[column]
	return !v.Nulls.Has(0) && v.Fault(0) == nil && isInteger(v.Text(0))
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
		if other.find(ctx) == nil {
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
		if l.list {
			return b.unfitID()
		}
		if cause := cmp.Or(c.UnknownZone(&o.Times.Zone, o.Flag("tz")), c.Serves(codec.AsTime)); cause != "" {
			return cause
		}
	}
	return b.unfitID()
}

// unfitID returns why the column of ids cannot hold ids, "" where it can, and for a layout without ids.
func (b *batchReader) unfitID() (cause string) {
	if b.layout.id < 0 {
		return ""
	}
	return b.file[b.layout.id].Serves(codec.AsID)
}
