package serve

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

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

// TestBodies: queries are the same as CSV, NDJSON, Arrow and Parquet, packed or not.
func TestBodies(t *testing.T) {
	p := serves(t, nil)
	queries := cars(6)
	bodies := map[string]string{"text/csv; charset=utf-8": queries, "application/x-ndjson": ndjson(queries)}
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

// TestObjects: NDJSON becomes CSV, and a line that is no object of texts and numbers under the keys of the first is reported
// with its row.
func TestObjects(t *testing.T) {
	for text, want := range map[string]string{
		"":      "",
		"\n \n": "",
		`{"id":"a","t":1.50,"x":null}` + "\n" + `{"x":1e400,"id":7}`: "id,t,x\na,1.50,\n7,,1e400\n",
		`{"id":"a,\"b"}`:                        "id\n\"a,\"\"b\"\n",
		`{"id":true}` + "\r\n":                  "id\ntrue\n",
		"{}":                                    "!row 1: the object has no keys",
		"[1]":                                   "!row 1: the line is no JSON object",
		"{\"a\":1}\n{\"b\":1}":                  "!row 2: column b: \"1\": the first object has no such key",
		"{\"a\":1,\"a\":1}":                     "!row 1: column a: \"1\": the key stands twice in an object",
		"{\"a\":[1]}":                           "!row 1: column a: \"[\": must be a number, a text or null",
		"{\"a\":1":                              "!row 1: the object is cut",
		"{\"a\":":                               "!row 1: column a: the line is no JSON object",
		"{\"a\":1} {}":                          "!row 1: something is behind the object",
		"{1:1}":                                 "!row 1: the line is no JSON object",
		"{\"id\":\"a\"}\n{\"id\":\"a\xff\"}":    `!row 2: column id: "a\xff": not UTF-8, or half of a surrogate pair`,
		"{\"id\xfe\":1}":                        `!row 1: column id\xfe: the name of the column is not UTF-8, or half of a surrogate pair`,
		`{"id\udc00":1}`:                        `!row 1: column id\udc00: the name of the column is not UTF-8, or half of a surrogate pair`,
		`{"t":1,"id": "\ud83dx"}`:               `!row 1: column id: "\\ud83dx": not UTF-8, or half of a surrogate pair`,
		`{"t":1,"id":"\ud83d\ud83d\ude97"}`:     `!row 1: column id: "\\ud83d\\ud83d\\ude97": not UTF-8, or half of a surrogate pair`,
		`{"id":"\uDE97\uD83D"}`:                 `!row 1: column id: "\\uDE97\\uD83D": not UTF-8, or half of a surrogate pair`,
		`{"id":"\ud83d\\ude97"}`:                `!row 1: column id: "\\ud83d\\\\ude97": not UTF-8, or half of a surrogate pair`,
		"{\"id\":\"\xed\xa0\xbd\xed\xba\x97\"}": `!row 1: column id: "\xed\xa0\xbd\xed\xba\x97": not UTF-8, or half of a surrogate pair`,
		`{"id":"\uD83D\ude97","x":"\\ud800\ufffd�"}`: "id,x\n🚗,\\ud800\ufffd\ufffd\n",
		strings.Repeat(" ", 1<<20):                   "!a line is longer than 1048576 bytes",
	} {
		got, err := io.ReadAll(newObjects(strings.NewReader(text)))
		if wanted, fails := strings.CutPrefix(want, "!"); fails {
			if err == nil || !strings.HasSuffix(err.Error(), wanted) {
				t.Errorf("%.50q: %v, want %s", text, err, wanted)
			}
			continue
		}
		if err != nil || string(got) != want {
			t.Errorf("%.50q: %q, %v, want %q", text, got, err, want)
		}
	}
}
