package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"flyby"
	"flyby/internal/door"
	"flyby/job"
	"flyby/serve"
	"flyby/trajectory/format"
)

// notParameters lists the flags of commands of questions that are no parameters of a request: flags of files and their reading, which belong to a
// server, of devices and memory, of ways to the same answer, and flags whose values a header carries.
func notParameters() []string {
	var ofMethods []string
	for _, m := range flyby.PointMethods() {
		for _, s := range m.Settings {
			ofMethods = append(ofMethods, s.Name)
		}
	}
	return append(slices.Concat(searchSettings(), ofMethods),
		"entries", "queries", "points", "in-format", "no-header", "columns", "preset", "where", "height", "sort-times", "skip-bad-rows", "lonlat", "units", "tz", "time-layout", "max-gap", "max-speed", "radius", "curve", "ahead", "behind", "stale",
		"method", "device", setFlag, "threads", "memory", "tmp", "tmp-limit",
		"out", "out-format", "explain", "quiet", "json", "verbose", "help", "short-help")
}

// TestParametersAreFlags: each flag of a command of a question is a parameter of a request, or listed as none, and each parameter is a flag.
func TestParametersAreFlags(on *testing.T) {
	a := newApp(on.Context(), streams{})
	for name, flags := range map[string]*pflag.FlagSet{
		"search": a.searchCommand().Flags(), "join": a.joinCommand().Flags(), "nearest": a.nearestCommand().Flags(), "convoys": a.convoysCommand().Flags(), "visits": a.visitsCommand().Flags(),
		"selfjoin": a.selfjoinCommand().Flags(), "pointjoin": a.pointjoinCommand().Flags(), "knn": a.knnCommand().Flags(), "dbscan": a.dbscanCommand().Flags(),
	} {
		parameters := serve.Parameters(name)
		if len(parameters) == 0 {
			on.Errorf("%s is no route", name)
		}
		flags.VisitAll(func(f *pflag.Flag) {
			asks := name == "convoys" && f.Name == "method" // which groups are found, and not how
			none := f.Name == "query-in-format" || !asks && slices.Contains(notParameters(), strings.TrimPrefix(f.Name, "entry-"))
			if slices.Contains(parameters, f.Name) == none {
				on.Errorf("--%s of %s: is it a parameter of a request, or is it none? (package question, notParameters)", f.Name, name)
			}
		})
		for _, p := range parameters {
			if flags.Lookup(p) == nil {
				on.Errorf("%s: parameter %s is no flag", name, p)
			}
		}
	}
}

// moving returns some objects that meet, with heights and a column of their own.
func moving(n int) string {
	var s strings.Builder
	s.WriteString("id,t,x,y,z,speed\n")
	for id := range n {
		for k := range 20 {
			fmt.Fprintf(&s, "%d,%d,%d,%d,%d,%d\n", id, 10*k, (id*37+k*13)%101, (id*53+k*7)%89, (id*11+k)%23, id%7)
		}
	}
	return s.String()
}

// served starts a server of a file in the folder of a test, and returns its address.
func served(t *place, file string, read format.Options) string {
	t.Helper()
	logger := slog.New(slog.DiscardHandler)
	s, err := serve.Open(t.Context(), serve.Config{
		Databases: []serve.Named{{Name: "cars", Files: []string{filepath.Join(t.folder, file)}}}, Logger: logger, Door: door.Config{Logger: logger},
		Ask: job.Ask{Inputs: job.Inputs{Read: read}, Machine: flyby.Options{Device: "cpu", Memory: 2 << 30, Tmp: t.folder}},
	})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		h.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return h.URL + "/v1/databases/cars"
}

// post asks a server, and returns the status and the answer.
func post(t *place, address, accept, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", accept)
	if body != "" {
		r.Header.Set("Content-Type", "text/csv")
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close() //nolint:errcheck // it was only read
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, string(text)
}

// TestParametersMeanTheFlags: a request with parameters has the answer that the command writes with the flags of their names, and is
// refused where the command refuses them.
func TestParametersMeanTheFlags(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	queries := moving(8)
	write(t, "cars.csv", moving(30))
	write(t, "queries.csv", queries)
	address := served(t, "cars.csv", format.Options{Units: format.Units{Length: "m", Time: "s"}}) + "/"
	asked := map[string]bool{}
	for _, query := range []string{
		"distance=9m", "distance=0.009km", "distance=20&vertical=10ft", "distance=20&vertical=%3C3", "distance=20&from=30&to=75.5", "distance=9&level=hits", "distance=30&level=pairs", "distance=30&level=objects",
		"distance=9&merge-gap=1min", "distance=9&merge-gap=0", "distance=9&min-duration=2s", "distance=30&having=d_min%3C4m&having=v_closest%3E0.1", "distance=30&top=7", "distance=30&limit=7&level=hits",
		"distance=9&count=true", "distance=9&count=1&level=hits", "distance=9&with=positions,speeds&with=speed", "distance=9&units-out=km,km/h", "distance=9&geometry=none", "distance=9&having=query_speed%3E1&count=true&with=speeds",
		"distance=-1", "distance=nan", "distance=9s", "distance=9&level=trips", "distance=9&level=hits&top=3", "distance=9&top=0", "distance=9&limit=-1", "distance=9&top=1&limit=1", "distance=9&vertical=%3C0", "distance=9&vertical=%3C%3D5",
		"distance=9&from=5&to=3", "distance=9&from=2024-05-01", "distance=9&having=nothing", "distance=9&having=a%3D1", "distance=9&merge-gap=-1", "distance=9&with=nothing", "distance=9&geometry=point",
		"distance=9&geometry=round", "distance=9&units-out=s", "distance=9&count=2", "distance=9&count=true&top=1", "distance=9&level=hits&merge-gap=0", "distance=9&level=pairs&with=speeds", "distance=9&with=speed,speed", "distance=",
		"distance=9&with=both", "distance=9&exclude-same-id=true", "distance=9&exclude-same-id=F", "distance=9&exclude-same-id=yes",
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		args := []string{"cars.csv"}
		for name, texts := range values {
			asked[name] = true
			for _, text := range texts {
				args = append(args, "--"+name+"="+text)
			}
		}
		heldAgainst(t, "join", query, "", address, args)
		heldAgainst(t, "search", query, queries, address, append(args[1:], "--entries=cars.csv", "--queries=queries.csv"))
	}
	for _, p := range serve.Parameters("search") {
		if !asked[p] && !strings.HasPrefix(p, "query-") {
			t.Errorf("nothing was asked with %s", p)
		}
	}
}

// heldAgainst compares an answer with the output of the command.
func heldAgainst(t *place, kind, query, body, address string, args []string) {
	t.Helper()
	want := invoke(t, "", slices.Concat([]string{kind}, args, []string{"--units=m,s", "--device=cpu", "--memory=2GB", "--quiet"})...)
	status, got := post(t, address+kind+"?"+query, "*/*", body)
	if (status == http.StatusOK) != (want.status == 0) || status != http.StatusOK && status != http.StatusBadRequest {
		t.Errorf("%s %s: status %d, the command's %d: %.300s%.300s", kind, query, status, want.status, got, want.err)
	} else if status == http.StatusOK && got != want.out {
		t.Errorf("%s %s: %.300q, want %.300q", kind, query, got, want.out)
	}
}

// TestDatabaseIsInfo: a server's description of a database has every field of info --json of its file.
func TestDatabaseIsInfo(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "cars.csv", moving(5)+"9,0,0,0,0,1\n")
	write(t, "planes.csv", "id,t,lon,lat,height\n1,2024-05-01T12:00:00Z,179.99,60.5,100\n1,2024-05-01T12:00:30Z,-179.99,60.501,200\n2,2024-05-01T12:00:00Z,179.5,60,0\n2,2024-05-01T12:01:00Z,179.501,60.001,10\n")
	for file, read := range map[string]format.Options{"cars.csv": {Units: format.Units{Length: "m", Time: "s"}}, "planes.csv": {Reading: format.Reading{LonLat: true}}} {
		args := []string{"info", file, "--json"}
		if read.LonLat {
			args = append(args, "--lonlat")
		} else {
			args = append(args, "--units=m,s")
		}
		var want, got map[string]any
		r, err := http.Get(served(t, file, read))
		if err == nil {
			err = errors.Join(json.NewDecoder(r.Body).Decode(&got), r.Body.Close(), json.Unmarshal([]byte(invoke(t, "", args...).out), &want))
		}
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range want {
			if !reflect.DeepEqual(got[key], value) {
				t.Errorf("%s: %s is %v, of info %v", file, key, got[key], value)
			}
		}
		if len(got) != len(want)+4 {
			t.Errorf("%s: %d keys beside name, method, device and memory_bytes, info has %d", file, len(got)-4, len(want))
		}
	}
}
