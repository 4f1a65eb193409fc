package rfc3339

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"flyby/internal/tier"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64
	}{
		{"1970-01-01T00:00:00Z", 0},
		{"1970-01-01t00:00:00.000z", 0},
		{"1970-01-01 00:00:01+00:00", 1},
		{"1969-12-31T23:59:59.25Z", -0.75},
		{"1969-12-31T23:59:59Z", -1},
		{"2024-02-29T12:00:00.1Z", 1709208000.1},
		{"2024-02-29T13:30:00.1+01:30", 1709208000.1},
		{"2024-02-29T04:00:00.1-08:00", 1709208000.1},
		{"2024-02-29T12:00:00.123456789Z", 1709208000.123456789},
		{"2024-02-29T12:00:00.1234567890123456789012345Z", 1709208000.1234567890123456789012345},
		{"0000-01-01T00:00:00Z", -62167219200},
		{"0000-02-29T00:00:00Z", -62162121600},
		{"9999-12-31T23:59:59.5Z", 253402300799.5},
		{"9999-12-31T23:59:59.99998Z", 253402300799.99997},
		{"9999-12-31T23:59:59.99999Z", 253402300800},
		{"9999-12-31T23:59:59.999999999Z", 253402300800},
		{"1900-02-28T00:00:00Z", -2203977600},
		{"1969-12-31T23:59:59." + strings.Repeat("9", 400) + "Z", 0},
		{"1969-12-31T23:59:59." + strings.Repeat("9", 30) + "Z", -1e-30},
	} {
		got, err := Parse(c.text)
		if err != nil || got != c.want || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("Parse(%q) = %v, %v, want %v", c.text, got, err, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z",
		"17":                                   "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z",
		"2024-01-01":                           "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z",
		"2024-01-01_00:00:00Z":                 "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z",
		"2024-0x-01T00:00:00Z":                 "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z",
		"2024-01-01T00:00:00":                  "no offset from UTC: end it with Z or such as +01:00",
		"2024-01-01T00:00:00.5":                "no offset from UTC: end it with Z or such as +01:00",
		"2024-01-01T00:00:00.Z":                "no digit after the decimal point",
		"2024-01-01T00:00:00+1:00":             "\"+1:00\" is no offset from UTC such as Z, UTC, +01:00, +0100 or +01",
		"2024-01-01T00:00:00Zz":                "\"Zz\" is no offset from UTC such as Z, UTC, +01:00, +0100 or +01",
		"2024-01-01T00:00:00+24:00":            "\"+24:00\": no such offset from UTC",
		"2024-01-01 00:00:00 CET":              "\" CET\" is no offset from UTC such as Z, UTC, +01:00, +0100 or +01",
		"2024-01-01 00:00:00+02 CEST":          "\"CEST\" behind its offset is no name of a zone that is read: UTC and GMT are",
		"2024-01-01 00:00:00 +0200 UTC":        "its offset +0200 is not that of UTC",
		"2024-01-01 00:00:00 +0000 UTC m=+0.1": "\"UTC m=+0.1\" behind its offset is no name of a zone that is read: UTC and GMT are",
		"2024-01-01T00:00":                     "no offset from UTC: end it with Z or such as +01:00",
		"2024-01-01T00:00.5Z":                  "decimals of a minute: write its seconds",
		"2024-01-01T00:00:Z":                   "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z",
		"2024-01-01T00Z":                       "not an RFC 3339 time such as 2006-01-02T15:04:05.5Z",
		"2024-01-01T24:00Z":                    "no such time of day",
		"2024-01-01T00:00:00 " + strings.Repeat("x", 99): "\" " + strings.Repeat("x", 31) + "...\" is no offset from UTC such as Z, UTC, +01:00, +0100 or +01",
		"2023-02-29T00:00:00Z":                           "no such date",
		"2024-13-01T00:00:00Z":                           "no such date",
		"2024-04-31T00:00:00Z":                           "no such date",
		"2024-04-00T00:00:00Z":                           "no such date",
		"2024-01-01T24:00:00Z":                           "no such time of day",
		"2024-01-01T00:60:00Z":                           "no such time of day",
		"2024-01-01T00:00:61Z":                           "no such time of day",
		"2016-12-31T23:59:60Z":                           "a leap second has no Unix time of its own",
		"0000-01-01T00:00:00+00:01":                      "outside the years 0 to 9999 in UTC",
		"9999-12-31T23:59:59-00:01":                      "outside the years 0 to 9999 in UTC",
		"2024-01-01T00:00:00.5Z ":                        "\"Z \" is no offset from UTC such as Z, UTC, +01:00, +0100 or +01",
		"2024-01-01T00:00:00.5\x000":                     "\"\\x000\" is no offset from UTC such as Z, UTC, +01:00, +0100 or +01",
	} {
		_, err := Parse(text)
		if err == nil || errors.Unwrap(err) == nil || errors.Unwrap(err).Error() != want {
			t.Errorf("Parse(%q): %v, want %q", text, err, want)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		sec  float64
		want string
	}{
		{0, "1970-01-01T00:00:00Z"},
		{-0.75, "1969-12-31T23:59:59.25Z"},
		{-1, "1969-12-31T23:59:59Z"},
		{1709208000.1, "2024-02-29T12:00:00.1Z"},
		{1e-7, "1970-01-01T00:00:00.0000001Z"},
		{-62167219200, "0000-01-01T00:00:00Z"},
		{253402300799.5, "9999-12-31T23:59:59.5Z"},
		{math.Nextafter(253402300800, 0), "9999-12-31T23:59:59.99997Z"},
		{253402300800, "9999-12-31T23:59:59.99999Z"},
		{math.Nextafter(253402300800, math.Inf(1)), "2.5340230080000003e+11"},
		{-62167219200.5, "-6.21672192005e+10"},
		{math.Inf(1), "+Inf"},
		{math.NaN(), "NaN"},
	} {
		if got := Format(c.sec); got != c.want {
			t.Errorf("Format(%v) = %q, want %q", c.sec, got, c.want)
		}
	}
}

// TestCalendar compares every day of years 0 to 9999 with the standard library.
func TestCalendar(t *testing.T) {
	tier.Full(t)
	for unix := int64(minUnix); unix < endUnix; unix += 86400 - 1 {
		want := time.Unix(unix, 0).UTC().Format("2006-01-02T15:04:05")
		if got := string(appendClock(nil, unix)); got != want {
			t.Fatalf("appendClock(%d) = %s, want %s", unix, got, want)
		}
		if back, err := Parse(want + "Z"); err != nil || back != float64(unix) {
			t.Fatalf("Parse(%s) = %v, %v, want %d", want, back, err, unix)
		}
	}
}

func TestTimeRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		sec := minUnix + rng.Float64()*(endUnix-minUnix)
		switch rng.IntN(4) {
		case 0:
			sec = math.Round(rng.Float64()*2e12) / 1000
		case 1:
			sec = (rng.Float64() - 0.5) * 4
		case 2:
			sec = math.Ldexp(rng.Float64()-0.5, -rng.IntN(1074))
		}
		if back, err := Parse(Format(sec)); err != nil || back != sec {
			t.Fatalf("%v: %s reads back as %v, %v", sec, Format(sec), back, err)
		}
	}
}

// exactSeconds computes Parse's result in rational arithmetic.
func exactSeconds(whole int64, fraction string) float64 {
	r := new(big.Rat).SetInt64(whole)
	if fraction != "" {
		f, _ := new(big.Rat).SetString("0." + fraction)
		r.Add(r, f)
	}
	v, _ := r.Float64()
	return v
}

func FuzzTime(f *testing.F) {
	f.Add("2024-02-29T12:00:00.123456789+05:30", 1709208000.1)
	f.Add("1969-12-31T23:59:59.9999999999999999999999Z", -1e-30)
	f.Add("0000-01-01T00:00:00Z", -62167219200.0)
	f.Add("2016-12-31T23:59:60Z", math.Inf(-1))
	f.Fuzz(func(t *testing.T, text string, sec float64) {
		if got, err := Parse(text); err == nil {
			whole, fraction, _ := splitTime(text)
			if want := exactSeconds(whole, fraction); got != want {
				t.Errorf("Parse(%q) = %v, exactly %v", text, got, want)
			}
			if back, err := Parse(Format(got)); err != nil || back != got {
				t.Errorf("%q: %v reads back as %v, %v", text, got, back, err)
			}
		}
		back, err := Parse(Format(sec))
		if sec >= minUnix && sec <= endUnix && (err != nil || back != sec) {
			t.Errorf("%v reads back as %v, %v", sec, back, err)
		}
	})
}

// TestOffsetsOfDatabases: offsets as databases write them are offsets, and what says two things, or half of one, is none.
func TestOffsetsOfDatabases(t *testing.T) {
	const noon = 1709985600 // 2024-03-09T12:00:00Z
	for tail, offset := range map[string]float64{
		" UTC": 0, "UTC": 0, " GMT": 0, " Z": 0, "+00": 0, "+0000": 0, " +00:00": 0, " +0000 UTC": 0, " +00:00 GMT": 0, "+00 UTC": 0, "+02": 7200, "-0330": -12600, " +01:00": 3600, ".000 UTC": 0, ".0+02": 7200,
	} {
		for _, clock := range []string{"2024-03-09 12:00:00", "2024-03-09T12:00"} {
			if got, err := Parse(clock + tail); tail[0] != '.' && (err != nil || got != noon-offset) {
				t.Errorf("%s%s: %v, %v, want %v", clock, tail, got, err, noon-offset)
			}
		}
		if got, err := Parse("2024-03-09 12:00:00" + tail); err != nil || got != noon-offset {
			t.Errorf("%q: %v, %v, want %v", tail, got, err, noon-offset)
		}
	}
	for _, tail := range []string{" utc", " UTC ", "  UTC", " +0100 UTC", " UTC+1", "+1", "+001", "+24", "+0160", " CET", "+01 ", "+02 CEST", "+00 CET", "UTC UTC", " ", " 00", "+-1"} {
		if got, err := Parse("2024-03-09 12:00:00" + tail); err == nil {
			t.Errorf("%q: %v, want an error", tail, got)
		}
	}
}

// TestSplitOfDay: a time of day, behind a number of days or not, is seconds since midnight; text of another shape is none.
func TestSplitOfDay(t *testing.T) {
	for text, want := range map[string]string{
		"00:00:02": "2 ", "00:00:02.50": "2 5", "1:00:00:02": "86402 ", "012:23:59:59.999": "1123199 999", "23:59:59": "86399 ", "24:00:00": "86400 ", "24:00:00.00": "86400 ",
		"999999:00:00:00": "86399913600 ", "00:00:00.123456789": "0 123456789",
	} {
		if whole, fraction, ok, err := SplitOfDay(text); !ok || err != nil || fmt.Sprint(whole, " ", fraction) != want {
			t.Errorf("%s: %d %q, %v, %v, want %s", text, whole, fraction, ok, err, want)
		}
	}
	for _, text := range []string{"24:00:01", "24:00:00.5", "1:24:00:00", "25:00:00", "00:60:00", "00:00:60"} {
		if whole, _, ok, err := SplitOfDay(text); !ok || err == nil || err.Error() != "no such time of day" {
			t.Errorf("%s: %d, %v, %v", text, whole, ok, err)
		}
	}
	for _, text := range []string{"", "00:00", "0:00:02", "00:00:02.", "00:00:02Z", " 00:00:02", ":00:00:02", "1234567:00:00:00", "a:00:00:02", "1:0:00:02", "-1:00:00:02", "1:2:00:00:02", "2024-01-01T00:00:02"} {
		if whole, _, ok, err := SplitOfDay(text); ok || err != nil {
			t.Errorf("%q: %d, %v, %v", text, whole, ok, err)
		}
	}
}
