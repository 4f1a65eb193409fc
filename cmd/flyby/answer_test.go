package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// stars writes data in which pairs meet several times, and returns the words of the join.
func stars(t *place) []string {
	t.Helper()
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.1", "stars.csv")
	return []string{"join", "stars.csv", "--distance", "0.4"}
}

// table returns the rows of a CSV file without its header.
func table(t *place, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// value returns the number in a cell.
func value(t *place, cell string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// with returns a command line with more flags.
func with(args []string, more ...string) []string { return slices.Concat(args, more) }

// TestPairsAreEncountersGrouped: a file of pairs equals the encounters of the same data, grouped by their trajectories.
func TestPairsAreEncountersGrouped(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	join := stars(t)
	for _, more := range [][]string{nil, {"--merge-gap", "20"}, {"--min-duration", "5"}, {"--merge-gap", "40", "--min-duration", "12"}} {
		met := table(t, must(t, with(join, with(more, "--level", "encounters")...)...))
		var want [][]string
		most := 0
		for len(met) > 0 {
			n := 1
			for n < len(met) && met[n][0] == met[0][0] && met[n][1] == met[0][1] {
				n++
			}
			duration, best := 0.0, met[0]
			for _, e := range met[:n] {
				duration += value(t, e[3]) - value(t, e[2])
				if value(t, e[5]) < value(t, best[5]) {
					best = e
				}
			}
			want = append(want, []string{best[0], best[1], strconv.Itoa(n), fmt.Sprint(duration), met[0][2], met[n-1][3], best[4], best[5], best[6]})
			met, most = met[n:], max(most, n)
		}
		got := table(t, must(t, with(join, with(more, "--level", "pairs")...)...))
		for _, row := range got {
			row[3] = fmt.Sprint(value(t, row[3]))
		}
		if !slices.EqualFunc(got, want, slices.Equal[[]string]) || len(want) < 50 || more == nil && most < 2 {
			t.Errorf("%v: %d pairs, want %d, of at most %d encounters", more, len(got), len(want), most)
		}
	}
}

// TestTopIsSorted: --top writes the first rows of all when these are sorted by d_min.
func TestTopIsSorted(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	join := stars(t)
	for level, at := range map[string]int{"encounters": 5, "pairs": 7} {
		join := with(join, "--level", level)
		all := table(t, must(t, join...))
		slices.SortStableFunc(all, func(a, b []string) int { return cmp.Compare(value(t, a[at]), value(t, b[at])) })
		for _, n := range []int{1, 17, len(all), len(all) + 1} {
			r := invoke(t, "", with(join, "--top", strconv.Itoa(n))...)
			want := all[:min(n, len(all))]
			told := fmt.Sprintf("flyby: the %s closest of %s (--top %d)\n", rowCount(len(want)), plural(len(all), strings.TrimSuffix(level, "s")), n)
			if got := table(t, r.out); r.status != cli.OK || r.err != told || !slices.EqualFunc(got, want, slices.Equal[[]string]) {
				t.Errorf("the %d closest %s: status %d, %d rows, %q, want %q", n, level, r.status, len(got), r.err, told)
			}
		}
	}
}

// TestOrderIsDocumented: the rows of each level are sorted by the columns that docs/answers.md names; in the data are pairs
// that a sort by other columns would exchange.
func TestOrderIsDocumented(on *testing.T) {
	t := beside(on)
	page, err := os.ReadFile("../../docs/answers.md")
	if err != nil {
		t.Fatal(err)
	}
	join := stars(t)
	for level, want := range map[string]string{"hits": "query_traj query_seg entry_traj entry_seg", "encounters": "query_traj entry_traj t_enter", "pairs": "query_traj entry_traj"} {
		if told := "`" + strings.ReplaceAll(want, " ", "`, `") + "`"; !strings.Contains(strings.ReplaceAll(string(page), "\n", " "), level+" in order of "+told) {
			t.Errorf("docs/answers.md does not say that %s are in order of %s", level, told)
		}
		text := must(t, with(join, "--level", level)...)
		header, _, _ := strings.Cut(text, "\n")
		columns := strings.Split(header, ",")
		by := func(a, b []string) (c int) {
			for _, name := range strings.Fields(want) {
				at := slices.Index(columns, name)
				c = cmp.Or(c, cmp.Compare(value(t, a[at]), value(t, b[at])))
			}
			return c
		}
		if rows := table(t, text); len(rows) < 50 || !slices.IsSortedFunc(rows, by) {
			t.Errorf("%d %s, in another order than %s", len(rows), level, want)
		}
	}
}

// rowCount returns a number as messages write it.
func rowCount(n int) string { return strings.Fields(plural(n, "row"))[0] }

// TestLimitAndCountAgree: --limit writes the first rows of the whole file and reports how many the file has, the number
// that --count prints.
func TestLimitAndCountAgree(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	join := stars(t)
	for _, level := range []string{"hits", "encounters", "pairs"} {
		join := with(join, "--level", level)
		whole := must(t, join...)
		lines := strings.SplitAfter(whole, "\n")
		rows := len(lines) - 2
		if count := must(t, with(join, "--count")...); count != fmt.Sprintln(rows) {
			t.Errorf("%s: counted %q of %d rows", level, count, rows)
		}
		for _, n := range []int{1, 100, rows, rows + 5} {
			r := invoke(t, "", with(join, "--limit", strconv.Itoa(n), "--quiet")...)
			first := min(n, rows)
			told := fmt.Sprintf("flyby: the first %s of %s (--limit %d)\n", rowCount(first), plural(rows, strings.TrimSuffix(level, "s")), n)
			if r.status != cli.OK || r.err != told || r.out != strings.Join(lines[:first+1], "") {
				t.Errorf("the first %d %s: status %d, %d bytes, %q, want %q", n, level, r.status, len(r.out), r.err, told)
			}
		}
	}
}

// shapes returns command lines whose answers are of every sort.
func shapes() [][]string {
	return [][]string{
		{"--level", "encounters", "--merge-gap", "20"},
		{"--level", "encounters", "--merge-gap", "40", "--min-duration", "12"},
		{"--level", "encounters", "--min-duration", "5", "--top", "40"},
		{"--level", "pairs"},
		{"--level", "pairs", "--merge-gap", "20", "--top", "7"},
		{"--level", "pairs", "--limit", "30"},
		{"--level", "hits", "--limit", "1000"},
		{"--level", "encounters", "--merge-gap", "20", "--count"},
		{"--level", "hits", "--count"},
	}
}

// TestAnswersAreTheSame: methods, numbers of threads, devices, and data read from standard input within a bound of memory
// give the same bytes.
func TestAnswersAreTheSame(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	join := stars(t)
	data := read(t, "stars.csv")
	ways := [][]string{{"--threads", "1"}, {"--threads", "3"}, {"--method", "temporal"}, {"--method", "rtree"}, {"--device", "opencl"}}
	for i, shape := range shapes() {
		want := invoke(t, "", with(join, shape...)...)
		if want.status != cli.OK || len(want.out) == 0 {
			t.Fatalf("%v: %+v", shape, want)
		}
		way := ways[i%len(ways)]
		if got := invoke(t, "", with(join, with(shape, way...)...)...); got != want {
			t.Errorf("%v %v: status %d, %.300q, want %.300q", shape, way, got.status, got.err, want.err)
		}
		bounded := with([]string{"join", "-", "--distance", "0.4", "--memory", "2GB", "--device", "cpu"}, shape...)
		if got := invoke(t, data, bounded...); got != want {
			t.Errorf("%v of standard input: status %d, %.300q, want %.300q", shape, got.status, got.err, want.err)
		}
	}
}

// TestMergeGapOfNothing: a gap of 0 changes nothing but the column parts, which is 1.
func TestMergeGapOfNothing(on *testing.T) {
	t := beside(on)
	join := with(stars(t), "--level", "encounters")
	want := strings.ReplaceAll(must(t, join...), "\n", ",1\n")
	want = strings.Replace(want, "open,1\n", "open,parts\n", 1)
	if got := must(t, with(join, "--merge-gap", "0", "--min-duration", "0")...); got != want {
		t.Errorf("%.300q, want %.300q", got, want)
	}
}

// TestAnswerSummary: the summary has the counts of all stages, and is the only last line with --json.
func TestAnswerSummary(on *testing.T) {
	t := beside(on)
	join := with(stars(t), "--json", "--merge-gap", "20", "--min-duration", "5", "--out", "out.csv", "--level")
	for level, more := range map[string][]string{"encounters": {"--top", "3"}, "pairs": {"--limit", "4"}} {
		r := invoke(t, "", with(join, with([]string{level}, more...)...)...)
		lines := strings.Split(strings.TrimSpace(r.err), "\n")
		var s summary
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || r.status != cli.OK {
			t.Fatalf("%v: status %d, %q", err, r.status, r.err)
		}
		if s.Encounters == nil || s.Merged == nil || s.Long == nil || (s.Pairs == nil) != (level == "encounters") {
			t.Fatalf("%s: %s", level, lines[len(lines)-1])
		}
		if !(s.Hits > *s.Encounters && *s.Encounters > *s.Merged && *s.Merged > *s.Long && *s.Long > s.Rows) || strconv.FormatUint(s.Rows, 10) != more[1] {
			t.Errorf("%s: %s", level, lines[len(lines)-1])
		}
		if level == "pairs" && !(*s.Pairs < *s.Long && *s.Pairs > s.Rows) {
			t.Errorf("%s: %d pairs of %d encounters", level, *s.Pairs, *s.Long)
		}
	}
}

// TestNothingFound: an empty result names on a terminal the limits of the search, with units where they are known; --quiet
// and --json get no such line.
func TestNothingFound(on *testing.T) {
	t := beside(on)
	inputs(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"join", "good.csv", "--distance", "0.25", "--level", "hits"}, "0 hits within 0.25; 3 objects, 5 segments, t 0 to 2\n"},
		{[]string{"join", "ships.csv", "--lonlat", "--distance", "30ft", "--level", "pairs", "--min-duration", "2h", "--from", "2024-05-01T03:00:00Z"},
			"0 pairs within 9.144 m for 7200 s or longer, from 2024-05-01T03:00:00Z; 3 objects, 11 segments, t 2024-05-01T00:00:00Z to 2024-05-01T12:00:00Z\n"},
		{[]string{"search", "--entries", "cars.fcd.xml", "--queries", "cars.fcd.xml", "--exclude-same-id", "--distance", "0", "--level", "encounters", "--to", "2"}, " objects, "},
	} {
		r := invokeOn(t, streams{terminal: true}, c.args...)
		if r.status != cli.OK || !strings.HasSuffix(r.err, c.want) && !strings.Contains(r.err, c.want) {
			t.Errorf("%v: status %d, %q, want %q", c.args, r.status, r.err, c.want)
		}
		for _, flag := range []string{"--quiet", "--json"} {
			if r := invokeOn(t, streams{terminal: true}, with(c.args, flag)...); strings.Contains(r.err, "0 ") && strings.Contains(r.err, " within ") {
				t.Errorf("%v %s: %q", c.args, flag, r.err)
			}
		}
		if r := invokeOn(t, streams{}, c.args...); r.err != "" {
			t.Errorf("%v off the terminal: %q", c.args, r.err)
		}
	}
	if r := invokeOn(t, streams{terminal: true}, "join", "good.csv", "--distance", "1"); strings.Contains(r.err, "objects") {
		t.Errorf("something was found: %q", r.err)
	}
}

// TestCountThatCannotBePrinted: a count that cannot be printed fails as rows do.
func TestCountThatCannotBePrinted(on *testing.T) {
	t := beside(on)
	inputs(t)
	full := brokenWriter{errors.New("write standard output: " + syscall.ENOSPC.Error())}
	r := invokeOn(t, streams{out: full}, "join", "good.csv", "--distance", "1", "--count")
	if r.status != cli.Failure || r.err != "flyby: write standard output: no space left on device\n" {
		t.Errorf("status %d, %q", r.status, r.err)
	}
}
