package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// flightLevels writes six aircraft at FL300 to FL350 in metres, each 1,000 ft above the one before: fl.csv, and the same in Parquet.
func flightLevels(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	text := "id,t,x,y,z\n"
	for i, z := range []string{"9144", "9448.8", "9753.6", "10058.4", "10363.2", "10668"} {
		text += fmt.Sprintf("%d,0,0,0,%s\n%d,60,12000,0,%s\n", i, z, i, z)
	}
	write(t, "fl.csv", text)
	must(t, "convert", "fl.csv", "--units", "m,s", "--out", "fl.parquet")
}

// jsonLine is a line of --json.
type jsonLine struct {
	Type, Message  string
	Hits, Rows     uint64
	Vertical       *float64
	VerticalStrict bool    `json:"vertical_strict"`
	AtVertical     *uint64 `json:"at_vertical"`
}

// lines returns the objects that --json writes, by their type.
func lines(t *place, text string) map[string][]jsonLine {
	t.Helper()
	all := map[string][]jsonLine{}
	for line := range strings.Lines(text) {
		var one jsonLine
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		all[one.Type] = append(all[one.Type], one)
	}
	return all
}

// TestFlightLevels: neighbours whose written heights differ by 1,000 ft are within 1000ft and not within <1000ft, by every method, of
// text and of Parquet, whatever the difference is in float64.
func TestFlightLevels(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	flightLevels(t)
	for _, c := range []struct {
		vertical string
		pairs    uint64
		warned   bool
	}{
		{"1000ft", 5, true}, {"<1000ft", 0, false}, {"< 1000 ft", 0, false}, {"304.8", 5, true}, {"<304.8m", 0, false},
		{"304.79999999999995", 0, false}, {"<304.80000000000007", 5, false}, {"999ft", 0, false}, {"1001ft", 5, false},
		{"2000ft", 9, true}, {"<2000ft", 5, false}, {"<2001ft", 9, false},
	} {
		for i, file := range []string{"fl.csv", "fl.parquet"} {
			for _, method := range strings.Split(methodNames(), ", ") {
				level := []string{"encounters", "hits"}[i]
				r := invoke(t, "", "join", file, "--units", "m,s", "--distance", "5nmi", "--vertical", c.vertical, "--level", level, "--method", method, "--device", "cpu", "--json", "--out", "got.csv")
				if r.status != cli.OK {
					t.Fatalf("%+v", r)
				}
				all := lines(t, r.err)
				s := all["summary"][0]
				if s.Rows != c.pairs || s.VerticalStrict != strings.HasPrefix(c.vertical, "<") || s.Vertical == nil || s.AtVertical == nil {
					t.Errorf("--vertical %s of %s by %s: %d %s, want %d: %s", c.vertical, file, method, s.Rows, level, c.pairs, r.err)
				}
				if got := len(all["warning"]) > 0; got != c.warned {
					t.Errorf("--vertical %s of %s by %s: warned %t: %s", c.vertical, file, method, got, r.err)
				}
			}
		}
	}
}

// TestSplitLevels: the parts of level segments that are split along great circles are level at the same decimals.
func TestSplitLevels(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	text := "id,t,lon,lat,z\n"
	for i, z := range []string{"9144", "9448.8", "9753.6", "10058.4", "10363.2", "10668"} {
		text += fmt.Sprintf("%d,0,10,50,%s\n%d,3600,22,53,%s\n", i, z, i, z)
	}
	write(t, "far.csv", text)
	for v, want := range map[string]string{"1000ft": "5\n", "<1000ft": "0\n"} {
		r := invoke(t, "", "join", "far.csv", "--lonlat", "--columns", "x=lon,y=lat", "--distance", "5nmi", "--vertical", v, "--level", "pairs", "--count")
		if r.status != cli.OK || r.out != want {
			t.Errorf("--vertical %s: %+v", v, r)
		}
		s := lines(t, invoke(t, "", "join", "far.csv", "--lonlat", "--columns", "x=lon,y=lat", "--distance", "5nmi", "--vertical", v, "--json", "--out", "got.csv").err)["summary"][0]
		if v == "1000ft" && (s.Hits < 500 || *s.AtVertical != s.Hits) {
			t.Errorf("%d hits, %d at V: not all of the parts", s.Hits, *s.AtVertical)
		}
	}
}

// TestHitsAtVerticalAreReported: hits at exactly V are counted, and a warning names the flag that leaves them out, also with --quiet, in
// slabs as in memory.
func TestHitsAtVerticalAreReported(on *testing.T) {
	t := beside(on)
	flightLevels(t)
	const want = "flyby: the heights of 5 of 5 hits differ by 1000ft, to rounding: --vertical '<1000ft' leaves out pairs that come no closer\n"
	join := []string{"join", "fl.csv", "--units", "m,s", "--distance", "5nmi", "--vertical", "1000ft", "--level", "hits", "--count"}
	for _, more := range [][]string{nil, {"--quiet"}, {"--level", "pairs"}} {
		if r := invoke(t, "", with(join, more...)...); r.out != "5\n" || r.err != want {
			t.Errorf("%v: %+v", more, r)
		}
	}
	if r := invokeWithin(t, join...); r.out != "5\n" || r.err != want {
		t.Errorf("in slabs: %+v", r)
	}
	r := invoke(t, "", with(join, "--json")...)
	if s := lines(t, r.err)["summary"][0]; *s.AtVertical != 5 || s.Hits != 5 || *s.Vertical != 304.8 {
		t.Errorf("%+v", s)
	}
	if r := invoke(t, "", "join", "fl.csv", "--units", "m,s", "--distance", "5nmi", "--vertical", "0", "--level", "hits", "--count"); r.out != "0\n" || r.err != "" {
		t.Errorf("V = 0: %+v", r)
	}
}

// TestVerifyKnowsStrict: verify decides by decimals too, and takes < as search and join do; a Parquet file records the flag that made
// it.
func TestVerifyKnowsStrict(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	flightLevels(t)
	data := words("--entries fl.csv --units m,s --distance 5nmi")
	for _, ext := range []string{"csv", "parquet"} {
		for _, v := range []string{"1000ft", "<1000ft", "2000ft", "<2000ft"} {
			name := "got." + ext
			if r := invoke(t, "", with(data, "join", "--vertical", v, "--level", "encounters", "--out", name)...); r.status != cli.OK {
				t.Fatalf("%+v", r)
			}
			for _, told := range []string{"1000ft", "<1000ft", "2000ft", "<2000ft"} {
				r := invoke(t, "", with(data, "verify", name, "--vertical", told)...)
				if (r.status == cli.OK) != (v == told) {
					t.Errorf("--vertical %s, verify --vertical %s: %+v", v, told, r)
				}
				if v != told && ext == "parquet" && !strings.Contains(r.err, "was made with --vertical ") {
					t.Errorf("--vertical %s, verify --vertical %s: %q", v, told, r.err)
				}
			}
		}
	}
}
