package serve

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"flyby"
)

// change writes a file anew, with another time of its last change.
func (p *place) change(name, text string) {
	p.Helper()
	path := filepath.Join(p.folder, name)
	before, err := os.Stat(path)
	if err == nil {
		p.write(name, text)
		err = os.Chtimes(path, time.Time{}, before.ModTime().Add(time.Second))
	}
	if err != nil {
		p.Fatal(err)
	}
}

// TestReload: a database whose file has changed is read anew, and one whose file has not stays.
func TestReload(t *testing.T) {
	p := serves(t, nil)
	old, rest := p.databases[0].now, p.queue.Used()
	if err := p.Reload(t.Context()); err != nil || p.databases[0].now != old {
		t.Fatalf("nothing has changed: %v", err)
	}
	const path = "/v1/databases/cars/join?distance=9"
	before := p.send("POST", path, nil)
	p.change("cars.csv", cars(20))
	if err := p.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	after := p.send("POST", path, nil)
	if before.body == after.body || after.StatusCode != 200 || !strings.Contains(p.send("GET", "/v1/databases/cars", nil).body, `"trajectories":20,`) {
		t.Errorf("%+v: %.200s", after.Response, after.body)
	}
	if held := p.queue.Used(); held > rest || held != p.resident.Load() {
		t.Errorf("holds %d bytes, at first %d, %d are of databases", held, rest, p.resident.Load())
	}
}

// TestReloadKeepsThreads: a reload has as many threads as the server began with, and takes none from the process.
func TestReloadKeepsThreads(t *testing.T) {
	p := serves(t, func(c *Config) {
		c.Ask.Machine.Threads = 32
		c.Ask.FewerThreads = func(threads int) { t.Errorf("cut to %d threads", threads) }
	})
	p.change("cars.csv", cars(20))
	if err := p.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := p.send("POST", "/v1/databases/cars/join?distance=9", nil); r.StatusCode != 200 {
		t.Errorf("%+v: %s", r.Response, r.body)
	}
}

// TestReloadRefused: a file that cannot be read, does not exist, or does not fit next to the old one leaves the old database, and the log
// says so.
func TestReloadRefused(t *testing.T) {
	p := serves(t, nil)
	const path = "/v1/databases/cars/join?distance=9"
	before := p.send("POST", path, nil)
	p.change("cars.csv", "id,t,x,y,z\n1,0,0,zero,0\n")
	if err := p.Reload(t.Context()); err == nil || !strings.Contains(p.log.String(), "database stays as it was") {
		t.Errorf("%v: %s", err, p.log)
	}
	if err := os.Remove(filepath.Join(p.folder, "cars.csv")); err != nil {
		t.Fatal(err)
	}
	if err := p.Reload(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if after := p.send("POST", path, nil); after.body != before.body {
		t.Errorf("%+v: %.200s", after.Response, after.body)
	}
	p.write("cars.csv", cars(20))
	p.Server.config.Ask.Machine.Memory = p.resident.Load() + 1000
	if err := p.Reload(t.Context()); !errors.Is(err, flyby.ErrMemory) {
		t.Errorf("no room: %v", err)
	}
	if held := p.queue.Used(); held != p.resident.Load() {
		t.Errorf("holds %d bytes, %d are of databases", held, p.resident.Load())
	}
}

// TestReloadUnderLoad: each answer is wholly of the old data or of the new.
func TestReloadUnderLoad(t *testing.T) {
	p := serves(t, nil)
	const path = "/v1/databases/cars/join?distance=9"
	known := map[string]bool{}
	texts := []string{cars(20), cars(40)}
	for _, text := range texts {
		p.change("cars.csv", text)
		if err := p.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
		known[p.send("POST", path, nil).body] = true
	}
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() {
			for range 20 {
				if r := p.send("POST", path, nil); r.err != nil || r.StatusCode != 200 || !known[r.body] {
					t.Errorf("%v, %+v: %.200s", r.err, r.Response, r.body)
				}
			}
		})
	}
	for i := range 6 {
		p.change("cars.csv", texts[i%2])
		if err := p.Reload(t.Context()); err != nil {
			t.Error(err)
		}
	}
	clients.Wait()
	if held := p.queue.Used(); held != p.resident.Load() {
		t.Errorf("holds %d bytes, %d are of databases", held, p.resident.Load())
	}
}
