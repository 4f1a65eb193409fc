package serving

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"flyby/evaluation/speed"
)

// fakeServer returns a server that answers every question with some bytes, and every fourth of the crowd's with
// 429.
func fakeServer(t *testing.T, text string) *server {
	t.Helper()
	var asked atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) //nolint:errcheck // its length is not looked at
		if r.Header.Get("Accept") == "text/csv" && asked.Add(1)%4 == 0 {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		io.WriteString(w, text) //nolint:errcheck // the client says so
	}))
	t.Cleanup(s.Close)
	return &server{address: s.URL, pid: os.Getpid(), stop: func() error { return nil }}
}

// labOf returns a lab of a server whose answers are some bytes, and of a command that writes others.
func labOf(t *testing.T, served, written string) *lab {
	t.Helper()
	o, err := Options{Segments: LeastSegments, Requests: 2, Turns: 1, Clients: 3, Lasting: 50 * time.Millisecond, Folder: t.TempDir(), Command: []string{"flyby"}}.settle()
	if err != nil {
		t.Fatal(err)
	}
	return &lab{Options: o,
		start:  func(context.Context, ...string) (*server, error) { return fakeServer(t, served), nil },
		answer: func(context.Context, ...string) ([]byte, error) { return []byte(written), nil }}
}

// TestRows wants a row for each name, with figures, and every file removed.
func TestRows(t *testing.T) {
	l := labOf(t, "rows", "rows")
	r, err := l.report(t.Context())
	if err != nil || len(r.Rows) != len(Names()) {
		t.Fatalf("%+v (%v)", r.Rows, err)
	}
	for i, row := range r.Rows {
		if row.Name != Names()[i] || len(row.Claims) == 0 {
			t.Errorf("%+v", row)
		}
		for _, c := range row.Claims {
			if v := c.Verdict(); v != speed.Unlimited && v != speed.Unknown {
				t.Errorf("%s: %+v", row.Name, c)
			}
		}
	}
	if left, err := os.ReadDir(l.Folder); err != nil || len(left) > 0 {
		t.Errorf("leaves %v (%v)", left, err)
	}
}

// TestOtherBytes wants an answer that is not the command's to end the measurement.
func TestOtherBytes(t *testing.T) {
	l := labOf(t, "rows", "other rows")
	l.Rows = []string{"crowd"}
	if _, err := l.report(t.Context()); err == nil || !strings.Contains(err.Error(), "are not the command's") {
		t.Errorf("%v", err)
	}
}

// TestNoting wants the time at which as many bytes were written as a server holds back, and no later one.
func TestNoting(t *testing.T) {
	n := &noting{begun: time.Now().Add(-time.Hour)}
	block := bytes.Repeat([]byte("x"), heldBack/2)
	for i := range 3 {
		if _, err := n.Write(block); err != nil || (n.at > 0) != (i > 0) {
			t.Fatalf("%d: %v (%v)", i, n.at, err)
		}
	}
	if n.bytes != 3*heldBack/2 {
		t.Errorf("%d bytes", n.bytes)
	}
}

// TestOptions wants complaints about impossible options.
func TestOptions(t *testing.T) {
	for want, o := range map[string]Options{"segments": {Segments: 1}, "row": {Rows: []string{"none"}}, "clients": {Clients: -1}} {
		if _, err := o.settle(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
