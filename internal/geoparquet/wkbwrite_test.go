package geoparquet

import (
	"encoding/hex"
	"strings"
	"testing"
)

// unhex decodes hexadecimal digits with spaces.
func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The numbers 1 to 6, and -2.5, as little-endian float64.
const (
	one   = "000000000000f03f"
	two   = "0000000000000040"
	three = "0000000000000840"
	four  = "0000000000001040"
	minus = "00000000000004c0"
)

// TestPointBytes: the bytes of points, made by hand: order of bytes, ISO number of the type, coordinates.
func TestPointBytes(t *testing.T) {
	for want, at := range map[string][]float64{
		"01 01000000 " + one + minus:         {1, -2.5},
		"01 e9030000 " + one + minus + three: {1, -2.5, 3},
	} {
		if got := AppendPoint([]byte("ab"), at); string(got) != "ab"+string(unhex(t, want)) {
			t.Errorf("%v: %x, want %s", at, got[2:], want)
		}
	}
}

// TestLineBytes: the bytes of lines, made by hand: a single position stands twice, and axes beyond the geometry's are left out.
func TestLineBytes(t *testing.T) {
	type step struct {
		at     []float64
		begins bool
	}
	for name, c := range map[string]struct {
		axes  int
		steps []step
		want  string
	}{
		"none":    {2, nil, "01 05000000 00000000"},
		"one":     {2, []step{{[]float64{1, 2}, true}, {[]float64{3, 4}, false}}, "01 05000000 01000000 01 02000000 02000000" + one + two + three + four},
		"instant": {2, []step{{[]float64{1, 2}, true}}, "01 05000000 01000000 01 02000000 02000000" + one + two + one + two},
		"two": {2, []step{{[]float64{1, 2, 9}, true}, {[]float64{3, 4, 9}, false}, {[]float64{1, 1, 9}, true}}, "01 05000000 02000000 01 02000000 02000000" + one + two + three + four +
			"01 02000000 02000000" + one + one + one + one},
		"heights": {3, []step{{[]float64{1, 2, 3}, false}, {[]float64{3, 4, 1}, false}}, "01 ed030000 01000000 01 ea030000 02000000" + one + two + three + three + four + one},
	} {
		w := NewLineWriter([]byte("ab"), c.axes)
		for _, s := range c.steps {
			w.Add(s.at, s.begins)
		}
		if got := w.End(); string(got) != "ab"+string(unhex(t, c.want)) {
			t.Errorf("%s: %x, want %s", name, got[2:], c.want)
		}
	}
}
