package job_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/inventory"
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

// TestListedObjects: queries that are a list of catalogue numbers give what a file of these objects gives, without the objects themselves: in memory and outside, with columns of both sides; objects without positions are told.
func TestListedObjects(t *testing.T) {
	file := elementSets(t, rand.New(rand.NewPCG(54, 9)), 100, 16)
	all, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var mine strings.Builder
	for line := range strings.Lines(string(all)) {
		if f := strings.Split(line, ","); slices.Contains([]string{"NORAD_CAT_ID", "102", "104", "113", "115"}, f[1]) {
			mine.WriteString(line)
		}
	}
	own := textFile(t, "mine.csv", mine.String())
	late := textFile(t, "late.csv", string(all)+"LATE,7,2019-01-01T00:00:00,16.4,0.001,50,0,0,0,0.9\n") // it has decayed since
	i := 0
	for name, change := range map[string]func(*job.Ask){
		"hits":       func(a *job.Ask) { a.Level, a.With = question.Hits, []string{question.Speeds} },
		"encounters": func(a *job.Ask) { a.With = []string{"OBJECT_NAME", question.Positions} },
		"nearest":    func(a *job.Ask) { a.Kind, a.Search.Distance, a.Search.K = question.NearestTrajectories, 0, 2 },
		"radius":     func(a *job.Ask) { a.Level, a.Read.Radius = question.Pairs, 5 },
	} {
		want := elementAsk(3, late)
		change(&want)
		got := want
		want.Queries, want.Search.ExcludeSameID, got.Queries = []string{own}, true, []string{"113, 7,000102,113,115,104"}
		rows, _ := text(t, want)
		told := ""
		got.Taken = func(d job.Data, o *format.Options) {
			for _, remark := range inventory.Reading(d.Name, o, &d.Report, d.Trajectories()) {
				told = remark.Text
			}
		}
		if answer, _ := text(t, got); answer != rows || strings.Count(rows, "\n") < 3 {
			t.Errorf("%s:\n%s\nwant\n%s", name, answer, rows)
		}
		if line := "queries: 5 objects of late.csv: 7, 102, 104, 113, 115; 1 object of them without a position in the span of time: 7"; !strings.HasSuffix(told, line[len("queries: 5 objects of "):]) || !strings.HasPrefix(told, "queries: 5 objects of ") {
			t.Errorf("%s: %s", name, told)
		}
		if i++; name == "nearest" {
			continue
		}
		if answer, in := inShape(t, got, shapes[shapeOf(i)]); answer != rows || !in.Queries.Outgrows() {
			t.Errorf("%s in %s: %d bytes, want %d", name, shapeOf(i), len(answer), len(rows))
		}
	}
	for want, change := range map[string]func(*job.Ask){
		"has no object 9, 11":         func(a *job.Ask) { a.Queries = []string{"11,9,113"} },
		"no object of these has a":    func(a *job.Ask) { a.Queries = []string{"7"} },
		"are of its column OBJECT_NA": func(a *job.Ask) { a.Read.Columns = map[string]string{"id": "OBJECT_NAME"} },
		"sampled.csv is not": func(a *job.Ask) {
			a.Entries = []string{textFile(t, "sampled.csv", "traj_id,t,x,y\n1,0,0,0\n1,1,0,0\n")}
		},
		"113: no such file":        func(a *job.Ask) { a.Entries, a.Queries = a.Queries, a.Entries },
		"1234567890: no such file": func(a *job.Ask) { a.Queries = []string{"1234567890"} },
		"113,: no such file":       func(a *job.Ask) { a.Queries = []string{"113,"} },
		"102: no such file":        func(a *job.Ask) { a.Queries = []string{"113", "102"} },
	} {
		a := elementAsk(1, late)
		a.Queries = []string{"113"}
		change(&a)
		if _, err := job.Run(t.Context(), a, job.Writer(&strings.Builder{})); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
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
