package job_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// endless is an endless reader of rows, which counts its reads and calls a function at the n-th.
type endless struct {
	reads int
	at    func(n int)
}

func (e *endless) Read(p []byte) (int, error) {
	if e.reads++; e.reads > 1000 {
		return 0, io.ErrUnexpectedEOF // nothing stopped it
	}
	e.at(e.reads)
	return copy(p, fmt.Sprintf("%d,1,2,3,4\n", e.reads)), nil
}

// TestCancelledBase: a context that ends while queries are received, read, waiting, searched for or written
// ends that job: no further step begins, and the base answers the next ask as before.
func TestCancelledBase(t *testing.T) {
	open, c := counted(t)
	b := openBase(t, open)
	queries := walkFile(t, 12, 2, asTheyAre)
	a := job.Ask{Question: question.Question{Search: flyby.Search{Distance: 2}, Level: question.Hits}}
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
		a.QueryData = body(t, b, queries, format.Options{})
		j, err := b.Job(ctx, request(a))
		if err != nil {
			return err
		}
		defer j.Close() //nolint:errcheck // the base owns the data
		_, err = j.Run(ctx, to)
		return err
	}
	with("queries come in", func(ctx context.Context, cancel func()) error {
		e := &endless{at: func(n int) {
			if n == 3 {
				cancel()
			}
		}}
		_, err := b.Queries(ctx, e, in("csv"))
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
			<-ctx.Done() // as a stopped device waits
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

// TestCancelledOpenBase: a context that ends while a base is read or indexed ends the opening, and leaves
// nothing.
func TestCancelledOpenBase(t *testing.T) {
	open, c := counted(t)
	open.Machine.Tmp = t.TempDir()
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
		wantNothingIn(t, open.Machine.Tmp)
	}
	if n := c.walks.Load(); n != 0 {
		t.Errorf("%d searches", n)
	}
}
