package engine

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"flyby/batching"
	"flyby/internal/parallel"
	"flyby/internal/predict"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	cpu "flyby/kernel/host"
)

// openAuto opens entries by auto on drivers named a, b, ..., without models, to be closed after the test.
func openAuto(t *testing.T, drivers ...kernel.Driver) *auto {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var on []Device
	for i, d := range drivers {
		on = append(on, Device{Driver: d, Reason: string(rune('a' + i))})
	}
	a, err := newAuto(t.Context(), kerneltest.Scenes(t)[0].Entries, on, Config{Threads: 1, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// try searches the entries of auto with themselves.
func (a *auto) try(t *testing.T, found *kernel.Hits) (kernel.Stats, error) {
	t.Helper()
	entries := a.indexes.entries
	asked := Task{Rule: kerneltest.Scenes(t)[0].Rule, Queries: entries, Batching: batching.Periodic{Size: 3}}
	pool := parallel.NewPool(1)
	return a.search(t.Context(), task{Task: asked, pool: pool, pyramids: newPyramids(entries, pool), report: newReport(nil, "search")}, found)
}

// costs returns the model of a device that takes a number of seconds to compare two boxes.
func costs(seconds float64) *predict.Model {
	return &predict.Model{Walk: predict.Walk{BoxTest: seconds, Stride: 1}}
}

// TestAutoAmongDevices: the walk runs on the device where it is predicted to be clearly faster, and on the first where a model lacks or
// entries are in parts; a device is opened when it is taken.
func TestAutoAmongDevices(t *testing.T) {
	for name, c := range map[string]struct {
		models [2]*predict.Model
		parts  int // of the entries, beyond one
		want   string
	}{
		"slower first":    {[2]*predict.Model{costs(2), costs(1)}, 0, "b"},
		"faster first":    {[2]*predict.Model{costs(1), costs(2)}, 0, "a"},
		"hardly slower":   {[2]*predict.Model{costs(1.01), costs(1)}, 0, "a"},
		"no models":       {[2]*predict.Model{}, 0, "a"},
		"no first model":  {[2]*predict.Model{nil, costs(1)}, 0, "a"},
		"no second model": {[2]*predict.Model{costs(1), nil}, 0, "a"},
		"in parts":        {[2]*predict.Model{costs(2), costs(1)}, 1, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			a := openAuto(t, cpu.New(1), cpu.New(1))
			for i, m := range c.models {
				a.ways[i].model = m
			}
			if c := a.choice(); c.Reason != "a" || len(a.ways[1].all) != 0 {
				t.Errorf("before a search it is %+v", c)
			}
			for range c.parts {
				a.ways[0].all = append(a.ways[0].all, a.ways[0].all[0])
			}
			if _, err := a.try(t, new(kernel.Hits)); err != nil {
				t.Fatal(err)
			}
			if got := a.choice(); got.Method != "spatiotemporal" || got.Reason != c.want || (len(a.ways[1].all) > 0) != (c.want == "b") {
				t.Errorf("took %+v, %d parts on b, want %s", got, len(a.ways[1].all), c.want)
			}
		})
	}
}

// ranges is a driver without walks, which counts how often it is closed.
type ranges struct {
	kernel.Driver
	closed int
	fails  []error // of the next loads
}

func (d *ranges) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	if len(d.fails) > 0 {
		err := d.fails[0]
		if d.fails = d.fails[1:]; err != nil {
			return nil, err
		}
		return d.Driver.Load(ctx, db)
	}
	r, err := d.Driver.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	return struct{ kernel.Ranger }{r.(kernel.Ranger)}, nil
}

func (d *ranges) Close() error {
	d.closed++
	return d.Driver.Close()
}

// TestAutoByAbilities: without walks on a device auto takes the next device, and temporal where no device has them, though models promise
// more.
func TestAutoByAbilities(t *testing.T) {
	for name, c := range map[string]struct {
		drivers []kernel.Driver
		want    Choice
	}{
		"none":       {[]kernel.Driver{&ranges{Driver: cpu.New(1)}}, Choice{Method: "temporal", Reason: "a"}},
		"on b":       {[]kernel.Driver{&ranges{Driver: cpu.New(1)}, cpu.New(1)}, Choice{Method: "spatiotemporal", Reason: "b"}},
		"not on b":   {[]kernel.Driver{cpu.New(1), &ranges{Driver: cpu.New(1)}}, Choice{Method: "spatiotemporal", Reason: "a"}},
		"on neither": {[]kernel.Driver{&ranges{Driver: cpu.New(1)}, &ranges{Driver: cpu.New(1)}}, Choice{Method: "temporal", Reason: "a"}},
	} {
		t.Run(name, func(t *testing.T) {
			a := openAuto(t, c.drivers...)
			for i, w := range a.ways[:len(a.ways)-1] {
				w.model = costs(float64(2 - i))
			}
			if _, err := a.try(t, new(kernel.Hits)); err != nil {
				t.Fatal(err)
			}
			if got := a.choice(); got.Method != c.want.Method || got.Reason != c.want.Reason {
				t.Errorf("took %+v, want %+v", got, c.want)
			}
		})
	}
}

// TestAutoDoesNotOpen: where the first device cannot be opened, its error is returned and every driver closed.
func TestAutoDoesNotOpen(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	lost := errors.New("lost")
	d := &ranges{Driver: cpu.New(1), fails: []error{lost}}
	_, err := newAuto(t.Context(), kerneltest.Scenes(t)[0].Entries, []Device{{Driver: d}}, Config{Threads: 1, Logger: slog.New(slog.DiscardHandler)})
	if !errors.Is(err, lost) || d.closed != 1 {
		t.Errorf("%v, closed %d times; want that it is lost, and once", err, d.closed)
	}
}

// TestAutoOpensAgain: a search fails for which the faster device takes the first half of the entries and is then lost. The next search does
// not take that half for the whole.
func TestAutoOpensAgain(t *testing.T) {
	lost := errors.New("lost")
	d := &ranges{Driver: cpu.New(1), fails: []error{kernel.ErrMemory, kernel.ErrMemory, nil, lost, nil}}
	a := openAuto(t, cpu.New(1), d)
	a.ways[0].model, a.ways[1].model = costs(2), costs(1)
	var found kernel.Hits
	if _, err := a.try(t, &found); !errors.Is(err, lost) {
		t.Fatalf("%v, want that the device is lost", err)
	}
	if _, err := a.try(t, &found); err != nil || a.choice().Reason != "b" {
		t.Fatalf("%v, took %+v", err, a.choice())
	}
	var want kernel.Hits
	if _, err := openAuto(t, cpu.New(1)).try(t, &want); err != nil || want.Len() == 0 || found.Len() != want.Len() {
		t.Errorf("%v, %d hits, want %d", err, found.Len(), want.Len())
	}
}
