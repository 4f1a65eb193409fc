package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// slabCase is a search or a join that is planned into slabs.
type slabCase struct {
	name           string
	entries, other string // FILE of the entries, and of the queries; "": a join
	flags          string
}

// slabCases returns searches and joins, with flags whose units and files the command reads. Package slabs has every level and stage.
func slabCases() []slabCase {
	const ships = "ships.csv"
	return []slabCase{
		{name: "hits", entries: ships, flags: "--distance 2km --level hits --from 2024-02-10T03:00:00Z --limit 9"},
		{name: "having", entries: ships, flags: "--distance 1nmi --units-out nmi,kn --merge-gap 1h --min-duration 20min --having v_closest>=0.1kn"},
		{name: "radius", entries: "bering.csv", flags: "--distance 100m --radius 200m --max-gap 6h --max-speed 60kn"},
		{name: "curves", entries: "conjunction.oem", flags: "--distance 9km"},
		{name: "places", entries: "bering.csv", other: "ports.csv", flags: "--lonlat --distance 0"},
		{name: "heights", entries: "states.csv", flags: "--lonlat --distance 5km --vertical <1000ft --level encounters"},
		{name: "catalogue", entries: "catalogue.csv", flags: "--distance 1 --level objects"},
	}
}

// asked returns the arguments for the files and the flags of a case.
func (s slabCase) asked() []string {
	args := []string{"--entries", s.entries}
	if s.other != "" {
		args = append(args, "--queries", s.other)
	}
	return append(args, strings.Fields(s.flags)...)
}

// TestSlabOneRun: slabs are merged to the file that search and join write, to the byte, and verify accepts it.
func TestSlabOneRun(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	data, err := filepath.Abs("../../docs/fields/data")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range slabCases() {
		t.Run(s.name, func(t *place) {
			t.Chdir(t.TempDir())
			if err := os.CopyFS(t.at("."), os.DirFS(data)); err != nil {
				t.Fatal(err)
			}
			write(t, "catalogue.csv", catalogue())
			if r := invoke(t, "", append([]string{"slab", "plan", "--dir", "work", "--slabs", "4"}, s.asked()...)...); r.status != cli.OK {
				t.Fatalf("plan: %+v", r)
			}
			must(t, "slab", "run", "work", "--slab", "0", "--device", "cpu", "--threads", "1")
			must(t, "slab", "run", "work", "--missing")
			must(t, "slab", "status", "work")
			wantOneRun(t, s, ".parquet")
		})
	}
}

// catalogue returns a file of stars with the same times, whose segments no cut in time separates.
func catalogue() string {
	rows := "id,t,x,y\n"
	for i := range 60 {
		rows += fmt.Sprintf("%d,0,%d,%d\n%[1]d,1,%[2]d,%d\n", i, i%8, i*i%7, i%5)
	}
	return rows
}

// wantOneRun wants the parts of a case to be merged to the file of one run.
func wantOneRun(t *place, s slabCase, ending string) {
	t.Helper()
	command := "join"
	if s.other != "" {
		command = "search"
	}
	one := invoke(t, "", append([]string{command, "--out", "one" + ending}, s.asked()...)...)
	merged := invoke(t, "", "slab", "merge", "work", "--out", "merged"+ending)
	if one.status != cli.OK || merged.status != cli.OK || !strings.HasSuffix(one.err, merged.err) {
		t.Fatalf("one run %+v, merge %+v", one, merged)
	}
	if read(t, "merged"+ending) != read(t, "one"+ending) {
		t.Errorf("%s: not the bytes of %s", ending, command)
	}
	if strings.Contains(s.flags, "objects") {
		return // verify takes only their encounters
	}
	if r := invoke(t, "", append([]string{"verify", "merged" + ending}, s.asked()...)...); r.status != cli.OK {
		t.Errorf("verify: %+v", r)
	}
}

// TestSlabCount: a plan with --count is merged to a number, and one with --memory has as many slabs as fit it.
func TestSlabCount(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "cars.csv", cars)
	must(t, "slab", "plan", "--entries", "cars.csv", "--distance", "2", "--count", "--dir", "work", "--memory", "2GB")
	if again := must(t, "slab", "plan", "--entries", "cars.csv", "--distance", "2", "--count", "--dir", "work", "--slabs", "1", "--json", "--quiet"); !strings.Contains(again, `"planned_before":true,"slabs":1,"slabs_of":"time"`) {
		t.Errorf("planned again: %s", again)
	}
	must(t, "slab", "run", "work", "--slab", "0")
	if got, want := must(t, "slab", "merge", "work"), must(t, "join", "cars.csv", "--distance", "2", "--level", "encounters", "--count"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for line, status := range map[string]int{
		"slab merge work --out a.csv": cli.WrongUsage, "slab merge work --out a.geojson": cli.WrongUsage, "slab run work --slab 0 --memory 1MB": cli.OK,
		"slab plan --entries cars.csv --distance 2 --dir other --memory 1MB": cli.Failure,
	} {
		if r := invoke(t, "", strings.Fields(line)...); r.status != status {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if _, err := os.Stat(t.at("other/manifest.json")); err == nil {
		t.Error("a plan that failed is there")
	}
}

// TestSlabInPlace: Parquet in order of time is not copied, and the plan says so; a run that finds the file changed reports it and leaves no
// part.
func TestSlabInPlace(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.1", "stars.csv")
	must(t, "convert", "stars.csv", "--order", "time", "--out", "stars.parquet")
	out := must(t, "slab", "plan", "--entries", "stars.parquet", "--distance", "0.2", "--dir", "work", "--slabs", "2")
	if !strings.Contains(out, "\nin place  ") || !strings.Contains(out, "stars.parquet: runs read it again") {
		t.Errorf("plan: %s", out)
	}
	info, err := os.Stat(t.at("stars.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{info.ModTime().Add(time.Second), info.ModTime()} {
		if err := os.Chtimes(t.at("stars.parquet"), at, at); err != nil {
			t.Fatal(err)
		}
		r := invoke(t, "", "slab", "run", "work", "--missing")
		if changed := at != info.ModTime(); changed != (r.status == cli.Failure && strings.Contains(r.err, "stars.parquet: ") && strings.Contains(r.err, "plan again")) {
			t.Errorf("changed %v: %+v", changed, r)
		}
	}
	must(t, "slab", "merge", "work", "--out", "near.csv")
	must(t, "join", "stars.parquet", "--distance", "0.2", "--level", "encounters", "--out", "one.csv")
	if read(t, "near.csv") != read(t, "one.csv") {
		t.Error("the merged file is another than one run writes")
	}
}

// TestSlabDamaged: a part that is cut short is listed, is not merged, and is made again.
func TestSlabDamaged(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", "work", "--slabs", "5")
	must(t, "slab", "run", "work", "--slab", "0-2,4")
	write(t, "work/part-1", read(t, "work/part-1")[:50])
	r := invoke(t, "", "slab", "status", "work", "--json")
	if want := `"slabs":5,"done":"0,2,4","missing":"3","damaged":"1","why":{"1":`; r.status != cli.Failure || !strings.Contains(r.out, want) {
		t.Errorf("status: %+v", r)
	}
	r = invoke(t, "", "slab", "merge", "work", "--out", "near.csv")
	if r.status != cli.Failure || !strings.Contains(r.err, "parts of slabs 3 are missing (part-3), parts of slabs 1 are damaged (") || !strings.Contains(r.err, "flyby slab run work --missing") {
		t.Errorf("merge: %+v", r)
	}
	if entriesOf(t, ".") != "stars.csv work" {
		t.Errorf("left %s", entriesOf(t, "."))
	}
	if out := must(t, "slab", "run", "work", "--missing"); !strings.HasPrefix(out, "slab 1: ") || strings.Count(out, "slab ") != 2 {
		t.Errorf("run: %s", out)
	}
	must(t, "slab", "merge", "work", "--out", "near.csv")
	must(t, "join", "stars.csv", "--distance", "0.2", "--level", "encounters", "--out", "one.csv")
	if read(t, "near.csv") != read(t, "one.csv") {
		t.Error("not the bytes of one run")
	}
}

// TestSlabRanges: the files of ranges, concatenated, equal the file of the merge, also on standard output.
func TestSlabRanges(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", "work", "--slabs", "5")
	must(t, "slab", "run", "work", "--missing")
	for _, ending := range []string{".csv", ".ndjson"} {
		must(t, "slab", "merge", "work", "--out", "near"+ending)
		parts := ""
		for _, i := range []string{"0", "1", "2"} {
			must(t, "slab", "merge", "work", "--out", "near-"+i+ending, "--ranges", "3", "--range", i)
			parts += read(t, "near-"+i+ending)
		}
		if parts != read(t, "near"+ending) {
			t.Errorf("%s: not the bytes of one merge", ending)
		}
	}
	if out := must(t, "slab", "merge", "work", "--out", "-", "--ranges", "3", "--range", "1"); out != read(t, "near-1.csv") {
		t.Errorf("standard output has %d bytes", len(out))
	}
}

// TestSlabRangesAreNumbered: the summary of a range has its number.
func TestSlabRangesAreNumbered(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "cars.csv", cars)
	must(t, "slab", "plan", "--entries", "cars.csv", "--distance", "2", "--dir", "work", "--slabs", "2")
	must(t, "slab", "run", "work", "--missing")
	for line, want := range map[string]string{
		"--ranges 2 --range 0 --json":    `"slabs":3,"ranges":2,"range":0,"level":"encounters"`,
		"--ranges 1 --range 0 --json":    `"slabs":3,"ranges":1,"range":0,"level":"encounters"`,
		"--ranges 2 --range 1 --verbose": "3 parts, range 1 of 2: ",
		"--json":                         `"slabs":3,"level":"encounters"`,
	} {
		if r := invoke(t, "", append([]string{"slab", "merge", "work", "--out", "near.csv"}, strings.Fields(line)...)...); r.status != cli.OK || !strings.Contains(r.err, want) {
			t.Errorf("%s: %+v", line, r)
		}
	}
}

// cars are three cars that meet.
const cars = "id,t,x,y\n1,0,0,0\n1,9,9,0\n2,0,0,1\n2,9,9,1\n3,0,5,9\n3,9,5,0\n"

// TestSlabRangesRefused: a range beyond the last, and a plan whose rows cannot be divided into ranges, are wrong usage.
func TestSlabRangesRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "cars.csv", cars)
	for dir, flags := range map[string]string{"plain": "", "top": "--top 3", "limit": "--limit 3", "count": "--count", "objects": "--level objects"} {
		must(t, append([]string{"slab", "plan", "--entries", "cars.csv", "--distance", "2", "--dir", dir, "--slabs", "2"}, strings.Fields(flags)...)...)
	}
	for line, says := range map[string]string{
		"plain --ranges 3 --range 3":   "--range 3: ranges are from 0 to 2",
		"plain --ranges 3":             "--range I is missing",
		"plain --range 0":              "--ranges N is missing",
		"plain --ranges 0 --range 0":   "--ranges 0: must be 1 or more",
		"plain --ranges -1 --range 0":  "--ranges",
		"plain --ranges 3 --range -1":  "--range",
		"top --ranges 2 --range 0":     "--ranges: was planned with --top 3",
		"limit --ranges 2 --range 0":   "--ranges: was planned with --limit 3",
		"count --ranges 2 --range 0":   "--ranges: was planned with --count",
		"objects --ranges 1 --range 0": "--ranges: was planned with --level objects",
	} {
		if r := invoke(t, "", append([]string{"slab", "merge"}, strings.Fields(line)...)...); r.status != cli.WrongUsage || !strings.Contains(r.err, says) {
			t.Errorf("%s: %+v", line, r)
		}
	}
}

// TestSlabUsage: flags that exclude one another, numbers that no slab has, and commands without slabs are wrong usage, and make no folder.
func TestSlabUsage(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "cars.csv", "id,t,x,y\n1,0,0,0\n1,9,9,0\n2,0,0,1\n2,9,9,1\n")
	must(t, "slab", "plan", "--entries", "cars.csv", "--distance", "2", "--dir", "work", "--slabs", "1")
	const plan = "plan --entries cars.csv --distance 2 --dir other "
	for line, says := range map[string]string{
		plan + "--slabs 8 --memory 2GB":                  "--slabs and --memory: one of the two only",
		plan:                                             "--slabs N or --memory SIZE is missing",
		plan + "--slabs 0":                               "--slabs 0: must be 1 or more",
		plan + "--memory 0MB":                            "--memory 0: must be more than nothing",
		plan + "--slabs 2 --with speeds":                 "--with: needs the data again",
		plan + "--slabs 2 --exclude-same-id":             "--exclude-same-id: is for the queries",
		plan + "--slabs 2 --threads 2":                   "--threads: no plan depends on it",
		plan + "--slabs 2 --tmp nowhere":                 "--tmp: folder nowhere: ",
		"plan --entries cars.csv --distance 2 --slabs 2": "--dir DIR is missing",
		"run work --slab 99":                             "--slab 99: slabs are from 0 to 0",
		"run work --slab 0-1":                            "--slab 0-1: slabs are from 0 to 0",
		"run work --slab 0 --missing":                    "--slab and --missing: one of the two only",
		"run work":                                       "--slab K or --missing is missing",
		"run work --slab x":                              `"x": must be numbers of slabs`,
		"run work --missing --memory 0MB":                "--memory 0: must be more than nothing",
		"merge work --memory 0MB":                        "--memory 0: must be more than nothing",
		"merge work --tmp nowhere":                       "--tmp: folder nowhere: ",
		"merge work --out a.geojson":                     "--out a.geojson: GeoJSON has places",
		"merge work --out-format geojson":                "--out -: GeoJSON has places",
		"status":                                         "DIR is missing",
	} {
		if r := invoke(t, "", append([]string{"slab"}, strings.Fields(line)...)...); r.status != cli.WrongUsage || r.out != "" || !strings.Contains(r.err, says) {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if left := folder(t); left != "cars.csv work" {
		t.Errorf("left %s", left)
	}
}

// TestMergeHelpNamesMergedFormats: the help of slab merge names the formats that parts are merged to, and not GeoJSON.
func TestMergeHelpNamesMergedFormats(on *testing.T) {
	t := beside(on)
	r := invoke(t, "", "slab", "merge", "--help")
	if words := strings.Join(strings.Fields(r.out), " "); !strings.Contains(words, "csv, parquet, arrow or ndjson (default: csv)") || strings.Contains(words, "geojson") {
		t.Errorf("%s", r.out)
	}
}

// TestSlabOverhang: an overhang of more than a quarter of the segments is reported, with a better number of slabs.
func TestSlabOverhang(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	rows := "id,t,x,y\n"
	for _, id := range []string{"a", "b", "c"} {
		for _, at := range []string{"0", "10", "20", "30", "40", "50", "60"} {
			rows += id + "," + at + id + "," + at + ",0\n"
		}
	}
	rows = strings.NewReplacer("0a", "0", "0b", "3", "0c", "6").Replace(rows)
	write(t, "cars.csv", rows)
	r := invoke(t, "", "slab", "plan", "--entries", "cars.csv", "--distance", "2", "--dir", "work", "--slabs", "6")
	if r.status != cli.OK || !strings.Contains(r.err, "% of the segments: ") || !strings.Contains(r.err, " would do with a quarter") {
		t.Errorf("%+v", r)
	}
	if r := invoke(t, "", "slab", "plan", "--entries", "cars.csv", "--distance", "2", "--dir", "two", "--slabs", "2"); r.err != "" {
		t.Errorf("%+v", r)
	}
}

// TestSlabScale: the console blocks of docs/scale.md print what the page shows.
func TestSlabScale(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	replayPage(t, "../../docs/scale.md")
}

// TestSlabScripts: the loop of docs/scale.md, and its commands for engines, run as processes; a Slurm and a Dask that run tasks at once
// stand in for real ones.
func TestSlabScripts(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	scripts := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(read(t, "../../docs/scale.md"), -1)
	begin := []string{"for k in $(seq 0 7)", "seq 0 7 | parallel ", "flyby slab script slurm ", "flyby slab script dask ", "flyby slab script kubernetes "}
	if len(scripts) != len(begin) {
		t.Fatalf("scripts: %q", scripts)
	}
	const self = "flyby() { \"$0\" \"$@\"; }\n"
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "join", "stars.csv", "--distance", "0.2", "--level", "encounters", "--out", "one.csv")
	for i, merge := range []string{"flyby slab merge work --out near.csv", "-", ":", ":"} {
		script := scripts[i][1]
		if !strings.HasPrefix(script, begin[i]) {
			t.Errorf("script %d begins otherwise: %s", i, script)
		}
		switch i {
		case 1: // not run here, as docs/scale.md says
			continue
		case 2:
			fakeSlurm(t, 1001)
		case 3:
			fakePython(t)
		}
		if err := os.RemoveAll(t.at("work")); err != nil {
			t.Fatal(err)
		}
		wantProcess(t, self+"flyby slab plan --entries stars.csv --distance 0.2 --dir work --slabs 8")
		wantProcess(t, self+script)
		wantProcess(t, self+"flyby slab status work && "+merge)
		if read(t, "near.csv") != read(t, "one.csv") {
			t.Errorf("%s: not the bytes of one run", script)
		}
		if err := os.Remove(t.at("near.csv")); err != nil {
			t.Fatal(err)
		}
	}
	wantProcess(t, self+scripts[4][1]) // no stand-in runs it: package slabs tests its output
	if text := read(t, "jobs.yaml"); !strings.Contains(text, "kind: Job") {
		t.Errorf("jobs.yaml: %s", text)
	}
}

// wantProcess wants a script to end well.
func wantProcess(t *place, script string) {
	t.Helper()
	if r := outcome(t, process(t, script)); r.status != cli.OK {
		t.Fatalf("%s: %+v", script, r)
	}
}
