package job_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/spill"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// TestCutQueries: queries of each format that are cut short, or are of another format, are errors of the queries.
func TestCutQueries(t *testing.T) {
	entries := walkFile(t, 3, 1, asTheyAre)
	b := openBase(t, job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Machine: flyby.Options{Device: "cpu"}})
	text := readAll(t, parquetOf(t, entries))
	for _, word := range []string{"parquet", "arrow"} {
		for _, cut := range []string{"", text[:1], text[:len(text)/2], text[:len(text)-1], text[1:], "id,t,x,y,z\na,0,1,1,1\n"} {
			d, err := b.Queries(t.Context(), strings.NewReader(cut), in(word))
			if err == nil {
				_, err = b.Job(t.Context(), job.Request{Queries: d, Question: question.Question{Search: flyby.Search{Distance: 1}}})
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

// TestNeed: the need of a job grows with its queries, and with the data that the base has not read yet; and suffices.
func TestNeed(t *testing.T) {
	b := openBase(t, job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 30, 1, asTheyAre)}}, Machine: flyby.Options{Device: "cpu"}})
	few, many := body(t, b, walkFile(t, 3, 2, asTheyAre), format.Options{}), body(t, b, walkFile(t, 300, 2, asTheyAre), format.Options{})
	join := job.Ask{Question: question.Question{Search: flyby.Search{Distance: 1}}}
	with := func(change func(a *job.Ask)) job.Ask { a := join; change(&a); return a }
	upright := with(func(a *job.Ask) { a.Search.Vertical = new(float64) })
	asks := []job.Ask{join, with(func(a *job.Ask) { a.QueryData = few }), with(func(a *job.Ask) { a.QueryData = many }), upright}
	last := uint64(0)
	for i, a := range asks {
		need := b.Need(request(a))
		if need <= last {
			t.Errorf("%d: %d bytes after %d", i, need, last)
		}
		last, a.Machine.Memory = need, need
		j, err := b.Job(t.Context(), request(a))
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
	if b.Need(request(upright)) != b.Need(request(join)) {
		t.Error("what is read with heights is there")
	}
}

// TestNeedOfThreads: a job needs memory for the threads that the base began with, though the process has fewer cores by now.
func TestNeedOfThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	b := openBase(t, job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 3, 1, asTheyAre)}}, Machine: flyby.Options{Device: "cpu"}})
	before := b.Need(job.Request{})
	runtime.GOMAXPROCS(1)
	if after := b.Need(job.Request{}); after != before {
		t.Errorf("%d bytes, %d before", after, before)
	}
}

// TestBaseShares: queries that do not fit the share of a job are an error of its own type with a sufficient size, and that
// size suffices, whether their number is known before or not.
func TestBaseShares(t *testing.T) {
	for name, c := range map[string]struct {
		read             format.Options
		entries, queries string
	}{
		"rows":   {entries: walkFile(t, 3, 1, asTheyAre), queries: readAll(t, walkFile(t, 2000, 2, asTheyAre))},
		"curves": {read: format.Options{Curve: 1e-5}, entries: textFile(t, "orbits.csv", orbits(false)), queries: orbits(false)},
	} {
		tmp := t.TempDir()
		b := openBase(t, job.Ask{Inputs: job.Inputs{Entries: []string{c.entries}, Read: c.read}, Machine: flyby.Options{Device: "cpu", Tmp: tmp}})
		a := job.Ask{Question: question.Question{Search: flyby.Search{Distance: 0.1}}, Machine: flyby.Options{Memory: 1 << 10}}
		_, err := answerOf(b, a, c.queries)
		var little *flyby.MemoryError
		if !errors.As(err, &little) || !errors.Is(err, flyby.ErrMemory) || little.Bytes != a.Machine.Memory || little.Least <= a.Machine.Memory {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wantNothingIn(t, tmp)
		for a.Machine.Memory = little.Least; ; {
			_, err = answerOf(b, a, c.queries)
			if !errors.As(err, &little) || little.Least <= a.Machine.Memory {
				break
			}
			a.Machine.Memory = little.Least // of a later step
		}
		if err != nil {
			t.Errorf("%s within %d bytes: %v", name, a.Machine.Memory, err)
		}
	}
}

// TestBaseOutgrows: data that outgrow the memory of a base are refused with a sufficient size, and nothing is left; that size
// holds them, whether they are known to fit before or not.
func TestBaseOutgrows(t *testing.T) {
	tmp := t.TempDir()
	a := job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 400, 1, asTheyAre)}}, Machine: flyby.Options{Device: "cpu", Memory: 1 << 20, Tmp: tmp}}
	_, err := job.OpenBase(t.Context(), a)
	var little *flyby.MemoryError
	if !errors.As(err, &little) || little.Bytes != a.Machine.Memory || little.Least <= a.Machine.Memory {
		t.Fatal(err)
	}
	wantNothingIn(t, tmp)
	a.Machine.Memory = 2 * little.Least
	want := openBase(t, a)
	got := openBase(beyondMemory{t}, a) // its rows go through the folder
	if got.Data().Outgrows() || got.Data().Segments() != want.Data().Segments() || got.Data().Bytes() != want.Data().Bytes() {
		t.Errorf("%d segments in %d bytes, want %d in %d", got.Data().Segments(), got.Data().Bytes(), want.Data().Segments(), want.Data().Bytes())
	}
	one, err := answerOf(want, job.Ask{Question: question.Question{Search: flyby.Search{Distance: 0.2}, Level: question.Hits}}, "")
	two, failed := answerOf(got, job.Ask{Question: question.Question{Search: flyby.Search{Distance: 0.2}, Level: question.Hits}}, "")
	if err != nil || failed != nil || one != two || one == "" {
		t.Errorf("another answer (%v, %v)", err, failed)
	}
}

// TestSmallBodies: small queries need no file while no more wait than may lie in memory; further ones, and long queries, go to a
// folder, whose limit holds.
func TestSmallBodies(t *testing.T) {
	const text, most = "id,t,x,y,z\na,0,1,1,1\na,1,1,2,1\n", 64
	b := openBase(t, job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 3, 1, asTheyAre)}}, Machine: flyby.Options{Device: "cpu", TmpLimit: 1}})
	ask := func(text string) (*input.Data, error) {
		return b.Queries(t.Context(), strings.NewReader(text), in("csv"))
	}
	if _, err := ask(text + strings.Repeat("\n", 128<<10)); !errors.Is(err, spill.ErrNoRoom) {
		t.Errorf("a long one: %v", err)
	}
	for range 2 { // closing one makes room
		var all []*input.Data
		for range most {
			d, err := ask(text)
			if err != nil {
				t.Fatal(len(all), err)
			}
			all = append(all, d)
		}
		if _, err := ask(text); !errors.Is(err, spill.ErrNoRoom) {
			t.Errorf("more than %d: %v", most, err)
		}
		for _, d := range all {
			if err := errors.Join(d.Close(), d.Close()); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestLongBody: queries that are longer than their share of memory are read as any.
func TestLongBody(t *testing.T) {
	b := openBase(t, job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 3, 1, asTheyAre)}}, Machine: flyby.Options{Device: "cpu"}})
	a := job.Ask{Question: question.Question{Search: flyby.Search{Distance: 5}}}
	const text = "id,t,x,y,z\na,0,1,1,1\na,1,1,2,1\n"
	want, err := answerOf(b, a, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{128 << 10, 128<<10 + 1, 1 << 20} {
		if got, err := answerOf(b, a, text+strings.Repeat("\n", n-len(text))); err != nil || got != want {
			t.Errorf("%d bytes: %.200s, want %.200s (%v)", n, got, want, err)
		}
	}
}
