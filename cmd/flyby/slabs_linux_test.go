package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/cli"
)

// measured runs the command as a process of its own with --json, and returns its summary.
func measured(t *place, args ...string) (r result, s summary) {
	t.Helper()
	r = outcome(t, process(t, `exec "$0" "$@"`, append(args, "--json", "--verbose")...))
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	if r.status != cli.OK {
		return r, s
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil {
		t.Fatalf("%v: %q", err, lines[len(lines)-1])
	}
	return r, s
}

// TestSlabs: data that outgrow --memory are searched in slabs of time. The process never holds more than its bound, and the file equals
// the file of a run in memory. Package sweep has the proof for every answer.
func TestSlabs(on *testing.T) {
	inSlabs(heavy(on), [][]string{
		{"search", "--queries", "stars.parquet", "--distance", "0.1", "--level", "encounters", "--exclude-same-id"},
	})
}

// inSlabs checks the property of TestSlabs for some searches.
func inSlabs(t *place, searches [][]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.6", "stars.parquet")
	dataSet(t, "supernovae", "0.6", "novae.csv")
	for i, args := range searches {
		ending := []string{"csv", "ndjson", "parquet"}[i%3]
		args = append(args, "--entries", "stars.parquet", "--device", "cpu", "--threads", "2")
		ran(t, append(args, "--quiet", "--out", "whole."+ending)...)
		most := least(t, args...) + 4e6
		explained := outcome(t, process(t, `exec "$0" "$@"`, append(args, "--memory", inBytes(most), "--explain", "--json")...))
		r, s := measured(t, append(args, "--memory", inBytes(most), "--tmp", t.TempDir(), "--out", "slabs."+ending)...)
		switch {
		case r.status != cli.OK || !strings.Contains(r.err, "searched in slabs of time"):
			t.Errorf("%v: status %d, %.800q", args, r.status, r.err)
		case sum(t, "slabs."+ending) != sum(t, "whole."+ending):
			t.Errorf("%v: another file than in memory", args)
		case !slabsAsExplained(t, explained.out, r.err):
			t.Errorf("%v: explained as %s, run as %.800q", args, explained.out, r.err)
		case s.PeakBytes > most || s.SpilledBytes == 0:
			t.Errorf("%v: %d bytes held, %d spilled", args, s.PeakBytes, s.SpilledBytes)
		}
	}
}

// slabsAsExplained reports whether --explain lists about as many slabs as a run logs: the memory left for slabs differs
// from process to process.
func slabsAsExplained(t *place, out, log string) bool {
	t.Helper()
	var m explanation
	if err := json.Unmarshal([]byte(out), &m); err != nil {
		return false
	}
	said := regexp.MustCompile(`"slabs":(\d+)`).FindStringSubmatch(log)
	if said == nil {
		return false
	}
	n, err := strconv.Atoi(said[1])
	return err == nil && m.Slabs > 1 && 2*m.Slabs >= n && m.Slabs <= 2*n
}

// row is a row of a Parquet file.
type row struct {
	ID string  `parquet:"id"`
	T  float64 `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
	Z  float64 `parquet:"z"`
}

// inOrder writes objects that wander to a Parquet file, in order of time or of objects, in row groups of perGroup rows.
func inOrder(t *place, name string, byTime bool, perGroup int, spoil func(rows []row)) {
	t.Helper()
	const objects, steps = 3600, 250
	rows := make([]row, 0, objects*steps+2)
	rng := rand.New(rand.NewPCG(14, 6))
	for object := range objects {
		x, y, z := rng.Float64()*40, rng.Float64()*40, rng.Float64()*40
		for step := range steps {
			x, y, z = x+rng.Float64()-0.5, y+rng.Float64()-0.5, z+rng.Float64()-0.5
			if step%100 != 50 || object%10 > 0 { // a gap of 2
				rows = append(rows, row{fmt.Sprint("star ", object), float64(step), x, y, z})
			}
		}
	}
	if byTime {
		slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.T, b.T) })
	}
	spoil(rows)
	f, err := os.Create(t.at(name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := parquet.NewGenericWriter[row](f, parquet.MaxRowsPerRowGroup(int64(perGroup)))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestRowGroups: a Parquet file whose row groups are apart in time is read by row groups, without a copy, and its results
// equal the results in memory; a file in another order is spilled. Row groups are so short that the least slabs, of 1
// MiB, read the file less than twice.
func TestRowGroups(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	byRowGroups(t, []groupedRow{
		{34e6, "byTime.parquet", []string{"search", "--entries", "byObject.parquet", "--queries", "byTime.parquet", "--distance", "0.3", "--level", "hits", "--from", "20", "--to", "200", "--exclude-same-id"}},
		{20e6, "made.parquet", []string{"join", "--entries", "made.parquet", "--distance", "0.5", "--level", "encounters", "--max-gap", "1.5"}},
	})
}

// groupedRow is a command of TestRowGroups: its room above the least memory, and whether it reads the file directly by
// its row groups.
type groupedRow struct {
	room   uint64
	direct string
	args   []string
}

// byRowGroups checks the property of TestRowGroups for some commands.
func byRowGroups(t *place, rows []groupedRow) {
	t.Helper()
	inOrder(t, "byTime.parquet", true, 2500, func([]row) {})
	inOrder(t, "byObject.parquet", false, 10_000, func([]row) {})
	const told = "each slab reads its own"
	const named = "flyby convert --order time writes it"
	if r := invoke(t, "", words("convert byObject.parquet --order time --max-gap 1.5 --out made.parquet")...); r.status != cli.OK {
		t.Fatalf("%+v", r)
	}
	for i, c := range rows {
		ending := []string{"csv", "ndjson", "parquet"}[i%3]
		args := append(c.args, "--device", "cpu", "--threads", "2")
		if r := invoke(t, "", append(args, "--quiet", "--out", "whole."+ending)...); r.status != cli.OK {
			t.Fatalf("%v: %+v", args, r)
		}
		tmp := t.TempDir()
		most := least(t, args...) + c.room
		r, s := measured(t, append(args, "--memory", inBytes(most), "--tmp", tmp, "--out", "slabs."+ending)...)
		switch {
		case r.status != cli.OK || !strings.Contains(r.err, "searched in slabs of time"):
			t.Errorf("%v: status %d, %.800q", args, r.status, r.err)
		case !strings.Contains(r.err, told) || !strings.Contains(r.err, c.direct):
			t.Errorf("%v: other files than %q read by row groups: %.2000q", args, c.direct, r.err)
		case slices.Contains(args, "byObject.parquet") != strings.Contains(r.err, named):
			t.Errorf("%v: what saves copying is named, or not: %.2000q", args, r.err)
		case sum(t, "slabs."+ending) != sum(t, "whole."+ending):
			t.Errorf("%v: another file than in memory", args)
		case s.PeakBytes > most:
			t.Errorf("%v: %d bytes held, %d spilled", args, s.PeakBytes, s.SpilledBytes)
		}
		t.Logf("%v: %d bytes held, %d spilled", args, s.PeakBytes, s.SpilledBytes)
	}
}

// TestLittleMemory: a bound that is too small is refused with one that suffices; a bound that cannot be parsed, and a
// folder that cannot be written to, are wrong usage.
func TestLittleMemory(on *testing.T) {
	t := beside(on)
	inputs(t)
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"--memory", "1MB"}, cli.Failure, "memory 977 KiB: "},
		{[]string{"--memory", "1"}, cli.WrongUsage, `--memory "1": must be a number and a unit`},
		{[]string{"--memory", "0MB"}, cli.WrongUsage, "--memory 0: must be more than nothing"},
		{[]string{"--tmp", "nowhere"}, cli.WrongUsage, "--tmp: folder nowhere: "},
		{[]string{"--tmp-limit", "9"}, cli.WrongUsage, `--tmp-limit "9": must be`},
	} {
		r := invoke(t, "", append([]string{"join", "--entries", "good.csv", "--distance", "1", "--device", "cpu"}, c.args...)...)
		if r.status != c.status || !strings.Contains(r.err, c.want) {
			t.Errorf("%v: status %d, %q", c.args, r.status, r.err)
		}
	}
}

// TestNoFolderForTemporaryFiles: a system without a folder for temporary files searches data that fit memory.
func TestNoFolderForTemporaryFiles(on *testing.T) {
	t := alone(on)
	inputs(t)
	t.T.Setenv("TMPDIR", "nowhere")
	r := invoke(t, "", "join", "--entries", "good.csv", "--distance", "1", "--device", "cpu")
	if r.status != cli.OK {
		t.Errorf("status %d, %q", r.status, r.err)
	}
}
