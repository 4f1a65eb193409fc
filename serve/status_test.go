package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"flyby"
	"flyby/internal/door"
	"flyby/internal/door/problem"
)

// problem returns the problem of a reply.
func (r reply) problem(t testing.TB) (p problem.Problem) {
	t.Helper()
	if got := r.Header.Get("Content-Type"); got != problem.MediaType {
		t.Errorf("a problem of type %q: %q", got, r.body)
	}
	if err := json.Unmarshal([]byte(r.body), &p); err != nil {
		t.Errorf("%v: %q", err, r.body)
	}
	return p
}

// TestStatuses: each refused request has its status, and a problem that names parameter, row and column, and no path of a file.
func TestStatuses(t *testing.T) {
	p := serves(t, nil)
	const join, search = "/v1/databases/cars/join?distance=9", "/v1/databases/cars/search?distance=9"
	csv := []string{"Content-Type", "text/csv"}
	for _, c := range []struct {
		method, path, body string
		headers            []string
		status             int
		want               problem.Problem
	}{
		{"POST", "/v1/databases/cars/join", "", nil, 400, problem.Problem{Parameter: "distance"}},
		{"POST", join + "&Distance=9", "", nil, 400, problem.Problem{Parameter: "Distance"}},
		{"POST", join + "&distance=9", "", nil, 400, problem.Problem{Parameter: "distance"}},
		{"POST", join + "&top=x", "", nil, 400, problem.Problem{Parameter: "top", Value: "x"}},
		{"POST", join + "&device=gpu", "", nil, 400, problem.Problem{Parameter: "device"}},
		{"POST", join + "&tmp=/etc", "", nil, 400, problem.Problem{Parameter: "tmp"}},
		{"POST", join + "&exclude-same-id=true", "", nil, 400, problem.Problem{Parameter: "exclude-same-id"}},
		{"POST", join + "&having=nothing%3D1", "", nil, 400, problem.Problem{Parameter: "having"}},
		{"POST", join + "&with=nothing", "", nil, 400, problem.Problem{Parameter: "with"}},
		{"POST", join + "&geometry=point", "", nil, 400, problem.Problem{Parameter: "geometry"}},
		{"POST", join + "&level=hits&top=1", "", nil, 400, problem.Problem{Parameter: "top", Value: "1"}},
		{"POST", join + "&query-tz=UTC", "", nil, 400, problem.Problem{Parameter: "query-tz"}},
		{"POST", join + "&a=%zz", "", nil, 400, problem.Problem{}},
		{"POST", join, "id,t,x,y\n", csv, 400, problem.Problem{}},
		{"POST", search, "", csv, 400, problem.Problem{}},
		{"POST", search, "id,t,x,y,z\n1,0,0,0,0\n1,1,0,zero,0\n", csv, 400, problem.Problem{Row: 2, Column: "y", Value: "zero"}},
		{"POST", search, "id,t,x,y,z\n1,5,0,0,0\n1,1,0,0,0\n", csv, 400, problem.Problem{Row: 2, Column: "t", Value: "1"}},
		{"POST", search, "id,t,x,y\n1,0,0,0\n1,1,0,0\n", csv, 400, problem.Problem{}}, // 2-D
		{"POST", search, "PAR1 and nothing else", []string{"Content-Type", "application/vnd.apache.parquet"}, 400, problem.Problem{}},
		{"POST", search, "{\"id\":1", []string{"Content-Type", "application/x-ndjson"}, 400, problem.Problem{Row: 1}},
		{"POST", search, "nonsense", []string{"Content-Type", "application/vnd.apache.arrow.stream"}, 400, problem.Problem{}},
		{"GET", "/v1/databases?name=cars", "", nil, 400, problem.Problem{Parameter: "name"}},
		{"POST", "/?distance=9", "", nil, 400, problem.Problem{Parameter: "distance"}},
		{"POST", "/v1/databases/boats/join?distance=9", "", nil, 404, problem.Problem{}},
		{"GET", "/v1/databases/boats", "", nil, 404, problem.Problem{Detail: "this server has cars"}},
		{"GET", "/nothing", "", nil, 404, problem.Problem{}},
		{"GET", join, "", nil, 405, problem.Problem{}},
		{"PUT", search, "", nil, 405, problem.Problem{Detail: "POST alone"}},
		{"POST", "/healthz", "", nil, 405, problem.Problem{}},
		{"POST", join, "", []string{"Accept", "image/png"}, 406, problem.Problem{}},
		{"POST", join + "&level=hits", "", []string{"Accept", "text/html"}, 406, problem.Problem{}},
		{"POST", join + "&level=objects", "", []string{"Accept", "application/json"}, 406, problem.Problem{}},
		{"GET", "/v1/databases", "", []string{"Accept", "text/csv"}, 406, problem.Problem{}},
		{"POST", search, "id,t,x,y\n", nil, 415, problem.Problem{}},
		{"POST", search, "id,t,x,y\n", []string{"Content-Type", "text/plain"}, 415, problem.Problem{}},
		{"POST", "/", "a", []string{"Content-Type", "text/csv"}, 415, problem.Problem{}},
	} {
		r := p.send(c.method, c.path, strings.NewReader(c.body), c.headers...)
		if r.err != nil || r.StatusCode != c.status {
			t.Errorf("%s %s: %v, %+v, want %d: %s", c.method, c.path, r.err, r.Response, c.status, r.body)
			continue
		}
		got := r.problem(t)
		if got.Status != c.status || got.Parameter != c.want.Parameter || got.Row != c.want.Row || got.Column != c.want.Column || got.Value != c.want.Value || got.Detail == "" || !strings.Contains(got.Detail, c.want.Detail) {
			t.Errorf("%s %s: %s, want %+v", c.method, c.path, r.body, c.want)
		}
		if strings.Contains(r.body, p.folder) || strings.Contains(r.body, ".csv") {
			t.Errorf("%s %s: names a file: %s", c.method, c.path, r.body)
		}
	}
}

// TestVerticalWithoutHeights: a vertical threshold for positions without heights, of the entries or of the queries, is the client's
// mistake, in a join and in a search.
func TestVerticalWithoutHeights(t *testing.T) {
	const flat, high = "id,t,x,y\n1,0,0,0\n1,9,9,9\n", "id,t,x,y,z\n1,0,0,0,0\n1,9,9,9,9\n"
	p := serves(t, func(c *Config) {
		folder := filepath.Dir(c.Databases[0].Files[0])
		if err := os.WriteFile(filepath.Join(folder, "flat.csv"), []byte(flat), 0o600); err != nil {
			t.Fatal(err)
		}
		c.Databases = append(c.Databases, Named{Name: "flat", Files: []string{filepath.Join(folder, "flat.csv")}})
	})
	for path, body := range map[string]string{"flat/join": "", "flat/explain": "", "flat/search": high, "cars/search": flat} {
		r := p.send("POST", "/v1/databases/"+path+"?distance=9&vertical=1", strings.NewReader(body), "Content-Type", "text/csv")
		if got := r.problem(t); r.StatusCode != 400 || got.Parameter != "vertical" || !strings.Contains(got.Detail, "no height z") || strings.Contains(r.body, p.folder) {
			t.Errorf("%s: %d %s", path, r.StatusCode, r.body)
		}
	}
}

// TestAdvice: the detail of a problem helps a client: it lists the valid values, and names the header that helps.
func TestAdvice(t *testing.T) {
	p := serves(t, nil)
	const path = "/v1/databases/cars/"
	for _, c := range []struct {
		path, body string
		headers    []string
		want       string
	}{
		{path + "join?distance=9&level=hits", "", []string{"Accept", "text/html"}, "the answer can be text/csv, application/vnd.apache.arrow.stream, application/vnd.apache.parquet or application/x-ndjson, which Accept has not"},
		{path + "explain?distance=9", "", []string{"Accept", "text/html"}, "the answer can be application/json, which Accept has not"},
		{path + "search?distance=9", "\x1f\x8b\x08", []string{"Content-Type", "text/csv"}, "this is a gzip archive, which needs Content-Encoding: gzip"},
		{path + "search?distance=9", "\x28\xb5\x2f\xfd....", []string{"Content-Type", "text/csv"}, "this is a zstd archive, which needs Content-Encoding: zstd"},
		{path + "search?distance=9", "PAR1...PAR1", []string{"Content-Type", "text/csv"}, "this is Parquet data, which needs another Content-Type"},
		{path + "search?distance=9", "id,t,x,y\n", []string{"Content-Type", "text/csv; charset=utf-16"}, "queries are UTF-8, not utf-16"},
		{path + "search?distance=9", "id,t,x,y\na,5,0,0\na,1,1,1\n", []string{"Content-Type", "text/csv"}, "earlier than the row before it in its trajectory (5); query-sort-times puts rows in order"},
		{path + "search?distance=9", "id,when,x,y\na,5,0,0\n", []string{"Content-Type", "text/csv"}, `no time in "id", "when", "x", "y"; try: query-columns t=NAME (left to say: a column for each NAME)`},
	} {
		if r := p.send("POST", c.path, strings.NewReader(c.body), c.headers...); r.problem(t).Detail != c.want {
			t.Errorf("%s: %s\nwant %s", c.path, r.body, c.want)
		}
	}
}

// TestTooManyRows: an answer of more rows than allowed is refused as long as no part of it was sent, and one of exactly as many is whole.
func TestTooManyRows(t *testing.T) {
	p := serves(t, func(c *Config) { c.MaxRows = 10 })
	for query, status := range map[string]int{"": 422, "&limit=10": 200, "&limit=11": 422, "&top=10": 200, "&top=11": 422, "&count=true": 200, "&level=hits&limit=10": 200, "&level=objects": 422, "&min-duration=1e9": 200} {
		for _, accept := range []string{"text/csv", "application/vnd.apache.parquet", "text/html", "*/*"} {
			r := p.send("POST", "/v1/databases/cars/join?distance=9"+query, nil, "Accept", accept)
			if r.err == nil && r.StatusCode == http.StatusNotAcceptable {
				continue
			}
			if r.err != nil || r.StatusCode != status {
				t.Errorf("%s %s: %v, %+v, want %d: %.200s", query, accept, r.err, r.Response, status, r.body)
			}
		}
	}
}

// TestAnyRows: with the largest possible limit of rows no answer has too many.
func TestAnyRows(t *testing.T) {
	p := serves(t, func(c *Config) { c.MaxRows = math.MaxUint64 })
	for query, lines := range map[string]int{"&top=3": 4, "&limit=5": 6, "": 553} {
		if r := p.send("POST", "/v1/databases/cars/join?distance=9"+query, nil); r.StatusCode != 200 || strings.Count(r.body, "\n") != lines {
			t.Errorf("%s: %+v: %d lines", query, r.Response, strings.Count(r.body, "\n"))
		}
	}
}

// TestLate: a request whose time is over gets that answer, at any stage.
func TestLate(t *testing.T) {
	p := serves(t, func(c *Config) { c.Timeout = time.Nanosecond })
	if r := p.send("POST", "/v1/databases/cars/join?distance=9", nil); r.err != nil || r.StatusCode != 504 || r.problem(t).Status != 504 {
		t.Errorf("%v, %+v: %s", r.err, r.Response, r.body)
	}
}

// TestNeverMemory: a search that can never have its memory is refused.
func TestNeverMemory(t *testing.T) {
	p := serves(t, nil)
	p.config.Ask.Machine.Memory = p.resident.Load() + 1000
	p.Server.config.Ask.Machine.Memory = p.config.Ask.Machine.Memory
	if r := p.send("POST", "/v1/databases/cars/join?distance=9", nil); r.err != nil || r.StatusCode != 422 || !regexp.MustCompile(`^more memory than there is: \d+ MiB, and beside the databases --memory leaves 1000 B$`).MatchString(r.problem(t).Detail) {
		t.Errorf("%v, %+v: %s", r.err, r.Response, r.body)
	}
}

// TestRoomOfSearches: a server whose memory is too little for any join beside its databases is not begun, and the error names memory that would do.
func TestRoomOfSearches(t *testing.T) {
	p := serves(t, nil)
	p.Server.config.Ask.Machine.Memory = p.resident.Load() + 1000
	var little *flyby.MemoryError
	if err := p.checkRoom(); !errors.As(err, &little) {
		t.Fatal(err)
	}
	for memory, status := range map[uint64]int{little.Least - 1: 422, little.Least: 200} {
		p.Server.config.Ask.Machine.Memory = memory
		if err, r := p.checkRoom(), p.send("POST", "/v1/databases/cars/join?distance=9", nil); (err == nil) != (status == 200) || r.StatusCode != status {
			t.Errorf("%d bytes: %v, %+v: %s", memory, err, r.Response, r.body)
		}
	}
}

// taken takes the devices and one byte of memory, until leave gives both back.
func (p *place) taken() (leave func()) {
	p.Helper()
	of, err := p.queue.Admit(p.Context(), 1)
	if err == nil {
		err = of.Turn(p.Context())
	}
	if err != nil {
		p.Fatal(err)
	}
	return of.Leave
}

// TestFullAndShut: a search that finds the queue full is told when to come again, and one that waits as the server ends is refused.
func TestFullAndShut(t *testing.T) {
	p := serves(t, func(c *Config) { c.Queue = 1 })
	leave := p.taken()
	defer leave()
	waiting := make(chan reply)
	go func() { waiting <- p.send("POST", "/v1/databases/cars/join?distance=9", nil) }()
	for p.queue.Waiting() == 0 {
		runtime.Gosched()
	}
	if r := p.send("POST", "/v1/databases/cars/join?distance=9", nil); r.err != nil || r.StatusCode != 429 || r.Header.Get("Retry-After") == "" || r.problem(t).Detail == "" {
		t.Errorf("%v, %+v: %s", r.err, r.Response, r.body)
	}
	p.ending.Store(true)
	p.queue.Shut()
	if r := <-waiting; r.err != nil || r.StatusCode != 503 {
		t.Errorf("%v, %+v: %s", r.err, r.Response, r.body)
	}
	if r := p.send("GET", "/healthz", nil); r.err != nil || r.StatusCode != 503 {
		t.Errorf("%v, %+v: %s", r.err, r.Response, r.body)
	}
}

// TestOversized: a body that is too long, packed or not, is refused.
func TestOversized(t *testing.T) {
	p := serves(t, func(c *Config) { c.Door.MaxBody = 1000 })
	r := p.send("POST", "/v1/databases/cars/search?distance=9", io.MultiReader(bytes.NewReader(make([]byte, 1001))), "Content-Type", "text/csv")
	if r.err != nil || r.StatusCode != 413 || r.problem(t).Detail == "" {
		t.Errorf("%v, %+v: %s", r.err, r.Response, r.body)
	}
}

// TestDoor: the routes are behind the door: a client without a token, a page of another origin and a request with another host name are
// refused.
func TestDoor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(path, []byte("a-token-of-some-length\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tokens, err := door.ReadTokens(path)
	if err != nil {
		t.Fatal(err)
	}
	p := serves(t, func(c *Config) { c.Door.Tokens = tokens })
	const join = "/v1/databases/cars/join?distance=9"
	known := []string{"Authorization", "Bearer a-token-of-some-length"}
	for status, headers := range map[int][]string{200: known, 401: nil, 403: append(known, "Origin", "http://elsewhere.example")} {
		if r := p.send("POST", join, nil, headers...); r.err != nil || r.StatusCode != status || r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%v: %v, %+v, want %d", headers, r.err, r.Response, status)
		}
	}
	if got := p.raw("GET /healthz HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.1 421 ") || !strings.Contains(got, `not called \"elsewhere.example\"`) {
		t.Errorf("%.300s", got)
	}
}
