package engine

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"flyby/batching"
	"flyby/internal/memory"
	"flyby/internal/predict"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	cpu "flyby/kernel/host"
	"flyby/perfmodel"
)

// promised is a method that finds nothing, and predicts a time.
type promised struct {
	called    string
	from      time.Duration // the best other offer's time from which planning this method pays
	least     time.Duration // the least time of the method, known without its index
	predicted time.Duration
	refused   bool // for want of memory
	indexed   int
	plans     int
	asked     task // the last one
}

func (p *promised) name() string { return p.called }

func (p *promised) pays() time.Duration { return p.from }

func (p *promised) floor(*indexes, task, *predict.Model) time.Duration { return p.least }

func (p *promised) index(*indexes) (index, error) {
	p.indexed++
	if p.refused {
		return nil, &memory.Error{}
	}
	return p, nil
}

func (p *promised) run(_ context.Context, t task, _ stage, _ *kernel.Hits) (kernel.Stats, error) {
	p.asked = t
	return kernel.Stats{}, nil
}

func (p *promised) plan(task, *predict.Model) perfmodel.Prediction {
	p.plans++
	return perfmodel.Prediction{Kernel: p.predicted / 2, Host: p.predicted - p.predicted/2}
}

// openAuto opens a choice among methods on devices, all with a model or all without, to be
// closed after the test.
func openAuto(t *testing.T, devices int, models bool, methods ...method) *auto {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var on []Device
	for i := range devices {
		on = append(on, Device{Driver: cpu.New(1), Reason: string(rune('a' + i))})
	}
	a, err := newAuto(t.Context(), kerneltest.Scenes(t)[0].Entries, on, Config{Threads: 1, Logger: slog.New(slog.DiscardHandler), methods: methods})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.close(); err != nil {
			t.Error(err)
		}
	})
	for _, o := range a.offers {
		if o.model = nil; models {
			o.model = &predict.Model{}
		}
	}
	return a
}

// try has auto run a task.
func (a *auto) try(t *testing.T, asked Task) {
	t.Helper()
	asked.Queries = a.indexes.entries
	if _, err := a.search(t.Context(), task{Task: asked, report: newReport(nil, "search")}, new(kernel.Hits)); err != nil {
		t.Fatal(err)
	}
}

// TestAutoOffers: the first method is offered on every device, the others on the first,
// methods that predict nothing never; only the first offer is opened.
func TestAutoOffers(t *testing.T) {
	a := openAuto(t, 3, false, bruteForce{}, &promised{called: "walk"}, rtree{}, &promised{called: "bins"})
	var got []string
	for i, o := range a.offers {
		got = append(got, o.method.name()+" on "+o.device.Reason)
		if (o.parts != nil) != (i == 0) {
			t.Errorf("%s: opened: %v", got[i], o.parts != nil)
		}
	}
	if want := []string{"walk on a", "walk on b", "walk on c", "bins on a"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if c := a.choice(); c.Method != "walk" || c.Reason != "a" {
		t.Errorf("before a search it is %+v", c)
	}
}

// TestAutoChooses: the choice is the offer that is predicted to be fastest, its opening
// counted, among the offers whose planning pays and for which there is memory.
func TestAutoChooses(t *testing.T) {
	const opening = 200 // nanoseconds a segment
	segments := time.Duration(kerneltest.Scenes(t)[0].Entries.Segments())
	for name, c := range map[string]struct {
		walk    time.Duration
		bins    promised
		models  bool
		parts   int
		opened  bool // bins
		want    string
		planned int
	}{
		"faster":              {walk: time.Second, bins: promised{from: 1, predicted: time.Millisecond}, models: true, want: "bins", planned: 1},
		"slower":              {walk: time.Second, bins: promised{from: 1, predicted: 2 * time.Second}, models: true, want: "walk", planned: 1},
		"planning not paid":   {walk: time.Second, bins: promised{from: 2 * time.Second}, models: true, want: "walk"},
		"opening too long":    {walk: time.Second, bins: promised{from: 1, predicted: time.Second - segments*opening/2}, models: true, want: "walk", planned: 1},
		"ruled out":           {walk: time.Second, bins: promised{from: 1, least: time.Second, predicted: time.Millisecond}, models: true, opened: true, want: "walk"},
		"ruled out, opening":  {walk: time.Second, bins: promised{from: 1, least: time.Second - segments*opening/2, predicted: time.Millisecond}, models: true, want: "walk"},
		"opening too much":    {walk: segments * opening, bins: promised{from: 1}, models: true, want: "walk"},
		"not ruled out":       {walk: time.Second, bins: promised{from: 1, least: time.Second / 2, predicted: time.Second / 2}, models: true, want: "bins", planned: 1},
		"opened before":       {walk: time.Second, bins: promised{from: 1, predicted: time.Second - segments*opening/2}, models: true, opened: true, want: "bins", planned: 1},
		"no memory":           {walk: time.Second, bins: promised{from: 1, refused: true}, models: true, want: "walk"},
		"no models":           {walk: time.Second, bins: promised{from: 1}, want: "walk"},
		"entries in parts":    {walk: time.Second, bins: promised{from: 1}, models: true, parts: 1, want: "walk"},
		"as cheap to plan":    {walk: time.Second, bins: promised{predicted: time.Millisecond}, models: true, want: "bins", planned: 1},
		"as cheap but slower": {walk: time.Second, bins: promised{predicted: 2 * time.Second}, models: true, want: "walk", planned: 1},
	} {
		t.Run(name, func(t *testing.T) {
			walk, bins := &promised{called: "walk", predicted: c.walk}, c.bins
			bins.called = "bins"
			a := openAuto(t, 1, c.models, walk, &bins)
			for range c.parts {
				a.offers[0].parts.all = append(a.offers[0].parts.all, a.offers[0].parts.all[0])
			}
			if c.opened {
				if err := a.open(t.Context(), a.offers[1]); err != nil {
					t.Fatal(err)
				}
			}
			indexed := bins.indexed
			a.try(t, Task{})
			if bins.least >= c.walk/2 && c.planned == 0 && bins.indexed > indexed {
				t.Error("indexed, and was ruled out")
			}
			if got := a.choice().Method; got != c.want || bins.plans != c.planned {
				t.Errorf("took %s after %d plans, want %s after %d", got, bins.plans, c.want, c.planned)
			}
		})
	}
}

// TestAutoAmongDevices: the first method runs on the device where it is predicted to be
// fastest.
func TestAutoAmongDevices(t *testing.T) {
	walk := &promised{called: "walk"}
	a := openAuto(t, 2, true, walk)
	a.offers[0].method = &promised{called: "walk", predicted: 2 * time.Second}
	walk.predicted = time.Second
	a.try(t, Task{})
	if c := a.choice(); c.Reason != "b" || a.offers[1].parts == nil {
		t.Errorf("took %+v, want device b, and the entries loaded there", c)
	}
}

// TestAutoBatching: with a model the batches are the model's, without one the batches asked
// for.
func TestAutoBatching(t *testing.T) {
	for _, models := range []bool{false, true} {
		walk := &promised{called: "walk"}
		openAuto(t, 1, models, walk).try(t, Task{Batching: batching.Periodic{Size: 3}})
		if got := walk.asked.Batching; (got == nil) != models {
			t.Errorf("models %v: batches by %v", models, got)
		}
	}
}

// TestAutoDoesNotOpen: where the first offer cannot be opened, its error is returned and
// every driver closed.
func TestAutoDoesNotOpen(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	d := &closing{Driver: cpu.New(1)}
	c := Config{Threads: 1, Logger: slog.New(slog.DiscardHandler), methods: []method{&promised{refused: true}}}
	_, err := newAuto(t.Context(), kerneltest.Scenes(t)[0].Entries, []Device{{Driver: d}}, c)
	if !errors.Is(err, memory.ErrNoRoom) || d.closed != 1 {
		t.Errorf("%v, closed %d times; want no memory, and once", err, d.closed)
	}
}

// closing counts how often it is closed.
type closing struct {
	kernel.Driver
	closed int
}

func (d *closing) Close() error {
	d.closed++
	return d.Driver.Close()
}
