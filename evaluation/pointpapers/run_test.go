package pointpapers

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
	"flyby/points"
)

// tiny returns options of an evaluation of some papers on few points.
func tiny(folder string, papers ...string) Options {
	return Options{Folder: folder, Device: "cpu", Papers: papers, Scale: 1e-6, Seed: 1, Quick: true}
}

// evaluate runs a tiny evaluation and returns its report in Markdown.
func evaluate(t *testing.T, o Options) string {
	t.Helper()
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return read(t, o.Folder, "report.md")
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// kept reads the journal of a folder.
func kept(t *testing.T, folder string) *journal.Journal {
	t.Helper()
	j, err := journal.Read(filepath.Join(folder, journalName))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// runs returns the runs of a folder's journal.
func runs(t *testing.T, folder string) []journal.Run {
	t.Helper()
	return slices.Collect(kept(t, folder).Runs())
}

// check wants a report to have some words, every figure that it links, and no NaN or infinity, and to be the same when
// made from the journal alone.
func check(t *testing.T, folder, report string, wanted ...string) {
	t.Helper()
	for _, want := range append(wanted, "This is a quick evaluation", "1 to 1 of each run") {
		if !strings.Contains(report, want) {
			t.Errorf("the report has no %q:\n%s", want, report)
		}
	}
	for _, bad := range []string{"NaN", "Inf"} {
		if strings.Contains(report, bad) {
			t.Errorf("the report has %s", bad)
		}
	}
	links := regexp.MustCompile(`\]\((figures/[^)]+)\)`).FindAllStringSubmatch(report, -1)
	if len(links) == 0 {
		t.Error("no figures")
	}
	for _, link := range links {
		if svg := read(t, folder, link[1]); !strings.Contains(svg, "<path") {
			t.Errorf("%s: nothing drawn", link[1])
		}
	}
	if err := Render(folder); err != nil || read(t, folder, "report.md") != report {
		t.Errorf("the journal alone gives another report: %v", err)
	}
}

// rowsOf returns the rows of a table of a report, in cells without marks.
func rowsOf(t *testing.T, report, title string) (rows [][]string) {
	t.Helper()
	_, text, ok := strings.Cut(report, "**"+title+".**")
	if !ok {
		t.Fatalf("no %s", title)
	}
	_, text, _ = strings.Cut(text, "|\n|")
	for line := range strings.Lines("|" + text) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.Trim(strings.NewReplacer("*", "", "\\_", "_").Replace(line), "| \n"), " | ")
		if !strings.HasPrefix(cells[0], "---") {
			rows = append(rows, cells)
		}
	}
	return rows
}

// TestResume wants an evaluation that was cut off to measure the cases that it lacks, and a finished one to measure
// nothing.
func TestResume(t *testing.T) {
	o := tiny(t.TempDir(), "sj")
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(p measure.Progress) {
		if p.Done >= p.Total/2 {
			cancel()
		}
	}
	if err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("an evaluation that was cut off: %v", err)
	}
	if _, err := os.Stat(filepath.Join(o.Folder, "report.md")); err == nil {
		t.Error("it left a report")
	}
	half := runs(t, o.Folder)
	o.Progress = nil
	report := evaluate(t, o)
	whole := runs(t, o.Folder)
	if len(half) == 0 || len(half) >= len(whole) || !slices.EqualFunc(half, whole[:len(half)], func(a, b journal.Run) bool {
		return a.Key == b.Key && a.Seconds == b.Seconds
	}) {
		t.Errorf("%d runs, then %d, which do not begin with them", len(half), len(whole))
	}
	if again := evaluate(t, o); again != report || len(runs(t, o.Folder)) != len(whole) {
		t.Error("what was measured is measured again")
	}
	if err := Run(t.Context(), Options{Folder: o.Folder, Device: "cpu", Scale: 1e-6, Seed: 1}); err == nil || !strings.Contains(err.Error(), "one pass") {
		t.Errorf("a full evaluation went on with a quick one: %v", err)
	}
	o.Seed = 2
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "seed is 2, was 1") {
		t.Errorf("another seed: %v", err)
	}
}

// TestPart wants a report of a journal that was cut off anywhere.
func TestPart(t *testing.T) {
	o := tiny(t.TempDir(), "sj")
	evaluate(t, o)
	lines := strings.SplitAfter(read(t, o.Folder, journalName), "\n")
	for n := 1; n < len(lines); n += 1 + len(lines)/20 {
		part := strings.Join(lines[:n], "") + lines[n][:len(lines[n])/2]
		if err := os.WriteFile(filepath.Join(o.Folder, journalName), []byte(part), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := Render(o.Folder); err != nil {
			t.Errorf("%d of %d lines: %v", n, len(lines), err)
		}
	}
}

// TestTrials wants each case measured as often as asked.
func TestTrials(t *testing.T) {
	o := tiny(t.TempDir(), "sj")
	o.Quick, o.Trials = false, 2
	l := testLab(t, o)
	c := selfJoin(uniform(2, 2), Threshold{Eps: 1}, "gpusj")
	if err := l.measure(t.Context(), "", []Case{c, c.at(Counts)}); err != nil {
		t.Fatal(err)
	}
	var order []string
	for r := range l.journal.Runs() {
		order = append(order, r.Round)
	}
	if got := strings.Join(order, " "); got != "pairs counts pairs counts" {
		t.Errorf("measured %s", got)
	}
}

// testLab returns a lab on the cpu with a journal of its own.
func testLab(t *testing.T, o Options) *lab {
	t.Helper()
	o, err := o.settle()
	if err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(filepath.Join(t.TempDir(), journalName), journal.Session{Scale: o.Scale, Seed: o.Seed})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return newLab(o, "cpu", j)
}

// testRun measures a case and, where trial is not 0, writes it to the journal.
func (l *lab) testRun(t *testing.T, c Case, trial int) journal.Run {
	t.Helper()
	if l.stores == nil {
		l.stores = map[string]*points.Store{}
	}
	run, err := l.run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if run.Key = c.key(l.device); trial > 0 {
		run.Trial = trial
		if err := l.journal.Add(run); err != nil {
			t.Fatal(err)
		}
	}
	return run
}
