package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// answered is a file of results, and the arguments of verify for its data and its question.
type answered struct{ result, told string }

// herd writes a file of n animals that walk about a small field, some of which begin late or end early.
func herd(t *place, name string, n int) {
	t.Helper()
	dice := rand.New(rand.NewPCG(46, uint64(n)))
	text := "id,t,x,y\n"
	for id := range n {
		x, y, from := 10*dice.Float64(), 10*dice.Float64(), dice.IntN(4)
		for k := from; k < 12-dice.IntN(4); k++ {
			text += fmt.Sprintf("%d,%v,%.3f,%.3f\n", id, 30+10*k+dice.IntN(2)*id%3, x, y)
			x, y = x+dice.NormFloat64(), y+dice.NormFloat64()
		}
	}
	write(t, name, text)
}

// questions returns searches and joins: the command, its arguments for the data and the question, and the levels that these arguments suit.
func questions() []struct{ command, told, levels string } {
	const all = "hits encounters pairs"
	return []struct{ command, told, levels string }{
		{"join", "--entries herd.csv --distance 1", all},
		{"search", "--entries herd.csv --queries flock.csv --distance 2 --from 45 --to 99", all},
		{"search", "--entries herd.csv --queries herd.csv --distance 2 --exclude-same-id --method temporal --batching periodic:7", all},
		{"join", "--entries stamps.csv --distance 100", all},
		{"join", "--entries lonlat.csv --lonlat --distance 1e7", all},
		{"join", "--entries radius.csv --distance 700 --limit 2", all},
		{"join", "--entries herd.csv --distance 1 --with both --limit 31", all},
		{"join", "--entries herd.csv --distance 1 --with both,speeds", "hits encounters"},
		{"join", "--entries herd.csv --distance 1 --with positions --merge-gap 20 --min-duration 3", "encounters pairs"},
		{"join", "--entries herd.csv --distance 1 --top 9", "encounters pairs"},
		{"join", "--entries herd.csv --distance 1 --with speeds --having query_speed<=0.1 --having entry_traj!=7", "hits encounters"},
		{"join", "--entries herd.csv --distance 1 --with both,positions --having query_x<=5 --having d_min>0.1 --limit 21", "encounters pairs"},
		{"join", "--entries herd.csv --distance 2 --with both --having query_traj>4 --top 9", "encounters pairs"},
		{"join", "--entries herd.csv --distance 1 --top 9 --with both --merge-gap 50", "encounters pairs"},
		{"join", "--entries ships.csv --lonlat --distance 500m --with speeds,positions --merge-gap 30min", "encounters"},
		{"join", "--entries lifts.csv --distance 5 --vertical 2", all},
		{"join", "--entries aircraft.csv --lonlat --distance 500ft --vertical 100ft", all},
		{"join", "--entries aircraft.csv --lonlat --distance 500ft --vertical 100ft --with positions,both", "encounters pairs"},
	}
}

// answerFiles writes results of every level, each in some of the formats, in turn.
func answerFiles(t *place, formats int) (all []answered) {
	t.Helper()
	inputs(t)
	herd(t, "herd.csv", 20)
	herd(t, "flock.csv", 7)
	endings := []string{".csv", ".jsonl.zst", ".parquet", ".ndjson", ".csv.gz", ".geojson", ".geojson.gz"}
	turn := 0
	for _, ask := range questions() {
		for level := range strings.FieldsSeq(ask.levels) {
			for range formats {
				ext := endings[turn%len(endings)]
				turn++
				if strings.Contains(ext, "geo") && (level == "hits" || !strings.Contains(ask.told, "--lonlat")) {
					continue
				}
				a := answered{"result" + strconv.Itoa(len(all)) + ext, ask.told + " --level " + level}
				if r := invoke(t, "", words("%s %s --out %s --device cpu", ask.command, a.told, a.result)...); r.status != cli.OK {
					t.Fatalf("%+v: %+v", a, r)
				}
				all = append(all, a)
			}
		}
	}
	return all
}

// TestVerifyFindsResultsGood: verify accepts the results of search and join, of every level and format that it reads, checking all pairs
// and a few.
func TestVerifyFindsResultsGood(on *testing.T) {
	tier.Full(on)
	findsGood(beside(on), 1)
}

// findsGood checks the property of TestVerifyFindsResultsGood for each result in some formats.
func findsGood(t *place, formats int) {
	for i, a := range answerFiles(t, formats) {
		sample := []string{"1000", "7"}[i%2]
		r := invokeOn(t, streams{outgrown: i%3 == 0}, words("verify %s %s --sample %s", a.result, a.told, sample)...)
		if r.status != cli.OK || !strings.Contains(r.out, ": as they should be") || strings.Contains(r.out, "no flag told") || sample == "1000" && strings.Contains(r.out, ", 0 rows") {
			t.Errorf("%s: %+v", a.told, r)
		}
	}
}

// damaged is a change to the lines of a file of results, and verify's message about it.
type damaged struct {
	name  string
	of    func(lines []string) []string // changes the lines, the header among them
	wants string
}

// field changes a field of a row.
func field(row string, k int, change func(string) string) string {
	fields := strings.Split(row, ",")
	fields[k] = change(fields[k])
	return strings.Join(fields, ",")
}

// damages lists the possible damages of a file, for hits and encounters alike; enter is the field of the time of entering.
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
func TestVerifyFindsDamage(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 20)
	for level, enter := range map[string]int{"hits": 4, "encounters": 2} {
		must(t, words("join herd.csv --distance 2 --device cpu --level %s --out good.csv", level)...)
		lines := strings.Split(strings.TrimSpace(read(t, "good.csv")), "\n")
		if len(lines) < 8 {
			t.Fatalf("%s: %d lines", level, len(lines))
		}
		for _, d := range damages(enter) {
			write(t, "bad.csv", strings.Join(d.of(append([]string{}, lines...)), "\n")+"\n")
			r := invoke(t, "", "verify", "bad.csv", "--entries", "herd.csv", "--distance", "2", "--sample", "100")
			if r.status != cli.Failure || r.out != "" || !strings.HasPrefix(r.err, "flyby: bad.csv: ") || !strings.Contains(r.err, d.wants) {
				t.Errorf("%s of %s: %+v, want %q", d.name, level, r, d.wants)
			}
		}
	}
}

// TestVerifyWithOtherFlags: verify rejects the results of another question.
func TestVerifyWithOtherFlags(on *testing.T) {
	t := beside(on)
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

// TestVerifyFindsMutants: verify finds any change in a result of each level and format, with exit status 1 and one line, and accepts the
// same rows written by another program.
func TestVerifyFindsMutants(on *testing.T) {
	tier.Full(on)
	findsMutants(beside(on), middle, false)
}

// findsMutants checks the property of TestVerifyFindsMutants with changed rows at some places. Each question goes to every format, or to one
// in turn.
func findsMutants(t *place, places func(rows int) []int, every bool) {
	t.Helper()
	inputs(t)
	herd(t, "herd.csv", 9)
	n := 0
	for asked, c := range []struct{ told, levels string }{
		{"--entries herd.csv --distance 3", "hits encounters pairs"},
		{"--entries stamps.csv --distance 10 --max-gap 0 --with speeds --merge-gap 1", "encounters"},
		{"--entries ships.csv --lonlat --distance 500m --with positions", "encounters pairs"},
		{"--entries lifts.csv --distance 5 --vertical 2", "encounters pairs"},
		{"--entries herd.csv --distance 3 --with both", "hits pairs"},
		{"--entries herd.csv --distance 3 --limit 11", "hits encounters"},
		{"--entries herd.csv --distance 3 --top 5", "encounters pairs"},
	} {
		for turn, level := range strings.Fields(c.levels) {
			formats := []string{".csv", ".ndjson", ".parquet"}
			if strings.Contains(c.told, "--lonlat") { // a place in each row
				formats = []string{".geojson", ".csv", ".ndjson", ".parquet"}
			}
			if at := (asked + turn + 2) % len(formats); !every {
				formats = formats[at : at+1]
			}
			for _, ext := range formats {
				good, told := "good"+strconv.Itoa(n)+ext, c.told+" --level "+level
				n++
				if r := invoke(t, "", words("join %s --out %s --device cpu", told, good)...); r.status != cli.OK {
					t.Fatalf("%s: %+v", told, r)
				}
				f := readTable(t, good)
				f.write(t, "bad"+ext)
				if r := invoke(t, "", words("verify bad%s %s", ext, told)...); r.status != cli.OK {
					t.Errorf("%s to %s, rewritten: %+v", told, ext, r)
				}
				f.mutants(t, "bad"+ext, places, func(what string) {
					r := invoke(t, "", words("verify bad%s %s", ext, told)...)
					if r.status != cli.Failure || r.out != "" || !strings.HasPrefix(r.err, "flyby: bad"+ext) || strings.Count(r.err, "\n") != 1 {
						t.Errorf("%s to %s, %s: %+v", told, ext, what, r)
					}
				})
			}
		}
	}
}

// TestVerifyOfCuts: verify holds a file that --limit or --top cut to the rows within the cut, and says so.
func TestVerifyOfCuts(on *testing.T) {
	t := beside(on)
	inputs(t)
	herd(t, "herd.csv", 9)
	const told = "--entries herd.csv --distance 3 --level encounters"
	must(t, words("join %s --device cpu --out all.csv", told)...)
	for _, flags := range []string{"--limit 9", "--top 9", "--limit 1", "--top 1"} {
		if r := invoke(t, "", words("join %s %s --device cpu --out cut.csv", told, flags)...); r.status != cli.OK {
			t.Fatalf("%+v", r)
		}
		if r := invoke(t, "", words("verify cut.csv %s %s", told, flags)...); r.status != cli.OK || !strings.Contains(r.out, ", as far as "+flags+" lets the file go (") {
			t.Errorf("%s: %+v", flags, r)
		}
		if r := invoke(t, "", words("verify cut.csv %s", told)...); r.status != cli.Failure {
			t.Errorf("%s, but not told: %+v", flags, r)
		}
		if r := invoke(t, "", words("verify all.csv %s %s", told, flags)...); r.status != cli.Failure {
			t.Errorf("all rows with %s: %+v", flags, r)
		}
	}
	for _, flags := range []string{"--limit 100000", "--top 100000"} {
		if r := invoke(t, "", words("join %s %s --device cpu --out cut.csv", told, flags)...); r.status != cli.OK {
			t.Fatalf("%+v", r)
		}
		if r := invoke(t, "", words("verify cut.csv %s %s", told, flags)...); r.status != cli.OK || strings.Contains(r.out, "as far as") {
			t.Errorf("%s: %+v", flags, r)
		}
	}
}

// TestVerifyWithinMemory: verify checks data that outgrow memory through some of their trajectories, and finds damage among these.
func TestVerifyWithinMemory(on *testing.T) {
	verifiedWithinMemory(heavy(on), middle, func(i int) bool { return i == 0 })
}

// verifiedWithinMemory checks the property of TestVerifyWithinMemory with changed rows at some places, for the results that isChosen
// selects by their index in the table.
func verifiedWithinMemory(t *place, places func(rows int) []int, isChosen func(i int) bool) {
	t.Helper()
	inputs(t)
	herd(t, "herd.csv", 20)
	herd(t, "flock.csv", 7)
	verify := func(data string, args ...string) result { // a process, which holds little
		c := process(t, `exec "$0" "$@"`, append(args, "--memory", "200MB", "--threads", "1")...)
		c.Stdin = strings.NewReader(data)
		return outcome(t, c)
	}
	for i, c := range []struct{ command, file, told string }{
		{"join", "herd.csv", "--entries - --distance 1 --level encounters"},
		{"join", "herd.csv", "--entries - --distance 1 --level hits --with both"},
		{"join", "herd.csv", "--entries - --distance 1 --level encounters --top 9 --with positions"},
		{"join", "lifts.csv", "--entries - --distance 5 --vertical 2 --level pairs"},
		{"join", "lonlat.csv", "--entries - --lonlat --distance 1e7 --level hits"},
		{"join", "radius.csv", "--entries - --distance 700 --level hits --max-gap 100"},
		{"search", "flock.csv", "--entries herd.csv --queries - --distance 2 --level hits"},
		{"search", "herd.csv", "--entries - --queries flock.csv --distance 2 --level encounters --limit 3"},
	} {
		data := read(t, c.file)
		if r := invoke(t, data, words("%s %s --out out.parquet --device cpu", c.command, c.told)...); r.status != cli.OK {
			t.Fatalf("%+v: %+v", c, r)
		}
		for _, sample := range []int{1000, 10, 1}[i%3:][:1] {
			if r := verify(data, words("verify out.parquet %s --sample %d", c.told, sample)...); r.status != cli.OK || strings.Contains(r.out, " 0 pairs") {
				t.Errorf("%+v, a sample of %d: %+v", c, sample, r)
			}
		}
		if !isChosen(i) {
			continue
		}
		f := readTable(t, "out.parquet")
		f.mutants(t, "bad.parquet", places, func(what string) {
			if r := verify(data, words("verify bad.parquet %s", c.told)...); r.status != cli.Failure {
				t.Errorf("%+v, %s: %+v", c, what, r)
			}
		})
	}
}

// TestVerifyRefuses: flags that verify does not take are wrong usage.
func TestVerifyRefuses(on *testing.T) {
	t := beside(on)
	inputs(t)
	must(t, words("join good.csv --distance 1 --level hits --out hits.csv --device cpu")...)
	write(t, "broken.parquet", "PAR1")
	must(t, words("join good.csv --distance 1 --out met.ndjson --level encounters --device cpu")...)
	for line, want := range map[string]string{
		"verify --entries good.csv --distance 1":                                         "RESULT is missing",
		"verify hits.csv hits.csv --entries good.csv --distance 1":                       "one RESULT only",
		"verify hits.csv --distance 1":                                                   "--entries FILE is missing",
		"verify hits.csv --entries good.csv":                                             "--distance D is missing",
		"verify hits.csv --entries good.csv --distance 1 --sample 0":                     "must be positive",
		"verify hits.csv --entries good.csv --distance 1 --out a.csv":                    "--out: is not for verify",
		"verify hits.csv --entries good.csv --distance 1 --explain":                      "--explain: is not for verify",
		"verify hits.txt --entries good.csv --distance 1":                                "unknown extension",
		"verify hits.csv --entries good.csv --distance 1 --count":                        "--count: is not for verify",
		"verify hits.csv --entries good.csv --distance 1 --top 3":                        "--top: is for --level encounters",
		"verify met.ndjson --entries good.csv --distance 1 --top 3 --limit 3":            "one of the two only",
		"verify hits.csv --entries good.csv --queries good.csv --distance 1 --with both": "--with both: is for a join",
		"verify hits.csv --entries good.csv --distance 1 --with positions":               "--with positions: is for --level encounters",
	} {
		if r := invoke(t, read(t, "good.csv"), strings.Fields(line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
			t.Errorf("%s: %+v, want %q", line, r, want)
		}
	}
	for file, want := range map[string]string{
		"good.csv": "it is no file of hits, encounters, pairs or neighbours", "absent.csv": "no such file", "broken.parquet": "not a complete Parquet file",
		"met.ndjson --level hits": "has encounters, and not the hits of --level",
	} {
		if r := invoke(t, "", words("verify %s --entries good.csv --distance 1", file)...); r.status != cli.Failure || !strings.Contains(r.err, want) {
			t.Errorf("%s: %+v, want %q", file, r, want)
		}
	}
}
