package encounters

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/output"
	"flyby/internal/scene"
	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// found writes a file of the encounters within a distance of a join, or of a search.
func found(t *testing.T, name string, entries, queries *trajectory.Store, distance float64) *page.Result {
	t.Helper()
	db, err := flyby.Open(t.Context(), entries, flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	asked := flyby.Search{Distance: distance}
	if queries != nil {
		asked.Queries = queries
	} else {
		queries = entries
	}
	all, err := db.Encounters(t.Context(), asked)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := all.Collect()
	if err != nil {
		t.Fatal(err)
	}
	return written(t, name, queries, entries, rows, output.WriteOptions{})
}

// written writes a file of encounters.
func written(t *testing.T, name string, queries, entries *trajectory.Store, rows trajectory.Encounters, o output.WriteOptions) *page.Result {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := output.CreateEncounters(path, queries, entries, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := page.Open("", path)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// made returns the page of a request.
func made(t *testing.T, q page.Request) *maker {
	t.Helper()
	p, err := tried(t, q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// tried returns the page of a request, or its error.
func tried(t *testing.T, q page.Request) (*maker, error) {
	t.Helper()
	m, err := New(t.Context(), q)
	if err != nil {
		return nil, err
	}
	return m, m.Make()
}

// at returns the position of a track's object at a time; ok is false in gaps.
func (k *Track) at(t float64) (p [3]float64, ok bool) {
	for _, l := range k.Lines {
		for i := range l.T {
			place := func(i int) [3]float64 {
				p := [3]float64{l.X[i], l.Y[i]}
				if l.Z != nil {
					p[2] = l.Z[i]
				}
				return p
			}
			if k.Event || l.T[i] == t {
				return place(i), true
			}
			if i+1 < len(l.T) && l.T[i] < t && t < l.T[i+1] {
				a, b, share := place(i), place(i+1), (t-l.T[i])/(l.T[i+1]-l.T[i])
				for axis := range a {
					a[axis] += share * (b[axis] - a[axis])
				}
				return a, true
			}
		}
	}
	return p, false
}

// least returns the least distance of a pass in small steps of time, and its time.
func (p *Pass) least() (distance, t float64) {
	distance = math.Inf(1)
	const steps = 20000
	for i := -steps; i <= steps; i++ {
		at := float64(i) / steps * math.Max(math.Max(-p.Enter, p.Exit), 1e-3)
		a, here := p.Query.at(at)
		b, there := p.Entry.at(at)
		if d := scene.Between(a, b); here && there && d < distance {
			distance, t = d, at
		}
	}
	return distance, t
}

// says reports whether the facts of a page contain a text.
func (m *maker) says(text string) bool { return strings.Contains(strings.Join(m.Facts, "\n"), text) }

// opened opens a file with a text.
func opened(t *testing.T, name, text string) *page.Result {
	t.Helper()
	r, err := page.Open(filepath.Dir(pagetest.File(t, name, text)), name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
