package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flyby"
	"flyby/cluster"
	"flyby/group"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// stars returns points in two dimensions, some of which are near each other.
func stars(n int) string {
	var s strings.Builder
	s.WriteString("id,x1,x2\n")
	for id := range n {
		fmt.Fprintf(&s, "s%d,%d,%d\n", id, (id*37)%101, (id*id*53)%89)
	}
	return s.String()
}

// Zones of visits to cars, as GeoJSON and as a table.
const (
	features = `{"type":"FeatureCollection","features":[{"type":"Feature","id":"north","properties":{"name":"N"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[60,0],[60,60],[0,60],[0,0]]]}}]}`
	zones    = "zone_id,name,wkt\nnorth,N,\"POLYGON((0 0,60 0,60 60,0 60,0 0))\"\n"
)

// withStars is a server of cars.csv and of the points stars.csv.
func withStars(t testing.TB) *place {
	return serves(t, func(c *Config) {
		path := filepath.Join(c.Ask.Machine.Tmp, "stars.csv")
		(&place{TB: t, folder: c.Ask.Machine.Tmp}).write("stars.csv", stars(300))
		c.Databases = append(c.Databases, Named{Name: "stars", Files: []string{path}, Of: "points"})
		c.Ask.PointRead.Units = format.Units{Length: "m"}
	})
}

// A posed question is a request with the ask of the command.
type posed struct {
	path, body, as string // as: the Content-Type of the body
	ask            job.Ask
}

// all returns questions of all kinds that are new beside search and join.
func (p *place) all() []posed {
	few := stars(20)
	search := func(k question.Kind, s flyby.Search) job.Ask {
		return job.Ask{Question: question.Question{Kind: k, Search: s}}
	}
	points := func(k question.Kind, of question.Points, level question.Level) job.Ask {
		return job.Ask{Question: question.Question{Kind: k, Points: of, Level: level}}
	}
	queries := func(a job.Ask, name, text string) job.Ask {
		a.Queries = []string{p.write(name, text)}
		return a
	}
	visits := search(question.ZoneVisits, flyby.Search{})
	visits.Zones = []string{p.write("zones.geojson", features)}
	named := visits
	named.With, named.Zones = []string{"name"}, []string{p.write("zones.csv", zones)}
	five := 5.0
	return []posed{
		{"cars/convoys?distance=9&min-size=2", "", "", job.Ask{Question: question.Question{Kind: question.Convoys, Group: group.Search{Distance: 9, MinSize: 2}}}},
		{"cars/convoys?distance=0.03km&min-size=2&level=groups&min-duration=1", "", "", job.Ask{Question: question.Question{Kind: question.Convoys, Level: question.Groups, Group: group.Search{Distance: 30, MinSize: 2, MinDuration: 1}}}},
		{"cars/nearest?neighbours=2", "", "", search(question.NearestTrajectories, flyby.Search{K: 2})},
		{"cars/nearest?neighbours=3&max-distance=5m", cars(4), "text/csv", queries(search(question.NearestTrajectories, flyby.Search{K: 3, MaxDistance: &five}), "few.csv", cars(4))},
		{"cars/visits", features, "application/geo+json", visits},
		{"cars/visits?with=name", zones, "text/csv", named},
		{"stars/selfjoin?eps=5", "", "", points(question.SelfJoins, question.Points{Eps: 5}, "")},
		{"stars/selfjoin?eps=0.005km&level=neighbours", "", "", points(question.SelfJoins, question.Points{Eps: 5}, question.Neighbours)},
		{"stars/pointjoin?eps=5&level=counts", few, "text/csv", queries(points(question.PointJoins, question.Points{Eps: 5}, question.Counts), "points.csv", few)},
		{"stars/knn?neighbours=3", "", "", points(question.NearestPoints, question.Points{Nearest: 3}, "")},
		{"stars/knn?neighbours=3", few, "text/csv", queries(points(question.NearestPoints, question.Points{Nearest: 3}, ""), "points.csv", few)},
		{"stars/dbscan?eps=5&minpts=3", "", "", points(question.Clusterings, question.Points{Clusters: cluster.Search{Eps: []float64{5}, MinPoints: []int{3}}}, "")},
	}
}

// answerOf returns what the command writes for a question.
func (p *place) answerOf(q *posed, word string) string {
	p.Helper()
	if q.ask.Kind.OfPoints() {
		q.ask.Entries, q.ask.PointRead.Units = p.config.Databases[1].Files, format.Units{Length: "m"}
	} else {
		q.ask.Entries, q.ask.Read = p.config.Databases[0].Files, p.config.Ask.Read
	}
	q.ask.Machine.Device = "cpu"
	var out bytes.Buffer
	if _, err := job.Run(p.Context(), q.ask, job.Standard("-", &out, "", false).As(word)); err != nil {
		p.Fatal(q.path, err)
	}
	return out.String()
}

// TestQuestionsAreTheCommands: the answer to a question of each kind has the bytes of the command, in every form.
func TestQuestionsAreTheCommands(t *testing.T) {
	p := withStars(t)
	asked := map[kind]bool{searches: true, joins: true, explains: true}
	for _, q := range p.all() {
		path, _, _ := strings.Cut(q.path, "?")
		asked[kind(filepath.Base(path))] = true
		for _, m := range medias()[:4] {
			headers := []string{"Accept", m.mime}
			if q.as != "" {
				headers = append(headers, "Content-Type", q.as)
			}
			want := p.answerOf(&q, m.format)
			got := p.send("POST", "/v1/databases/"+q.path, strings.NewReader(q.body), headers...)
			if got.err != nil || got.StatusCode != http.StatusOK || got.body != want || want == "" {
				t.Errorf("%s %s: %v %v: %.300q, want %.300q", q.path, m.mime, got.err, got.Response, got.body, want)
			}
		}
	}
	for _, k := range kinds() {
		if !asked[k] {
			t.Errorf("%s is not asked", k)
		}
	}
}

// TestWrongQuestions: a question is refused to a database that it is not asked of, with a body that it does not take, without one that it needs, and where the body or a value is wrong.
func TestWrongQuestions(t *testing.T) {
	p := withStars(t)
	for _, c := range []struct {
		path, body, as string
		status         int
		detail         string
	}{
		{"cars/knn?neighbours=1", "", "", 404, "knn is not asked of cars, a database of trajectories: there is search, join, convoys, nearest, visits and explain"},
		{"cars/joint", "", "", 404, "joint is not asked of cars, a database of trajectories: there is search, "},
		{"stars/join?distance=1", "", "", 404, "join is not asked of stars, a database of points: there is selfjoin, pointjoin, knn and dbscan"},
		{"cars/convoys?distance=1&min-size=2", cars(1), "text/csv", 400, "a body, and there is to be none: convoys is asked of the database alone"},
		{"cars/visits", "", "", 415, "the Content-Type of zones must be one of application/geo+json, application/json and text/csv"},
		{"cars/visits", "PAR1", "application/vnd.apache.parquet", 415, "the Content-Type of zones must be"},
		{"stars/pointjoin?eps=1", "", "", 415, "the Content-Type of queries must be one of application/geo+json, "},
		{"cars/nearest", "", "", 400, "neighbours K is missing"},
		{"cars/nearest?neighbours=1&query-tz=UTC", "", "", 400, "query-tz is for queries, and there are none"},
		{"cars/visits?query-tz=UTC", features, "application/geo+json", 400, "query-tz is no parameter"},
		{"cars/visits", "zone_id,wkt\na,POLYGON(\n", "text/csv", 400, "well-known text that is cut"},
		{"cars/visits", `{"type":"FeatureCollection","features":[]}`, "application/json", 400, "no zone in it"},
		{"cars/visits?zone-sides=arcs", features, "application/geo+json", 400, "zone-sides arcs: is for positions in degrees"},
		{"stars/knn?neighbours=1", "id,x1,x2\na,1,2\nb,1,far\n", "text/csv", 400, "not a number"},
		{"stars/knn?neighbours=1", "id,x1,x2,x3\na,1,1,1\n", "text/csv", 400, "Queries have 3 coordinates a point, Entries 2: both must have as many"},
		{"stars/knn?neighbours=1&query-columns=id%3Dname", "id,x1,x2\na,1,1\n", "text/csv", 400, "name"},
		{"stars/knn?neighbours=0", "", "", 400, "neighbours 0: must be"},
		{"stars/dbscan?eps=auto&minpts=2", "", "", 200, ""},
		{"stars/selfjoin?eps=5parsecs", "", "", 400, `eps "5parsecs": "parsecs" is no unit of length`},
		{"stars/dbscan?eps=1,2&minpts=2&accept=", "", "", 400, "accept is no parameter"},
	} {
		var headers []string
		if c.as != "" {
			headers = []string{"Content-Type", c.as}
		}
		r := p.send("POST", "/v1/databases/"+c.path, strings.NewReader(c.body), headers...)
		if r.StatusCode != c.status || c.detail != "" && !strings.Contains(r.problem(t).Detail, c.detail) || strings.Contains(r.body, p.folder) {
			t.Errorf("%s: %d %s, want %d %s", c.path, r.StatusCode, r.body, c.status, c.detail)
		}
	}
}

// TestQuestionsHaveNotes: an answer tells how query points and zones were read, and which distance eps auto has taken.
func TestQuestionsHaveNotes(t *testing.T) {
	p := withStars(t)
	for _, c := range []struct{ path, body, as, want string }{
		{"stars/knn?neighbours=1&query-skip-bad-rows=true", "id,x1,x2\na,1,1\nb,x,1\n", "text/csv", "the queries: left out 1 of 2 rows"},
		{"stars/knn?neighbours=1&query-units=km", "id,x1,x2\na,1,1\n", "text/csv", "the queries: converted lengths in km to m"},
		{"cars/visits", strings.Replace(features, "[60,0],[60,60],[0,60]", "[60,60],[60,0],[0,60]", 1), "application/json", "the zones: 1 ring that crosses itself, the first in zone"},
		{"stars/dbscan?eps=auto&minpts=2", "", "", "stars: eps auto: "},
	} {
		var headers []string
		if c.as != "" {
			headers = []string{"Content-Type", c.as}
		}
		r := p.send("POST", "/v1/databases/"+c.path, strings.NewReader(c.body), headers...)
		if notes := strings.Join(r.notes(t), "|"); r.StatusCode != http.StatusOK || !strings.Contains(notes, c.want) {
			t.Errorf("%s: %d %.200s, notes %s, want %s", c.path, r.StatusCode, r.body, notes, c.want)
		}
	}
}

// TestQuestionsAreBounded: an answer of groups or points has no more rows than may be, and a client that has gone ends the search.
func TestQuestionsAreBounded(t *testing.T) {
	p := withStars(t)
	p.Server.config.MaxRows = 20
	for _, path := range []string{"cars/convoys?distance=9&min-size=2", "stars/knn?neighbours=3", "stars/dbscan?eps=5&minpts=3", "cars/nearest?neighbours=2"} {
		if r := p.send("POST", "/v1/databases/"+path, nil); r.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(r.body, "more than 20 rows") {
			t.Errorf("%s: %d %.200s", path, r.StatusCode, r.body)
		}
	}
	for _, path := range []string{"cars/convoys?distance=9&min-size=2", "stars/knn?neighbours=3", "cars/nearest?neighbours=2"} {
		p.timed = func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(ctx, 0, errLate)
		}
		if r := p.send("POST", "/v1/databases/"+path, nil); r.StatusCode != http.StatusGatewayTimeout {
			t.Errorf("%s, late: %d %.200s", path, r.StatusCode, r.body)
		}
		gone, leave := context.WithCancel(t.Context())
		p.timed = func(ctx context.Context) (context.Context, context.CancelFunc) {
			leave()
			<-ctx.Done()
			return ctx, func() {}
		}
		if r := p.sendIn(gone, "POST", "/v1/databases/"+path, nil); !errors.Is(r.err, context.Canceled) {
			t.Errorf("%s, gone: %v", path, r.err)
		}
	}
	if used := p.queue.Used(); used != p.resident.Load() {
		t.Errorf("%d bytes are taken beside the %d of the databases", used-p.resident.Load(), p.resident.Load())
	}
}

// TestPagesOfQuestions: nearest trajectories, groups, visits and clusters have a page, and questions without one are refused it.
func TestPagesOfQuestions(t *testing.T) {
	p := withStars(t)
	for path, want := range map[string]int{
		"cars/nearest?neighbours=2": 200, "cars/convoys?distance=9&min-size=2": 200, "stars/dbscan?eps=5&minpts=3": 200,
		"stars/knn?neighbours=2": 406, "stars/selfjoin?eps=5": 406, "cars/convoys?distance=9&min-size=2&level=groups": 406, "stars/dbscan?eps=5,6&minpts=3": 400,
		"cars/visits": 200, "cars/visits?level=events": 406,
	} {
		var body io.Reader
		if strings.HasPrefix(path, "cars/visits") {
			body = strings.NewReader(features)
		}
		r := p.send("POST", "/v1/databases/"+path, body, "Accept", "text/html", "Content-Type", "application/geo+json")
		if r.StatusCode != want {
			t.Errorf("%s: %d %.300s %s", path, r.StatusCode, r.body, p.log)
			continue
		}
		of := regexp.MustCompile(`sha256-[^']+`).FindAllString(r.body[:min(len(r.body), 1000)], -1)
		for _, sum := range of {
			if !strings.Contains(r.Header.Get("Content-Security-Policy"), sum) {
				t.Errorf("%s: the header %q has not %s", path, r.Header.Get("Content-Security-Policy"), sum)
			}
		}
		if len(of) < 2 && want == 200 {
			t.Errorf("%s: no policy", path)
		}
	}
}

// TestPointDatabase: the description of a database of points has its columns, the metrics its number, and a reload reads changed points.
func TestPointDatabase(t *testing.T) {
	p := withStars(t)
	if r := p.send("GET", "/v1/databases/stars", nil); !strings.Contains(r.body, `"points":300,"dimensions":2,"coordinates":["x1","x2"],"id":"id","degrees":false,"length":"m","memory_bytes":`) {
		t.Error(r.body)
	}
	p.write("stars.csv", stars(200))
	if err := p.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := p.send("GET", "/metrics", nil); !strings.Contains(r.body, `flyby_database_points{database="stars"} 200`) || !strings.Contains(r.body, `flyby_reloads_total{result="changed"} 1`) {
		t.Error(r.body)
	}
}

// TestFormsOfQuestions: the example of the form of each question has an answer, and the page of fields has the meaning of each field of a form.
func TestFormsOfQuestions(t *testing.T) {
	p := withStars(t)
	docs := p.send("GET", "/docs", nil, "Accept", browser)
	for _, d := range p.databases {
		for _, k := range d.formKinds() {
			form := p.send("GET", "/?database="+d.Name+"&question="+string(k), nil, "Accept", browser)
			if form.StatusCode != http.StatusOK || !strings.Contains(form.body, `href="/docs#`+string(k)+`"`) || !strings.Contains(docs.body, `<h2 id="`+string(k)+`">`) {
				t.Fatalf("%s: %s", k, form.body)
			}
			var values [][2]string
			for _, m := range regexp.MustCompile(`<input[^>]* name="([a-z-]+)"(?: required)?(?: value="([^"]*)")?>`).FindAllStringSubmatch(form.body, -1) {
				if !strings.Contains(m[0], "checkbox") && m[1] != "queries" {
					values = append(values, [2]string{m[1], m[2]})
				}
				if hidden := m[1] == "database" || m[1] == "question" || m[1] == "queries"; !hidden && !strings.Contains(docs.body, "<dt><code>"+m[1]+"</code>") {
					t.Errorf("%s: the page of fields lacks %s", k, m[1])
				}
			}
			name, file := "", ""
			if k.ofZones() {
				name, file = "zones.geojson", features
			}
			body, of := forms(t, values, name, file)
			if r := p.send("POST", "/", body, "Accept", browser, "Content-Type", of); r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/") || len(values) < 3 {
				t.Errorf("%s: %v: %s %.2000s", k, values, r.Status, r.body)
			}
		}
	}
	for address, want := range map[string]int{"/?database=boats": 404, "/?question=knn": 404, "/?database=stars&question=knn": 200, "/?distance=9": 400} {
		if r := p.send("GET", address, nil); r.StatusCode != want {
			t.Errorf("%s: %s", address, r.Status)
		}
	}
	for name, want := range map[string]string{"": "queries are missing", "zones.parquet": "the Content-Type of zones must be"} {
		body, of := forms(t, [][2]string{{"database", "cars"}, {"question", "visits"}}, name, features)
		if r := p.send("POST", "/", body, "Content-Type", of); r.StatusCode == 200 || !strings.Contains(r.body, want) {
			t.Errorf("%s: %s", name, r.body)
		}
	}
	body, of := forms(t, [][2]string{{"database", "stars"}, {"question", "dbscan"}, {"eps", "5"}, {"minpts", "3"}}, "points.csv", stars(3))
	if r := p.send("POST", "/", body, "Content-Type", of); !strings.Contains(r.body, "queries are not for dbscan") {
		t.Error(r.body)
	}
}
