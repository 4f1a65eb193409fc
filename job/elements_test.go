package job_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// elementsFrom is the start of windows of element sets, 2026-11-28, in seconds since 1970.
const elementsFrom = 1795824000

// elementSets writes some objects near the Earth, and one far from it, as OMM in CSV; every third has sets of several epochs.
func elementSets(t testing.TB, r *rand.Rand, first, objects int) string {
	t.Helper()
	var s strings.Builder
	s.WriteString("OBJECT_NAME,NORAD_CAT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,BSTAR\n")
	for i := range objects {
		motion, eccentricity, node := 15+r.Float64()/4, 0.002*r.Float64(), 360*r.Float64()
		if i == 0 {
			motion, eccentricity = 2.01, 0.7
		}
		for set := range 1 + i%3 {
			fmt.Fprintf(&s, "SAT %d,%d,2026-11-%dT%02d:10:00.5,%.8f,%.7f,%.4f,%.4f,%.4f,%.4f,0.0001\n", i, first+i, 27+set/2, 20*(1-set/2)+2*set,
				motion, eccentricity, 60+30*r.Float64(), node, 360*r.Float64(), 360*r.Float64())
		}
	}
	path := filepath.Join(t.TempDir(), "sets.csv")
	if err := os.WriteFile(path, []byte(s.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// elementAsk returns a question to element sets in some hours.
func elementAsk(hours float64, files ...string) job.Ask {
	from, to := elementsFrom+0.5, elementsFrom+hours*3600
	return job.Ask{Inputs: job.Inputs{Entries: files}, Question: question.Question{Search: flyby.Search{Distance: 400, From: &from, To: &to}}, Machine: flyby.Options{Device: "cpu", Threads: 2}}
}

// TestElementsInSlabs: element sets give the same rows in memory, in slabs of time and in ranges of trajectories, of which none writes a sample.
func TestElementsInSlabs(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 5))
	files, mine := []string{elementSets(t, r, 100, 16), elementSets(t, r, 130, 4)}, elementSets(t, r, 113, 9)
	i := 0
	for name, change := range map[string]func(*job.Ask){
		"hits":       func(a *job.Ask) { a.Level, a.With = question.Hits, []string{question.Speeds} },
		"encounters": func(a *job.Ask) { a.With = []string{"OBJECT_NAME", question.Positions, question.Speeds} },
		"pairs":      func(a *job.Ask) { a.Level, a.With = question.Pairs, []string{question.Both} },
		"queries":    func(a *job.Ask) { a.Queries, a.Search.ExcludeSameID = []string{mine}, true },
		"curve":      func(a *job.Ask) { a.Read.Curve, a.Read.Radius = 0.2, 5 },
	} {
		a := elementAsk(3, files...)
		change(&a)
		want, of := text(t, a)
		if strings.Count(want, "\n") < 5 {
			t.Fatalf("%s: no rows", name)
		}
		i++
		got, in := inShape(t, a, shapes[shapeOf(i)])
		if got != want || !in.Entries.Outgrows() {
			t.Errorf("%s in %s: %d bytes, want %d", name, shapeOf(i), len(got), len(want))
		}
		if in.Entries.Segments() != of.Entries.Segments() || in.Entries.Extent() != of.Entries.Extent() {
			t.Errorf("%s: %d segments in %+v, want %d in %+v", name, in.Entries.Segments(), in.Entries.Extent(), of.Entries.Segments(), of.Entries.Extent())
		}
	}
}

// TestElementsWindow: rows within a window do not depend on where the window begins and ends.
func TestElementsWindow(t *testing.T) {
	file := elementSets(t, rand.New(rand.NewPCG(54, 6)), 1, 12)
	inner := elementAsk(2, file)
	inner.Level = question.Hits
	want, _ := text(t, inner)
	outer := elementAsk(3, file)
	outer.Level, outer.Read.Window = question.Hits, &[2]float64{elementsFrom - 3600, elementsFrom + 4*3600}
	outer.Search.To = inner.Search.To
	got, _ := text(t, outer)
	if n := strings.Count(want, "\n"); times(got) != times(want) || n < 100 {
		t.Errorf("%d rows in a longer window, want %d", strings.Count(got, "\n"), n)
	}
}

// times returns the rows of hits without the numbers of segments, which count from the start of the window.
func times(text string) string {
	var s strings.Builder
	for line := range strings.Lines(text) {
		f := strings.Split(line, ",")
		s.WriteString(strings.Join(append([]string{f[0], f[2]}, f[4:]...), ","))
	}
	return s.String()
}

// TestElementsRefused: element sets that cannot be what is asked for are refused.
func TestElementsRefused(t *testing.T) {
	file := elementSets(t, rand.New(rand.NewPCG(54, 7)), 1, 3)
	v, sampled := 1.0, filepath.Join(t.TempDir(), "sampled.csv")
	if err := os.WriteFile(sampled, []byte("traj_id,t,x,y,z\n9,2026-11-28T00:00:00Z,7000,0,0\n9,2026-11-28T00:01:00Z,7000,100,0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*job.Ask){
		"positions in a span of time": func(a *job.Ask) { a.Search.To = nil },
		"no height z":                 func(a *job.Ask) { a.Search.Vertical = &v },
		"no samples that straight":    func(a *job.Ask) { a.Read.OrbitCurve = job.Straight },
		"have samples":                func(a *job.Ask) { a.Entries, a.Read.Units.Length = append(a.Entries, sampled), "km" },
	} {
		a := elementAsk(1, file)
		change(&a)
		if _, err := job.Run(t.Context(), a, job.Writer(&strings.Builder{})); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	_, _, err := job.Convert(t.Context(), job.Conversion{Inputs: job.Inputs{Entries: []string{file}, Read: format.Options{Window: &[2]float64{elementsFrom, elementsFrom + 60}}}}, job.Writer(&strings.Builder{}))
	if err == nil || !strings.Contains(err.Error(), "span of time") {
		t.Error(err)
	}
}
