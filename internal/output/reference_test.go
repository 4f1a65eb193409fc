package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/rfc3339"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
)

// referenceValue appends one value of a column as packages strconv and encoding/json write it, to
// compare the loops of the sinks with.
func (c outColumn) referenceValue(dst []byte, row int, asJSON, stamps bool) []byte {
	quoted := func(text string) []byte {
		if asJSON {
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			e.Encode(text) //nolint:errcheck // a string and a buffer cannot fail
			return append(dst, strings.TrimSuffix(b.String(), "\n")...)
		}
		if strings.ContainsAny(text, ",\"\r\n") {
			text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
		}
		return append(dst, text...)
	}
	switch {
	case c.ids != nil && c.ids.IntIDs():
		return strconv.AppendInt(dst, c.ids.IntID(int((*c.u32)[row])), 10)
	case c.ids != nil:
		return quoted(c.ids.ID(int((*c.u32)[row])))
	case c.u32 != nil:
		return strconv.AppendUint(dst, uint64((*c.u32)[row]), 10)
	case c.open != nil:
		return quoted((*c.open)[row].String())
	case c.time && stamps:
		return quoted(rfc3339.Format((*c.f64)[row]))
	}
	v := (*c.f64)[row]
	if c.optional && !asJSON && math.IsNaN(v) {
		return dst
	}
	if asJSON && (math.IsNaN(v) || math.IsInf(v, 0)) {
		return append(dst, "null"...)
	}
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(dst, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(dst, v, 'f', -1, 64)
}

// referenceText is a whole file of n rows, one value after the other.
func referenceText(c content, n int, asJSON bool) string {
	var b []byte
	for i, column := range c.columns {
		if !asJSON {
			b = append(append(b, column.name...), ",\n"[min(1, (i+1)/len(c.columns))])
		}
	}
	for row := range n {
		for i, column := range c.columns {
			if i > 0 {
				b = append(b, ',')
			}
			if asJSON {
				b = append(append(b, "{"[min(1, i):]...), strconv.Quote(column.name)+":"...)
			}
			b = column.referenceValue(b, row, asJSON, c.stamps)
		}
		if asJSON {
			b = append(b, '}')
		}
		b = append(b, '\n')
	}
	return string(b)
}

// oddNumbers returns numbers at the edges of their ways of writing.
func oddNumbers() []float64 {
	odd := []float64{0, math.Copysign(0, -1), 1, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 99_999_999, 100_000_000, 1 << 53, 1<<53 - 1, 1<<53 + 2,
		1e15, 1e16, 123456789012345678, 1e20, 1e21, 1.5e21, 1e22, 1 << 62, 1 << 63, 1e300, math.MaxFloat64, 5e-324, 2.2250738585072014e-308, 1e-6, 9.999e-7,
		0.1, 1.0 / 3, 0.30000000000000004, 123456.789, 4503599627370497.5, math.Inf(1), math.NaN(), 1e-300, 253402300799.99997, 62167219200, 1700000000.123456789}
	for _, v := range slices.Clone(odd) {
		odd = append(odd, -v)
	}
	return odd
}

// numberOfKind makes a number: a whole one, one of all bits, an odd one, one with few decimals.
func numberOfKind(rng *rand.Rand, odd []float64) float64 {
	switch rng.IntN(7) {
	case 0:
		return float64(rng.IntN(500))
	case 1:
		return math.Float64frombits(rng.Uint64())
	case 2:
		return odd[rng.IntN(len(odd))]
	case 3:
		return float64(rng.Int64N(1<<54) - 1<<53)
	case 4:
		return float64(rng.IntN(2_000_000)-1_000_000) / 1000
	case 5:
		return math.Ldexp(rng.NormFloat64(), rng.IntN(40)-10)
	}
	return 1.7e9 + float64(rng.IntN(100_000))/64
}

// oddHits makes hits of trajectories of both stores, in which a value may repeat in the next row.
func oddHits(rng *rand.Rand, n int, q, e *trajectory.Store) (h trajectory.Hits) {
	odd := oddNumbers()
	again := func(column []uint32, v uint32) []uint32 {
		if len(column) > 0 && rng.IntN(3) > 0 {
			v = column[len(column)-1]
		}
		return append(column, v)
	}
	number := func(column []float64) []float64 {
		v := numberOfKind(rng, odd)
		if k := len(column); k > 0 && rng.IntN(3) > 0 {
			v = column[k-1-rng.IntN(min(k, 3))]
		}
		return append(column, v)
	}
	for range n {
		h.QueryTraj = again(h.QueryTraj, uint32(rng.IntN(q.Trajectories())))
		h.QuerySeg = again(h.QuerySeg, rng.Uint32()>>rng.IntN(33))
		h.EntryTraj = again(h.EntryTraj, uint32(rng.IntN(e.Trajectories())))
		h.EntrySeg = again(h.EntrySeg, rng.Uint32()>>rng.IntN(33))
		h.Enter, h.Exit = number(h.Enter), number(h.Exit)
	}
	return h
}

// oddStores returns stores with all kinds of ids.
func oddStores(t testing.TB, times trajectory.TimeKind) []*trajectory.Store {
	long := strings.Repeat("long", 5000)
	return []*trajectory.Store{
		formattest.SmallStore(t, times, "-9223372036854775808", "-7", "0", "9", "10", "9999", "10000", "123456789", "9223372036854775807"),
		formattest.SmallStore(t, times, "a", "plain name of more than thirty-two bytes", "z"),
		formattest.SmallStore(t, times, "", "a,\"b\"", "é\n", "\x00\xff<&>", "b\u2028\\", "\"", long, long+",\""),
	}
}

// TestTextIsThatOfStrconv writes hits of every kind of id, number and time, and wants the bytes of
// referenceText.
func TestTextIsThatOfStrconv(t *testing.T) {
	for _, times := range []trajectory.TimeKind{trajectory.Number, trajectory.Timestamp} {
		stores := oddStores(t, times)
		for seed := range uint64(9) {
			rng := rand.New(rand.NewPCG(seed, 77))
			q, e := stores[seed%3], stores[seed/3]
			n := []int{1, 255, 256, 257, 3000, textRows + 300}[rng.IntN(6)]
			h := oddHits(rng, n, q, e)
			for _, ext := range []string{".csv", ".ndjson"} {
				want := referenceText(hitContent(&h, q, e, WriteOptions{}), n, ext != ".csv")
				got := writeHits(t, filepath.Join(t.TempDir(), "odd"+ext), q, e, h, 1+rng.IntN(2*n), 2)
				sameText(t, fmt.Sprintf("%v, seed %d, %s", times, seed, ext), string(got), want)
			}
		}
	}
}

// TestEncounterTextIsThatOfStrconv does the same for encounters.
func TestEncounterTextIsThatOfStrconv(t *testing.T) {
	for _, times := range []trajectory.TimeKind{trajectory.Number, trajectory.Timestamp} {
		for i, s := range oddStores(t, times) {
			rng := rand.New(rand.NewPCG(uint64(i), 78))
			const n = 2000
			a, b := oddHits(rng, n, s, s), oddHits(rng, n, s, s)
			met := trajectory.Encounters{QueryTraj: a.QueryTraj, EntryTraj: a.EntryTraj, Enter: a.Enter, Exit: a.Exit, Closest: b.Enter, Distance: b.Exit, Speed: oddHits(rng, n, s, s).Exit}
			for range n {
				met.Open = append(met.Open, trajectory.Open(rng.IntN(4)))
			}
			for _, ext := range []string{".csv", ".jsonl"} {
				path := filepath.Join(t.TempDir(), "odd"+ext)
				w, err := CreateEncounters(path, s, s, WriteOptions{Threads: 3})
				if err != nil {
					t.Fatal(err)
				}
				if err := w.Write(met); err != nil {
					t.Fatal(err)
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				got, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				sameText(t, fmt.Sprintf("%v, store %d, %s", times, i, ext), string(got), referenceText(encounterContent(&met, s, s, WriteOptions{}), n, ext != ".csv"))
			}
		}
	}
}

// sameText compares files and shows the first line in which they differ.
func sameText(t *testing.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	a, b := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("%s: line %d is\n%.300q, want\n%.300q", what, i+1, a[i], b[i])
		}
	}
	t.Fatalf("%s: %d lines, want %d", what, len(a), len(b))
}
