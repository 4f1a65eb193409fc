package engine

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// recordCalls returns a function that records the calls of a report.
func recordCalls(calls *[]Progress) func(Progress) {
	return func(p Progress) { *calls = append(*calls, p) }
}

// shares returns the done part of the phase in each call.
func shares(calls []Progress) (done []float64) {
	for _, p := range calls {
		done = append(done, p.Done/p.Total)
	}
	return done
}

// TestReportAddsPartsUp: each of three parts is a third of the phase, whatever its own total.
func TestReportAddsPartsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls []Progress
		r := newReport(recordCalls(&calls), "search")
		for i := range 3 {
			r.part(i, 3)
			for done := range 3 {
				time.Sleep(reportEvery)
				r.update(float64(10*done), 20)
			}
		}
		want := []float64{0, 0.5 / 3, 1. / 3, 1. / 3, 1.5 / 3, 2. / 3, 2. / 3, 2.5 / 3, 1}
		if got := shares(calls); !slices.Equal(got, want) {
			t.Errorf("told %v, want %v", got, want)
		}
		for _, p := range calls {
			if p.Phase != "search" {
				t.Errorf("phase %q", p.Phase)
			}
		}
	})
}

// TestReportIsNotTooOften: calls are at least reportEvery apart, except the call at the end.
func TestReportIsNotTooOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls []Progress
		r := newReport(recordCalls(&calls), "search")
		for done := range 100 {
			time.Sleep(reportEvery / 10)
			r.update(float64(done), 100)
		}
		r.update(100, 100)
		want := []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}
		if got := shares(calls); !slices.Equal(got, want) {
			t.Errorf("told %v, want %v", got, want)
		}
	})
}

// TestReportOfAShortPhase: a phase after another that ends before a call is due is not
// reported, not even its end; a longer one is.
func TestReportOfAShortPhase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls []Progress
		search := newReport(recordCalls(&calls), "search")
		order := search.after("order")
		time.Sleep(reportEvery / 2)
		order.update(1, 2)
		order.update(2, 2)
		if len(calls) != 0 {
			t.Errorf("told %v of a short phase", calls)
		}
		join := search.after("join")
		time.Sleep(reportEvery)
		join.update(1, 2)
		join.update(2, 2)
		if got := shares(calls); !slices.Equal(got, []float64{0.5, 1}) || calls[0].Phase != "join" {
			t.Errorf("told %v of a long phase", calls)
		}
	})
}

// TestReportSaysWhatIsLeft: the time left comes from the first prediction, which is reported at once; from the pace where there is no
// prediction; and is 0 where neither is known.
func TestReportSaysWhatIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls []Progress
		predicted := newReport(recordCalls(&calls), "search")
		predicted.predict(10 * time.Second)
		predicted.predict(99 * time.Second) // by a later part: the first prediction holds for all parts
		if len(calls) != 1 || calls[0].Done != 0 || calls[0].Left != 10*time.Second {
			t.Fatalf("told %v, want the prediction once", calls)
		}
		unknown := newReport(recordCalls(&calls), "search")
		unknown.update(0, 4)
		time.Sleep(time.Second)
		unknown.update(1, 4)
		if before, after := calls[1].Left, calls[2].Left; before != 0 || after != 3*time.Second {
			t.Errorf("%v left before anything is done, %v at a quarter after a second; want 0 and 3 s", before, after)
		}
	})
}

// TestReportToNobody: a report without a function for progress may be used.
func TestReportToNobody(t *testing.T) {
	r := newReport(nil, "search")
	r.predict(time.Second)
	r.part(1, 2)
	r.update(1, 1)
	r.next("order").update(1, 1)
	if r.wanted() || r.after("join").wanted() {
		t.Error("somebody listens")
	}
}

// TestReportNeverFalls: work that is run again in halves begins below its earlier progress,
// which is not passed on; the next part goes on from there.
func TestReportNeverFalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls []Progress
		r := newReport(recordCalls(&calls), "search")
		for _, step := range []struct {
			part        int
			done, total float64
		}{{0, 1, 2}, {0, 1, 4}, {0, 3, 4}, {1, 0, 1}, {1, 1, 1}} {
			time.Sleep(reportEvery)
			r.part(step.part, 2)
			r.update(step.done, step.total)
		}
		if got, want := shares(calls), []float64{0.25, 0.25, 0.375, 0.5, 1}; !slices.Equal(got, want) {
			t.Errorf("told %v, want %v", got, want)
		}
	})
}

func TestLeft(t *testing.T) {
	const s = time.Second
	for _, test := range []struct {
		predicted, elapsed time.Duration
		done               float64
		want               time.Duration
	}{
		{10 * s, 0, 0, 10 * s},
		{10 * s, 4 * s, 0, 6 * s},
		{10 * s, 12 * s, 0, 0},
		{10 * s, 4 * s, 0.5, 4 * s}, // by its pace
		{10 * s, 2 * s, 0.125, 11 * s},
		{10 * s, 9 * s, 1, 0},
		{0, 9 * s, 0.75, 3 * s},
	} {
		if got := timeLeft(test.predicted, test.elapsed, test.done); got != test.want {
			t.Errorf("%v: %v", test, got)
		}
	}
}
