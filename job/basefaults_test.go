package job_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory/format"
)

// counting is the cores of the host as a provider that counts, and that tells of each search before it begins.
type counting struct {
	host.Provider
	opened, loads, walks atomic.Int64
	load, walk           func(ctx context.Context) error // nil: nobody listens
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

// counted is an ask of walking objects on cores that count.
func counted(t *testing.T) (job.Ask, *counting) {
	t.Helper()
	c := &counting{}
	return job.Ask{Entries: []string{walkFile(t, 30, 1, asTheyAre)}, Search: flyby.Search{Distance: 1.5}, Method: flyby.MethodSpatiotemporal, Device: "cpu", Providers: []kernel.Provider{c}}, c
}

// answerOf is what a base answers to an ask, as CSV.
func answerOf(b *job.Base, a job.Ask, queries string) (string, error) {
	if queries != "" {
		d, err := b.Queries(context.Background(), strings.NewReader(queries), "csv")
		if err != nil {
			return "", err
		}
		defer d.Close() //nolint:errcheck // it was only read
		a.QueryData = d
	}
	j, err := b.Job(context.Background(), a)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	_, err = j.Run(context.Background(), job.Writer(&out))
	return out.String(), errors.Join(err, j.Close())
}

// TestBaseIndexesOnce: searches and joins of a base use one device, which the entries were loaded on once; ones with a vertical threshold share another.
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
	for _, level := range job.Levels() {
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

// TestBaseAtOnce: many jobs of a base at once each write what they write alone.
func TestBaseAtOnce(t *testing.T) {
	open := job.Ask{Entries: []string{walkFile(t, 30, 1, asTheyAre)}, Device: "cpu"}
	b := openBase(t, open)
	queries := readAll(t, walkFile(t, 12, 2, asTheyAre))
	type question struct {
		a       job.Ask
		queries string
		want    string
	}
	var all []question
	for i, level := range job.Levels() {
		for k, of := range []string{"", queries} {
			q := question{a: job.Ask{Search: flyby.Search{Distance: 1 + 0.25*float64(i+k)}, Level: level, Memory: uint64(k) << 28, With: []string{"size", "name"}[k : k+1]}, queries: of}
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

// TestBaseMeanwhile: while a base reads what a search asks for first, others are answered of what is there; and who goes away meanwhile leaves at once.
func TestBaseMeanwhile(t *testing.T) {
	open, c := counted(t)
	b := openBase(t, open)
	begun, end := make(chan struct{}), make(chan struct{})
	c.load = func(context.Context) error { close(begun); <-end; return nil }
	plain, upright := job.Ask{Search: flyby.Search{Distance: 1}}, job.Ask{Search: flyby.Search{Distance: 1, Vertical: new(float64)}}
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
	if _, err := b.Job(ctx, upright); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(end)
	first.Wait()
}

// TestBaseInRanges: rows that outgrow the share of a job are searched for in ranges, and are the same to the byte.
func TestBaseInRanges(t *testing.T) {
	open := job.Ask{Entries: []string{walkFile(t, 150, 1, asTheyAre)}, Device: "cpu", Read: format.Options{Reading: format.Reading{Threads: 1}}}
	b := openBase(t, open)
	queries := readAll(t, walkFile(t, 100, 2, asTheyAre))
	a := job.Ask{Search: flyby.Search{Distance: 20}, Level: job.Hits}
	want, err := answerOf(b, a, queries)
	if err != nil {
		t.Fatal(err)
	}
	for _, a.Memory = range []uint64{b.Need(a), b.Need(a) - 60<<20} {
		got, err := answerOf(b, a, queries)
		if err != nil || got != want {
			t.Errorf("in %d bytes: another answer (%v)", a.Memory, err)
		}
	}
	if strings.Count(want, "\n") < 300_000 {
		t.Errorf("%d rows are too few", strings.Count(want, "\n"))
	}
}

// TestBaseComparable: queries of another kind than the entries are errors that say what differs.
func TestBaseComparable(t *testing.T) {
	metres := format.Units{Length: "m"}
	for name, c := range map[string]struct {
		read    format.Options
		entries string
		queries string
		want    string
	}{
		"dimension": {entries: "id,t,x,y\na,0,1,1\na,1,1,2\n", queries: "id,t,x,y,z\na,0,1,1,1\na,1,1,2,1\n", want: "dimension"},
		"times":     {entries: "id,t,x,y\na,0,1,1\na,1,1,2\n", queries: "id,t,x,y\na,2020-01-01T00:00:00Z,1,1\na,2020-01-01T00:00:01Z,1,2\n", want: "times"},
		"frame":     {read: format.Options{Units: metres}, entries: "id,t,x,y,z\na,0,1,1,1\na,1,1,2,1\n", queries: "id,t,lon,lat\na,0,1,1\na,1,1,2\n", want: "frame"},
	} {
		b := openBase(t, job.Ask{Entries: []string{textFile(t, "e.csv", c.entries)}, Device: "cpu", Read: c.read})
		_, err := answerOf(b, job.Ask{Search: flyby.Search{Distance: 1}}, c.queries)
		var differ *job.DifferError
		if !errors.As(err, &differ) || differ.What != c.want || differ.QueryName != "the queries" || differ.Entries == differ.Queries {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBaseBadQueries: what is wrong with queries is an error with the line, the column and the value, which calls them no file.
func TestBaseBadQueries(t *testing.T) {
	b := openBase(t, job.Ask{Entries: []string{walkFile(t, 3, 1, asTheyAre)}, Device: "cpu"})
	for text, want := range map[string]format.Error{
		"id,t,x,y,z\na,0,1,1,1\na,1,1,oops,1\n":           {Line: 3, Column: "y", Value: "oops"},
		"id,t,x,y,z\na,0,1,1,1\na,1,1,,1\n":               {Line: 3, Column: "y"},
		"id,t,x,y,z\na,0,1,1,1\na,0,1,2,1\na,1,1,2,1\n":   {Line: 3, Column: "t", Value: "0"},
		"id,t,x,y,z\na,0,1,1,1\na,never,1,2,1\n":          {Line: 3, Column: "t", Value: "never"},
		"id,t,x,y,z\n":                                    {},
		"id,x,y,z\na,0,1,1\n":                             {},
		"id,t,x,y,z\na,0,1,1,1\na,1,1e999,1,1\n":          {Line: 3, Column: "x", Value: "1e999"},
		"id,t,x,y,z,x\na,0,1,1,1,2\n":                     {},
		"\xff\xfe\x00id,t\n":                              {},
		"id,t,x,y,z\na,0,1,1,1\na,1,1,2,1\n\"b,1,2,3,4\n": {},
	} {
		_, err := answerOf(b, job.Ask{Search: flyby.Search{Distance: 1}}, text)
		var bad *format.Error
		if !errors.As(err, &bad) || bad.File != "the queries" || want.Line > 0 && (bad.Line != want.Line || bad.Column != want.Column || bad.Value != want.Value) {
			t.Errorf("%q: %#v (%v)", text, bad, err)
		}
	}
}

// TestCutQueries: queries of each format that end in their midst, and ones that are of another format, are errors about them.
func TestCutQueries(t *testing.T) {
	entries := walkFile(t, 3, 1, asTheyAre)
	b := openBase(t, job.Ask{Entries: []string{entries}, Device: "cpu"})
	text := readAll(t, parquetOf(t, entries))
	for _, word := range []string{"parquet", "arrow"} {
		for _, cut := range []string{"", text[:1], text[:len(text)/2], text[:len(text)-1], text[1:], "id,t,x,y,z\na,0,1,1,1\n"} {
			d, err := b.Queries(t.Context(), strings.NewReader(cut), word)
			if err == nil {
				_, err = b.Job(t.Context(), job.Ask{QueryData: d, Search: flyby.Search{Distance: 1}})
				if failed := d.Close(); failed != nil {
					t.Error(failed)
				}
			}
			var bad *format.Error
			if !errors.As(err, &bad) || bad.File != "the queries" {
				t.Errorf("%s of %d bytes: %v", word, len(cut), err)
			}
		}
	}
}

// TestNeed: what a job needs grows with its queries, and with what the base does not have yet; and is enough.
func TestNeed(t *testing.T) {
	b := openBase(t, job.Ask{Entries: []string{walkFile(t, 30, 1, asTheyAre)}, Device: "cpu"})
	few, many := body(t, b, walkFile(t, 3, 2, asTheyAre)), body(t, b, walkFile(t, 300, 2, asTheyAre))
	join := job.Ask{Search: flyby.Search{Distance: 1}}
	with := func(change func(a *job.Ask)) job.Ask { a := join; change(&a); return a }
	upright := with(func(a *job.Ask) { a.Search.Vertical = new(float64) })
	asks := []job.Ask{join, with(func(a *job.Ask) { a.QueryData = few }), with(func(a *job.Ask) { a.QueryData = many }), upright}
	last := uint64(0)
	for i, a := range asks {
		need := b.Need(a)
		if need <= last {
			t.Errorf("%d: %d bytes after %d", i, need, last)
		}
		last, a.Memory = need, need
		j, err := b.Job(t.Context(), a)
		if err != nil {
			t.Fatal(i, err)
		}
		if _, err := j.Run(t.Context(), job.Func(func(job.Rows) error { return nil })); err != nil {
			t.Error(i, err)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
	if b.Need(upright) != b.Need(join) {
		t.Error("what is read with heights is there")
	}
}

// TestBaseShares: queries that do not fit the share of a job are an error of its own type that says how much would do, and so much does; whether their number is known before or not.
func TestBaseShares(t *testing.T) {
	for name, c := range map[string]struct {
		read             format.Options
		entries, queries string
	}{
		"rows":   {entries: walkFile(t, 3, 1, asTheyAre), queries: readAll(t, walkFile(t, 2000, 2, asTheyAre))},
		"curves": {read: format.Options{Curve: 1e-5}, entries: textFile(t, "orbits.csv", orbits(false)), queries: orbits(false)},
	} {
		tmp := t.TempDir()
		b := openBase(t, job.Ask{Entries: []string{c.entries}, Device: "cpu", Read: c.read, Tmp: tmp})
		a := job.Ask{Search: flyby.Search{Distance: 0.1}, Memory: 1 << 10}
		_, err := answerOf(b, a, c.queries)
		var little *flyby.MemoryError
		if !errors.As(err, &little) || !errors.Is(err, flyby.ErrMemory) || little.Bytes != a.Memory || little.Least <= a.Memory {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wantNothingIn(t, tmp)
		for a.Memory = little.Least; ; {
			_, err = answerOf(b, a, c.queries)
			if !errors.As(err, &little) || little.Least <= a.Memory {
				break
			}
			a.Memory = little.Least // of what came next
		}
		if err != nil {
			t.Errorf("%s within %d bytes: %v", name, a.Memory, err)
		}
	}
}

// TestBaseOutgrows: data that outgrow the memory of a base are refused with what would do, and nothing is left; in so much they are held, known to fit before or not.
func TestBaseOutgrows(t *testing.T) {
	tmp := t.TempDir()
	a := job.Ask{Entries: []string{walkFile(t, 400, 1, asTheyAre)}, Device: "cpu", Memory: 1 << 20, Tmp: tmp}
	_, err := job.OpenBase(t.Context(), a)
	var little *flyby.MemoryError
	if !errors.As(err, &little) || little.Bytes != a.Memory || little.Least <= a.Memory {
		t.Fatal(err)
	}
	wantNothingIn(t, tmp)
	a.Memory = 2 * little.Least
	want := openBase(t, a)
	a.TakeAsOutgrown = true // its rows go through the folder
	got := openBase(t, a)
	if got.Data().Outgrows() || got.Data().Segments() != want.Data().Segments() || got.Data().Bytes() != want.Data().Bytes() {
		t.Errorf("%d segments in %d bytes, want %d in %d", got.Data().Segments(), got.Data().Bytes(), want.Data().Segments(), want.Data().Bytes())
	}
	one, err := answerOf(want, job.Ask{Search: flyby.Search{Distance: 0.2}, Level: job.Hits}, "")
	two, failed := answerOf(got, job.Ask{Search: flyby.Search{Distance: 0.2}, Level: job.Hits}, "")
	if err != nil || failed != nil || one != two || one == "" {
		t.Errorf("another answer (%v, %v)", err, failed)
	}
}

// TestBaseOfChangedFiles: a base whose files have changed answers as before, and does not read them again for what it did not read: columns, and heights.
func TestBaseOfChangedFiles(t *testing.T) {
	open, _ := counted(t)
	b := openBase(t, open)
	a := job.Ask{Search: flyby.Search{Distance: 1}}
	want, err := answerOf(b, a, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(open.Entries[0], []byte("id,t,x,y,z,name\n1,0,1,1,1,a\n1,1,1,1,1,b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := answerOf(b, a, ""); err != nil || got != want {
		t.Errorf("another answer (%v)", err)
	}
	upright, named := a, a
	upright.Search.Vertical, named.With = new(float64), []string{"name"}
	for _, a := range []job.Ask{upright, named} {
		if _, err := answerOf(b, a, ""); !errors.Is(err, format.ErrChanged) {
			t.Errorf("changed: %v", err)
		}
	}
}

// TestBaseWrongAsks: what is wrong with the ask of a job of a base names the field.
func TestBaseWrongAsks(t *testing.T) {
	b := openBase(t, job.Ask{Entries: []string{walkFile(t, 3, 1, asTheyAre)}, Device: "cpu"})
	for field, a := range map[string]job.Ask{
		"Queries":  {Queries: []string{"queries.csv"}},
		"Level":    {Level: "rows"},
		"With":     {With: []string{"colour"}},
		"MergeGap": {MergeGap: -1},
	} {
		_, err := answerOf(b, a, "")
		var wrong *job.FieldError
		if !errors.As(err, &wrong) || wrong.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := b.Queries(t.Context(), strings.NewReader("x"), "cobol"); err == nil {
		t.Error("an unknown format")
	}
	if _, err := job.OpenBase(t.Context(), job.Ask{Entries: []string{filepath.Join(t.TempDir(), "nowhere.csv")}}); err == nil {
		t.Error("no file")
	}
}

// TestClosedBase: a base that was closed has no jobs.
func TestClosedBase(t *testing.T) {
	b := openBase(t, job.Ask{Entries: []string{walkFile(t, 3, 1, asTheyAre)}, Device: "cpu"})
	for range 2 {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := b.Job(t.Context(), job.Ask{}); !errors.Is(err, job.ErrClosed) {
		t.Error(err)
	}
}

// endless is rows without an end, which counts how often it was read and calls somebody at the n-th time.
type endless struct {
	reads int
	at    func(n int)
}

func (e *endless) Read(p []byte) (int, error) {
	if e.reads++; e.reads > 1000 {
		return 0, io.ErrUnexpectedEOF // nobody stopped it
	}
	e.at(e.reads)
	return copy(p, fmt.Sprintf("%d,1,2,3,4\n", e.reads)), nil
}

// TestCancelledBase: a context that ends while queries come in, are read, wait, are searched for and are written ends that: nothing is begun any more, and the base answers the next as before.
func TestCancelledBase(t *testing.T) {
	open, c := counted(t)
	b := openBase(t, open)
	queries := walkFile(t, 12, 2, asTheyAre)
	a := job.Ask{Search: flyby.Search{Distance: 2}, Level: job.Hits}
	want, err := answerOf(b, a, readAll(t, queries))
	if err != nil {
		t.Fatal(err)
	}
	with := func(phase string, do func(ctx context.Context, cancel func()) error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if err := do(ctx, cancel); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", phase, err)
		}
		c.walk = nil
		if got, err := answerOf(b, a, readAll(t, queries)); err != nil || got != want {
			t.Errorf("%s, and the next: another answer (%v)", phase, err)
		}
	}
	run := func(ctx context.Context, a job.Ask, to job.Sink) error {
		a.QueryData = body(t, b, queries)
		j, err := b.Job(ctx, a)
		if err != nil {
			return err
		}
		defer j.Close() //nolint:errcheck // the base holds the data
		_, err = j.Run(ctx, to)
		return err
	}
	with("queries come in", func(ctx context.Context, cancel func()) error {
		e := &endless{at: func(n int) {
			if n == 3 {
				cancel()
			}
		}}
		_, err := b.Queries(ctx, e, "csv")
		if e.reads != 3 {
			t.Errorf("read %d times", e.reads)
		}
		return err
	})
	with("queries are read", func(ctx context.Context, cancel func()) error {
		a := a
		a.Progress = func(job.Progress) { cancel() }
		return run(ctx, a, job.Func(func(job.Rows) error { t.Error("rows"); return nil }))
	})
	with("a search", func(ctx context.Context, cancel func()) error {
		before := c.walks.Load()
		c.walk = func(ctx context.Context) error {
			cancel()
			<-ctx.Done() // as a device that is stopped
			return ctx.Err()
		}
		err := run(ctx, a, job.Func(func(job.Rows) error { t.Error("rows"); return nil }))
		if n := c.walks.Load() - before; n != 1 {
			t.Errorf("%d searches", n)
		}
		return err
	})
	with("a turn", func(ctx context.Context, cancel func()) error {
		begun, end := make(chan struct{}), make(chan struct{})
		c.walk = func(context.Context) error { close(begun); <-end; return nil }
		var other sync.WaitGroup
		other.Go(func() {
			if err := run(t.Context(), a, job.Func(func(job.Rows) error { return nil })); err != nil {
				t.Error(err)
			}
		})
		<-begun
		cancel()
		before := c.walks.Load()
		err := run(ctx, a, job.Func(func(job.Rows) error { t.Error("rows"); return nil }))
		if c.walks.Load() != before {
			t.Error("it was searched")
		}
		close(end)
		other.Wait()
		return err
	})
	with("rows", func(ctx context.Context, cancel func()) error {
		chunks := 0
		err := run(ctx, a, job.Func(func(job.Rows) error { chunks++; cancel(); return nil }))
		if chunks != 1 {
			t.Errorf("%d chunks", chunks)
		}
		return err
	})
}

// TestCancelledOpenBase: a context that ends while a base is read or indexed ends that, and leaves nothing.
func TestCancelledOpenBase(t *testing.T) {
	open, c := counted(t)
	open.Tmp = t.TempDir()
	for _, phase := range []string{"read", "index"} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		open.Progress = func(p job.Progress) {
			if strings.HasPrefix(p.Phase, phase) {
				cancel()
			}
		}
		if _, err := job.OpenBase(ctx, open); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", phase, err)
		}
		wantNothingIn(t, open.Tmp)
	}
	if n := c.walks.Load(); n != 0 {
		t.Errorf("%d searches", n)
	}
}
