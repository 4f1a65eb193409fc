package leaves_test

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"testing"

	"flyby/internal/decimal"
)

// TestParse: texts that are numbers, and the causes for all others.
func TestParse(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "-0": math.Copysign(0, -1), "12": 12, "-0.5": -0.5, "+.5": 0.5, "7.": 7, "007": 7, "6.02e23": 6.02e23, "1E-2": 0.01, "1e+2": 100,
		"5e-324": 5e-324, "1e-999": 0, "1.7976931348623157e308": math.MaxFloat64, "9007199254740993": 9007199254740992,
	} {
		if got, err := decimal.Parse(text); err != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("Parse(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	const underscores, hexadecimal = "not a decimal number: underscores are no digits", "not a decimal number: hexadecimal is not read"
	for text, want := range map[string]string{
		"": "missing", "-": "not a number", ".": "not a number", "e5": "not a number", ".e5": "not a number", "1e": "not a number", "1e+": "not a number",
		"1,5": "not a number", "1 000": "not a number", " 1": "not a number", "1 ": "not a number", "--1": "not a number", "1e1.5": "not a number",
		"1_000": underscores, "2e1_0": underscores, "0x_1p4": underscores, "_1": underscores, "0x1p4": hexadecimal, "-0X10P0": hexadecimal,
		"0x10": hexadecimal, "+0XfF": hexadecimal, "0x": "not a number", "0x1p": "not a number", "1p0": "not a number",
		"0b1": "not a number", "\u0661": "not a number", "\u22121": "not a number",
		"inf": "not a finite number", "-Infinity": "not a finite number", "NaN": "not a finite number", "1e999": "too large for float64", "-1e309": "too large for float64",
	} {
		_, err := decimal.Parse(text)
		if err == nil || errors.Unwrap(err) == nil || errors.Unwrap(err).Error() != want || err.Error() != "decimal: "+strconv.Quote(text)+": "+want {
			t.Errorf("Parse(%q): %v, want %s", text, err, want)
		}
	}
}

// FuzzNumber holds Parse to a regular expression and strconv.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1.5e3", "+.5", "1_000", "0x1p4", "nan", "1e999", "."} {
		f.Add(s)
	}
	spelt := regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	f.Fuzz(func(t *testing.T, s string) {
		want, fault := strconv.ParseFloat(s, 64)
		if !spelt.MatchString(s) {
			fault = strconv.ErrSyntax
		}
		got, err := decimal.Parse(s)
		if (err == nil) != (fault == nil) || err == nil && math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("Parse(%q) = %v, %v, want %v, %v", s, got, err, want, fault)
		}
	})
}
