package output

import (
	"encoding/binary"
	"fmt"
	"math"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// roundedEncoder encodes times as counts of nanoseconds, by a dictionary if there are few
// different ones: equal times have equal counts.
type roundedEncoder struct{}

func (roundedEncoder) encode(g *groupEncoder, from *blockColumn) error {
	for _, v := range from.f64 {
		if !codec.IsRounded(v) {
			return fmt.Errorf("format: write: the time %v s is outside of the extents of the stores", v)
		}
	}
	few := g.seen.addFloats(from.f64)
	if few {
		g.raw = g.raw[:0]
		for _, bits := range g.seen.values {
			g.raw = binary.LittleEndian.AppendUint64(g.raw, nanosOf(math.Float64frombits(bits)))
		}
		if err := g.dictionary(g.raw, len(g.seen.values)); err != nil {
			return err
		}
	}
	return pages(len(from.f64), func(first, last int) error {
		values := from.f64[first:last]
		least, greatest := values[0], values[0]
		for _, v := range values { // none is NaN or 0
			if v < least {
				least = v
			}
			if v > greatest {
				greatest = v
			}
		}
		bounds := valueBounds{least: fixed(nanosOf(least)), greatest: fixed(nanosOf(greatest))}
		if few {
			return g.numbered(first, last, bounds)
		}
		g.ints = infile.Resized(g.ints, len(values))
		for i, v := range values {
			g.ints[i] = codec.TimeRounded.Units(v)
		}
		encoding, err := g.counts()
		if err != nil {
			return err
		}
		return g.data(encoding, g.raw, len(values), bounds)
	})
}

// nanosOf returns the count of nanoseconds of a time, as PLAIN has it.
func nanosOf(sec float64) uint64 { return uint64(codec.TimeRounded.Units(sec)) }
