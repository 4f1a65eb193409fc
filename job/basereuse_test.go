package job_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/question"
)

// counting provides the cores of the host, counts its opens and loads, and reports each search before it begins.
type counting struct {
	host.Provider
	opened, loads, walks atomic.Int64
	load, walk           func(ctx context.Context) error // nil: no listener
}

func (c *counting) Open(d kernel.Device, o kernel.OpenOptions) (kernel.Driver, error) {
	c.opened.Add(1)
	of, err := c.Provider.Open(d, o)
	return &countingDriver{of, c}, err
}

type countingDriver struct {
	kernel.Driver
	c *counting
}

func (d *countingDriver) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	d.c.loads.Add(1)
	if d.c.load != nil {
		if err := d.c.load(ctx); err != nil {
			return nil, err
		}
	}
	r, err := d.Driver.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	return &countingResident{r.(kernel.Walker), d.c}, nil
}

type countingResident struct {
	kernel.Walker
	c *counting
}

func (r *countingResident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	r.c.walks.Add(1)
	if r.c.walk != nil {
		if err := r.c.walk(ctx); err != nil {
			return kernel.Stats{}, err
		}
	}
	return r.Walker.Walk(ctx, w, out)
}

// counted returns an ask of walking objects on a counting provider.
func counted(t *testing.T) (job.Ask, *counting) {
	t.Helper()
	c := &counting{}
	return job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 30, 1, asTheyAre)}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}}, Machine: flyby.Options{Method: flyby.MethodSpatiotemporal, Device: "cpu", Providers: []kernel.Provider{c}}}, c
}

// answerOf returns the answer of a base to an ask, as CSV.
func answerOf(b *job.Base, a job.Ask, queries string) (string, error) {
	if queries != "" {
		d, err := b.Queries(context.Background(), strings.NewReader(queries), in("csv"))
		if err != nil {
			return "", err
		}
		defer d.Close() //nolint:errcheck // the file was only read
		a.QueryData = d
	}
	j, err := b.Job(context.Background(), request(a))
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	_, err = j.Run(context.Background(), job.Writer(&out))
	return out.String(), errors.Join(err, j.Close())
}

// TestBaseIndexesOnce: searches and joins of a base use one device, onto which the entries were loaded once;
// searches with a vertical threshold share another.
func TestBaseIndexesOnce(t *testing.T) {
	open, c := counted(t)
	b := openBase(t, open)
	queries := readAll(t, walkFile(t, 5, 2, asTheyAre))
	ask := func(a job.Ask) {
		a.Entries = nil
		for _, of := range []string{"", queries, queries} {
			if _, err := answerOf(b, a, of); err != nil {
				t.Error(err)
			}
		}
	}
	for _, level := range question.Joins.Levels() {
		a := open
		a.Level = level
		ask(a)
	}
	if c.opened.Load() != 1 || c.loads.Load() != 1 || c.walks.Load() < 12 {
		t.Errorf("%d devices, %d times loaded for %d searches", c.opened.Load(), c.loads.Load(), c.walks.Load())
	}
	open.Search.Vertical = new(float64)
	ask(open)
	ask(open)
	if c.opened.Load() != 2 || c.loads.Load() != 2 {
		t.Errorf("with a vertical threshold: %d devices, %d times loaded", c.opened.Load(), c.loads.Load())
	}
}

// TestBaseAtOnce: many simultaneous jobs of a base each write the same as alone.
func TestBaseAtOnce(t *testing.T) {
	open := job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 30, 1, asTheyAre)}}, Machine: flyby.Options{Device: "cpu"}}
	b := openBase(t, open)
	queries := readAll(t, walkFile(t, 12, 2, asTheyAre))
	type query struct {
		a       job.Ask
		queries string
		want    string
	}
	var all []query
	for i, level := range question.Joins.Levels() {
		for k, of := range []string{"", queries} {
			q := query{a: job.Ask{Question: question.Question{Search: flyby.Search{Distance: 1 + 0.25*float64(i+k)}, Level: level, With: []string{"size", "name"}[k : k+1]}, Machine: flyby.Options{Memory: uint64(k) * b.Need(job.Request{Question: question.Question{Level: level}})}}, queries: of}
			var err error
			if q.want, err = answerOf(b, q.a, of); err != nil {
				t.Fatal(err)
			}
			all = append(all, q)
		}
	}
	var wg sync.WaitGroup
	for i := range 4 * len(all) {
		wg.Go(func() {
			q := all[i%len(all)]
			if got, err := answerOf(b, q.a, q.queries); err != nil || got != q.want {
				t.Errorf("%d: another answer (%v)", i, err)
			}
		})
	}
	wg.Wait()
}

// TestBaseMeanwhile: while a base reads data for a search, others are answered from the views that it has; and a
// cancelled one ends at once.
func TestBaseMeanwhile(t *testing.T) {
	open, c := counted(t)
	b := openBase(t, open)
	begun, end := make(chan struct{}), make(chan struct{})
	c.load = func(context.Context) error { close(begun); <-end; return nil }
	plain, upright := job.Ask{Question: question.Question{Search: flyby.Search{Distance: 1}}}, job.Ask{Question: question.Question{Search: flyby.Search{Distance: 1, Vertical: new(float64)}}}
	var first sync.WaitGroup
	first.Go(func() {
		if _, err := answerOf(b, upright, ""); err != nil {
			t.Error(err)
		}
	})
	<-begun
	if _, err := answerOf(b, plain, ""); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Job(ctx, request(upright)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(end)
	first.Wait()
}

// TestBaseInRanges: rows that outgrow the share of a job are searched for in ranges, and are the same to the byte.
func TestBaseInRanges(t *testing.T) {
	open := job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 150, 1, asTheyAre)}}, Machine: flyby.Options{Device: "cpu", Threads: 1}}
	b := openBase(t, open)
	queries := readAll(t, walkFile(t, 100, 2, asTheyAre))
	a := job.Ask{Question: question.Question{Search: flyby.Search{Distance: 20}, Level: question.Hits}}
	want, err := answerOf(b, a, queries)
	if err != nil {
		t.Fatal(err)
	}
	for _, a.Machine.Memory = range []uint64{b.Need(request(a)), b.Need(request(a)) - 60<<20} {
		got, err := answerOf(b, a, queries)
		if err != nil || got != want {
			t.Errorf("in %d bytes: another answer (%v)", a.Machine.Memory, err)
		}
	}
	if strings.Count(want, "\n") < 300_000 {
		t.Errorf("%d rows are too few", strings.Count(want, "\n"))
	}
}
