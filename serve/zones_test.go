package serve

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// withZones is a server of cars.csv, and of the zones towns.csv as "towns".
func withZones(t testing.TB, change func(c *Config)) *place {
	return serves(t, func(c *Config) {
		(&place{TB: t, folder: c.Ask.Machine.Tmp}).write("towns.csv", zones)
		c.Databases = append([]Named{{Name: "towns", Files: []string{filepath.Join(c.Ask.Machine.Tmp, "towns.csv")}, Of: "zones"}}, c.Databases...)
		if change != nil {
			change(c)
		}
	})
}

// visit asks for visits of cars to towns.
func (p *place) visit(parameters string) reply {
	p.Helper()
	return p.send("POST", "/v1/databases/cars/visits?zones=towns&"+parameters, nil)
}

// ready returns the sets of zones that cars have ready.
func (p *place) ready() flyby.Zones {
	d := p.find("cars")
	return d.now.views["towns"].zones
}

// TestKeptZones: visits to zones of a database have the bytes of the command, whether the zones are ready or are read for the parameters; zones that are ready are used.
func TestKeptZones(t *testing.T) {
	p := withZones(t, nil)
	if begun, of := p.ready().Opened(), p.find("cars").now; begun == nil || of.bytes < of.base.Bytes()+begun.Bytes() || p.resident.Load() < of.bytes {
		t.Fatalf("no zones are ready, or their memory is not counted: %v", begun)
	}
	path := filepath.Join(p.folder, "towns.csv")
	for _, q := range []struct {
		parameters string
		is         question.Question
		anew       bool // the zones are read for it
	}{
		{"", question.Question{}, false},
		{"distance=0.01km&level=pairs", question.Question{Search: flyby.Search{Distance: 10}, Level: question.Pairs}, false},
		{"with=name", question.Question{With: []string{"name"}}, true},
		{"with=name&distance=5", question.Question{With: []string{"name"}, Search: flyby.Search{Distance: 5}}, false},
		{"zone-id=name&zone-height=0,8m", question.Question{Search: flyby.Search{Zones: flyby.Zones{ID: "name", Height: "0,8m"}}}, true},
		{"", question.Question{}, true},
	} {
		before := p.ready().Opened()
		q.is.Kind = question.ZoneVisits
		a := job.Ask{Inputs: job.Inputs{Entries: p.config.Databases[1].Files, Zones: []string{path}, Read: p.config.Ask.Read}, Question: q.is, Machine: flyby.Options{Device: "cpu"}}
		var out strings.Builder
		if _, err := job.Run(p.Context(), a, job.Standard("-", &out, "", false)); err != nil {
			t.Fatal(err)
		}
		got := p.visit(q.parameters)
		if got.StatusCode != http.StatusOK || got.body != out.String() || strings.Count(got.body, "\n") < 2 {
			t.Errorf("%q: %d %.300q, want %.300q", q.parameters, got.StatusCode, got.body, out.String())
		}
		if anew := p.ready().Opened() != before; anew != q.anew {
			t.Errorf("%q: read anew: %v, want %v", q.parameters, anew, q.anew)
		}
	}
}

// TestZonesRefused: what no zones of a server are for is refused in a line, which names no file.
func TestZonesRefused(t *testing.T) {
	p := withZones(t, func(c *Config) {
		(&place{TB: t, folder: c.Ask.Machine.Tmp}).write("flat.csv", "id,t,x,y\na,0,0,0\na,10,10,0\n")
		c.Databases = append(c.Databases, Named{Name: "flat", Files: []string{filepath.Join(c.Ask.Machine.Tmp, "flat.csv")}})
	})
	for _, c := range []struct {
		path, body string
		status     int
		want       string
	}{
		{"cars/visits?zones=harbours", "", 400, `"detail":"zones harbours: is no database of zones: this server has towns"`},
		{"cars/visits?zones=cars", "", 400, "zones cars: is no database of zones: this server has towns"},
		{"cars/visits?zones=towns&zones=towns", "", 400, "zones is given 2 times"},
		{"cars/visits?zones=towns", features, 400, "zones and a body of zones: one of the two only"},
		{"cars/visits?zones=towns&zone-id=none", "", 400, `zones towns`},
		{"cars/visits?zones=towns&zone-sides=arcs", "", 400, "zone-sides arcs: is for positions in degrees"},
		{"flat/visits?zones=towns&zone-height=0,5", "", 400, "zone-height is for data with heights, and flat has none"},
		{"cars/search?distance=5&zones=towns", cars(2), 400, "zones is no parameter"},
		{"towns/visits", features, 404, "visits is not asked of towns, a database of zones: visits of a database of trajectories, with zones=towns"},
		{"none/visits?zones=towns", "", 404, "this server has towns, cars and flat"},
	} {
		as := "application/json"
		if strings.Contains(c.path, "/search") {
			as = "text/csv"
		}
		r := p.send("POST", "/v1/databases/"+c.path, strings.NewReader(c.body), "Content-Type", as)
		if r.StatusCode != c.status || !strings.Contains(r.body, c.want) || strings.Contains(r.body, p.folder) {
			t.Errorf("%s: %d %s, want %d %s", c.path, r.StatusCode, r.body, c.status, c.want)
		}
	}
	none := serves(t, nil)
	if r := none.visit(""); r.StatusCode != 400 || !strings.Contains(r.body, "this server has none; zones:FILE reads one") {
		t.Errorf("no zones: %d %s", r.StatusCode, r.body)
	}
}

// TestZonesReload: zones that have changed are refused until a reload, which has questions answered with the new zones; a file that is wrong leaves the old zones.
func TestZonesReload(t *testing.T) {
	p := withZones(t, nil)
	path := filepath.Join(p.folder, "towns.csv")
	old := p.visit("").body
	change := func(text string, to time.Time) {
		p.write("towns.csv", text)
		if err := os.Chtimes(path, to, to); err != nil {
			t.Fatal(err)
		}
	}
	change(strings.ReplaceAll(zones, "north", "south"), time.Unix(1e9, 0))
	if r := p.visit(""); r.body != old {
		t.Errorf("zones that are ready: %s", r.body)
	}
	if r := p.visit("with=name"); r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" {
		t.Errorf("zones that have changed: %d %s", r.StatusCode, r.body)
	}
	if err := p.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := p.visit(""); r.body != strings.ReplaceAll(old, "north", "south") {
		t.Errorf("zones that were read anew: %s", r.body)
	}
	change("zone_id,wkt\n", time.Unix(2e9, 0))
	if err := p.Reload(t.Context()); err == nil || !strings.Contains(err.Error(), "no zone in it") {
		t.Errorf("a file without zones: %v", err)
	}
	if r := p.visit(""); !strings.Contains(r.body, "south") {
		t.Errorf("after a reload that failed: %s", r.body)
	}
	p.write("cars.csv", cars(30))
	if err := p.Reload(t.Context()); err == nil {
		t.Error("a file without zones: no error")
	}
	p.write("towns.csv", zones)
	if err := p.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := p.visit(""); r.StatusCode != http.StatusOK || !strings.Contains(r.body, "north") {
		t.Errorf("after both were read anew: %d %s", r.StatusCode, r.body)
	}
}

// TestZoneFacts: databases of zones are described among the others, and the form of visits offers them.
func TestZoneFacts(t *testing.T) {
	p := withZones(t, nil)
	if r := p.send("GET", "/v1/databases/towns", nil); !strings.HasPrefix(r.body, `{"name":"towns","zones":1,"degrees":false,"memory_bytes":`) {
		t.Errorf("facts: %s", r.body)
	}
	if r := p.send("GET", "/v1/databases", nil); !strings.Contains(r.body, `{"databases":[{"name":"towns",`) {
		t.Errorf("databases: %.200s", r.body)
	}
	form := p.send("GET", "/?database=cars&question=visits", nil)
	if !strings.Contains(form.body, "<select name=\"zones\">\n<option selected></option>\n<option>towns</option>") || strings.Contains(form.body, `name="queries" accept=".geojson,.json,.csv" required`) || strings.Contains(form.body, "database=towns") {
		t.Errorf("form: %s", form.body)
	}
	if r := p.send("GET", "/", nil); r.StatusCode != http.StatusOK || !strings.Contains(r.body, `name="database" value="cars"`) {
		t.Errorf("the first form: %d %.300s", r.StatusCode, r.body)
	}
	if r := p.send("GET", "/?database=towns", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("a form of zones: %d", r.StatusCode)
	}
	filled := url.Values{"database": {"cars"}, "question": {"visits"}, "zones": {"towns"}, "distance": {""}}
	if r := p.send("POST", "/", strings.NewReader(filled.Encode()), "Content-Type", "application/x-www-form-urlencoded", "Accept", "text/csv"); r.StatusCode != http.StatusOK || r.body != p.visit("").body {
		t.Errorf("the form's answer: %d %s", r.StatusCode, r.body)
	}
}

// TestZonesOpened: Open refuses zones that no database of trajectories can match, and zones alone.
func TestZonesOpened(t *testing.T) {
	p := serves(t, nil)
	bad := p.write("bad.csv", "zone_id,wkt\nz,\"POLYGON((0 0,1 1))\"\n")
	degrees := p.write("degrees.geojson", `{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}`)
	metres := p.write("metres.geojson", `{"type":"Polygon","coordinates":[[[0,0],[900,0],[900,900],[0,0]]]}`)
	ships := p.write("ships.csv", "id,t,lon,lat\na,0,10,50\na,10,11,50\n")
	for want, all := range map[string][]Named{
		"zone \"z\": polygon 0, ring 0 is not closed":           {p.config.Databases[0], {Name: "bad", Files: []string{bad}, Of: "zones"}},
		"longitude outside":                                     {{Name: "ships", Files: []string{ships}}, {Name: "metres", Files: []string{metres}, Of: "zones"}},
		"serve: zones alone":                                    {{Name: "degrees", Files: []string{degrees}, Of: "zones"}},
		`is of "places": must be trajectories, points or zones`: {{Name: "degrees", Files: []string{degrees}, Of: "places"}},
	} {
		c := p.config
		c.Databases, c.Ask.Read.Units = all, format.Units{}
		s, err := Open(context.Background(), c)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		if err == nil {
			s.Close() //nolint:errcheck // it is wrong that there is one
		}
	}
}
