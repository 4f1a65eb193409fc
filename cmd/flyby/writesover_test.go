package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"flyby/internal/cli"
)

// writer is a flag of a command that names what the command writes, with arguments of the command, among which OUT is the value of the flag.
type writer struct {
	command, flag string
	args          string
	file          string   // within the folder that the value names; "": the value names the file
	inputs        []string // files that the command reads
}

// writers returns all flags that name what a command writes. Each has a row for each kind of its inputs.
func writers() []writer {
	plan := []string{"good.csv", "other.csv", "w/manifest.json", "w/names", "w/entries-0", "w/part-0", "w/part-1"}
	data := []string{"good.csv", "other.csv"}
	return []writer{
		{"at", "out", "at --entries good.csv --entries other.csv --time 1 --out OUT", "", data},
		{"convert", "out", "convert good.csv other.csv --out OUT", "", data},
		{"convert", "out", "convert days/*.csv packed.zip/mon.csv --out OUT --out-format csv", "", []string{"days/mon.csv", "packed.zip"}},
		{"convoys", "out", "convoys good.csv other.csv --distance 1 --min-duration 1 --min-size 2 --out OUT", "", data},
		{"dbscan", "out", "dbscan points.csv --eps 2 --minpts 2 --out OUT", "", []string{"points.csv"}},
		{"dbscan", "out", "dbscan points.csv --eps 2 --minpts 2 --out OUT", "page.html", []string{"points.csv"}},
		{"demo", "out", "demo --scale 0.01 --out OUT", "stars.csv", nil},
		{"demo", "out", "demo --scale 0.01 --out OUT", "near-misses.html", nil},
		{"generate", "out", "generate supernovae --scale 0.01 --out OUT", "", nil},
		{"generate", "out", "generate syn-uniform --n 2 --scale 0.001 --out OUT", "", nil},
		{"join", "out", "join good.csv --distance 1 --out OUT", "", []string{"good.csv"}},
		{"join", "out", "join days packed.zip --distance 1 --out OUT --out-format csv", "", []string{"days/mon.csv", "packed.zip"}},
		{"join", "out", "join good.csv other.csv --distance 1 --out OUT", "page.html", data},
		{"knn", "out", "knn points.csv --queries asked.csv -k 1 --out OUT", "", []string{"points.csv", "asked.csv"}},
		{"nearest", "out", "nearest good.csv --queries other.csv -k 1 --out OUT", "", data},
		{"nearest", "out", "nearest good.csv --queries other.csv -k 1 --out OUT", "page.html", data},
		{"pointjoin", "out", "pointjoin points.csv --queries asked.csv --eps 2 --out OUT", "", []string{"points.csv", "asked.csv"}},
		{"report", "out", "report near.csv --entries good.csv --queries other.csv --out OUT", "", []string{"near.csv", "good.csv", "other.csv"}},
		{"report", "out", "report clusters.csv --points points.csv --out OUT", "", []string{"clusters.csv", "points.csv"}},
		{"report", "svg", "report near.csv --entries good.csv --queries other.csv --svg OUT --out /dev/null", "1.svg", []string{"near.csv", "good.csv", "other.csv"}},
		{"search", "out", "search --entries good.csv --queries other.csv --distance 1 --out OUT", "", data},
		{"selfjoin", "out", "selfjoin points.csv --eps 2 --out OUT", "", []string{"points.csv"}},
		{"serve", "socket", "serve good.csv other.csv --socket OUT", "", data},
		{"slab merge", "out", "slab merge w --out OUT --out-format csv", "", plan},
		{"slab merge", "out", "slab merge w --ranges 2 --range 1 --out OUT --out-format csv", "", plan},
		{"slab script", "out", "slab script slurm w --out OUT", "", plan},
		{"slab script", "out", "slab script dask w --ranges 2 --out OUT", "", nil},
		{"slab script", "out", "slab script kubernetes w --image flyby --claim c:HERE --out OUT", "", plan},
		{"tune", "out", "tune --device cpu --out OUT", "", nil},
		{"visits", "out", "visits good.csv --zones zones.geojson --out OUT", "", []string{"good.csv", "zones.geojson"}},
	}
}

// readFlagNames are the flags that name files and folders which a command reads, or in which it writes files of no name; and the folder of slab plan, which has to be empty.
func readFlagNames() []string {
	return []string{"entries", "queries", "points", "tmp", "token-file", "tls-cert", "tls-key", "claim", "dir", "model", "zones"}
}

// TestWritersAreKnown: each flag of each command that names a file or a folder is one that is read, or stands among the writers.
func TestWritersAreKnown(t *testing.T) {
	for _, c := range commands(newApp(t.Context(), streams{}).command()) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			names, _ := pflag.UnquoteUsage(f)
			isFile := slices.ContainsFunc([]string{"FILE", "DIR", "PATH", "FOLDER"}, func(word string) bool { return strings.Contains(names, word) })
			name := strings.TrimPrefix(c.CommandPath(), "flyby ")
			known := slices.Contains(readFlagNames(), f.Name) || slices.ContainsFunc(writers(), func(w writer) bool { return w.command == name && w.flag == f.Name })
			if isFile && !known && !f.Hidden {
				t.Errorf("%s --%s %s names a file: it belongs to the writers or to the flags that are read", name, f.Name, names)
			}
		})
	}
}

// planned makes a folder with a plan in w, of which slab 1 is missing, the data of all writers, and links to folders: l to w, and k to the folder of the test.
func planFolder(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	write(t, "good.csv", "id,t,x,y\na,0,0,0\na,1,1,1\na,9,9,9\nb,0,0,1\nb,1,1,2\nb,9,9,8\n")
	write(t, "other.csv", "id,t,x,y\nc,0,0,0.5\nc,9,9,9.5\n")
	write(t, "points.csv", "x,y\n0,0\n1,1\n2,2\n")
	write(t, "asked.csv", "x,y\n0,1\n")
	write(t, "zones.geojson", `{"type":"Point","coordinates":[1,1]}`)
	if err := os.Mkdir(t.at("days"), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, "days/mon.csv", read(t, "good.csv"))
	write(t, "mon.csv", read(t, "good.csv"))
	zipFile(t, "packed.zip", "mon.csv")
	must(t, words("search --entries good.csv --queries other.csv --distance 5 --out near.csv")...)
	must(t, words("dbscan points.csv --eps 2 --minpts 2 --out clusters.csv")...)
	must(t, words("slab plan --entries good.csv --queries other.csv --distance 5 --dir w --slabs 2")...)
	must(t, words("slab run w --missing")...)
	for link, to := range map[string]string{"l": "w", "k": "."} {
		if err := os.Symlink(to, t.at(link)); err != nil {
			t.Skip(err)
		}
	}
}

// zipFile packs a file of the test into an archive.
func zipFile(t *place, archive, member string) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(member)
	if err == nil {
		_, err = w.Write([]byte(read(t, member)))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	write(t, archive, b.String())
}

// sums returns the checksums of all files below the folder of a test, and where its links lead.
func sums(t *place) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(t.folder, func(path string, d fs.DirEntry, err error) error {
		to, _ := os.Readlink(path)
		text := []byte(nil)
		if err == nil && d.Type().IsRegular() {
			text, err = os.ReadFile(path)
		}
		fmt.Fprintf(&all, "%s %s %x\n", strings.TrimPrefix(path, t.folder), to, sha256.Sum256(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// aim returns the arguments of a writer that would write to a file, by the way of a link with the extension that the writer takes.
func (w *writer) aim(t *place, link func(from, to string) error, to string, n int) []string {
	t.Helper()
	out, name := fmt.Sprintf("link%d", n), ""
	switch {
	case w.file == "":
		out += ".csv"
		name = out
	case filepath.Ext(w.file) == ".html" && w.command != "demo":
		out += ".html"
		name = out
	default:
		if err := os.Mkdir(t.at(out), 0o777); err != nil {
			t.Fatal(err)
		}
		name = filepath.Join(out, w.file)
	}
	if err := link(t.at(to), t.at(name)); err != nil {
		t.Fatal(err)
	}
	return strings.Fields(strings.NewReplacer("OUT", out, "HERE", t.folder).Replace(w.args))
}

// TestNothingWritesOverItsInputs: a command that would write over a file that it reads, by a symbolic link or a hard one, is wrong usage, and no file changes. What a plan names is read by slab merge, and by the jobs of
// slab script.
func TestNothingWritesOverItsInputs(on *testing.T) {
	t := beside(on)
	planFolder(t)
	n := 0
	for _, w := range writers() {
		for _, in := range w.inputs {
			for kind, link := range map[string]func(from, to string) error{"symbolic": os.Symlink, "hard": os.Link} {
				n++
				args := w.aim(t, link, in, n)
				before := sums(t)
				r := invoke(t, "", args...)
				if r.status != cli.WrongUsage || !strings.Contains(r.err, "is the same file as ") && !strings.Contains(r.err, "the plan in ") || strings.Count(r.err, "\n") != 1 {
					t.Errorf("flyby %s, a %s link to %s: status %d, stderr %q", strings.Join(args, " "), kind, in, r.status, r.err)
				}
				if sums(t) != before {
					t.Fatalf("flyby %s, a %s link to %s: files changed", strings.Join(args, " "), kind, in)
				}
			}
		}
	}
}

// TestNothingWritesOverAPlan: a command whose output has a name that a plan keeps for itself, there or not yet, by itself or by links, is wrong usage, and no file changes.
func TestNothingWritesOverAPlan(on *testing.T) {
	t := beside(on)
	planFolder(t)
	n := 0
	for _, w := range writers() {
		for _, to := range []string{"w/manifest.json", "w/names", "w/slab-1", "w/slab-77", "w/part-0", "l/part-77", "k/w/entries-3", "w/queries-0", "w/.part-0.host-0123", "w/.manifest.json.host-0123", "w/.plan-123", "w/.plan-123/slab-0"} {
			n++
			args := w.aim(t, os.Symlink, to, n)
			before := sums(t)
			r := invoke(t, "", args...)
			if r.status != cli.WrongUsage || !strings.Contains(r.err, "the plan in ") || strings.Count(r.err, "\n") != 1 {
				t.Errorf("flyby %s, a link to %s: status %d, stderr %q", strings.Join(args, " "), to, r.status, r.err)
			}
			if sums(t) != before {
				t.Fatalf("flyby %s, a link to %s: files changed", strings.Join(args, " "), to)
			}
		}
	}
}

// TestNewNamesBesideAPlan: an output under any other name in the folder of a plan is written, and the plan is as good as before.
func TestNewNamesBesideAPlan(on *testing.T) {
	t := beside(on)
	planFolder(t)
	for _, line := range []string{
		"slab merge w --out w/near.csv", "slab merge w --out w/slab-0.csv", "slab merge w --out l/part-.csv", "slab merge w --out w/names.parquet", "join good.csv --distance 1 --out w/manifest.csv",
		"generate supernovae --scale 0.01 --out w/.part.csv", "slab script dask w --out w/merged.csv", "slab merge w --out w/part-1x --out-format csv",
	} {
		must(t, words("%s", line)...)
	}
	if err := os.Mkdir(t.at("web"), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, "web/manifest.json", `{"name": "a page"}`)
	must(t, words("join good.csv --distance 1 --out web/part-0 --out-format csv")...)
	must(t, words("slab status w")...)
}

// TestMergeKeepsWhatThePlanReads: a merge, and the script of one, never write where a folder or a pattern of the plan would lead the next plan, over data that are not there any more, or over one file of a range.
func TestMergeKeepsWhatThePlanReads(on *testing.T) {
	t := beside(on)
	planFolder(t)
	must(t, words("slab plan --entries days --distance 5 --dir v --slabs 1")...)
	must(t, words("slab run v --missing")...)
	must(t, words("slab plan --entries days/*.csv --distance 5 --dir u --slabs 1")...)
	must(t, words("slab run u --missing")...)
	must(t, words("slab plan --entries mon.csv --distance 5 --dir z --slabs 1")...)
	must(t, words("slab run z --missing")...)
	if err := os.Rename(t.at("good.csv"), t.at("good-0.csv")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(t.at("mon.csv")); err != nil {
		t.Fatal(err)
	}
	write(t, "good-0.csv", "data of another plan")
	before := sums(t)
	for line, why := range map[string]string{
		"slab merge v --out days/new.csv":                                             "would be one of the files of days",
		"slab script slurm v --out days/new.csv":                                      "would be one of the files of days",
		"slab merge u --out k/days/new.csv":                                           "would be one of the files of days/*.csv",
		"slab merge z --out mon.csv":                                                  "is the same file as ",
		"slab merge z --out k/mon.csv":                                                "is the same file as ",
		"slab script dask z --out mon.csv":                                            "is the same file as ",
		"slab plan --entries w/part-9 --in-format csv --distance 1 --slabs 1 --dir w": "keeps the name of the input",
	} {
		if strings.Contains(line, "w/part-9") {
			write(t, "w/part-9", "id,t,x,y\n1,0,0,0\n1,1,1,1\n")
			before = sums(t)
		}
		if r := invoke(t, "", words("%s", line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, why) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("flyby %s: status %d, stderr %q", line, r.status, r.err)
		}
		if sums(t) != before {
			t.Fatalf("flyby %s: files changed", line)
		}
	}
}

// TestScriptOfRangesKeepsData: the files of ranges are held against the data, too.
func TestScriptOfRangesKeepsData(on *testing.T) {
	t := beside(on)
	planFolder(t)
	write(t, "near-1.csv", read(t, "good.csv"))
	must(t, words("slab plan --entries near-1.csv --distance 5 --dir v --slabs 1")...)
	if r := invoke(t, "", words("slab script slurm v --ranges 2 --out near.csv")...); r.status != cli.WrongUsage || !strings.Contains(r.err, "near-1.csv: is the same file as ") {
		t.Errorf("status %d, stderr %q", r.status, r.err)
	}
	must(t, words("slab script slurm v --ranges 1 --out near.csv")...)
}

// TestStandardOutputIsOfThePlan: a command of slabs that prints refuses a standard output that is a file of the plan, which a shell appends to.
func TestStandardOutputIsOfThePlan(on *testing.T) {
	t := beside(on)
	planFolder(t)
	for _, line := range []string{"slab merge w", "slab status w", "slab run w --slab 0", "slab script slurm w --out near.csv", "slab plan --entries good.csv --queries other.csv --distance 5 --dir w --slabs 2"} {
		for _, to := range []string{"w/part-0", "w/manifest.json", "good.csv"} {
			before := sums(t)
			r := invokeOn(t, streams{out: opened(t, to, os.O_WRONLY|os.O_APPEND)}, words("%s", line)...)
			if r.status != cli.WrongUsage || !strings.HasPrefix(r.err, "flyby: standard output: is the same file as ") || sums(t) != before {
				t.Errorf("flyby %s >> %s: status %d, stderr %q", line, to, r.status, r.err)
			}
		}
	}
}
