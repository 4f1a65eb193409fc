package main

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestConvertedFilesGiveTheSameAnswer: a file and its conversion, to either format and through standard output too, have the same
// answer, to the byte.
func TestConvertedFilesGiveTheSameAnswer(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	for _, c := range []struct{ file, reading, again string }{
		{"walk.gpx", "", "--lonlat --max-gap 10"},
		{"walk.gpx", "--height none", "--lonlat --max-gap 10"},
		{"walk.plt", "", "--lonlat"},
		{"20081023025304.plt", "", "--lonlat"},
		{"lonlat.csv", "--lonlat", "--lonlat"},
		{"stars.fits", "", ""},
		{"stamps.csv", "--max-gap 15", "--max-gap 15"},
		{"cars.fcd.xml", "", ""},
		{"radius.csv", "", ""},
		{"commas.csv", "", ""},
		{"local.csv", "--tz Europe/Copenhagen", ""},
	} {
		for i, out := range []string{"neutral.csv", "neutral.parquet", "neutral.csv.zst", "-"} {
			level := map[string]string{"ids": "encounters", "time": "hits"}
			answer := invoke(t, "", words("join %s --distance 100 --level encounters %s", c.file, c.reading)...)
			if answer.status != cli.OK && strings.HasPrefix(answer.err, "flyby: "+c.file) {
				continue // such a file is not read
			}
			order := orders()[i%2]
			answer = invoke(t, "", words("join %s --distance 100 --level %s %s", c.file, level[order], c.reading)...)
			made := invoke(t, "", words("convert %s --out %s --order %s %s", c.file, out, order, c.reading)...)
			if made.status != cli.OK {
				t.Errorf("convert %s to %s in order of %s: %+v", c.file, out, order, made)
			}
			got := invoke(t, made.out, words("join %s --distance 100 --level %s %s", out, level[order], c.again)...)
			if got.status != answer.status || got.out != answer.out {
				t.Errorf("%s by way of %s in order of %s: %+v, want %+v", c.file, out, order, got, answer)
			}
		}
	}
}

// TestConvertWithinMemory: files of every format that outgrow memory are converted to the same bytes, with the same warnings, as in
// memory.
func TestConvertWithinMemory(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	dataSet(t, "galaxy", "0.01", "stars.parquet")
	for _, c := range []struct{ files, reading string }{
		{"walk.gpx", ""}, {"walk.gpx", "--height none"}, {"tracks", ""}, {"lonlat.csv", "--lonlat"}, {"stars.fits", ""}, {"stars.parquet", ""},
		{"stamps.csv", "--max-gap 15"}, {"stamps.csv", "--max-gap 5"}, {"days", ""}, {"cars.fcd.xml", ""}, {"radius.csv", "--max-gap 3"}, {"local.csv", "--tz Europe/Copenhagen"},
		{"badrows.csv", "--skip-bad-rows"}, {"badrows.csv", ""}, {"names.csv", ""},
	} {
		for _, out := range []string{"neutral.csv", "neutral.parquet", "neutral.csv.gz", "neutral.csv --order time", "neutral.parquet --order time"} {
			whole := invoke(t, "", words("convert %s --out whole-%s %s", c.files, out, c.reading)...)
			within := invokeWithin(t, words("convert %s --out within-%s %s", c.files, out, c.reading)...)
			out, _, _ := strings.Cut(out, " ")
			if whole.err != within.err || whole.status != within.status {
				t.Errorf("%+v to %s: %+v, want %+v", c, out, within, whole)
			}
			if whole.status == cli.OK && read(t, "whole-"+out) != read(t, "within-"+out) {
				t.Errorf("%+v to %s: other bytes", c, out)
			}
		}
	}
	for _, flags := range []string{"--lonlat --memory 1GB", "--memory 1GB --out within.parquet --lonlat"} { // standard input, whose size is unknown
		whole := invoke(t, read(t, "lonlat.csv"), words("convert - --lonlat")...)
		if r := invoke(t, read(t, "lonlat.csv"), words("convert - %s", flags)...); r.status != cli.OK || r.out != whole.out && !strings.Contains(flags, "--out") {
			t.Errorf("%s: %+v, want %+v", flags, r, whole)
		}
	}
	for flags, want := range map[string]string{"--memory 0B": "--memory 0: must be more than nothing", "--tmp absent": "--tmp: "} {
		if r := invoke(t, "", words("convert good.csv %s", flags)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
			t.Errorf("%s: %+v", flags, r)
		}
	}
	if r := invoke(t, read(t, "good.csv"), words("convert - --memory 1MB")...); r.status != cli.Failure || !strings.Contains(r.err, "samples that are put in order take at least") {
		t.Errorf("%+v", r)
	}
}

// TestConvertInOrderOfTime: --order time writes rows by time, and rows of one time by id; an unknown order is refused.
func TestConvertInOrderOfTime(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "few.csv", "traj_id,t,x,y\n10,0,1,2\n10,3,1,3\n9,0,5,6\n9,1,5,7\n9,3,5,8\n")
	const want = "traj_id,t,x,y\n9,0,5,6\n10,0,1,2\n9,1,5,7\n9,3,5,8\n10,3,1,3\n"
	for _, threads := range []string{"1", "3"} {
		args := words("convert few.csv --order time --threads %s", threads)
		for _, r := range []result{invoke(t, "", args...), invokeWithin(t, args...)} {
			if r.status != cli.OK || r.out != want {
				t.Errorf("%v: %+v, want %q", args, r, want)
			}
		}
	}
	r := invoke(t, "", words("convert few.csv --order tim")...)
	if want := `flyby: --order "tim": must be ids or time: is it time?`; r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
		t.Errorf("%+v, want %q", r, want)
	}
}

// TestConvertVerbose: --verbose counts the rows read and mentions sorting.
func TestConvertVerbose(on *testing.T) {
	t := beside(on)
	inputs(t)
	args := words("convert good.csv --verbose --out out.csv")
	for _, c := range []struct {
		r    result
		want string
	}{{invoke(t, "", args...), "put_in_order_in=memory to=out.csv"}, {invokeWithin(t, args...), ` of files in --tmp" to=out.csv`}} {
		if c.r.status != cli.OK || !strings.Contains(c.r.err, "level=INFO msg=converted of=good.csv rows=") || !strings.Contains(c.r.err, c.want) {
			t.Errorf("%+v, want %s", c.r, c.want)
		}
	}
}

// invokeWithin runs convert as if all files outgrew memory.
func invokeWithin(t *place, args ...string) result {
	t.Helper()
	return invokeOn(t, streams{outgrown: true}, args...)
}

// words splits a formatted command line.
func words(format string, args ...any) []string { return strings.Fields(fmt.Sprintf(format, args...)) }

// TestConvertNeverReadsDegreesTwice: convert writes long segments unsplit, so that the file has the samples of the data.
func TestConvertNeverReadsDegreesTwice(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	const far = "traj_id,t,lon,lat,height\n1,0,0,0,100\n1,1000,10,0,200\n"
	write(t, "far.csv", far)
	if got := must(t, "convert", "far.csv", "--lonlat"); got != far {
		t.Errorf("%q, want %q", got, far)
	}
}

// TestSummariesOfFiles: convert and verify say with --json what they wrote and checked, in the last line, as other commands do.
func TestSummariesOfFiles(on *testing.T) {
	t := beside(on)
	inputs(t)
	must(t, words("join good.csv --distance 1 --out met.csv --device cpu")...)
	for line, want := range map[string]string{
		"convert good.csv --out again.csv":               `{"type":"summary","command":"convert","rows":7,"trajectories":3,"skipped_rows":0,"gaps":0,"out":"again.csv"}`,
		"verify met.csv --entries good.csv --distance 1": `{"type":"summary","command":"verify","checked":3,"of":3,"rows":2,"total_s":`,
	} {
		r := invoke(t, "", append(words("%s", line), "--json")...)
		lines := strings.Split(strings.TrimSpace(r.err), "\n")
		if last := lines[len(lines)-1]; r.status != cli.OK || !strings.HasPrefix(last, want) {
			t.Errorf("%s: %+v", line, r)
		}
	}
}
