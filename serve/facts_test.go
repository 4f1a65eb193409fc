package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"flyby/internal/door/problem"
)

// TestDatabases: the list of databases has their facts and the places of their searches, and names no file.
func TestDatabases(t *testing.T) {
	p := serves(t, func(c *Config) {
		c.Databases = append(c.Databases, Named{Name: "again", Files: c.Databases[0].Files})
	})
	one, all := p.send("GET", "/v1/databases/cars", nil), p.send("GET", "/v1/databases", nil, "Accept", "application/*")
	var got struct {
		Name, Method, Device string
		MemoryBytes          uint64 `json:"memory_bytes"`
		Trajectories         int
		Units                struct{ Length string }
		Notes                []any
	}
	if err := json.Unmarshal([]byte(one.body), &got); err != nil || got.Name != "cars" || got.Trajectories != 40 || got.Device == "" || got.Method == "" || got.MemoryBytes == 0 || got.Units.Length != "m" || got.Notes == nil {
		t.Errorf("%v: %s", err, one.body)
	}
	var list struct{ Databases []json.RawMessage }
	if err := json.Unmarshal([]byte(all.body), &list); err != nil || len(list.Databases) != 2 || string(list.Databases[0])+"\n" != one.body {
		t.Errorf("%v: %s", err, all.body)
	}
	if strings.Contains(all.body, p.folder) {
		t.Errorf("names a file: %s", all.body)
	}
}

// TestExplain: an explanation searches nothing and describes how a join would be made.
func TestExplain(t *testing.T) {
	p := serves(t, nil)
	r := p.send("POST", "/v1/databases/cars/explain?distance=9&having=d_min%3C1", nil)
	var got struct {
		Type, Command string
		Entries       int
		Having        []string
	}
	if err := json.Unmarshal([]byte(r.body), &got); err != nil || r.StatusCode != 200 || got.Type != "explanation" || got.Command != "join" || got.Entries == 0 || !slices.Equal(got.Having, []string{"d_min<1"}) {
		t.Errorf("%v: %s", err, r.body)
	}
}

// TestMetrics: requests are counted by route and status, in text that Prometheus reads.
func TestMetrics(t *testing.T) {
	p := serves(t, nil)
	rows := p.send("POST", "/v1/databases/cars/join?distance=9", nil).Trailer.Get(rowsTrailer)
	p.send("POST", "/v1/databases/cars/join", nil)
	p.send("POST", "/v1/databases/cars/explain?distance=9&count=true", nil)
	if err := p.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := p.send("GET", "/metrics", nil)
	for _, line := range []string{
		`flyby_requests_total{route="POST /v1/databases/{name}/join",status="200"} 1`, `flyby_requests_total{route="POST /v1/databases/{name}/join",status="400"} 1`,
		`flyby_request_duration_seconds_bucket{route="POST /v1/databases/{name}/join",status="2xx",le="+Inf"} 1`, `flyby_request_duration_seconds_count{route="POST /v1/databases/{name}/join",status="4xx"} 1`,
		"flyby_requests_in_flight 1", `flyby_reloads_total{result="unchanged"} 1`,
		"flyby_rows_total " + rows, "flyby_waiting 0", `flyby_database_segments{database="cars"} 760`, fmt.Sprint("flyby_memory_limit_bytes ", 2<<30),
	} {
		if !strings.Contains(r.body, line+"\n") {
			t.Errorf("lacks %s:\n%s", line, r.body)
		}
	}
	form := regexp.MustCompile(`^(# (HELP|TYPE) flyby_[a-z_]+ .+|flyby_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e-]+)$`)
	for line := range strings.Lines(r.body) {
		if !form.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("line %q", line)
		}
	}
}

// TestHistogram: a bucket has the durations up to its end, and all that are shorter.
func TestHistogram(t *testing.T) {
	var m metrics
	m.begin()
	for _, seconds := range []float64{0.001, 0.005, 0.0051, 3, 100, 101} {
		m.start()
		m.count("POST /a", &outgoing{status: 200}, time.Duration(seconds*1e9))
	}
	want := []string{}
	for _, b := range []string{`0.005"} 2`, `0.02"} 3`, `0.1"} 3`, `0.5"} 3`, `2.5"} 3`, `10"} 4`, `100"} 5`, `+Inf"} 6`} {
		want = append(want, `_bucket{route="POST /a",status="2xx",le="`+b)
	}
	want = append(want, `_sum{route="POST /a",status="2xx"} 204.0111`, `_count{route="POST /a",status="2xx"} 6`)
	if got := m.durations(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	const classes = 4 // 2xx, 4xx, 5xx and cut
	routes := slices.DeleteFunc(table(), func(r route) bool { return !strings.HasPrefix(r.pattern, "POST ") })
	if n := len(routes) * classes * len(want); n > 500 {
		t.Errorf("as many as %d series of durations", n)
	}
}

// forms returns a form as a browser posts it, with a file unless its name is "".
func forms(t testing.TB, values [][2]string, name, file string) (body *bytes.Buffer, of string) {
	t.Helper()
	body = &bytes.Buffer{}
	w := multipart.NewWriter(body)
	for _, v := range values {
		if err := w.WriteField(v[0], v[1]); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("queries", name)
	if err == nil {
		_, err = part.Write([]byte(file))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return body, w.FormDataContentType()
}

// browser is the Accept header of a browser.
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// TestForm: the form has no script and may post to its own server alone, and its answer is the report, which names no file.
func TestForm(t *testing.T) {
	p := serves(t, nil)
	form := p.send("GET", "/", nil, "Accept", browser)
	policy := form.Header.Get("Content-Security-Policy")
	if form.StatusCode != 200 || strings.Contains(form.body, "<script") || !strings.Contains(policy, "form-action 'self'") || !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("policy %q: %s", policy, form.body)
	}
	var names [][2]string
	for _, m := range regexp.MustCompile(`name="([a-z-]+)"`).FindAllStringSubmatch(form.body, -1) {
		if m[1] != "viewport" && m[1] != "color-scheme" && m[1] != "queries" {
			names = append(names, [2]string{m[1], map[string]string{"database": "cars", "level": "encounters", "distance": "9"}[m[1]]})
		}
	}
	for _, name := range []string{"", "queries.csv"} {
		body, of := forms(t, names, name, cars(5))
		page := p.send("POST", "/", body, "Accept", browser, "Content-Type", of)
		policy := page.Header.Get("Content-Security-Policy")
		if page.err != nil || page.StatusCode != 200 || !strings.HasPrefix(page.body, "<!doctype html>") || !strings.Contains(policy, "script-src 'sha256-") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%v, %+v: policy %q: %.300s", page.err, page.Response, policy, page.body)
		}
		if what := map[string]string{"": "join of cars", "queries.csv": "search of cars"}[name]; !strings.Contains(page.body, "<title>"+what+": ") || strings.Contains(page.body, p.folder) {
			t.Errorf("no page of a %s: %.2000s", what, page.body)
		}
	}
	left, err := filepath.Glob(filepath.Join(p.folder, "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("%v is left beside cars.csv: %v", left, err)
	}
}

// TestFormFields: a form without script may come in either encoding of forms, and a faulty one is refused with its fault.
func TestFormFields(t *testing.T) {
	p := serves(t, nil)
	r := p.send("POST", "/", strings.NewReader(url.Values{"database": {"cars"}, "distance": {"9"}, "level": {"hits"}, "top": {""}}.Encode()), "Accept", browser, "Content-Type", "application/x-www-form-urlencoded")
	if r.StatusCode != 200 || !strings.HasPrefix(r.body, "query_traj,query_seg,") {
		t.Errorf("%+v: %.200s", r.Response, r.body)
	}
	for i, values := range [][][2]string{{{"distance", "9"}}, {{"database", "boats"}, {"distance", "9"}}, {{"database", "cars"}, {"distance", "9"}, {"out", "x"}}, {{"database", "cars"}, {"distance", strings.Repeat("9", 5000)}}} {
		body, of := forms(t, values, "", "")
		want := 400
		if i == 1 {
			want = 404
		}
		if r := p.send("POST", "/", body, "Content-Type", of); r.StatusCode != want {
			t.Errorf("%d: %+v: %s", i, r.Response, r.body)
		}
	}
	body, of := forms(t, [][2]string{{"database", "cars"}, {"distance", "9"}}, "queries.csv", cars(5))
	cut := strings.NewReader(body.String()[:body.Len()-20])
	if r := p.send("POST", "/", cut, "Content-Type", of); r.StatusCode != 400 {
		t.Errorf("a cut form: %+v: %.300s", r.Response, r.body)
	}
	if _, err := os.Stat(filepath.Join(p.folder, "cars.csv")); err != nil {
		t.Error(err)
	}
}

// TestPages: a question is answered with its report, with any columns and units.
func TestPages(t *testing.T) {
	p := serves(t, nil)
	for _, query := range []string{"distance=9", "distance=30&level=pairs", "distance=9&units-out=km,km/h", "distance=20.5&vertical=11ft", "distance=9&with=both,positions,speed&having=query_speed%3E0.1", "distance=0&min-duration=1e6", "distance=9&merge-gap=1min&top=3"} {
		r := p.send("POST", "/v1/databases/cars/join?"+query, nil, "Accept", "text/html")
		if r.err != nil || r.StatusCode != 200 || !strings.HasSuffix(r.body, "</html>\n") || r.Trailer.Get(rowsTrailer) == "" || strings.Contains(r.body, "<title>join of cars: the closest 3 of ") != strings.HasSuffix(query, "top=3") {
			t.Errorf("%s: %v, %s %.300s: %s", query, r.err, r.Status, r.body, p.log)
		}
	}
	for accept, status := range map[string]int{"text/html": 400, "text/csv": 200} {
		if r := p.send("POST", "/v1/databases/cars/join?distance=9&top=2001", nil, "Accept", accept); r.StatusCode != status || (status == 400 && !strings.Contains(r.body, "a page shows 2000 rows at most")) {
			t.Errorf("2,001 rows as %s: %s: %s", accept, r.Status, r.body)
		}
	}
}

// TestFormRefused: a browser is shown the form again, with the problem, its status and the values that were sent; another client has the problem alone.
func TestFormRefused(t *testing.T) {
	p := serves(t, nil)
	values := [][2]string{{"database", "cars"}, {"level", "pairs"}, {"distance", `<9 "m`}, {"top", "3"}}
	body, of := forms(t, values, "", "")
	r := p.send("POST", "/", body, "Accept", browser, "Content-Type", of)
	if r.StatusCode != 400 || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") || strings.Contains(r.Header.Get("Content-Security-Policy"), "script-src") || strings.Contains(r.body, "<9") {
		t.Errorf("%+v: %s", r.Response, r.body)
	}
	for _, want := range []string{`<p role="alert">Bad Request: distance `, `value="&lt;9 &#34;m"`, `name="top" value="3"`, "<option selected>pairs", `name="database" value="cars"`} {
		if !strings.Contains(r.body, want) {
			t.Errorf("no %s: %s", want, r.body)
		}
	}
	for _, accept := range []string{"*/*", "application/problem+json", "text/csv"} {
		body, of := forms(t, values, "", "")
		if r := p.send("POST", "/", body, "Accept", accept, "Content-Type", of); r.StatusCode != 400 || r.Header.Get("Content-Type") != problem.MediaType {
			t.Errorf("%s: %+v: %s", accept, r.Response, r.body)
		}
	}
}
