package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// pageBlock is the part of the data blocks of pages that tests look at.
type pageBlock struct {
	Degrees, Vertical, Kinds bool
	Threshold                *float64
	Passes                   []any
	Groups                   []struct{ Until float64 }
	Axes                     []any
	IDs                      []string
	Bunches                  [][3]int
}

// pageData returns the data that a page draws from.
func pageData(t *place, page string) (d pageBlock) {
	t.Helper()
	_, block, _ := strings.Cut(page, ` id="data">`)
	text, _, _ := strings.Cut(block, "</script>")
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v: %.200s", err, page)
	}
	return d
}

// TestReport: a page is made of every file of rows that a search or a join writes, with the flags that the data were read with.
func TestReport(on *testing.T) {
	t := beside(on)
	for i, a := range answerFiles(t, 1) {
		var told []string
		words := strings.Fields(a.told)
		for k := 0; k < len(words); k += 2 {
			switch {
			case words[k] == "--lonlat":
				told = append(told, words[k])
				k--
			case words[k] == "--exclude-same-id":
				k--
			case words[k] == "--entries" || words[k] == "--queries" || words[k] == "--distance" || words[k] == "--radius":
				told = append(told, words[k:k+2]...)
			}
		}
		if strings.Contains(a.told, "--vertical") && strings.Contains(a.told, "hits") {
			continue // no column tells, except in Parquet
		}
		r := invoke(t, "", append([]string{"report", a.result, "--out", fmt.Sprintf("%d.html", i)}, told...)...)
		if r.status != cli.OK || r.out != "" {
			t.Errorf("%+v: %+v", a, r)
			continue
		}
		if d := pageData(t, read(t, fmt.Sprintf("%d.html", i))); d.Threshold == nil || d.Vertical != strings.Contains(a.told, "--vertical") || d.Degrees != strings.Contains(a.told, "--lonlat") {
			t.Errorf("%+v: %+v", a, d)
		}
	}
}

// TestReportOfCylinderHits: hits found with --vertical are refused where the file records the flag.
func TestReportOfCylinderHits(on *testing.T) {
	t := beside(on)
	inputs(t)
	must(t, words("join lifts.csv --quiet --distance 5 --vertical <2 --level hits --out hits.parquet --device cpu")...)
	if r := invoke(t, "", words("report hits.parquet --entries lifts.csv --distance 5")...); r.status != cli.Failure || !strings.Contains(r.err, "hits.parquet: its hits were found with --vertical: give a file of --level encounters") {
		t.Errorf("%+v", r)
	}
}

// TestReportOfOutgrownData: data that outgrow memory and data in memory have the same page, to the byte.
func TestReportOfOutgrownData(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 30)
	herd(t, "flock.csv", 9)
	for _, ask := range []string{"join --entries herd.csv", "search --entries herd.csv --queries flock.csv"} {
		command, files, _ := strings.Cut(ask, " ")
		must(t, words("%s %s --distance 1 --out near.csv --device cpu", command, files)...)
		must(t, words("report near.csv %s --top 7 --out held.html", files)...)
		if r := invokeOn(t, streams{outgrown: true}, words("report near.csv %s --top 7 --memory 4GB --out outgrown.html", files)...); r.status != cli.OK {
			t.Fatalf("%s: %+v", ask, r)
		}
		if held, outgrown := read(t, "held.html"), read(t, "outgrown.html"); held != outgrown {
			t.Errorf("%s: %d bytes, and %d of data that outgrow memory", ask, len(held), len(outgrown))
		}
		must(t, words("%s %s --distance 1 --level hits --out hits.csv --device cpu", command, files)...)
		if r := invokeOn(t, streams{outgrown: true}, words("report hits.csv %s --distance 1 --memory 1GB --out hits.html", files)...); r.status != cli.Failure || !strings.Contains(r.err, "hits are joined to encounters in memory, which the data outgrow: give --memory more") {
			t.Errorf("hits: %+v", r)
		}
	}
}

// TestReportEnds: a page goes to standard output, or to a file that exists in full or not at all; report.html unless a flag names another.
func TestReportEnds(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 12)
	must(t, words("join herd.csv --distance 1 --out near.csv --device cpu")...)
	text := must(t, words("report near.csv --entries herd.csv --out -")...)
	must(t, words("report near.csv --entries herd.csv")...)
	if read(t, "report.html") != text || len(pageData(t, text).Passes) == 0 {
		t.Error("report.html is not what goes to standard output")
	}
	must(t, words("join herd.csv --distance 0 --out none.csv --device cpu")...)
	if d := pageData(t, must(t, words("report none.csv --entries herd.csv --out -")...)); len(d.Passes) != 0 {
		t.Errorf("%+v", d)
	}
	herd(t, "flock.csv", 7)
	write(t, "cut.csv", read(t, "near.csv")[:len(read(t, "near.csv"))-5])
	write(t, "other.csv", "a,b\n1,2\n")
	for _, line := range []string{"near.csv --entries flock.csv", "near.csv --entries herd.csv --max-gap 1", "cut.csv --entries herd.csv", "other.csv --entries herd.csv", "none.csv --entries gone.csv", "gone.csv --entries herd.csv"} {
		if r := invoke(t, "", words("report %s --out bad.html", line)...); r.status != cli.Failure || r.err == "" {
			t.Errorf("%s: %+v", line, r)
		}
		if _, err := os.Stat(t.at("bad.html")); err == nil {
			t.Errorf("%s leaves a file", line)
		}
	}
}

// TestReportPictures: --svg writes a picture of each row of the page to a folder; the page is the same as without, and the summary names
// the folder.
func TestReportPictures(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 12)
	must(t, words("join herd.csv --distance 1 --out near.csv --device cpu")...)
	page := must(t, words("report near.csv --entries herd.csv --top 3 --out -")...)
	r := invoke(t, "", words("report near.csv --entries herd.csv --top 3 --svg for/papers --json")...)
	if r.status != cli.OK || read(t, "report.html") != page || !strings.Contains(r.err, `"svg":"for/papers"`) {
		t.Errorf("%+v", r)
	}
	for n := 1; n <= 3; n++ {
		if text := read(t, fmt.Sprintf("for/papers/%d.svg", n)); !strings.HasPrefix(text, "<?xml") {
			t.Errorf("%d: %s", n, text)
		}
	}
	if all, err := os.ReadDir(t.at("for/papers")); err != nil || len(all) != 3 {
		t.Errorf("%v: %v", all, err)
	}
}

// TestReportPicturesReplaceNoInput: pictures do not replace inputs or the page, and an error leaves no folder.
func TestReportPicturesReplaceNoInput(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 12)
	must(t, words("join herd.csv --distance 1 --out near.csv --device cpu")...)
	if err := os.Mkdir(t.at("d"), 0o777); err != nil {
		t.Fatal(err)
	}
	herd(t, "d/02.svg", 12)
	before := read(t, "d/02.svg")
	for _, line := range []string{"--entries d/02.svg --in-format csv --svg d", "--entries herd.csv --out d/1.svg --svg d/", "--entries herd.csv --svg -", "--entries herd.csv --svg="} {
		if r := invoke(t, "", words("report near.csv %s", line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, "--svg") {
			t.Errorf("%s: %+v", line, r)
		}
	}
	herd(t, "flock.csv", 7)
	if r := invoke(t, "", words("report near.csv --entries flock.csv --svg new")...); r.status != cli.Failure {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(t.at("new")); err == nil || read(t, "d/02.svg") != before {
		t.Errorf("%v, or the input is another", err)
	}
}

// TestReportFlags: wrong flags are wrong usage.
func TestReportFlags(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 12)
	must(t, words("join herd.csv --distance 1 --out near.csv --device cpu")...)
	for _, line := range []string{
		"--entries herd.csv", "near.csv", "near.csv near.csv --entries herd.csv", "near.csv --entries herd.csv --top 0", "near.csv --entries herd.csv --top 2001", "near.csv --entries herd.csv --distance -1",
		"near.csv --entries herd.csv --distance 1furlong", "near.csv --entries herd.csv --out near.csv", "near.csv --entries herd.csv --out herd.csv", "- --entries herd.csv", "near.txt --entries herd.csv",
		"near.csv --entries herd.csv --level hits", "near.csv --entries herd.csv --memory none", "near.csv --entries herd.csv --units-out furlong", "near.csv --entries herd.csv --queries",
	} {
		if r := invoke(t, "", words("report %s", line)...); r.status != cli.WrongUsage {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if _, err := os.Stat(t.at("report.html")); err == nil {
		t.Error("wrong flags leave a file")
	}
}

// TestDemoReports: the demo writes a page of each story, of at most 60 kB and 3 kB an encounter.
func TestDemoReports(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	out := must(t, words("demo --scale 0.1 --out d")...)
	for name, rows := range map[string]int{"near-misses": 11, "supernovae": 1} {
		page := t.at("d/" + name + ".html")
		text := read(t, "d/"+name+".html")
		d := pageData(t, text)
		if len(d.Passes) < rows || d.Threshold == nil || len(text) > 60_000+3000*len(d.Passes) || !strings.Contains(out, "to look at: d/"+name+".html") {
			t.Errorf("%s: %d encounters in %d bytes: %s", page, len(d.Passes), len(text), out)
		}
	}
}
