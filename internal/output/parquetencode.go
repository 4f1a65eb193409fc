package output

import (
	"encoding/binary"
	"math"

	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/plain"
	"github.com/parquet-go/parquet-go/encoding/rle"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/rfc3339"
	"flyby/trajectory"
)

// pages calls write for each page of n rows.
func pages(n int, write func(first, last int) error) error {
	for first := 0; first < n; first += pageRows {
		if err := write(first, min(n, first+pageRows)); err != nil {
			return err
		}
	}
	return nil
}

// columnEncoder returns the encoder of the column.
func (c outColumn) columnEncoder(times codec.TimeStorage) columnEncoder {
	switch {
	case c.geometry != nil:
		return geometryEncoder{}
	case c.rows != nil:
		return listEncoder{c.ids}
	case c.ids != nil && c.ids.IntIDs():
		return idEncoder{c.ids}
	case c.ids != nil:
		return nameEncoder{c.ids}
	case c.texts != nil:
		return textEncoder{c.texts}
	case c.u32 != nil:
		return countEncoder{}
	case c.open != nil:
		return openEncoder{}
	case c.time && times == codec.TimeText:
		return timeTextEncoder{}
	case c.time && times == codec.TimeRounded:
		return roundedEncoder{}
	case c.time && times != codec.TimeSeconds:
		return unitEncoder{times}
	case c.optional:
		return optionalEncoder{}
	}
	return numberEncoder{few: c.time}
}

// fixed returns the eight bytes of a number in PLAIN.
func fixed(bits uint64) []byte { return binary.LittleEndian.AppendUint64(nil, bits) }

// countEncoder encodes counts.
type countEncoder struct{}

func (e countEncoder) encode(g *groupEncoder, from *blockColumn) error { return g.wholes(from.u32, e) }

func (countEncoder) numbers(dst []int64, codes []uint32) {
	for i, v := range codes {
		dst[i] = int64(v)
	}
}

// idEncoder encodes rows as their integer ids.
type idEncoder struct{ ids RowIDs }

func (e idEncoder) encode(g *groupEncoder, from *blockColumn) error { return g.wholes(from.u32, e) }

func (e idEncoder) numbers(dst []int64, codes []uint32) {
	for i, v := range codes {
		dst[i] = e.ids.IntID(int(v))
	}
}

// unitEncoder encodes times as counts of a unit.
type unitEncoder struct{ storage codec.TimeStorage }

func (e unitEncoder) encode(g *groupEncoder, from *blockColumn) error {
	return pages(len(from.f64), func(first, last int) error {
		g.ints = infile.Resized(g.ints, last-first)
		for i, v := range from.f64[first:last] {
			g.ints[i] = e.storage.Units(v)
		}
		return g.integers()
	})
}

// numberEncoder encodes numbers, by a dictionary where few says that few different ones are likely and
// there are indeed few.
type numberEncoder struct{ few bool }

func (e numberEncoder) encode(g *groupEncoder, from *blockColumn) error {
	few := e.few && g.seen.addFloats(from.f64)
	if few {
		g.raw = g.raw[:0]
		for _, bits := range g.seen.values {
			g.raw = binary.LittleEndian.AppendUint64(g.raw, bits)
		}
		if err := g.dictionary(g.raw, len(g.seen.values)); err != nil {
			return err
		}
	}
	return pages(len(from.f64), func(first, last int) error {
		values := from.f64[first:last]
		if few {
			return g.numbered(first, last, boundsOf(values))
		}
		encoding, err := g.shorter(
			func(dst []byte) ([]byte, error) { return new(plain.Encoding).EncodeDouble(dst, values) },
			pqformat.ByteStreamSplit, func(dst []byte) ([]byte, error) { return new(bytestreamsplit.Encoding).EncodeDouble(dst, values) })
		if err != nil {
			return err
		}
		return g.data(encoding, g.raw, len(values), boundsOf(values))
	})
}

// numbered writes a page of rows by their values' numbers in g.seen.
func (g *groupEncoder) numbered(first, last int, bounds valueBounds) (err error) {
	if g.raw, err = new(rle.DictionaryEncoding).EncodeInt32(g.raw, g.seen.number[first:last]); err != nil {
		return err
	}
	return g.data(pqformat.RLEDictionary, g.raw, last-first, bounds)
}

// boundsOf returns the bounds of numbers. NaN is ignored, and a zero counts as both 0 and -0.
func boundsOf(values []float64) (b valueBounds) {
	least, greatest := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v < least {
			least = v
		}
		if v > greatest {
			greatest = v
		}
	}
	if least > greatest {
		return b
	}
	if least == 0 {
		least = math.Copysign(0, -1)
	}
	if greatest == 0 {
		greatest = 0 // not -0
	}
	return valueBounds{least: fixed(math.Float64bits(least)), greatest: fixed(math.Float64bits(greatest))}
}

// nameEncoder encodes rows as their names, by a dictionary unless they are too many.
type nameEncoder struct{ ids RowIDs }

func (e nameEncoder) encode(g *groupEncoder, from *blockColumn) error {
	few := g.seen.addCodes(from.u32)
	if few {
		g.raw = g.raw[:0]
		for _, traj := range g.seen.values {
			g.raw = appendByteArray(g.raw, e.ids.ID(int(traj)))
		}
		if err := g.dictionary(g.raw, len(g.seen.values)); err != nil {
			return err
		}
	}
	return pages(len(from.u32), func(first, last int) error {
		values := from.u32[first:last]
		if few {
			return g.numbered(first, last, e.bounds(values))
		}
		g.raw = g.raw[:0]
		for _, traj := range values {
			g.raw = appendByteArray(g.raw, e.ids.ID(int(traj)))
		}
		return g.data(pqformat.Plain, g.raw, len(values), e.bounds(values))
	})
}

// bounds returns the bounds of the names of trajectories, whose numbers are in the order of their
// names; the bounds of other rows' names are not known.
func (e nameEncoder) bounds(values []uint32) valueBounds {
	if _, inOrder := e.ids.(trajectories); !inOrder {
		return valueBounds{}
	}
	least, greatest := values[0], values[0]
	for _, v := range values {
		least, greatest = min(least, v), max(greatest, v)
	}
	const longest = 64 // bytes; longer ones are not worth their place
	a, b := e.ids.ID(int(least)), e.ids.ID(int(greatest))
	if max(len(a), len(b)) > longest {
		return valueBounds{}
	}
	return valueBounds{least: []byte(a), greatest: []byte(b)}
}

// appendByteArray appends text, or bytes, as PLAIN has them.
func appendByteArray[T string | []byte](dst []byte, text T) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(text))), text...)
}

// openEncoder encodes ends that are cut off, by a dictionary of all values of trajectory.Open.
type openEncoder struct{}

func (openEncoder) encode(g *groupEncoder, from *blockColumn) error {
	const all = trajectory.OpenStart | trajectory.OpenEnd
	g.raw = g.raw[:0]
	for v := trajectory.Open(0); v <= all; v++ {
		g.raw = appendByteArray(g.raw, v.String())
	}
	if err := g.dictionary(g.raw, int(all)+1); err != nil {
		return err
	}
	return pages(len(from.open), func(first, last int) (err error) {
		g.codes = infile.Resized(g.codes, last-first)
		for i, v := range from.open[first:last] {
			g.codes[i] = int32(v & all)
		}
		if g.raw, err = new(rle.DictionaryEncoding).EncodeInt32(g.raw, g.codes); err != nil {
			return err
		}
		return g.data(pqformat.RLEDictionary, g.raw, last-first, valueBounds{})
	})
}

// timeTextEncoder encodes times as RFC 3339.
type timeTextEncoder struct{}

func (timeTextEncoder) encode(g *groupEncoder, from *blockColumn) error {
	return pages(len(from.f64), func(first, last int) error {
		g.raw = g.raw[:0]
		for _, v := range from.f64[first:last] {
			at := len(g.raw)
			g.raw = rfc3339.Append(append(g.raw, 0, 0, 0, 0), v)
			binary.LittleEndian.PutUint32(g.raw[at:], uint32(len(g.raw)-at-4))
		}
		return g.data(pqformat.Plain, g.raw, last-first, valueBounds{})
	})
}
