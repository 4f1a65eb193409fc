package serve

import (
	"strings"
	"testing"
)

// TestChoose: an answer has the form that the client prefers, the first of equal ones, and none where it accepts none.
func TestChoose(t *testing.T) {
	for accept, want := range map[string]string{
		"":                                 "", // a header that accepts nothing
		"*/*":                              "text/csv",
		"text/*":                           "text/csv",
		"text/html":                        "text/html",
		"application/*":                    "application/vnd.apache.arrow.stream",
		"application/json, text/csv;q=0.5": "application/json",
		"text/csv;q=0.1,application/x-ndjson;q=0.2": "application/x-ndjson",
		"text/*;q=0.9, text/csv;q=0, */*;q=0.1":     "text/html",
		"text/csv;q=0, */*":                         "application/vnd.apache.arrow.stream",
		"TEXT/CSV":                                  "text/csv",
		"text/csv;header=present":                   "text/csv",
		"image/png":                                 "",
		"text/csv;q=0":                              "",
		"text/csv;q=2, application/json":            "application/json",
		"application/vnd.apache.parquet;q=1.0":      "application/vnd.apache.parquet",
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": "text/html",
		"nonsense, application/x-ndjson":                                  "application/x-ndjson",
	} {
		m, ok := choose([]string{accept}, medias())
		got, _, _ := strings.Cut(m.mime, ";")
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t, want %q", accept, got, ok, want)
		}
	}
	if m, ok := choose(nil, medias()); !ok || m.format != "csv" {
		t.Errorf("no header: %+v, %t", m, ok)
	}
}
