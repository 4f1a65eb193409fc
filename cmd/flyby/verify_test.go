package main

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// answered is a file of results, and how verify is told of the data and the question.
type answered struct{ result, told string }

// answerFiles writes results of every level and format that verify reads.
func answerFiles(t *testing.T) (all []answered) {
	t.Helper()
	inputs(t)
	must(t, "generate", "galaxy", "--scale", "0.006", "--out", "stars.csv")
	must(t, "generate", "supernovae", "--scale", "0.002", "--out", "novae.csv")
	for _, what := range []string{
		"join|--entries stars.csv --distance 1", "search|--entries stars.csv --queries novae.csv --distance 6 --from 100 --to 300",
		"search|--entries stars.csv --queries stars.csv --distance 2 --exclude-same-id", "join|--entries stamps.csv --distance 100",
		"join|--entries lonlat.csv --lonlat --distance 1e7", "join|--entries radius.csv --distance 700",
	} {
		command, told, _ := strings.Cut(what, "|")
		for level, exts := range map[string][2]string{"hits": {".csv", ".jsonl.zst"}, "encounters": {".ndjson", ".csv.gz"}} {
			for _, ext := range exts {
				a := answered{"result" + strconv.Itoa(len(all)) + ext, told}
				must(t, words("%s %s --level %s --out %s --device cpu", command, told, level, a.result)...)
				all = append(all, a)
			}
		}
	}
	return all
}

// TestVerifyFindsResultsGood: what search and join write is as it should be, of every level and format that
// is read, all pairs and a few.
func TestVerifyFindsResultsGood(t *testing.T) {
	for i, a := range answerFiles(t) {
		sample := []string{"1000", "7"}[i%2]
		r := invoke(t, "", words("verify %s %s --sample %s", a.result, a.told, sample)...)
		if r.status != cli.OK || !strings.Contains(r.out, ": as they should be (") || sample == "1000" && strings.Contains(r.out, ", 0 rows") {
			t.Errorf("%s: %+v", a.told, r)
		}
	}
}

// damaged is lines of a file of results with something wrong, and what verify says of it.
type damaged struct {
	name  string
	of    func(lines []string) []string // header and all
	wants string
}

// next is the next float64 after a number, as text.
func next(number string) string {
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return number + "?"
	}
	return strconv.FormatFloat(math.Nextafter(v, math.Inf(1)), 'g', -1, 64)
}

// field changes a field of a row.
func field(row string, k int, change func(string) string) string {
	fields := strings.Split(row, ",")
	fields[k] = change(fields[k])
	return strings.Join(fields, ",")
}

// damages are what can be wrong with a file, for hits and encounters alike; the time of entering is the field enter.
func damages(enter int) []damaged {
	swap := func(s string) func(string) string { return func(string) string { return s } }
	return []damaged{
		{"a row removed", func(l []string) []string { return append(l[:2:2], l[3:]...) }, ""},
		{"the last row removed", func(l []string) []string { return l[:len(l)-1] }, "is missing"},
		{"all rows removed", func(l []string) []string { return l[:1] }, "is missing"},
		{"a row twice", func(l []string) []string { return append(l, l[len(l)-1]) }, "there is no such row"},
		{"a time one unit in the last place off", func(l []string) []string {
			l[3] = field(l[3], enter, next)
			return l
		}, "row 3: t_enter is "},
		{"a pair added", func(l []string) []string {
			return append(l, field(field(l[1], 0, swap("3")), len(strings.Split(l[0], ","))-1, swap("7")))
		}, ""},
		{"an id that is not there", func(l []string) []string {
			l[2] = field(l[2], 0, swap("77777"))
			return l
		}, `row 2: query_traj "77777" is not in the data`},
		{"the other one's id", func(l []string) []string {
			l[1] = field(l[1], 0, swap("99"))
			return l
		}, "row 1: query_traj"},
		{"a column gone", func(l []string) []string {
			l[0] = strings.Replace(l[0], "t_exit", "t_out", 1)
			return l
		}, "no column t_exit"},
		{"a row too short", func(l []string) []string {
			l[4] = "1,2"
			return l
		}, "row 4: "},
	}
}

// TestVerifyFindsDamage: each damage of a result is found, with exit status 1 and its row.
func TestVerifyFindsDamage(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "generate", "galaxy", "--scale", "0.006", "--out", "stars.csv")
	for level, enter := range map[string]int{"hits": 4, "encounters": 2} {
		must(t, words("join stars.csv --distance 2 --device cpu --level %s --out good.csv", level)...)
		lines := strings.Split(strings.TrimSpace(read(t, "good.csv")), "\n")
		if len(lines) < 8 {
			t.Fatalf("%s: %d lines", level, len(lines))
		}
		for _, d := range damages(enter) {
			write(t, "bad.csv", strings.Join(d.of(append([]string{}, lines...)), "\n")+"\n")
			r := invoke(t, "", "verify", "bad.csv", "--entries", "stars.csv", "--distance", "2")
			if r.status != cli.Failure || r.out != "" || !strings.HasPrefix(r.err, "flyby: bad.csv: ") || !strings.Contains(r.err, d.wants) {
				t.Errorf("%s of %s: %+v, want %q", d.name, level, r, d.wants)
			}
		}
	}
}

// TestVerifyWithOtherFlags: results of another question are wrong.
func TestVerifyWithOtherFlags(t *testing.T) {
	inputs(t)
	must(t, words("join stamps.csv --distance 10 --level encounters --out met.ndjson --device cpu")...)
	for flags, good := range map[string]bool{
		"--distance 10": true, "--distance 10 --threads 1 --level encounters --device cpu": true, "--distance 4": false,
		"--distance 10 --to 2024-05-01T12:00:05Z": false, "--distance 10 --max-gap 1": false,
	} {
		if r := invoke(t, "", words("verify met.ndjson --entries stamps.csv %s", flags)...); (r.status == cli.OK) != good || r.status > cli.Failure {
			t.Errorf("%s: %+v", flags, r)
		}
	}
}

// TestVerifyRefuses: wrong usage.
func TestVerifyRefuses(t *testing.T) {
	inputs(t)
	must(t, words("join good.csv --distance 1 --out hits.csv --device cpu")...)
	write(t, "hits.parquet", "PAR1")
	for line, want := range map[string]string{
		"verify --entries good.csv --distance 1":                       "RESULT is missing",
		"verify hits.csv hits.csv --entries good.csv --distance 1":     "one RESULT only",
		"verify hits.parquet --entries good.csv --distance 1":          "verify reads CSV and NDJSON",
		"verify hits.csv --distance 1":                                 "--entries FILE is missing",
		"verify hits.csv --entries good.csv":                           "--distance D is missing",
		"verify hits.csv --entries good.csv --distance 1 --sample 0":   "must be positive",
		"verify hits.csv --entries good.csv --distance 1 --out a.csv":  "--out: is not for verify",
		"verify hits.csv --entries good.csv --distance 1 --explain":    "--explain: is not for verify",
		"verify hits.txt --entries good.csv --distance 1":              "unknown extension",
		"verify hits.csv --entries - --distance 1 --memory 1GB --to 5": "which verify wants: give more --memory",
	} {
		if r := invoke(t, read(t, "good.csv"), strings.Fields(line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
			t.Errorf("%s: %+v, want %q", line, r, want)
		}
	}
	for file, want := range map[string]string{"good.csv": "it is no file of hits or encounters", "absent.csv": "no such file"} {
		if r := invoke(t, "", "verify", file, "--entries", "good.csv", "--distance", "1"); r.status != cli.Failure || !strings.Contains(r.err, want) {
			t.Errorf("%s: %+v, want %q", file, r, want)
		}
	}
}
