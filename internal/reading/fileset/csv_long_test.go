//go:build long

package fileset

import (
	"context"
	"strconv"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// BenchmarkReadLongCSV reads 10^7 rows on all cores: their columns alone, and the store.
func BenchmarkReadLongCSV(b *testing.B) {
	const rows = 10_000_000
	name := func(object int) string { return "car" + strconv.Itoa(object) }
	for _, c := range []struct {
		name   string
		digits int
		inTurn bool
		id     func(object int) string
	}{{"3decimals", 3, false, strconv.Itoa}, {"full", -1, false, strconv.Itoa}, {"names", 3, false, name}, {"interleavedNames", 3, true, name}} {
		b.Run(c.name, func(b *testing.B) {
			path := writeCSV(b, rows, c.digits, c.inTurn, c.id)
			b.Run("columns", func(b *testing.B) {
				defer formattest.BenchTimes(b, rows)()
				for b.Loop() {
					o := format.Options{}
					if p, _, err := readParsed(context.Background(), path, &reading.Options{Options: o}, nil); err != nil || p.Rows != rows {
						b.Fatal(err)
					}
				}
			})
			b.Run("store", func(b *testing.B) {
				defer formattest.BenchTimes(b, rows)()
				for b.Loop() {
					if s, _, err := Read(context.Background(), path, format.Options{}); err != nil || s.Samples() != rows {
						b.Fatal(err)
					}
				}
			})
		})
	}
}
