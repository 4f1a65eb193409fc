package serve

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"flyby"
	"flyby/internal/door"
	"flyby/job"
	"flyby/trajectory/format"
)

// cars returns trajectories in metres and seconds, with heights, that meet.
func cars(n int) string {
	var s strings.Builder
	s.WriteString("id,t,x,y,z,speed\n")
	for id := range n {
		for k := range 20 {
			fmt.Fprintf(&s, "%d,%d,%d,%d,%d,%d\n", id, 10*k, (id*37+k*13)%101, (id*53+k*7)%89, (id*11+k)%23, id%7)
		}
	}
	return s.String()
}

// place is a server on a socket, with its files.
type place struct {
	testing.TB
	folder string
	config Config
	*Server
	http *httptest.Server
	log  *logged
}

// A logged text may be read while a server writes.
type logged struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

// serves starts a server of cars.csv as "cars", with a configuration that change may alter.
func serves(t testing.TB, change func(c *Config)) *place {
	t.Helper()
	p := &place{TB: t, folder: t.TempDir(), log: &logged{}}
	p.write("cars.csv", cars(40))
	logger := slog.New(slog.NewTextHandler(p.log, nil))
	p.config = Config{
		Databases: []Named{{Name: "cars", Files: []string{filepath.Join(p.folder, "cars.csv")}}},
		Ask:       job.Ask{Inputs: job.Inputs{Read: format.Options{Units: format.Units{Length: "m", Time: "s"}, MaxSpeed: math.Inf(1)}}, Machine: flyby.Options{Device: "cpu", Tmp: p.folder, Memory: 2 << 30}}, // cars jump
		Door:      door.Config{Logger: logger}, Logger: logger, Version: "test",
	}
	if change != nil {
		change(&p.config)
	}
	var err error
	if p.Server, err = Open(t.Context(), p.config); err != nil {
		t.Fatal(err)
	}
	p.http = httptest.NewUnstartedServer(nil)
	p.http.Config = p.config.Door.Server(p.Handler())
	p.http.Start()
	t.Cleanup(func() {
		p.http.Close()
		if err := p.Server.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// write writes a file of the folder, and returns its path.
func (p *place) write(name, text string) string {
	p.Helper()
	path := filepath.Join(p.folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.Fatal(err)
	}
	return path
}

// reply is the answer of a server.
type reply struct {
	*http.Response
	body string
	err  error // error of reading the body
}

// send sends a request.
func (p *place) send(method, path string, body io.Reader, headers ...string) reply {
	p.Helper()
	return p.sendIn(p.Context(), method, path, body, headers...)
}

// sendIn sends a request in a context.
func (p *place) sendIn(ctx context.Context, method, path string, body io.Reader, headers ...string) (r reply) {
	p.Helper()
	req, err := http.NewRequestWithContext(ctx, method, p.http.URL+path, body)
	if err != nil {
		p.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	if r.Response, r.err = p.http.Client().Do(req); r.err != nil {
		return r
	}
	defer r.Body.Close() //nolint:errcheck // the body was only read
	text, err := io.ReadAll(r.Body)
	r.body, r.err = string(text), err
	return r
}

// want runs a job as the command does, and returns its output.
func (p *place) want(a job.Ask, word string) (string, job.Report) {
	p.Helper()
	a.Entries, a.Machine.Device, a.Read.Units = p.config.Databases[0].Files, "cpu", p.config.Ask.Read.Units
	var out bytes.Buffer
	r, err := job.Run(p.Context(), a, job.Standard("-", &out, "", false).As(word))
	if err != nil {
		p.Fatal(err)
	}
	return out.String(), r
}
