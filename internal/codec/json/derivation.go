package json

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// A derivation is a column that is made of others, for the presets of package format.
type derivation struct {
	name   string
	of     []string // paths; all of them must be there, or the first alone may be
	either bool     // the first of them that has a value counts
	make   func(dst []byte, in [][]byte) []byte
}

// derivations returns all derived columns. A result that is no number quotes what it was to be made of.
func derivations() []derivation {
	report := func(key string) (of []string) {
		for _, kind := range []string{"PositionReport", "StandardClassBPositionReport", "ExtendedClassBPositionReport", "LongRangeAisBroadcastMessage"} {
			of = append(of, "Message."+kind+"."+key)
		}
		return of
	}
	part := func(n int) func(dst []byte, in [][]byte) []byte {
		return func(dst []byte, in [][]byte) []byte { return append(dst, partOfPoint(in[0], n)...) }
	}
	point := []string{"semanticSegments.timelinePath.point"}
	return []derivation{
		{name: "Message.Latitude", of: report("Latitude"), either: true},
		{name: "Message.Longitude", of: report("Longitude"), either: true},
		{name: "now - seen_pos", of: []string{"now", "aircraft.seen_pos"}, make: func(dst []byte, in [][]byte) []byte { return appendSum(dst, in, -1) }},
		{name: "timestamp + trace.0", of: []string{"timestamp", "trace.0"}, make: func(dst []byte, in [][]byte) []byte { return appendSum(dst, in, 1) }},
		{name: "point.latitude", of: point, make: part(0)},
		{name: "point.longitude", of: point, make: part(1)},
	}
}

// A deriving is a derivation of a layout.
type deriving struct {
	derivation
	column int
	from   []int // columns
}

// derive adds the derived columns that the columns suffice for, and to a Timeline of Google's, which has no id, a column of one.
func (y *layout) derive(id string) {
	for _, d := range derivations() {
		of := deriving{derivation: d}
		for _, path := range d.of {
			if at := slices.Index(y.full, path); at >= 0 {
				of.from = append(of.from, at)
			}
		}
		if len(of.from) == len(d.of) || d.either && len(of.from) > 0 {
			y.addDerived(of)
		}
	}
	if y.at("point.latitude") >= 0 {
		y.addDerived(deriving{derivation: derivation{name: "timeline", make: func(dst []byte, _ [][]byte) []byte { return append(dst, id...) }}})
		y.columns[y.at("timeline")].Kind = codec.Text
	}
}

// addDerived adds a derived column.
func (y *layout) addDerived(d deriving) {
	d.column = y.add(d.name, d.name, nil)
	y.derived = append(y.derived, d)
}

// nameOfFile returns the name of a file without its folder and extensions.
func nameOfFile(path string) string {
	path, _ = infile.CutPacking(filepath.Base(path))
	return strings.TrimSuffix(path, filepath.Ext(path))
}

// partOfPoint returns one of the numbers of a text such as "48.137°, 11.575°", or the text.
func partOfPoint(text []byte, n int) []byte {
	parts := bytes.Split(text, []byte(","))
	if len(parts) != 2 {
		return text
	}
	return bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(parts[n]), []byte("°")))
}

// appendSum appends the sum of two decimal numbers, or their difference where sign is -1. A sum is exact; of numbers whose digits an int64 cannot hold
// it is no number.
func appendSum(dst []byte, in [][]byte, sign int64) []byte {
	const most = 1 << 61
	a, first, ok := scaled(in[0])
	b, second, fits := scaled(in[1])
	for ok && first < second {
		a, first, ok = a*10, first+1, a < most/10 && a > -most/10
	}
	for fits && second < first {
		b, second, fits = b*10, second+1, b < most/10 && b > -most/10
	}
	if !ok || !fits {
		return append(append(append(dst, in[0]...), map[int64]string{1: " + ", -1: " - "}[sign]...), in[1]...)
	}
	return appendScaled(dst, a+sign*b, first)
}

// appendScaled appends an integer of units of which 10^decimals make one as a decimal number.
func appendScaled(dst []byte, whole int64, decimals int) []byte {
	if whole < 0 {
		dst, whole = append(dst, '-'), -whole
	}
	digits := fmt.Sprintf("%0*d", decimals+1, whole)
	dst = append(dst, digits[:len(digits)-decimals]...)
	if behind := strings.TrimRight(digits[len(digits)-decimals:], "0"); behind != "" {
		dst = append(append(dst, '.'), behind...)
	}
	return dst
}

// scaled returns a decimal number as an integer of units of which 10^decimals make one.
func scaled(text []byte) (whole int64, decimals int, ok bool) {
	digits, exponent, found := bytes.Cut(bytes.ToLower(text), []byte("e"))
	shift := 0
	if found {
		n, err := strconv.Atoi(string(exponent))
		if shift = n; err != nil || n > 18 || n < -18 {
			return 0, 0, false
		}
	}
	before, behind, _ := bytes.Cut(digits, []byte("."))
	behind = bytes.TrimRight(behind, "0")
	whole, err := strconv.ParseInt(string(before)+string(behind), 10, 61)
	decimals = len(behind) - shift
	for ; err == nil && decimals < 0; decimals++ {
		if whole > 1<<57 || whole < -1<<57 {
			return 0, 0, false
		}
		whole *= 10
	}
	return whole, decimals, err == nil
}
