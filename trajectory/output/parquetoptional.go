package output

import (
	"encoding/binary"
	"math"

	"github.com/parquet-go/parquet-go/encoding/rle"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
)

// optionalEncoder encodes numbers, of which those that are NaN are null.
type optionalEncoder struct{}

func (optionalEncoder) encode(g *groupEncoder, from *blockColumn) error {
	return pages(len(from.f64), func(first, last int) (err error) {
		values := from.f64[first:last]
		g.raw, g.defined = g.raw[:0], infile.Resized(g.defined, len(values))
		for i, v := range values {
			g.defined[i] = 0
			if !math.IsNaN(v) {
				g.defined[i] = 1
				g.raw = binary.LittleEndian.AppendUint64(g.raw, math.Float64bits(v))
			}
		}
		if g.levels, err = (&rle.Encoding{BitWidth: 1}).EncodeLevels(g.levels, g.defined); err != nil {
			return err
		}
		b := boundsOf(values)
		b.nulls = int64(len(values) - len(g.raw)/8)
		if b.none = len(g.raw) == 0; b.none {
			b.least, b.greatest = []byte{}, []byte{}
		}
		return g.levelled(pqformat.Plain, g.levels, g.raw, len(values), b)
	})
}

// textEncoder encodes text, of which what is empty is null.
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
