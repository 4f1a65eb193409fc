package serve

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"flyby/internal/door/problem"
	"flyby/job"
)

// ndjson returns a table of CSV as NDJSON, with its keys in another order.
func ndjson(table string) string {
	var s strings.Builder
	lines := strings.Split(strings.TrimSpace(table), "\n")
	names := strings.Split(lines[0], ",")
	for _, line := range lines[1:] {
		var cells []string
		for i, cell := range strings.Split(line, ",") {
			cells = append([]string{fmt.Sprintf("%q:%s", names[i], cell)}, cells...)
		}
		s.WriteString("{" + strings.Join(cells, ", ") + "}\n\n")
	}
	return s.String()
}

// converted returns a table of CSV in the format of an extension.
func (p *place) converted(table, ext string) string {
	p.Helper()
	file, path := p.write("table.csv", table), filepath.Join(p.folder, "table."+ext)
	if _, _, err := job.Convert(p.Context(), job.Conversion{Inputs: job.Inputs{Entries: []string{file}}}, job.File(path)); err != nil {
		p.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		p.Fatal(err)
	}
	return string(text)
}

// TestBodies: queries are the same as CSV, NDJSON, JSON, Arrow and Parquet, packed or not.
func TestBodies(t *testing.T) {
	p := serves(t, nil)
	queries := cars(6)
	bodies := map[string]string{"text/csv; charset=utf-8": queries, "application/x-ndjson": ndjson(queries), "application/json": "[" + strings.ReplaceAll(strings.TrimSpace(ndjson(queries)), "\n\n", ",") + "]"}
	for ext, of := range map[string]string{"parquet": "application/vnd.apache.parquet", "arrows": "application/vnd.apache.arrow.stream"} {
		bodies[of] = p.converted(queries, ext)
	}
	const path = "/v1/databases/cars/search?distance=9"
	want := p.send("POST", path, strings.NewReader(queries), "Content-Type", "text/csv")
	if want.StatusCode != 200 || strings.Count(want.body, "\n") < 10 {
		t.Fatalf("%+v: %s", want.Response, want.body)
	}
	for of, text := range bodies {
		for packing, packed := range map[string]func(io.Writer) io.WriteCloser{
			"":     nil,
			"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
			"zstd": func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z },
		} {
			headers, body := []string{"Content-Type", of}, bytes.NewBufferString(text)
			if packed != nil {
				headers, body = append(headers, "Content-Encoding", packing), &bytes.Buffer{}
				w := packed(body)
				io.WriteString(w, text) //nolint:errcheck // memory takes every write
				w.Close()               //nolint:errcheck // memory takes every write
			}
			if got := p.send("POST", path, body, headers...); got.err != nil || got.StatusCode != 200 || got.body != want.body {
				t.Errorf("%s %s: %v, %+v: %.300s", of, packing, got.err, got.Response, got.body)
			}
		}
	}
}

// TestObjects: an error in a body of JSON has the row of its line or list, the column and the value.
func TestObjects(t *testing.T) {
	p := serves(t, nil)
	const row = `{"id":"a","t":0,"x":1,"y":2,"z":3}`
	for text, want := range map[string]problem.Problem{
		"":                        {Detail: "no rows"},
		"\n \n":                   {Detail: "no rows"},
		row + "\n" + `{"id":"a"}`: {Row: 2, Column: "t", Detail: "missing"},
		row + "\n[1]":             {Row: 2, Column: "t", Detail: "missing"},
		row + "\n" + row[:9]:      {Row: 2, Detail: "the document ends inside of a value"},
		row + " x":                {Row: 1, Detail: "no value"},
		`{"id":"a","id":"b","t":0,"x":1,"y":2,"z":3}`:                            {Row: 1, Column: "id", Value: "b", Detail: "the key stands twice in an object"},
		`{"id":"a","t":0,"x":1,"y":2,"z":3}{"id":"a","t":1,"x":[1],"y":2,"z":3}`: {Row: 1, Column: "x", Value: "[", Detail: "must be a number, a text or null"},
		"[" + row + `,{"id":"a","t":1,"x":"1e400","y":2,"z":3}]`:                 {Row: 2, Column: "x", Value: "1e400", Detail: "too large for float64"},
		`{"cars":[` + row + `,{"id":"a","t":1,"x":"b","y":2,"z":3}]}`:            {Column: "x", Value: "b", Detail: "cars.1: not a number"},
	} {
		for _, of := range []string{"application/x-ndjson", "application/json"} {
			got := p.send("POST", "/v1/databases/cars/search?distance=9", strings.NewReader(text), "Content-Type", of)
			var said problem.Problem
			if err := json.Unmarshal([]byte(got.body), &said); err != nil || got.StatusCode != 400 || said.Row != want.Row || said.Column != want.Column || said.Value != want.Value || said.Detail != want.Detail {
				t.Errorf("%.60q: %v, %s, want %+v", text, err, got.body, want)
			}
		}
	}
}
