package parquet

import (
	"context"
	"math"
	"strconv"
	"time"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/trajectory"
)

// groupCells are the values of a column of a row group.
type groupCells interface {
	// read takes those of a chunk that was surveyed.
	read(ctx context.Context, c *parquetChunk, u *parquet.Unpacker, s *steps) error
	// text is the value of a row, "" where it is null.
	text(row int) string
}

// cellsOf are groupCells of one type.
type cellsOf[T any] struct {
	convert func(dst []T, v parquetValues) []fault
	write   func(v T) string
	values  []T
	null    rowSet
}

// groupCells returns what holds values of the type.
func (t *parquetType) groupCells() groupCells {
	if t.wide() {
		t.named()
	}
	switch {
	case t.names:
		return &cellsOf[string]{convert: texts, write: func(s string) string { return s }}
	case t.times == trajectory.Timestamp && t.kind == pqformat.Int64:
		return &cellsOf[int64]{convert: t.ints, write: t.stampText}
	case t.times == trajectory.Number && t.per == 1 && (t.kind == pqformat.Int32 || t.kind == pqformat.Int64):
		return &cellsOf[int64]{convert: t.ints, write: func(v int64) string { return strconv.FormatInt(v, 10) }}
	}
	return &cellsOf[float64]{convert: t.floats, write: t.times.Format}
}

// texts converts text.
func texts(dst []string, v parquetValues) []fault {
	for i, b := range v.text {
		if i > 0 && dst[i-1] == infile.TextOf(b) {
			dst[i] = dst[i-1] // as a rule
			continue
		}
		dst[i] = string(b)
	}
	return nil
}

// stampText is a count of units since 1970 as text. One that the nearest float64 does not give back is
// written in full.
func (t *parquetType) stampText(count int64) string {
	sec := infile.Ratio(count, t.per)
	if t.per != parquet.TimeRounded.Per() || math.Abs(sec) < parquet.EndRounded && parquet.TimeRounded.Units(sec) == count {
		return trajectory.Timestamp.Format(sec)
	}
	return time.Unix(0, count).UTC().Format(time.RFC3339Nano)
}

func (a *cellsOf[T]) read(ctx context.Context, c *parquetChunk, u *parquet.Unpacker, s *steps) error {
	a.values = make([]T, c.rows())
	err := readPages(ctx, &chunkPages[T]{c: c, u: u, s: s, column: a.values, convert: a.convert})
	a.null = c.skip
	return err
}

func (a *cellsOf[T]) text(row int) string {
	if a.null.has(row) {
		return ""
	}
	return a.write(a.values[row])
}
