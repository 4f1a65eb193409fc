package format

import (
	"context"
	"math"
)

// columnValues says how values of a column are read.
type columnValues[T any] struct {
	typ     *parquetType
	name    string
	convert func(dst []T, v parquetValues) []fault
	null    T // stands for none
}

// chunkOf returns the chunk of a column in a row group, whose pages claim as many values as there are rows.
func (of columnValues[T]) chunkOf(ctx context.Context, r *parquetReader, group int) (*parquetChunk, error) {
	c := &parquetChunk{r: r, group: group, kind: ignored, label: of.name, typ: of.typ, meta: &r.footer.groups[group].columns[of.typ.index]}
	if err := c.readable(); err != nil {
		return nil, err
	}
	return c, c.survey(ctx)
}

// scan hands on the values of a chunk, some rows at a time, until take wants no more. Chunks of other columns in the row group are
// handed on in the same rows. The values lie in scratch, and are valid until take returns.
func (of columnValues[T]) scan(ctx context.Context, c *parquetChunk, u *unpacker, take func(values []T) (more bool)) error {
	s := &steps{r: c.r, pace: pace{step: decodeAtOnce, ahead: 1}, stop: math.MaxInt} // for which no other chunk waits
	c.begun = c.first()
	err := readPages(ctx, &chunkPages[T]{
		c: c, u: u, s: s, column: make([]T, decodeAtOnce), convert: of.convert, null: &of.null,
		finish: func(values []T) {
			if s.stop > 0 && !take(values) {
				s.stop = 0
			}
		},
	})
	if s.stop == 0 && err == errStopped {
		return nil
	}
	return err
}
