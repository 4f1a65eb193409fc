package output

import (
	"math"

	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/plain"
	"github.com/parquet-go/parquet-go/encoding/rle"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
)

// optionalEncoder encodes numbers, with NaN as null.
type optionalEncoder struct{}

func (optionalEncoder) encode(g *groupEncoder, from *blockColumn) error {
	return pages(len(from.f64), func(first, last int) (err error) {
		values := from.f64[first:last]
		g.ints, g.defined = g.ints[:0], infile.Resized(g.defined, len(values))
		for i, v := range values {
			g.defined[i] = 0
			if !math.IsNaN(v) {
				g.defined[i] = 1
				g.ints = append(g.ints, int64(math.Float64bits(v)))
			}
		}
		if g.levels, err = (&rle.Encoding{BitWidth: 1}).EncodeLevels(g.levels, g.defined); err != nil {
			return err
		}
		b := boundsOf(values)
		b.nulls = int64(len(values) - len(g.ints))
		if b.none = len(g.ints) == 0; b.none {
			b.least, b.greatest = []byte{}, []byte{}
		}
		if b.none {
			return g.levelled(pqformat.Plain, g.levels, nil, len(values), b)
		}
		encoding, err := g.shorter(
			func(dst []byte) ([]byte, error) { return new(plain.Encoding).EncodeInt64(dst, g.ints) },
			pqformat.ByteStreamSplit, func(dst []byte) ([]byte, error) { return new(bytestreamsplit.Encoding).EncodeInt64(dst, g.ints) })
		if err != nil {
			return err
		}
		return g.levelled(encoding, g.levels, g.raw, len(values), b)
	})
}

// textEncoder encodes text, with empty text as null.
type textEncoder struct{ texts []string }

func (e textEncoder) encode(g *groupEncoder, from *blockColumn) error {
	return pages(len(from.u32), func(first, last int) (err error) {
		values := from.u32[first:last]
		g.raw, g.defined = g.raw[:0], infile.Resized(g.defined, len(values))
		for i, v := range values {
			g.defined[i] = 0
			if text := e.texts[v]; text != "" {
				g.defined[i] = 1
				g.raw = appendByteArray(g.raw, text)
			}
		}
		if g.levels, err = (&rle.Encoding{BitWidth: 1}).EncodeLevels(g.levels, g.defined); err != nil {
			return err
		}
		return g.levelled(pqformat.Plain, g.levels, g.raw, len(values), valueBounds{})
	})
}
