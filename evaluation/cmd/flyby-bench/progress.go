package main

import (
	"time"

	"github.com/schollz/progressbar/v3"

	"flyby/evaluation/measure"
)

// tick is the least time between two updates of the progress.
const tick = 100 * time.Millisecond

// progress draws the progress of measurements on standard error. The zero value shows nothing.
type progress struct {
	bar   *progressbar.ProgressBar
	shown time.Time
}

// progressLine is progress in the form of --json.
type progressLine struct {
	Type  string  `json:"type"` // "progress"
	Phase string  `json:"phase"`
	Done  float64 `json:"done"`
	Total float64 `json:"total"`
}

// follow shows progress: as a bar on a terminal, in JSON lines with --json, otherwise not at all.
func (a *app) follow(p measure.Progress) {
	switch {
	case a.quiet:
	case a.json:
		if now := time.Now(); now.Sub(a.progress.shown) >= tick {
			a.progress.shown = now
			a.object(progressLine{"progress", p.Phase, p.Done, p.Total})
		}
	case a.terminal:
		a.draw(p)
	}
}

// draw moves the bar, in tenths of a percent.
func (a *app) draw(p measure.Progress) {
	const whole = 1000
	if a.progress.bar == nil {
		a.progress.bar = progressbar.NewOptions64(whole, progressbar.OptionSetWriter(a.err), progressbar.OptionSetWidth(24),
			progressbar.OptionThrottle(tick), progressbar.OptionClearOnFinish())
	}
	a.progress.bar.Describe(p.Phase)
	a.progress.bar.Set64(int64(whole * p.Done / max(p.Total, 1)))
}

// end clears the bar.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Finish()
		p.bar = nil
	}
}
