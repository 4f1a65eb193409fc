package slabs

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby"
	"flyby/job"
	"flyby/question"
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
		case of.Kind() != reflect.Struct || seen[of]:
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
}
