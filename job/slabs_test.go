package job_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/output"
	"flyby/internal/tier"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// shapes are the plans that run a job, each a change of the default plan: one slab, slabs of time, ranges of trajectories.
var shapes = map[string]func(*flyby.Plan){
	"one slab": func(*flyby.Plan) {},
	"slabs": func(p *flyby.Plan) {
		start, last := p.Entries.Start, p.Entries.End
		if p.Queries != nil {
			start, last = min(start, p.Queries.Start), max(last, p.Queries.End)
		}
		for _, part := range []float64{0.1, 0.125, 0.3, 0.5, 0.5001, 0.8} {
			p.Edges = append(p.Edges, start+part*(last-start))
		}
		p.Slabs, p.SlabRows = len(p.Edges)+1, nil
	},
	"ranges": func(p *flyby.Plan) {
		p.Kind, p.SlabRows = "trajectories", nil
		ranges := func(d *flyby.PlanData) int {
			d.Ranges = slices.Compact([]int{0, d.Trajectories / 3, d.Trajectories / 2, d.Trajectories})
			return len(d.Ranges) - 1
		}
		n := ranges(&p.Entries)
		if p.Slabs = n * (n + 1) / 2; p.Queries != nil {
			p.Slabs = n * ranges(p.Queries)
		}
	},
}

// shapeOf returns the i-th shape, in turn: slabs of time, ranges of trajectories, one slab, slabs of time again.
func shapeOf(i int) string { return []string{"slabs", "ranges", "one slab", "slabs"}[i%4] }

// inShape returns the output of a job of data that outgrow memory, run by a plan.
func inShape(t *testing.T, a job.Ask, shape func(*flyby.Plan)) (string, job.Report) {
	t.Helper()
	var out bytes.Buffer
	r := runShape(t, a, shape, job.Writer(&out))
	return out.String(), r
}

// runShape runs a job of data that outgrow memory by a plan.
func runShape(t *testing.T, a job.Ask, shape func(*flyby.Plan), to job.Sink) job.Report {
	t.Helper()
	slabs := 0.0
	a.Machine.Tmp, a.Progress = t.TempDir(), func(p job.Progress) {
		if p.Unit == job.SlabsUnit {
			slabs = max(slabs, p.Total)
		}
	}
	j, err := job.Open(beyondMemory{t}.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
		wantNothingIn(t, a.Machine.Tmp)
	}()
	p, err := j.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shape(p)
	j.Ask().Plan = p
	r, err := j.Run(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	if slabs != float64(p.Slabs) {
		t.Errorf("%v slabs were searched, want %d", slabs, p.Slabs)
	}
	return r
}

// wantNothingIn wants a folder without a file, named or unnamed.
func wantNothingIn(t *testing.T, folder string) {
	t.Helper()
	left, err := os.ReadDir(folder)
	if err != nil || len(left) > 0 {
		t.Errorf("left in %s: %v, %v", folder, left, err)
	}
	open, _ := filepath.Glob("/proc/self/fd/*") // none on a system without this folder
	for _, one := range open {
		if to, err := os.Readlink(one); err == nil && strings.HasPrefix(to, folder+string(filepath.Separator)) {
			t.Errorf("%s is still open", to)
		}
	}
}

// textFile writes a file and returns its path.
func textFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// walk returns rows of objects that wander about, with a name that differs from row to row, a size that differs from object to object, and
// heights of whole numbers.
func walk(objects int, seed uint64) (header string, rows []string) {
	rng := rand.New(rand.NewPCG(4, seed))
	for object := range objects {
		x, y := 6*rng.Float64(), 6*rng.Float64()
		for step := range 40 {
			x, y = x+rng.Float64()-0.5, y+rng.Float64()-0.5
			if object%4 > 0 || step%9 != 5 {
				rows = append(rows, fmt.Sprintf("%d,%d,%v,%v,%d,\"name %d, row %d\",%d.5", object, step, x, y, rng.IntN(5), object, step, object))
			}
		}
	}
	return "id,t,x,y,z,name,size\n", rows
}

// walkFile writes a file of walk, some of whose rows order has rearranged.
func walkFile(t *testing.T, objects int, seed uint64, order func(rows []string)) string {
	t.Helper()
	header, rows := walk(objects, seed)
	order(rows)
	return textFile(t, "walk.csv", header+strings.Join(rows, "\n")+"\n")
}

// asTheyAre leaves rows in order.
func asTheyAre([]string) {}

// wantShapes wants a job to write in slabs, and of two names in three in another shape too, the answer of brute force in memory, with equal counts.
func wantShapes(t *testing.T, name string, a job.Ask) {
	t.Helper()
	whole := a
	if whole.Machine.Method == "" {
		whole.Machine.Method = flyby.MethodBruteForce
	}
	want, r := text(t, whole)
	if r.Rows < 4 {
		t.Fatalf("%s: %d rows are too few to tell\n%s", name, r.Rows, want)
	}
	for i, how := range []string{"slabs", "ranges", "one slab"} {
		if i > 0 && i != len(name)%3 {
			continue
		}
		got, s := inShape(t, a, shapes[how])
		if got != want {
			t.Errorf("%s, %s: other rows:\n%s\nwant\n%s", name, how, got, want)
		}
		if s.Counts != r.Counts || s.Stats.Hits != r.Stats.Hits && a.Limit == 0 || s.Stats.AtVertical != r.Stats.AtVertical && a.Limit == 0 || !s.Entries.Outgrows() && !s.Queries.Outgrows() {
			t.Errorf("%s, %s: counts %+v and stats %+v, want %+v and %+v", name, how, s.Counts, s.Stats, r.Counts, r.Stats)
		}
	}
}

// TestShapes: jobs of each level, with each stage and each further column, joins and searches, write the same in slabs of time, in ranges
// of trajectories and in memory.
func TestShapes(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	entries, queries := walkFile(t, 16, 1, asTheyAre), walkFile(t, 8, 2, asTheyAre)
	number := func(v float64) *float64 { return &v }
	both := []string{question.Positions, question.Speeds, question.Both}
	for name, c := range map[string]struct {
		change func(*job.Ask)
		kinds  string // "j": a join; "s": a search
	}{
		"hits, speeds":   {func(a *job.Ask) { a.Level, a.With = question.Hits, []string{question.Speeds} }, "js"},
		"hits, a column": {func(a *job.Ask) { a.Level, a.With = question.Hits, []string{"name", "size"} }, "s"},
		"hits, both, limit": {func(a *job.Ask) {
			a.Level, a.With, a.Limit = question.Hits, []string{question.Speeds, question.Both}, 9
		}, "j"},
		"encounters, all":      {func(a *job.Ask) { a.With = both }, "j"},
		"encounters, a column": {func(a *job.Ask) { a.With = []string{question.Positions, question.Speeds, "name"} }, "s"},
		"merged":               {func(a *job.Ask) { a.MergeGap, a.MinDuration, a.With = 4, 1, []string{question.Speeds} }, "js"},
		"merged, none":         {func(a *job.Ask) { a.Parts = true }, "j"},
		"pairs": {func(a *job.Ask) {
			a.Level, a.With = question.Pairs, []string{question.Positions, "size", question.Both}
		}, "j"},
		"pairs, top": {func(a *job.Ask) {
			a.Level, a.MergeGap, a.Top, a.With = question.Pairs, 3, 6, []string{question.Positions}
		}, "s"},
		"encounters, top": {func(a *job.Ask) { a.Top, a.With = 7, both }, "j"},
		"count":           {func(a *job.Ask) { a.Count, a.MergeGap, a.MinDuration = true, 2, 0.5 }, "js"},
		"vertical":        {func(a *job.Ask) { a.Search.Vertical, a.With = number(1), []string{question.Positions, question.Both} }, "j"},
		"vertical strict": {func(a *job.Ask) { a.Search.Vertical, a.Search.VerticalStrict = number(1), true }, "s"},
		"window": {func(a *job.Ask) {
			a.Search.From, a.Search.To, a.With = number(7.5), number(30), []string{question.Positions}
		}, "js"},
		"an instant": {func(a *job.Ask) {
			a.Search.Distance, a.Search.From, a.Search.To, a.Level = 2, number(17), number(17), question.Hits
		}, "j"},
		"same ids":              {func(a *job.Ask) { a.Search.ExcludeSameID = true }, "s"},
		"exact times":           {func(a *job.Ask) { a.Search.ExactTimes = true }, "j"},
		"limit of gaps, speeds": {func(a *job.Ask) { a.Read.MaxGap, a.Read.MaxSpeed = 1.5, 2.4 }, "j"},
		"temporal": {func(a *job.Ask) {
			a.Machine.Method, a.Machine.Settings = flyby.MethodTemporal, map[string]string{"batching": "periodic:9"}
		}, "j"},
		"rtree":                  {func(a *job.Ask) { a.Machine.Method = flyby.MethodRTree }, "s"},
		"brute force, by groups": {func(a *job.Ask) { a.Machine.Method, a.Level = flyby.MethodBruteForce, question.Pairs }, "j"},
	} {
		for _, kind := range c.kinds {
			a := job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}}, Machine: flyby.Options{Device: "cpu"}}
			if kind == 's' {
				a.Queries = []string{queries}
			}
			c.change(&a)
			wantShapes(t, name+", "+string(kind), a)
		}
	}
}

// orbits returns satellites on circles that cross, a row each minute with velocities, in kilometres and seconds: as a table, or as
// ephemerides.
func orbits(ephemerides bool) string {
	const turn = 0.0011 // radians a second
	var b strings.Builder
	b.WriteString(map[bool]string{false: "id,t,x,y,z,vx,vy,vz\n", true: "CCSDS_OEM_VERS = 2.0\n"}[ephemerides])
	for object := range 6 {
		up, level := math.Sincos(0.5 * float64(object))
		if ephemerides {
			fmt.Fprintf(&b, "META_START\nOBJECT_ID = orbit %d\nCENTER_NAME = EARTH\nREF_FRAME = EME2000\nTIME_SYSTEM = UTC\nINTERPOLATION = HERMITE\nINTERPOLATION_DEGREE = 3\nMETA_STOP\n", object)
		}
		for minute := range 30 {
			sin, cos := math.Sincos(turn*60*float64(minute) + 0.01*float64(object))
			radius := 7000 + 3*float64(object)
			p := fmt.Sprint(radius*cos, ",", radius*sin*level, ",", radius*sin*up, ",", -radius*turn*sin, ",", radius*turn*cos*level, ",", radius*turn*cos*up)
			if ephemerides {
				fmt.Fprintf(&b, "1970-01-01T00:%02d:00 %s\n", minute, strings.ReplaceAll(p, ",", " "))
			} else {
				fmt.Fprintf(&b, "orbit %d,%d,%s\n", object, 60*minute, p)
			}
		}
	}
	return b.String()
}

// TestShapesOfFiles: files of each kind and order, one or several, in degrees, along curves and without times, have the same answer in
// slabs, in ranges and in memory.
func TestShapesOfFiles(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	header, rows := walk(14, 1)
	mixed := []string{header, header}
	for i, row := range rows {
		mixed[i*5%7%2] += row + "\n"
	}
	day := slices.Clone(rows)
	timeOf := func(row string) int {
		time := 0
		fmt.Sscanf(strings.Split(row, ",")[1], "%d", &time) //nolint:errcheck // whole numbers
		return time
	}
	slices.SortStableFunc(day, func(a, b string) int { return timeOf(a) - timeOf(b) })
	folder := t.TempDir()
	for i, text := range mixed {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(i, ".csv")), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	shuffled := func(rows []string) {
		rand.New(rand.NewPCG(15, 4)).Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
	}
	degrees := strings.Replace(strings.Replace(header, "x,y", "lon,lat", 1), "z", "height", 1)
	ports := "id,lon,lat\np,1,2\nq,3,3\nr,2,4\ns,4,1\nu,3,2\nv,2,2\n"
	flights := textFile(t, "flights.csv", degrees+strings.Join(rows, "\n")+"\n")
	inTime := textFile(t, "day.csv", header+strings.Join(day, "\n")+"\n")
	number := func(v float64) *float64 { return &v }
	all := []string{question.Positions, question.Speeds}
	for name, a := range map[string]job.Ask{
		"in order of time":   {Inputs: job.Inputs{Entries: []string{inTime}}, Question: question.Question{With: []string{question.Positions, "name"}}},
		"several by chance":  {Inputs: job.Inputs{Entries: []string{folder}}, Question: question.Question{With: append(all, "name", "size")}},
		"a pattern, twice":   {Inputs: job.Inputs{Entries: []string{filepath.Join(folder, "*.csv")}, Queries: []string{inTime}}, Question: question.Question{Search: flyby.Search{ExcludeSameID: true}, With: all}},
		"the same file":      {Inputs: job.Inputs{Entries: []string{inTime}, Queries: []string{inTime}}, Question: question.Question{Search: flyby.Search{ExcludeSameID: true}, Level: question.Pairs}},
		"no order":           {Inputs: job.Inputs{Entries: []string{walkFile(t, 14, 1, shuffled)}, Read: format.Options{SortTimes: true}}, Question: question.Question{Level: question.Hits}},
		"rows that hold":     {Inputs: job.Inputs{Entries: []string{inTime}, Read: format.Options{Reading: format.Reading{Where: wheres(t, "size>5")}}}, Question: question.Question{With: []string{"size"}}},
		"Parquet":            {Inputs: job.Inputs{Entries: []string{parquetOf(t, inTime)}}, Question: question.Question{With: all}},
		"Parquet, long gaps": {Inputs: job.Inputs{Entries: []string{parquetOf(t, inTime)}, Read: format.Options{MaxGap: 1.5}}, Question: question.Question{Level: question.Hits}},
		"degrees":            {Inputs: job.Inputs{Entries: []string{flights}, Read: format.Options{Reading: format.Reading{LonLat: true}}}, Question: question.Question{Search: flyby.Search{Distance: 100e3}, With: append(all, question.Both)}},
		"degrees, upright":   {Inputs: job.Inputs{Entries: []string{flights}, Read: format.Options{Reading: format.Reading{LonLat: true}}}, Question: question.Question{Search: flyby.Search{Distance: 100e3, Vertical: number(1)}, With: all}},
		"places":             {Inputs: job.Inputs{Entries: []string{flights}, Queries: []string{textFile(t, "ports.csv", ports)}, Read: format.Options{Reading: format.Reading{LonLat: true}, Columns: map[string]string{"t": format.NoTimes}, Height: format.NoHeight}}, Question: question.Question{Search: flyby.Search{Distance: 100e3}, With: all}},
		"among places":       {Inputs: job.Inputs{Entries: []string{textFile(t, "ports.csv", ports)}, Queries: []string{flights}, Read: format.Options{Reading: format.Reading{LonLat: true}, Columns: map[string]string{"t": format.NoTimes}, Height: format.NoHeight}}, Question: question.Question{Search: flyby.Search{Distance: 100e3}, Level: question.Pairs}},
		"curves":             {Inputs: job.Inputs{Entries: []string{textFile(t, "orbits.csv", orbits(false))}, Read: format.Options{Curve: 0.5}}, Question: question.Question{Search: flyby.Search{Distance: 300}, With: all}},
		"ephemerides":        {Inputs: job.Inputs{Entries: []string{textFile(t, "orbits.oem", orbits(true))}}, Question: question.Question{Search: flyby.Search{Distance: 300}, With: all}},
		"straight":           {Inputs: job.Inputs{Entries: []string{textFile(t, "orbits.oem", orbits(true))}, Read: format.Options{OrbitCurve: job.Straight}}, Question: question.Question{Search: flyby.Search{Distance: 300}, Level: question.Hits}},
	} {
		if a.Machine.Device = "cpu"; a.Search.Distance == 0 {
			a.Search.Distance = 1.5
		}
		wantShapes(t, name, a)
	}
}

// wheres returns conditions of rows.
func wheres(t *testing.T, text string) []format.Condition {
	t.Helper()
	c, err := format.ParseCondition(text)
	if err != nil {
		t.Fatal(err)
	}
	return []format.Condition{c}
}

// parquetOf converts a file to Parquet.
func parquetOf(t *testing.T, path string) string {
	t.Helper()
	s, _, err := input.Read(t.Context(), path, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "walk.parquet")
	if err := output.WriteStore(t.Context(), to, s, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return to
}
