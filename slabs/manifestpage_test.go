package slabs

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// page is the page that describes the manifest.
const page = "../docs/manifest.md"

// A shipRow is a row of the example.
type shipRow struct {
	ID int64   `parquet:"id"`
	T  float64 `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
}

// example returns the manifest of a search in a log in order of time with a small file of queries, as on a reader's machine.
func example(t *testing.T) []byte {
	t.Helper()
	folder, dir := t.TempDir(), filepath.Join(t.TempDir(), "work")
	ships, pilots := filepath.Join(folder, "ships.parquet"), filepath.Join(folder, "pilots.csv")
	var out bytes.Buffer
	w := parquet.NewGenericWriter[shipRow](&out)
	for at := range 40 {
		for ship := range 5 {
			if _, err := w.Write([]shipRow{{int64(ship), float64(at), float64(at * ship), float64(ship)}}); err != nil {
				t.Fatal(err)
			}
		}
		if at%5 == 4 {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string][]byte{ships: out.Bytes(), pilots: []byte("id,t,x,y\nnorth,0,0,1\nnorth,39,39,1\nsouth,5,0,0\nsouth,20,9,9\n")} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a := job.Ask{Inputs: job.Inputs{Entries: []string{"ships.parquet"}, Queries: []string{"pilots.csv"}}, Question: question.Question{Search: flyby.Search{Distance: 2}, Stages: question.Stages{MinDuration: 1}}}
	a.Read.MaxGap, a.Read.Folder = 60, folder
	work, err := Plan(t.Context(), dir, a, PlanOptions{Slabs: 3})
	if err != nil {
		t.Fatal(err)
	}
	return readable(t, work.m)
}

// readable returns the text of a manifest, with the values that differ between machines replaced.
func readable(t *testing.T, m *manifest) []byte {
	t.Helper()
	const sum = "64 digits"
	there := func(path string) string {
		if path == "" {
			return ""
		}
		return "/data/" + filepath.Base(path)
	}
	m.Program, m.Names.Sum = "flyby v1.0.0 commit 0123abcd", sum
	for i := range m.Inputs {
		in := &m.Inputs[i]
		in.Path, in.Changed, in.Sum = there(in.Path), "2026-01-31T12:00:00Z", sum
	}
	for _, side := range m.sides() {
		side.InPlace = there(side.InPlace)
	}
	for k := range m.Slabs {
		for i := range m.Slabs[k].Files {
			m.Slabs[k].Files[i].Sum = sum
		}
	}
	m.Sum = sum
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestManifestPage: the example of docs/manifest.md is the manifest of a plan, and the page has every possible field.
func TestManifestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), "```json\n")
	shown, after, ended := strings.Cut(rest, "\n```\n")
	if !found || !ended {
		t.Fatalf("%s has no example", page)
	}
	if want := string(example(t)); shown != want {
		rewrite := flag.Lookup("rewrite").Value.String() == "true"
		if rewrite {
			err = os.WriteFile(page, []byte(before+"```json\n"+want+"\n```\n"+after), 0o600)
		}
		if !rewrite || err != nil {
			t.Errorf("%s: its example is another than a plan writes, go test ./slabs -run TestManifestPage -rewrite writes it anew (%v):\n%s", page, err, want)
		}
	}
	seen := map[reflect.Type]bool{}
	var fields func(of reflect.Type)
	fields = func(of reflect.Type) {
		switch {
		case of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice || of.Kind() == reflect.Map:
			fields(of.Elem())
			return
		case of.Kind() != reflect.Struct || seen[of] || of == reflect.TypeFor[askFields]():
			return
		}
		seen[of] = true
		for _, f := range reflect.VisibleFields(of) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" {
				name = f.Name
			}
			if !strings.Contains(before+after, "`"+name+"`") {
				t.Errorf("%s does not say what %s of %v is", page, name, of)
			}
			fields(f.Type)
		}
	}
	fields(reflect.TypeFor[manifest]())
	fields(reflect.TypeFor[surroundings]())
	fields(reflect.TypeFor[format.AnswerUnits]())
	fields(reflect.TypeFor[format.Condition]())
	for _, name := range keysOfAsk(t) {
		if !strings.Contains(before+after, "`"+name+"`") {
			t.Errorf("%s does not say what %s of an ask is", page, name)
		}
	}
}

// whole is an ask with all that a manifest has of one.
func whole() *job.Ask {
	t, having := 1.5, []format.Condition{{Column: "d_min", Operator: "<=", Value: "5"}}
	a := &job.Ask{Question: question.Question{Level: question.Pairs, Answer: format.AnswerUnits{Length: "km", Speed: "km/s"},
		Search: flyby.Search{Distance: 1, From: &t, To: &t, ExcludeSameID: true, Vertical: &t, VerticalStrict: true, ExactTimes: true},
		Stages: question.Stages{MergeGap: 60, Parts: true, MinDuration: 0.1, Top: 5, Limit: 7, Count: true, Having: having}}}
	a.Read = format.Options{Reading: format.Reading{Format: "csv", Where: having, LonLat: true, Zone: "UTC", TimeLayout: "M/D/YYYY", SkipBadRows: true},
		Columns: map[string]string{"x": "a"}, SortTimes: true, KeepFirst: true, Preset: "ais", Height: "none", ID: "one", Units: format.Units{Length: "m", Time: "s"}, ColumnUnits: map[string]string{"z": "ft"},
		MaxGap: math.Inf(1), MaxSpeed: 3, Radius: 0.5, Curve: 10, OrbitCurve: 0.01, Upright: true, Ahead: 60, Behind: 5, Stale: math.Inf(1), Now: &t}
	return a
}

// keysOfAsk returns the keys of an ask in a manifest, and of its reading. An ask comes back from JSON as it was.
func keysOfAsk(t *testing.T) (names []string) {
	t.Helper()
	asked, err := askFieldsOf(whole(), "/base", []string{"a"}, []string{"b"}, true)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(asked)
	if err != nil {
		t.Fatal(err)
	}
	var again askFields
	if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(again, asked) {
		t.Errorf("%s: %+v, %v, want %+v", text, again, err, asked)
	}
	var all map[string]json.RawMessage
	var read struct{ Read map[string]json.RawMessage }
	if err := errors.Join(json.Unmarshal(text, &all), json.Unmarshal(text, &read)); err != nil {
		t.Fatal(err)
	}
	return slices.Concat(slices.Collect(maps.Keys(all)), slices.Collect(maps.Keys(read.Read)))
}
