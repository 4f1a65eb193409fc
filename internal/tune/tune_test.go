package tune

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"flyby"
	"flyby/perfmodel"
)

// curveOf is a curve of 20 sizes, 1 to 20, over whose size the time is the least at best.
func curveOf(best int) *flyby.BatchCurve {
	c := &flyby.BatchCurve{Device: "a \x1b device", Reason: "asked for", Entries: 3000, Queries: 20}
	for s := 1; s <= 20; s++ {
		p := perfmodel.Prediction{
			Size: s, Batches: (20 + s - 1) / s, Interactions: 1000, Overlaps: 400, Hits: 100,
			Kernel: time.Second + time.Duration(max(s-best, best-s))*time.Second, Host: time.Second,
		}
		if c.Sizes = append(c.Sizes, p); s == best {
			c.Best = p
		}
	}
	return c
}

// fake measures without searching: each size takes the given time, on a clock of its own.
type fake struct {
	measuring
	at    time.Time
	takes func(size int) time.Duration
	order []int
}

// newFake makes a measurement of a curve.
func newFake(best int, bound time.Duration, takes func(size int) time.Duration) *fake {
	f := &fake{takes: takes}
	f.measuring = measuring{
		result: resultOf(curveOf(best)), bound: bound, now: func() time.Time { return f.at }, random: rand.New(rand.NewPCG(7, 0)),
		search: func(_ context.Context, size int) (timing, error) {
			f.order = append(f.order, size)
			took := takes(size) + time.Duration(len(f.order)%3-1)*time.Millisecond
			f.at = f.at.Add(took)
			return timing{took, took / 2}, nil
		},
	}
	return f
}

// TestMeasure: a dozen of the sizes is measured, the predicted best among them, in rounds of different orders; the times are medians, and the slowdown is
// of the predicted best.
func TestMeasure(t *testing.T) {
	f := newFake(7, time.Hour, func(size int) time.Duration { return time.Duration(10+max(size-9, 9-size)) * time.Second })
	var told [][2]int
	f.progress = func(done, total int) { told = append(told, [2]int{done, total}) }
	if err := f.run(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	m := f.result.Measured
	if len(f.order) != dozen*leastRounds || len(m.LeftOut) != 0 || m.BoundS != 3600 || m.TookS <= 0 || m.Seed != 7 {
		t.Fatalf("%d searches, %+v", len(f.order), m)
	}
	if slices.Equal(f.order[:dozen], f.order[dozen:2*dozen]) || slices.IsSorted(f.order[:dozen]) {
		t.Errorf("orders %v", f.order)
	}
	measured := 0
	for _, s := range f.result.Sizes {
		if s.Runs == 0 {
			continue
		}
		measured++
		if want := f.takes(s.BatchSize).Seconds(); s.Runs != leastRounds || s.SearchS < want-0.0011 || s.SearchS > want+0.0011 || s.KernelS <= 0 {
			t.Errorf("%+v, want %v s", s, want)
		}
	}
	best := f.result.find(m.BatchSize)
	for _, s := range f.result.Sizes {
		if s.Runs > 0 && s.SearchS < best.SearchS {
			t.Errorf("%+v is faster than the best, %+v", s, best)
		}
	}
	chosen := f.result.find(7)
	if measured != dozen || chosen.Runs == 0 || m.Slowdown == nil || *m.Slowdown != chosen.SearchS/best.SearchS-1 || *m.Slowdown < 0.05 {
		t.Errorf("%d sizes, %+v, slowdown %+v", measured, chosen, m)
	}
	if len(told) != len(f.order) || told[0] != [2]int{0, len(f.order)} || told[len(told)-1] != [2]int{len(f.order) - 1, len(f.order)} {
		t.Errorf("told %v", told)
	}
}

// TestShortSearchesAreMeasuredMoreOften: rounds go on while all takes less than enough.
func TestShortSearchesAreMeasuredMoreOften(t *testing.T) {
	f := newFake(7, time.Hour, func(int) time.Duration { return 5 * time.Millisecond })
	if err := f.run(t.Context(), 1); err != nil || len(f.order) != dozen*mostRounds {
		t.Errorf("%d searches (%v)", len(f.order), err)
	}
}

// TestMeasureWithin: measurements keep to their time, and the sizes that it is too short for are told, first the slowest; the predicted best goes last.
func TestMeasureWithin(t *testing.T) {
	slow := func(size int) time.Duration { return time.Duration(2+max(size-7, 7-size)) * time.Second }
	for _, c := range []struct {
		bound time.Duration
		takes func(int) time.Duration
		left  string // sizes left out, "all" or "some"
	}{
		{time.Millisecond, slow, "all"},
		{60 * time.Second, slow, "some"},
		{60 * time.Second, func(int) time.Duration { return time.Minute }, "all"}, // longer than predicted
		{10 * time.Second, func(size int) time.Duration {
			return map[bool]time.Duration{true: 3 * time.Second, false: time.Minute}[size == 7]
		}, "some"},
	} {
		f := newFake(7, c.bound, c.takes)
		if err := f.run(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		m, chosen := f.result.Measured, f.result.find(7)
		all := len(m.LeftOut) == dozen
		if all != (c.left == "all") || len(m.LeftOut) == 0 || (chosen.Runs == 0) != all || (m.Slowdown == nil) != all || (m.BatchSize == 0) != all {
			t.Errorf("%v: %+v, the predicted best %+v", c.bound, m, chosen)
		}
		if !slices.IsSorted(m.LeftOut) {
			t.Errorf("left out %v", m.LeftOut)
		}
		for _, s := range f.result.Sizes {
			if s.Runs != 0 && s.Runs < leastRounds || s.Runs > 0 && slices.Contains(m.LeftOut, s.BatchSize) || s.Runs == 0 && s.SearchS != 0 {
				t.Errorf("%v: %+v, left out %v", c.bound, s, m.LeftOut)
			}
		}
	}
}

// TestMeasureFails: the error of a search ends all.
func TestMeasureFails(t *testing.T) {
	f := newFake(7, time.Hour, func(int) time.Duration { return time.Second })
	lost := errors.New("lost")
	f.search = func(context.Context, int) (timing, error) { return timing{}, lost }
	if err := f.run(t.Context(), 1); !errors.Is(err, lost) {
		t.Error(err)
	}
}

// TestSpread: indexes are spread over all, each once, one of them the one that must be there.
func TestSpread(t *testing.T) {
	for n := 1; n < 40; n++ {
		for one := range n {
			got := spread(n, one)
			if len(got) != min(n, dozen) || !slices.Contains(got, one) || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) || got[0] < 0 || got[len(got)-1] >= n {
				t.Fatalf("%d of %d: %v", one, n, got)
			}
		}
	}
}

// measuredResult is a result with measured times.
func measuredResult(t *testing.T) *Result {
	t.Helper()
	f := newFake(7, 70*time.Second, func(size int) time.Duration { return time.Duration(1+max(size-9, 9-size)) * time.Second })
	if err := f.run(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	if m := f.result.Measured; len(m.LeftOut) == 0 || m.BatchSize == 0 {
		t.Fatalf("%+v", m)
	}
	return f.result
}

// text is what a writer writes.
func text(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestText: the table has a row for each size with its bar, a mark where it was measured, and the best sizes below.
func TestText(t *testing.T) {
	r := measuredResult(t)
	got := r.Text()
	lines := strings.Split(got, "\n")
	if strings.Join(strings.Fields(lines[0]), " ") != "s batches alpha beta gamma T_GPU(s) T_CPU(s) T(s) measured runs" {
		t.Errorf("heads %q", lines[0])
	}
	for i, s := range r.Sizes {
		row := lines[i+1]
		if !strings.HasPrefix(strings.TrimSpace(row), fmt.Sprintf("%d ", s.BatchSize)) || !strings.Contains(row, " 0.1 ") || !strings.Contains(row, "-----") || strings.Contains(row, "o") != (s.Runs > 0) {
			t.Errorf("%+v: %q", s, row)
		}
	}
	for _, want := range []string{
		`3,000 entry segments x 20 query segments on a \x1b device (asked for).`, "Best batch size by the model: 7, predicted to take 2 s.",
		"Best batch size of those measured: ", "In batches of the model's size the search took ", " % longer; the model predicts ", "Not measured, for 70 s is too short: ", "in an order from seed 7.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	plain := resultOf(curveOf(7)).Text()
	if strings.Contains(plain, "easured") || strings.Contains(plain, "runs") {
		t.Errorf("nothing was measured:\n%s", plain)
	}
	if none := resultOf(&flyby.BatchCurve{}).Text(); !strings.Contains(none, "There are no query segments in the times of the search.") {
		t.Error(none)
	}
}

// TestCSV: a row for each size, with numbers that read back, and empty values where nothing was measured.
func TestCSV(t *testing.T) {
	r := measuredResult(t)
	lines := strings.Split(strings.TrimSpace(text(t, r.WriteCSV)), "\n")
	if lines[0] != "batch_size,batches,alpha,beta,gamma,t_gpu_s,t_cpu_s,predicted_s,search_s,runs" || len(lines) != len(r.Sizes)+1 {
		t.Fatalf("%d lines, %s", len(lines), lines[0])
	}
	if want := "7,3,0.1,0.6,0.3,1,1,2,"; !strings.HasPrefix(lines[7], want) || strings.HasSuffix(lines[7], ",,") {
		t.Errorf("%s, want %s", lines[7], want)
	}
	for i, s := range r.Sizes {
		if strings.HasSuffix(lines[i+1], ",,") != (s.Runs == 0) {
			t.Errorf("%s of %+v", lines[i+1], s)
		}
	}
}

// TestFigure: the picture is well-formed, has a curve for each part and a mark for each measured size, and the page has it with the table.
func TestFigure(t *testing.T) {
	r := measuredResult(t)
	marks := 1 // in the legend
	for _, s := range r.Sizes {
		if s.Runs > 0 && s.SearchS <= 1.05*r.span() {
			marks++
		}
	}
	picture := text(t, r.WriteSVG)
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, picture)
		}
	}
	if n := strings.Count(picture, "<circle"); n != marks || strings.Count(picture, "clip-path=") != 3 || !strings.Contains(picture, "best by the model: 7<") || strings.Contains(picture, "NaN") {
		t.Errorf("%d marks, want %d, in\n%s", n, marks, picture)
	}
	page := text(t, r.WriteHTML)
	if strings.Count(page, "<tr>") != len(r.Sizes)+1 || !strings.Contains(page, "<svg") || strings.Contains(page, "<script") || !strings.Contains(page, "<li>Best batch size by the model: 7,") {
		t.Errorf("%s", page)
	}
	if empty := text(t, resultOf(&flyby.BatchCurve{}).WriteSVG); !strings.Contains(empty, "</svg>") || strings.Contains(empty, "NaN") {
		t.Error(empty)
	}
}

// TestJSON: the result reads back as it was.
func TestJSON(t *testing.T) {
	r := measuredResult(t)
	first, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var again Result
	if err := json.Unmarshal(first, &again); err != nil {
		t.Fatal(err)
	}
	if second, err := json.Marshal(again); err != nil || !bytes.Equal(first, second) || !strings.Contains(string(first), `"type":"tuning"`) {
		t.Errorf("%s (%v), was %s", second, err, first)
	}
}

// TestWriteFile: the ending says the format, and another one is an error that leaves no file.
func TestWriteFile(t *testing.T) {
	r, folder := measuredResult(t), t.TempDir()
	for _, name := range []string{"a.csv", "b.html", "c.SVG"} {
		if err := r.WriteFile(t.Context(), folder, name); err != nil || !Writes(name) {
			t.Error(err)
		}
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil || len(got) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := r.WriteFile(t.Context(), folder, "d.txt"); err == nil || Writes("d.txt") || !strings.Contains(err.Error(), "must be .csv, .html, .svg") {
		t.Error(err)
	}
	if all, err := os.ReadDir(folder); err != nil || len(all) != 3 {
		t.Errorf("%v (%v)", all, err)
	}
}
