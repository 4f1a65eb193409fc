package problem_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"flyby/internal/door/problem"
)

// TestWriteTo: a problem is an answer of RFC 9457 with the status, and zero fields are omitted.
func TestWriteTo(t *testing.T) {
	for _, c := range []struct {
		p    problem.Problem
		code int
		body string
	}{
		{problem.Problem{Status: 400, Detail: "no number", Row: 7, Column: "x", Value: "a\"b"}, 400,
			`{"status":400,"title":"Bad Request","detail":"no number","row":7,"column":"x","value":"a\"b"}` + "\n"},
		{problem.Problem{Status: 400, Title: "unknown parameter", Parameter: "distnace"}, 400,
			`{"status":400,"title":"unknown parameter","parameter":"distnace"}` + "\n"},
		{problem.Problem{}, 500, `{"status":500,"title":"Internal Server Error"}` + "\n"},
	} {
		w := httptest.NewRecorder()
		c.p.WriteTo(w)
		if w.Code != c.code || w.Body.String() != c.body || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%+v: %d %s, %s", c.p, w.Code, w.Body, w.Header())
		}
	}
}

// TestWriteToTakesBack: headers about an answer that does not come are removed, and headers that instruct the client stay.
func TestWriteToTakesBack(t *testing.T) {
	w := httptest.NewRecorder()
	for name, value := range map[string]string{"Content-Type": "text/csv", "Content-Length": "1000", "Content-Encoding": "gzip", "Trailer": "Rows", "Retry-After": "1"} {
		w.Header().Set(name, value)
	}
	(&problem.Problem{Status: 429}).WriteTo(w)
	h := w.Header()
	if h.Get("Content-Encoding")+h.Get("Trailer") != "" || h.Get("Content-Length") == "1000" || h.Get("Retry-After") != "1" {
		t.Error(h)
	}
}

// TestLongValue: a value is cut to a helpful length, and any bytes become text.
func TestLongValue(t *testing.T) {
	text, err := json.Marshal(&problem.Problem{Status: 400, Value: strings.Repeat("ü", 1<<20) + "\xff"})
	if err != nil || len(text) > 1000 {
		t.Fatal(len(text), err)
	}
	var got struct{ Value string }
	if err := json.Unmarshal(text, &got); err != nil || !strings.HasPrefix(got.Value, "üüüü") || !strings.HasSuffix(got.Value, "ü...") {
		t.Error(got, err)
	}
}

// TestError: a problem is one line of a log or of a wrapped error.
func TestError(t *testing.T) {
	p := &problem.Problem{Status: 400, Detail: "no number", Row: 7, Column: "x", Value: "a\nb"}
	if got, want := p.Error(), `Bad Request: row 7: column x: "a\nb": no number`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
