package visit

import (
	"context"
	"time"
)

// work is a search by several threads.
type work struct {
	rule *Rule
	deal *dealer
	free chan struct{} // holds one of each job that is dealt and not handed over
	done chan *found   // as long as free: nobody waits for room
}

// jobs does jobs until none is left.
func (w *work) jobs(ctx context.Context, f *finder) error {
	for {
		select {
		case w.free <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		j := w.deal.deal()
		if len(j.sections) == 0 {
			return nil
		}
		out := f.do(ctx, &j)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := w.rule.claim(len(out.stays)+len(out.hits), out.bytes()); err != nil {
			return err
		}
		w.done <- out
	}
}

// do finds what the sections of a job have.
func (f *finder) do(ctx context.Context, j *job) *found {
	out := &found{number: j.number}
	f.stays, f.hits = nil, nil
	for i := range j.sections {
		f.follow(ctx, &j.sections[i])
		out.segments += j.sections[i].to - j.sections[i].from
	}
	out.stays, out.hits = f.stays, f.hits
	return out
}

// inOrder hands over the visits or the hits of each job, in the order of jobs, until all threads have ended; after an error, which cancels, nothing more.
func (w *work) inOrder(segments float64, take func(*found) error, cancel func()) (err error) {
	waiting := map[int]*found{}
	next, passed, told := 0, 0, time.Now()
	for f := range w.done {
		waiting[f.number] = f
		for f := waiting[next]; f != nil && err == nil; f = waiting[next] {
			if err = take(f); err != nil {
				cancel()
			}
			delete(waiting, next)
			w.rule.free(f.bytes())
			<-w.free
			next, passed = next+1, passed+f.segments
			if w.rule.Progress != nil && time.Since(told) >= reportEvery {
				w.rule.Progress(float64(passed), segments)
				told = time.Now()
			}
		}
	}
	for _, f := range waiting {
		w.rule.free(f.bytes())
	}
	if err == nil && w.rule.Progress != nil {
		w.rule.Progress(segments, segments)
	}
	return err
}

// reportEvery is the least time between two calls of Rule.Progress.
const reportEvery = 100 * time.Millisecond
