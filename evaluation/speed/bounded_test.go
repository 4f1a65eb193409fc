package speed

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flyby/evaluation/journal"
)

// TestHitEach wants the distances of the rows of 10⁸ segments and, within 2 %, of 10⁷.
func TestHitEach(t *testing.T) {
	for stars, want := range map[int]float64{2500: 0.5, 25_000: distance7, 250_000: distance8} {
		if got := HitEach(stars); math.Abs(got/want-1) > 0.02 {
			t.Errorf("%d stars: d = %v, want %v", stars, got, want)
		}
	}
}

// fakeFlyby returns a lab whose command echoes write, which may name its $memory, to its output file and prints summary.
func fakeFlyby(t *testing.T, write, summary string) *lab {
	t.Helper()
	path := fakePeer(t, `while [ $# -gt 0 ]; do
  case $1 in --out) out=$2 ;; --memory) memory=$2 ;; esac
  shift
done
echo `+write+` >"$out"
echo '{"type":"progress"}' >&2
echo '`+summary+`' >&2`)
	return newLab(Options{Scale: 1, Trials: 2, Command: []string{path}, Folder: t.TempDir()}, journal.Machine{})
}

// runCompared measures a fake command in bounded memory of 250 MB beside itself.
func runCompared(l *lab) (r Row, err error) {
	err = l.compareBounded(context.Background(), []string{"join"}, bounded{memory: 250, inMemory: true}, &r)
	return r, err
}

// TestCompareBounded wants claims that hold for a command that writes the same and stays within its memory, each trial beside one
// in memory.
func TestCompareBounded(t *testing.T) {
	r, err := runCompared(fakeFlyby(t, "same", `{"hits":7,"peak_bytes":250000000,"spilled_bytes":0}`))
	if err != nil || len(r.Seconds) != 2 || r.Hits != 7 || r.Peak != 250e6 || len(r.Claims) != 3 || r.Claims[2].Most != wantedSlabs {
		t.Fatalf("%+v (%v)", r, err)
	}
	if peak := r.Claims[1]; peak.Most != 250 || peak.Verdict() != Holds {
		t.Errorf("%+v", peak)
	}
}

// TestCompareBoundedFails wants an error for other bytes and a failed claim for more memory; and no comparison with a command
// that spills by itself, or whose peak the system does not report.
func TestCompareBoundedFails(t *testing.T) {
	l := fakeFlyby(t, `"$memory"`, `{"hits":7}`)
	if _, err := runCompared(l); err == nil || !strings.Contains(err.Error(), "writes 7 hits, SHA-256") {
		t.Errorf("other bytes: %v", err)
	}
	for summary, want := range map[string][2]Verdict{
		`{"peak_bytes":250100000}`: {Fails, Holds},
		`{}`:                       {Unknown, Holds},
		`{"peak_bytes":1000000,"spilled_bytes":100}`: {Holds, Unknown},
	} {
		r, err := runCompared(fakeFlyby(t, "same", summary))
		if err != nil {
			t.Fatal(err)
		}
		r.Claims[2].Got = min(r.Claims[2].Got, wantedSlabs) // the time of a shell
		if got := [2]Verdict{r.Claims[1].Verdict(), r.Claims[2].Verdict()}; got != want {
			t.Errorf("%s: %v, want %v", summary, got, want)
		}
	}
	for summary, want := range map[string]string{"nonsense": "its summary", `"`: "its summary"} {
		if _, err := runCompared(fakeFlyby(t, "same", summary)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", summary, err)
		}
	}
}

// TestOverlap holds a row against the longer of the times of search and write at work, and reports the time of each alone.
func TestOverlap(t *testing.T) {
	l := newLab(Options{Scale: 1}, journal.Machine{})
	r := Row{Seconds: []float64{12, 13, 14}, CPU: []float64{27}}
	l.claimOverlap(&r, process{outcome: outcome{took: 13 * time.Second}, summary: summary{SearchS: 10, WriteS: 9}}, &separateRuns{
		search: trials{seconds: []float64{9, 10, 11}, cpu: []float64{20}}, write: trials{seconds: []float64{2, 3, 4}, cpu: []float64{10}},
	})
	c, beside := r.Claims[0], r.Claims[1]
	if c.Got != 1.3 || c.Most != wantedOverlap || c.Verdict() != Holds || c.Note != "10.0 s and 9.00 s at work" {
		t.Errorf("%+v", c)
	}
	if want := "search 10.0 s, write 3.00 s at the rate of gal-5; 0.90 x in processor time"; beside.Got != 1 || beside.Most != 0 || beside.Note != want {
		t.Errorf("%+v, want %q", beside, want)
	}
}

// TestGalFile wants a file to be made once, and not at all where it does not fit.
func TestGalFile(t *testing.T) {
	l, folder := newLab(Options{Scale: 1}, journal.Machine{}), t.TempDir()
	path, skip, err := l.galFile(t.Context(), folder, 2)
	if err != nil || skip != "" || filepath.Base(path) != "gal-800.parquet" {
		t.Fatalf("%s, %q, %v", path, skip, err)
	}
	if err := os.WriteFile(path, []byte("as it was"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.galFile(t.Context(), folder, 2); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "as it was" {
		t.Errorf("is made again: %.20q (%v)", text, err)
	}
	if _, skip, err := l.galFile(t.Context(), folder, 1<<40); err != nil || !strings.Contains(skip, "GB of host memory") {
		t.Errorf("4·10^14 segments: skipped: %q (%v)", skip, err)
	}
	if skip, err := diskFor(folder, "slabs", 1<<60); err != nil || !strings.HasPrefix(skip, "slabs need ") || !strings.Contains(skip, folder) {
		t.Errorf("2^60 bytes: %q (%v)", skip, err)
	}
	if _, err := diskFor(filepath.Join(folder, "none"), "slabs", 1); err == nil {
		t.Error("a folder that is not there: no error")
	}
}
