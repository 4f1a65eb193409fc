package engine

import "time"

// Progress is how far a phase of the work has come; flyby.Progress documents it.
type Progress struct {
	Phase       string
	Done, Total float64
	Left        time.Duration
}

// reportEvery is the least time between two calls of Config.Progress.
const reportEvery = 100 * time.Millisecond

// report turns the progress of engines into calls of Config.Progress. One goroutine at a time may use it.
type report struct {
	progress  func(Progress)
	phase     string
	begun     time.Time
	last      time.Time
	predicted time.Duration      // of the whole phase; 0: unknown
	watch     func(part float64) // called with the done part of the phase each time; nil: not called
	i, n      int                // update is about the i-th of n parts of the work
	reported  float64            // the done part of the phase at the last call
}

func newReport(progress func(Progress), phase string) *report {
	return &report{progress: progress, phase: phase, begun: time.Now(), n: 1}
}

// next begins another phase. One goroutine at a time may use it, too.
func (r *report) next(phase string) *report { return newReport(r.progress, phase) }

// after begins a phase that follows a search, the ordering or the joining of its hits. A phase that ends
// before a first call is due is not reported at all.
func (r *report) after(phase string) *report {
	next := r.next(phase)
	next.last = next.begun
	return next
}

// wanted reports whether progress is reported to anybody.
func (r *report) wanted() bool { return r.progress != nil }

// part begins the i-th of n parts of the work.
func (r *report) part(i, n int) { r.i, r.n = i, n }

// predict sets the predicted time of the whole phase, and reports it at once.
func (r *report) predict(d time.Duration) {
	if r.predicted > 0 {
		return
	}
	r.predicted = d
	r.call(float64(r.i) / float64(r.n))
}

// update reports how much of the part is done. Work that is run again in halves begins at 0 once more;
// reported progress does not fall.
func (r *report) update(done, total float64) {
	part := (float64(r.i) + done/total) / float64(r.n)
	if r.watch != nil {
		r.watch(part)
	}
	if r.progress == nil || time.Since(r.last) < reportEvery && (done < total || r.last.Equal(r.begun)) {
		return
	}
	r.call(part)
}

func (r *report) call(part float64) {
	if r.progress == nil {
		return
	}
	part = max(part, r.reported)
	r.last, r.reported = time.Now(), part
	p := Progress{Phase: r.phase, Done: part, Total: 1}
	if elapsed := time.Since(r.begun); r.predicted > 0 || part > 0 {
		predicted := r.predicted
		if predicted == 0 {
			predicted = time.Duration(float64(elapsed) / part)
		}
		p.Left = timeLeft(predicted, elapsed, part)
	}
	r.progress(p)
}

// trustedShare is the part of a search after which its own pace says more than any prediction.
const trustedShare = 0.25

// timeLeft returns the time that a search still takes, from the predicted time of all of it, the elapsed time
// and the part that is done, from 0 to 1: by the prediction at first, and more and more by the pace so far.
func timeLeft(predicted, elapsed time.Duration, done float64) time.Duration {
	total := float64(predicted)
	if done > 0 {
		weight := min(done/trustedShare, 1)
		total = (1-weight)*total + weight*float64(elapsed)/min(done, 1)
	}
	return time.Duration(max(total-float64(elapsed), 0))
}
