package evaluation

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flyby"
	"flyby/evaluation/journal"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// evaluate runs an evaluation, a hundredth of the paper's size, on the cpu.
func evaluate(t *testing.T, o Options) {
	t.Helper()
	o.Device, o.Scale, o.Seed, o.QuickModel = "cpu", QuickScale, 1, true
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestQuickReport wants every table and figure of a quick evaluation, nothing measured twice, and the report to say so.
func TestQuickReport(t *testing.T) {
	folder := t.TempDir()
	evaluate(t, Options{Folder: folder, Quick: true})
	wanted := []string{"This is a quick evaluation", "1 to 1 of each run"}
	for n := 1; n <= 3; n++ {
		wanted = append(wanted, fmt.Sprintf("Table %d", n))
	}
	for n := 3; n <= 16; n++ {
		wanted = append(wanted, fmt.Sprintf("Figure %d", n))
	}
	checkReport(t, folder, wanted...)
	j, err := journal.Read(filepath.Join(folder, journalName))
	if err != nil {
		t.Fatal(err)
	}
	for r := range j.Runs() {
		if r.Trial != 1 || r.Round == results.Race {
			t.Fatalf("a quick evaluation ran %+v", r.Key)
		}
	}
	nothingCompared(t, j)
	var tables strings.Builder
	if err := WriteTables(&tables, folder); err != nil || strings.Count(tables.String(), "**Table ") != 3 || strings.Contains(tables.String(), "Figure") {
		t.Errorf("%v, tables\n%s", err, &tables)
	}
	if err := Run(t.Context(), Options{Folder: folder, Device: "cpu", Scale: QuickScale, Seed: 1, QuickModel: true}); err == nil || !strings.Contains(err.Error(), "one pass") {
		t.Errorf("a full evaluation went on with a quick one: %v", err)
	}
}

// TestQuickOnDevice wants a quick evaluation on an OpenCL device, where there is one.
func TestQuickOnDevice(t *testing.T) {
	const device = "opencl:0"
	if _, err := Here(device); errors.Is(err, flyby.ErrNoDevice) && os.Getenv("FLYBY_REQUIRE_OPENCL") != "1" {
		t.Skip(err)
	}
	folder := t.TempDir()
	if err := Run(t.Context(), Options{Folder: folder, Device: device, Seed: 1, Quick: true, Searches: []string{"S1"}}); err != nil {
		t.Fatal(err)
	}
	checkReport(t, folder, "Figure 12", "Figure 15", "Figure 16", "spatiotemporal on "+device)
}

// nothingCompared wants every caption to say that there is one trial, and no ratio, slowdown or best of our own.
func nothingCompared(t *testing.T, j *journal.Journal) {
	t.Helper()
	d, err := newBuilder(j).document()
	if err != nil {
		t.Fatal(err)
	}
	captions := 0
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			switch {
			case b.Figure != nil:
				captions++
				wantOnce(t, b.Figure.Caption)
			case b.Table != nil:
				captions++
				wantOnce(t, b.Table.Caption)
				wantNoRatio(t, b.Table)
			}
		}
	}
	if captions < 20 {
		t.Errorf("%d captions", captions)
	}
}

func wantOnce(t *testing.T, caption string) {
	t.Helper()
	if !strings.HasSuffix(caption, "Measured once, small.") {
		t.Errorf("a caption does not say that there is one trial: %s", caption)
	}
}

// wantNoRatio wants no ratio, no slowdown and nothing in bold among our own numbers of a table.
func wantNoRatio(t *testing.T, table *report.Table) {
	t.Helper()
	comparison := regexp.MustCompile(`^(best s|slowdown|off|over .*|mixed / separate|auto / best)$`)
	ratio := regexp.MustCompile(` x\)?$`)
	for _, row := range table.Rows {
		for i, cell := range row {
			head := table.Columns[i]
			if i == 0 || cell.Paper || head.Paper {
				continue
			}
			compares := table.Title == "Table 2" || comparison.MatchString(head.Head)
			if cell.Bold || ratio.MatchString(cell.Text) || compares && cell != report.None() {
				t.Errorf("%s %s: column %s has %+v", table.Title, table.Caption, head.Head, cell)
			}
		}
	}
}

// checkReport wants a report to have some words and no broken link, and to be the same when made from the journal
// alone.
func checkReport(t *testing.T, folder string, wanted ...string) {
	t.Helper()
	markdown, page := read(t, folder, "report.md"), read(t, folder, "report.html")
	for _, want := range append(wanted, "GreedySetSplit-Min", "PeriodicGood", "spatiotemporal", "auto") {
		for name, text := range map[string]string{"report.md": markdown, "report.html": page} {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %q", name, want)
			}
		}
	}
	t.Run("links of Markdown", func(t *testing.T) { followMarkdown(t, folder, markdown) })
	t.Run("links of the page", func(t *testing.T) { followPage(t, page) })
	t.Run("drawings", func(t *testing.T) { parseDrawings(t, folder) })
	t.Run("render", func(t *testing.T) {
		if err := Render(folder); err != nil {
			t.Fatal(err)
		}
		if read(t, folder, "report.md") != markdown {
			t.Error("the journal alone gives another report")
		}
	})
	t.Run("render a part", func(t *testing.T) { renderParts(t, folder) })
}

// renderParts wants a report of a journal that was cut off anywhere.
func renderParts(t *testing.T, folder string) {
	lines := strings.SplitAfter(read(t, folder, journalName), "\n")
	for n := 1; n < len(lines); n += 1 + len(lines)/25 {
		part := strings.Join(lines[:n], "") + lines[n][:len(lines[n])/2]
		if err := os.WriteFile(filepath.Join(folder, journalName), []byte(part), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := Render(folder); err != nil {
			t.Errorf("%d of %d lines: %v", n, len(lines), err)
		}
	}
}

// followMarkdown wants every link to lead to a file or a heading.
func followMarkdown(t *testing.T, folder, text string) {
	headings := map[string]bool{}
	for _, h := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(text, -1) {
		headings[strings.ReplaceAll(regexp.MustCompile(`[^\w -]`).ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")] = true
	}
	links := regexp.MustCompile(`\[[^\]]*\]\(([^)]*)\)`).FindAllStringSubmatch(text, -1)
	if len(links) < 10 {
		t.Errorf("%d links only", len(links))
	}
	for _, l := range links {
		if fragment, ok := strings.CutPrefix(l[1], "#"); ok {
			if !headings[fragment] {
				t.Errorf("no heading %s", fragment)
			}
		} else if _, err := os.Stat(filepath.Join(folder, l[1])); err != nil {
			t.Error(err)
		}
	}
}

// followPage wants every link to stay in the page, and its target to exist.
func followPage(t *testing.T, page string) {
	for _, l := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		fragment, ok := strings.CutPrefix(l[1], "#")
		if !ok || !strings.Contains(page, `id="`+fragment+`"`) {
			t.Errorf("link to %s", l[1])
		}
	}
}

// parseDrawings wants every figure's file to be XML.
func parseDrawings(t *testing.T, folder string) {
	files, err := filepath.Glob(filepath.Join(folder, "figures", "*.svg"))
	if err != nil || len(files) < 8 {
		t.Fatalf("%d drawings, %v", len(files), err)
	}
	for _, f := range files {
		d := xml.NewDecoder(bytes.NewReader([]byte(read(t, f))))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%s: %v", f, err)
				break
			}
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for want, o := range map[string]Options{
		"scale -1: must be above 0":       {Scale: -1},
		"trials -1: must be positive":     {Trials: -1},
		`search "S11": must be of S1, S2`: {Searches: []string{"S1", "S11"}},
		`no such device: "opencl:99"`:     {Device: "opencl:99"},
		"scale 2000: must be above 0 and": {Scale: 2000, Trials: -1},
		"2 trials: a quick evaluation":    {Quick: true, Trials: 2},
		"race of -1 s: must be positive":  {Race: -1},
	} {
		o.Folder = filepath.Join(t.TempDir(), "out")
		if err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
		if _, err := os.Stat(o.Folder); err == nil {
			t.Errorf("%s: the folder was made", want)
		}
	}
	if err := Render(t.TempDir()); err == nil {
		t.Error("a folder without a journal was rendered")
	}
}

func TestPickKeepsTheOrder(t *testing.T) {
	got, err := pick([]string{"S10", "S2"})
	if err != nil || len(got) != 2 || got[0].Name != "S2" || got[1].Name != "S10" {
		t.Errorf("got %v, %v", got, err)
	}
	if all, err := pick(nil); err != nil || len(all) != 10 {
		t.Errorf("all: %v, %v", all, err)
	}
	for i, s := range []string{"S1", "S5", "S10"} {
		if got, want := searchNumber(s), []int{0, 4, 9}[i]; got != want {
			t.Errorf("%s has number %d, want %d", s, got, want)
		}
	}
}

// TestHere wants the device that a selector names, and an error where it names several.
func TestHere(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "cpu")
	for _, selector := range []string{"", "cpu"} {
		if m, err := Here(selector); err != nil || m.Device.Selector != "cpu" || m.Cores < 1 || m.CPU == "" {
			t.Errorf("%q: %+v, %v", selector, m, err)
		}
	}
	for _, selector := range []string{"tpu", "opencl:99"} {
		if _, err := Here(selector); !errors.Is(err, flyby.ErrNoDevice) {
			t.Errorf("%q: %v", selector, err)
		}
	}
}
