package output

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/plain"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
)

// A pageCode appends a page of values to dst.
type pageCode func(dst []byte) ([]byte, error)

// shorter makes a page of numbers of eight bytes in g.raw: PLAIN, or by another encoding where the first page of the column that has values
// is shorter by a 16th, once it is packed; samples are PLAIN, the fastest to read. See docs/decisions/0118-encodings-by-the-first-page.md.
func (g *groupEncoder) shorter(asPlain pageCode, other pqformat.Encoding, asOther pageCode) (_ pqformat.Encoding, err error) {
	if g.known {
		if g.plain {
			other, asOther = pqformat.Plain, asPlain
		}
		g.raw, err = asOther(g.raw)
		return other, err
	}
	flat, err := g.packedSize(asPlain)
	if err != nil {
		return 0, err
	}
	size, err := g.packedSize(asOther)
	if err != nil {
		return 0, err
	}
	g.known, g.plain = true, size > flat-flat/16
	if !g.plain {
		g.packed = true
		return other, nil
	}
	g.raw, err = asPlain(g.raw)
	return pqformat.Plain, err
}

// packedSize packs a page into g.text and returns its size.
func (g *groupEncoder) packedSize(code pageCode) (n int, err error) {
	if g.raw, err = code(g.raw); err != nil {
		return 0, err
	}
	g.text = g.zstd.EncodeAll(g.raw, g.text[:0])
	return len(g.text), nil
}

// counts makes a page of the times in g.ints in g.raw: by their differences, or PLAIN if it is shorter.
func (g *groupEncoder) counts() (pqformat.Encoding, error) {
	return g.shorter(
		func(dst []byte) ([]byte, error) { return new(plain.Encoding).EncodeInt64(dst, g.ints) },
		pqformat.DeltaBinaryPacked, func(dst []byte) ([]byte, error) { return new(delta.BinaryPackedEncoding).EncodeInt64(dst, g.ints) })
}

// integers writes a page of g.ints.
func (g *groupEncoder) integers() (err error) {
	b, narrow := g.intBounds()
	if g.raw, err = g.deltas(g.raw, narrow); err != nil {
		return err
	}
	return g.data(pqformat.DeltaBinaryPacked, g.raw, len(g.ints), b)
}

// deltas encodes g.ints by their differences. Differences of narrow integers are the same bytes whether they are made of 32 bits or of 64, in a
// quarter of the time.
func (g *groupEncoder) deltas(dst []byte, narrow bool) ([]byte, error) {
	if !narrow {
		return new(delta.BinaryPackedEncoding).EncodeInt64(dst, g.ints)
	}
	g.codes = infile.Resized(g.codes, len(g.ints))
	for i, v := range g.ints {
		g.codes[i] = int32(v)
	}
	return new(delta.BinaryPackedEncoding).EncodeInt32(dst, g.codes)
}

// intBounds returns the bounds of g.ints; narrow: their differences fit 32 bits.
func (g *groupEncoder) intBounds() (b valueBounds, narrow bool) {
	least, greatest := g.ints[0], g.ints[0]
	for _, v := range g.ints {
		least, greatest = min(least, v), max(greatest, v)
	}
	const most = 1 << 30
	return valueBounds{least: fixed(uint64(least)), greatest: fixed(uint64(greatest))}, least >= -most && greatest < most
}

// A numbering maps codes to whole numbers.
type numbering interface {
	// numbers sets dst to the numbers of codes, of the same length.
	numbers(dst []int64, codes []uint32)
}

// wholes encodes whole numbers: by their differences, or by a dictionary where differences are wide and codes are few.
func (g *groupEncoder) wholes(codes []uint32, of numbering) error {
	wide, err := g.wide(codes, of)
	if err != nil {
		return err
	}
	few := wide && g.seen.addCodes(codes)
	if few {
		if err := g.wholeDictionary(of); err != nil {
			return err
		}
	}
	return pages(len(codes), func(first, last int) error {
		g.ints = infile.Resized(g.ints, last-first)
		of.numbers(g.ints, codes[first:last])
		if few {
			b, _ := g.intBounds()
			return g.numbered(first, last, b)
		}
		return g.integers()
	})
}

// wholeDictionary writes the numbers of the codes in g.seen.
func (g *groupEncoder) wholeDictionary(of numbering) error {
	g.raw = g.raw[:0]
	var number [1]int64
	for _, code := range g.seen.values {
		of.numbers(number[:], []uint32{uint32(code)})
		g.raw = binary.LittleEndian.AppendUint64(g.raw, uint64(number[0]))
	}
	return g.dictionary(g.raw, len(g.seen.values))
}

// wide reports whether differences of numbers take more than a dictionary takes at most: two bytes a row, and one for its values. It judges
// by some rows in the middle.
func (g *groupEncoder) wide(codes []uint32, of numbering) (ok bool, err error) {
	const (
		sample = 1 << 12
		most   = 3 // bytes of a value
	)
	n := min(len(codes), sample)
	g.ints = infile.Resized(g.ints, n)
	of.numbers(g.ints, codes[(len(codes)-n)/2:][:n])
	g.raw, err = new(delta.BinaryPackedEncoding).EncodeInt64(g.raw, g.ints)
	return len(g.raw) > most*n, err
}
