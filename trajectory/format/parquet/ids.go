package parquet

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A spelled reader makes text of values that are stored in another way.
type spelled struct {
	valueReader
	width int // of values that are stored as numbers
	spell func(dst, value []byte) []byte
	ends  []int
	all   []byte
	text  [][]byte
}

func (r *spelled) next(n int) (v parquetValues, ok bool) {
	if v, ok = r.valueReader.next(n); !ok {
		return v, false
	}
	r.all, r.ends, r.text = r.all[:0], r.ends[:0], r.text[:0]
	for i := range n {
		value := v.fixed
		if v.text != nil {
			value = v.text[i]
		} else {
			value = value[i*r.width:][:r.width]
		}
		r.all = r.spell(r.all, value)
		r.ends = append(r.ends, len(r.all))
	}
	begin := 0
	for _, end := range r.ends {
		r.text = append(r.text, r.all[begin:end])
		begin = end
	}
	return parquetValues{text: r.text}, true
}

// spellUUID appends the canonical text of the 16 bytes of a UUID, in small letters.
func spellUUID(dst, value []byte) []byte {
	for i, part := range [][]byte{value[:4], value[4:6], value[6:8], value[8:10], value[10:16]} {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, part)
	}
	return dst
}

// spellUnsigned appends the decimal digits of an unsigned integer of 64 bits.
func spellUnsigned(dst, value []byte) []byte {
	return strconv.AppendUint(dst, binary.LittleEndian.Uint64(value), 10)
}

// wide reports whether values may be integers beyond int64.
func (t *parquetType) wide() bool {
	return t.kind == pqformat.Int64 && t.unsigned && t.per == 1
}

// named makes names of integers that may be beyond int64.
func (t *parquetType) named() {
	t.names, t.spell = true, spellUnsigned
}

// findTypes finds the types of the columns that are read.
func (r *parquetReader) findTypes(ctx context.Context, columns []parquetColumn) error {
	for kind, at := range r.layout.At {
		if at < 0 {
			continue
		}
		typ, cause := typeOf(&columns[at], kind)
		if cause != "" {
			if kind == format.ColID {
				if err := r.castFloats(ctx, &columns[at]); err != nil {
					return err
				}
			}
			return &format.Error{File: r.src.Name, Cause: fmt.Sprintf("column %s: %s", r.layout.Name[kind], cause)}
		}
		typ.clock = r.o.Times
		switch {
		case kind == format.ColT && r.layout.Still:
			typ.times, typ.still = r.o.Places.Times, r.o.Places
		case kind == format.ColT:
			if cause := r.o.UnfitUnix(r.layout.Name[kind], "", typ.times == trajectory.Timestamp); cause != "" {
				return &format.Error{File: r.src.Name, Cause: cause}
			}
			typ.times, typ.unix = r.o.KindOf(typ.times), r.o.IsUnix()
		}
		r.types[kind] = typ
	}
	return nil
}

// format.SettleIDs makes names of unsigned ids of which one is beyond int64, in whichever row, as text has them. It reads the
// column of ids for that, in all row groups of the footer.
func (r *parquetReader) settleIDs(ctx context.Context) error {
	t := r.types[format.ColID]
	if !t.wide() || t.names || r.picked != nil {
		return nil
	}
	unsigned := func(dst []uint64, v parquetValues) []fault {
		for i := range dst {
			dst[i] = binary.LittleEndian.Uint64(v.fixed[8*i:])
		}
		return nil
	}
	row, _, err := firstValue(ctx, r, columnValues[uint64]{t, r.layout.Name[format.ColID], unsigned, 0}, func(id uint64) bool { return id > math.MaxInt64 })
	if err == nil && row >= 0 {
		t.named()
	}
	return err
}

// castFloats is the error of a column of ids that holds floats: what to do, and the first row that is no integer. It is nil where the
// column holds something else.
func (r *parquetReader) castFloats(ctx context.Context, column *parquetColumn) error {
	t, cause := typeOf(column, format.ColX)
	if cause != "" || t.kind != pqformat.Double && t.kind != pqformat.Float {
		return nil
	}
	if r.firsts == nil {
		if err := r.listChunks(); err != nil {
			return err
		}
	}
	const cast = "ids are integers or text: cast them to BIGINT or VARCHAR"
	name := string(column.name)
	row, value, err := firstValue(ctx, r, columnValues[float64]{t, name, t.floats, math.NaN()}, func(id float64) bool {
		return id != math.Trunc(id) || math.IsInf(id, 0)
	})
	if err != nil {
		return err
	}
	if row < 0 {
		return &format.Error{File: r.src.Name, Cause: fmt.Sprintf("column %s: type %v is not one that flyby reads here, though all values are integers: %s", name, t.kind, cast)}
	}
	e := r.place(row)
	e.Column, e.Value, e.Cause = name, strconv.FormatFloat(value, 'g', -1, 64), fmt.Sprintf("no integer, and type %v is not one that flyby reads here: %s", t.kind, cast)
	return &e
}

// firstValue returns the first row of the file whose value is one that is asked for, and the value; row is -1 where none is.
func firstValue[T any](ctx context.Context, r *parquetReader, of columnValues[T], is func(T) bool) (row int, value T, err error) {
	for group := range r.footer.groups {
		c, err := of.chunkOf(ctx, r, group)
		if err != nil {
			return 0, value, err
		}
		next, found := c.first(), -1
		err = of.scan(ctx, c, new(parquet.Unpacker), func(values []T) (more bool) {
			if at := slices.IndexFunc(values, is); at >= 0 {
				found, value = next+at, values[at]
			}
			next += len(values)
			return found < 0
		})
		if err != nil || found >= 0 {
			return found, value, err
		}
	}
	return -1, value, nil
}
