package output

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/infile"
)

// FuzzFloat compares scanFloat and parseFloat with strconv.ParseFloat, for decimal numbers.
func FuzzFloat(f *testing.F) {
	for _, s := range []string{"0", "-0", "1.5", "+.5e-3", "9007199254740993", "123456789012345678901234567890", "1e22", "1e23", "4.9e-324",
		"1.7976931348623157e308", "0x1p-2", "1_0", "inf", "nan", ".", "e5", "1e", "00000000000000000000001", "0.000000000000000000000000000001", "2.2250738585072011e-308"} {
		f.Add(s, 0.1)
	}
	f.Fuzz(func(t *testing.T, s string, v float64) {
		agree(t, s)
		agree(t, strconv.FormatFloat(v, 'g', -1, 64))
		agree(t, strconv.FormatFloat(v, 'f', 6, 64))
		agree(t, strconv.FormatFloat(v, 'e', 25, 64))
		if got, cause := infile.ParseFloat(appendFloat(nil, v)); cause == "" && math.Float64bits(got) != math.Float64bits(v) {
			t.Errorf("%v is written as %s", v, appendFloat(nil, v))
		}
	})
}

// TestScanFloat tries numbers as files have them.
func TestScanFloat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		v := math.Ldexp(rng.NormFloat64(), rng.IntN(140)-70)
		agree(t, strconv.FormatFloat(v, 'g', -1, 64))
		agree(t, strconv.FormatFloat(v, 'f', rng.IntN(25), 64))
		agree(t, strconv.FormatInt(rng.Int64(), 10)+"e"+strconv.Itoa(rng.IntN(50)-25))
	}
}

func agree(t *testing.T, s string) {
	want, err := strconv.ParseFloat(s, 64)
	finite := err == nil && !math.IsNaN(want) && !math.IsInf(want, 0) && !strings.ContainsAny(s, "_xX")
	if got, next, ok := infile.ScanFloat([]byte(s+"\n"), 0); ok && next == len(s) && (!finite || math.Float64bits(got) != math.Float64bits(want)) {
		t.Errorf("infile.ScanFloat(%q) = %v, want %v, %v", s, got, want, err)
	}
	if trimmed := infile.Trim([]byte(s)); len(trimmed) == len(s) {
		if got, cause := infile.ParseFloat([]byte(s)); (cause == "") != finite || (finite && math.Float64bits(got) != math.Float64bits(want)) {
			t.Errorf("infile.ParseFloat(%q) = %v, %q, want %v, %v", s, got, cause, want, err)
		}
	}
}
