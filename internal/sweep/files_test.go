package sweep_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/interaction"
	"flyby/internal/output"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/spool"
	"flyby/internal/sweep"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// textOf returns a CSV file of random objects in order of time or of trajectories. With names the last
// objects, which come late, have names, the others integers.
func textOf(r *rand.Rand, names bool) string {
	type row struct {
		at   float64
		text string
	}
	var rows []row
	for id := range 3 + r.IntN(12) {
		name, at := fmt.Sprint(id*7%40), float64(r.IntN(12))
		if names && id%5 == 4 {
			name, at = fmt.Sprintf("ship %d", id), 30
		}
		radius := float64(r.IntN(3)) / 2
		for range 1 + r.IntN(9) {
			rows = append(rows, row{at, fmt.Sprintf("%s,%v,%d,%d,%d,%v\n", name, at, r.IntN(5), r.IntN(5), r.IntN(3), radius)})
			at += float64(1 + r.IntN(1+r.IntN(12)))
			if r.IntN(30) == 0 {
				rows = append(rows, row{at, fmt.Sprintf("%s,%v,here,0,0,%v\n", name, at, radius)}) // a bad row
			}
		}
	}
	if r.IntN(2) == 0 {
		for i := range rows { // in order of time, as a log has them
			for k := i; k > 0 && rows[k].at < rows[k-1].at; k-- {
				rows[k], rows[k-1] = rows[k-1], rows[k]
			}
		}
	}
	text := "traj_id,t,x,y,z,r\n"
	for _, row := range rows {
		text += row.text
	}
	return text
}

// written is a CSV file of hits, and one of encounters.
type written struct{ hits, encounters string }

// write writes an answer.
func write(t *testing.T, queries, entries *trajectory.Store, a answer) (w written) {
	t.Helper()
	var out bytes.Buffer
	h, err := output.CreateHits("-", queries, entries, output.WriteOptions{Stdout: &out, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Write(a.hits); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	w.hits = out.String()
	out.Reset()
	e, err := output.CreateEncounters("-", queries, entries, output.WriteOptions{Stdout: &out, Threads: 1, Heights: a.met.Height != nil})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Write(a.met); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	w.encounters = out.String()
	return w
}

// read reads a file as a store and as a spool.
func read(t *testing.T, text string, folder *spill.Folder, o format.Options) (*trajectory.Store, *spool.Spool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "objects.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	store, _, err := input.Read(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := spool.Read(t.Context(), path, spool.Options{Format: o, Memory: 16 << 20, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return store, s
}

// TestFiles: files that are read and searched in slabs give the same bytes of results as the files read as
// stores, whatever the ids of one slab look like.
func TestFiles(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	hits := 0
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 26))
		folder, o := folderOf(t), format.Options{Reading: format.Reading{SkipBadRows: true, LonLat: r.IntN(3) == 0, Threads: 1}, MaxGap: []float64{0, 4}[r.IntN(2)], Upright: seed%3 == 0}
		if o.MaxSpeed = []float64{0, 0.7, 2}[r.IntN(3)]; o.LonLat {
			o.MaxSpeed *= 150_000
		}
		var stores [2]*trajectory.Store
		var spools [2]*spool.Spool
		for i := range 2 {
			stores[i], spools[i] = read(t, textOf(r, i == 1 || r.IntN(2) == 0), folder, o)
		}
		s := kerneltest.Scene{Queries: stores[0], Entries: stores[1], Rule: interaction.Rule{Distance: 1, Window: interaction.Unbounded()}}
		if o.LonLat {
			s.Distance = 150_000 // metres
		}
		if o.Upright {
			v := float64(r.IntN(3)) / 2
			s.Vertical = &interaction.Heights{Within: v, Strict: v > 0 && r.IntN(2) == 0}
		}
		if r.IntN(2) == 0 {
			s.Excluded = interaction.ExcludeSameID(stores[0], stores[1])
		}
		wholes := [2]slab.Whole{spools[0].Whole(), spools[1].Whole()}
		edges := some(r, samples(s))
		rule := s.Rule
		if rule.Excluded != nil {
			rule.Excluded = interaction.ExcludeSameID(wholes[0].Named(), wholes[1].Named())
		}
		ranges := func(i int) sweep.Ranges {
			n := wholes[i].IDs.Len()
			return sweep.Ranges{Borders: []int{0, n / 2, n}, Slabs: func(first, last int) slab.Source {
				return spools[i].Slabs(t.Context(), spool.Range{Edges: edges, First: first, Last: last, Ahead: r.IntN(2) == 0})
			}}
		}
		w := sweep.Sweep{Rule: rule, Search: byBruteForce, Folder: folder, Threads: []int{1, 2, 7}[r.IntN(3)]}
		got := answerOf(t, func() *sweep.Sweep {
			w.Sides = sweep.Between(ranges(0), ranges(1))
			return &w
		})
		want := inOneRun(t, s)
		hits += want.hits.Len()
		a, b := write(t, stores[0], stores[1], want), write(t, wholes[0].Named(), wholes[1].Named(), got)
		if a != b {
			t.Fatalf("seed %d: at %v: %s\n%s\nwant\n%s", seed, edges, got.difference(&want), b, a)
		}
	}
	if hits < 500 {
		t.Errorf("%d hits: too few to tell", hits)
	}
}

// TestTextOf: some file has only integers as ids until late.
func TestTextOf(t *testing.T) {
	text := textOf(rand.New(rand.NewPCG(1, 1)), true)
	if !strings.Contains(text, "ship") || !strings.Contains(text, "\n7,") {
		t.Errorf("ids of one kind only:\n%s", text)
	}
}
